/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cli/effects.h"

#include <stdio.h>

#include "plot/cli/options.h"

/* --- whether an option was given --- */

typedef int is_given(const struct options *options);

static int asks_for_range(const struct axis_terms *terms) {
    return terms->low < terms->high;
}

static int gives_x(const struct options *options) {
    return options->axes.x != NULL;
}

static int gives_scale_x(const struct options *options) {
    return options->axes.across.scale != AXIS_USUAL;
}

static int gives_scale_y(const struct options *options) {
    return options->axes.up.scale != AXIS_USUAL;
}

static int gives_range(const struct options *options) {
    return asks_for_range(&options->axes.across) || asks_for_range(&options->axes.up);
}

static int gives_speedup(const struct options *options) {
    return options->axes.is_speedup;
}

static int gives_grid(const struct options *options) {
    return options->grid_columns > 0;
}

static int gives_peak(const struct options *options) {
    const struct rates_peak *peak = &options->table.peak;
    int has = peak->is_measured;
    for (int kind = 0; kind < RATES_KINDS; kind++)
        has |= peak->values[kind] > 0;
    return has;
}

static int gives_kind(const struct options *options) {
    return options->is_kind_given;
}

static int gives_y(const struct options *options) {
    return options->axes.y != NULL;
}

static const struct {
    const char *name;
    is_given *is_given;
    unsigned taken_as;   /* which kinds it is for; 0: all */
    int is_for_pictures; /* it says nothing of a report */
} effects[] = {
    {"--kind", gives_kind, 0, 1},
    {"--y", gives_y, 0, 1},
    {"--x", gives_x, KIND_TAKES_AXES, 0},
    {"--scale-x", gives_scale_x, KIND_TAKES_AXES, 1},
    {"--scale-y", gives_scale_y, KIND_TAKES_AXES, 1},
    {"--range", gives_range, KIND_TAKES_AXES, 1},
    {"--grid", gives_grid, KIND_TAKES_AXES, 1},
    {"--speedup", gives_speedup, KIND_TAKES_SPEEDUP, 1},
    {"--peak", gives_peak, KIND_TAKES_PEAK, 0},
};
enum { EFFECTS = sizeof effects / sizeof *effects };

/* --- what is wrong with it --- */

static int refuse_for_kind(const struct options *options, size_t effect, struct err *err) {
    char kinds[256];
    kind_list(kinds, sizeof kinds, effects[effect].taken_as);
    return err_set(err, ERR_USAGE, "%s changes nothing in --kind %s; it is for --kind %s",
                   effects[effect].name, options->kind->name, kinds);
}

static int refuse_for_report(size_t effect, struct err *err) {
    return err_set(err, ERR_USAGE,
                   "%s changes nothing in a report; it is for a picture, which -o names",
                   effects[effect].name);
}

int effects_check(const struct options *options, struct err *err) {
    int is_report_alone = options->report && options->output.count == 0;
    for (size_t i = 0; i < EFFECTS; i++) {
        unsigned as = effects[i].taken_as;
        if (!effects[i].is_given(options))
            continue;
        if (is_report_alone && effects[i].is_for_pictures)
            return refuse_for_report(i, err);
        /* What a column takes is seen when it is found. */
        if (!is_report_alone && as && !options->axes.y && !(options->kind->takes & as))
            return refuse_for_kind(options, i, err);
    }
    return 0;
}
