/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/curve.h"

static const struct chart_type *const types[CHART_KINDS] = {
    [CHART_TIME] = &chart_time,
    [CHART_RATIO] = &chart_ratio,
};

const struct chart_type *chart_type(enum chart_kind kind) {
    return types[kind];
}

/* Names for several kinds side by side. */
static const struct {
    const char *name;
    enum chart_kind kinds[CHART_KINDS];
    size_t count;
} views[] = {
    {"overview", {CHART_TIME, CHART_RATIO}, 2},
};
enum { VIEWS = sizeof views / sizeof *views };

static int unknown_kind(const char *name, struct err *err) {
    char known[256];
    size_t used = 0;
    for (int i = 0; i < CHART_KINDS + VIEWS && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 i < CHART_KINDS ? types[i]->name : views[i - CHART_KINDS].name);
    return err_set(err, ERR_USAGE, "\"%s\" is no kind of chart; choose one of %s", name, known);
}

int chart_find_kinds(const char *name, enum chart_kind kinds[CHART_KINDS], size_t *count,
                     struct err *err) {
    for (int i = 0; i < CHART_KINDS; i++)
        if (strcmp(name, types[i]->name) == 0) {
            kinds[0] = (enum chart_kind)i;
            *count = 1;
            return 0;
        }
    for (int i = 0; i < VIEWS; i++)
        if (strcmp(name, views[i].name) == 0) {
            memcpy(kinds, views[i].kinds, sizeof views[i].kinds);
            *count = views[i].count;
            return 0;
        }
    return unknown_kind(name, err);
}

size_t chart_count_skipped(const struct chart *chart, const struct axes *axes) {
    size_t skipped = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct series_data *series = &chart->series[s];
        for (size_t i = 0; i < series->count; i++)
            skipped += !isnan(series->y[i]) && !curve_shows(series, axes, i);
    }
    return skipped;
}
