/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/scaling.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/inference/unpaired.h"

static struct welch_side side_of(const struct row *row) {
    return welch_side_of(row->log_mean, row->log_se, row->rounds);
}

static struct interval times(struct interval interval, double factor) {
    return (struct interval){interval.centre * factor, interval.low * factor,
                             interval.high * factor};
}

struct scaling scaling_between(const struct row *fewest, double fewest_threads,
                               const struct row *row, double threads, double confidence) {
    struct welch_side few = side_of(fewest), more = side_of(row);
    struct welch welch = welch_between(&more, &few);
    struct interval log_speedup =
        interval_at_least(welch_interval(&welch, confidence),
                          resolution_of_ratio(&fewest->resolution, &row->resolution));
    struct interval speedup = {exp(log_speedup.centre), exp(log_speedup.low),
                               exp(log_speedup.high)};
    return (struct scaling){speedup, times(speedup, fewest_threads / threads)};
}

/* --- points that differ only in threads --- */

struct order {
    const struct parameter_grid *space;
    const struct parameter_grid_axis *threads;
};

/* NaN equals NaN and comes last. */
static int compare(double a, double b) {
    if (isnan(a) || isnan(b))
        return !!isnan(a) - !!isnan(b);
    return (a > b) - (a < b);
}

static int compare_others(const struct order *by, size_t a, size_t b) {
    int order = 0;
    for (size_t i = 0; i < by->space->axis_count && !order; i++)
        if (&by->space->axes[i] != by->threads)
            order = compare(by->space->axes[i].values[a], by->space->axes[i].values[b]);
    return order;
}

static int by_others(const void *a, const void *b, void *context) {
    const struct order *by = context;
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    int order = compare_others(by, left, right);
    return order ? order : compare(by->threads->values[left], by->threads->values[right]);
}

/* --- rows --- */

static int is_right(const struct row *row) {
    return row->status == CELL_OK && isfinite(row->log_mean);
}

/* Compares the libraries at one point with those at the point with the fewest threads. */
static void fill_point(struct row *rows, const struct row *fewest, size_t libraries,
                       double fewest_threads, double threads, double confidence) {
    for (size_t l = 0; l < libraries; l++) {
        if (!is_right(&rows[l]) || !is_right(&fewest[l]))
            continue;
        struct scaling scaling =
            scaling_between(&fewest[l], fewest_threads, &rows[l], threads, confidence);
        if (&rows[l] == &fewest[l])
            scaling = (struct scaling){{1, 1, 1}, {1, 1, 1}};

        struct row *row = &rows[l];
        row->scaling = scaling.speedup.centre;
        row->scaling_low = scaling.speedup.low;
        row->scaling_high = scaling.speedup.high;
        row->thread_efficiency = scaling.efficiency.centre;
        row->thread_efficiency_low = scaling.efficiency.low;
        row->thread_efficiency_high = scaling.efficiency.high;
    }
}

int scaling_fill(struct row *rows, size_t libraries, const struct parameter_grid *space,
                 double confidence) {
    const struct parameter_grid_axis *threads = parameter_grid_find(space, SCALING_AXIS);
    if (!threads || !threads->varies || !libraries)
        return 1;
    struct order by = {space, threads};

    size_t points = space->points;
    double fewest = NAN;
    for (size_t p = 0; p < points; p++)
        if (threads->values[p] > 0)
            fewest = fmin(fewest, threads->values[p]);

    size_t first = 0, *order = calloc(space->points + 1, sizeof *order);
    for (size_t i = 0; order && i < space->points; i++)
        order[i] = i;
    if (order)
        qsort_r(order, space->points, sizeof *order, by_others, &by);
    for (size_t i = 0; order && i < space->points; i++) {
        if (i > 0 && compare_others(&by, order[first], order[i]) != 0)
            first = i;
        if (threads->values[order[first]] == fewest)
            fill_point(&rows[order[i] * libraries], &rows[order[first] * libraries], libraries,
                       fewest, threads->values[order[i]], confidence);
    }
    free(order);
    return order != NULL;
}
