/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/threads.h"

#include <math.h>
#include <stdlib.h>

#include "formats/model/ascending.h"

/* --- one size --- */

static double largest_of(const struct parameter_grid *space) {
    double largest = NAN;
    for (size_t p = 0; p < space->points; p++)
        largest = fmax(largest, space->axes[0].values[p]);
    return largest;
}

/* SHOWN [points] becomes what parameter_grid_keep wants; returns how many points that leaves. */
static size_t mark_largest(const struct parameter_grid *space, int *shown) {
    double largest = largest_of(space);
    size_t count = 0;
    for (size_t p = 0; p < space->points; p++)
        shown[p] = space->axes[0].values[p] == largest ? (int)count++ : -1;
    return count;
}

static int keep_largest(struct table *table, struct section *section) {
    size_t libraries = section->summary_count, points = section->space->points;
    struct row *rows = table->rows + section->first_row;
    int *shown = calloc(points + 1, sizeof *shown);
    if (!shown)
        return 0;
    section->row_count = mark_largest(section->space, shown) * libraries;
    for (size_t i = 0; i < points * libraries; i++)
        if (shown[i / libraries] >= 0) {
            size_t to = (size_t)shown[i / libraries];
            rows[to * libraries + i % libraries] = rows[i];
            rows[to * libraries + i % libraries].point = to;
        }
    parameter_grid_keep(section->space, shown);
    free(shown);
    return 1;
}

int threads_keep_largest(struct table *table) {
    int ok = 1;
    for (size_t i = 0; i < table->section_count && ok; i++) {
        struct section *section = &table->sections[i];
        if (section->row_count && section->space->axes[0].varies)
            ok = keep_largest(table, section);
    }
    return ok;
}

/* --- the ideal --- */

/* X has room for every point of CHART. Returns how many different values of x there are. */
static size_t list_threads(const struct chart *chart, double *x) {
    size_t count = 0, kept = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            if (chart->series[s].x[i] > 0)
                x[count++] = chart->series[s].x[i];
    qsort(x, count, sizeof *x, ascending_reals);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || x[kept - 1] != x[i])
            x[kept++] = x[i];
    return kept;
}

static int add_ideal(struct chart_set *set, struct chart *chart) {
    size_t points = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        points += chart->series[s].count;
    double *x = chart_set_room(set, points, sizeof *x), *y = chart_set_room(set, points, sizeof *y);
    struct series_data *ideal = chart_set_room(set, 1, sizeof *ideal);
    if (!x || !y || !ideal)
        return -1;
    *ideal = (struct series_data){.name = "ideal", .count = list_threads(chart, x), .x = x, .y = y};
    for (size_t i = 0; i < ideal->count; i++)
        y[i] = x[i] / x[0];
    chart->guide = ideal;
    return 0;
}

int threads_finish(struct chart_set *set, struct chart *chart, const struct axes_asked *asked,
                   struct err *err) {
    if (asked->across.scale == AXIS_USUAL)
        chart->x.scale = AXIS_LOG2;
    if (chart->y.unit != UNIT_RATIO || add_ideal(set, chart) == 0)
        return 0;
    return err_set(err, ERR_FAILED, "no memory for the ideal");
}
