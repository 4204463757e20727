/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/scaling.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/weak_pairs.h"
#include "analyze/inference/unpaired.h"
#include "analyze/model/scaling_axis.h"
#include "formats/text/xalloc.h"

static struct welch_side side_of(const struct row *row) {
    return welch_side_of(row->log_mean, row->log_se, row->rounds);
}

struct scaling scaling_between(const struct row *fewest, double fewest_threads,
                               const struct row *row, double threads, double confidence) {
    struct welch_side few = side_of(fewest), more = side_of(row);
    struct welch welch = welch_between(&more, &few);
    struct interval log_speedup =
        interval_at_least(welch_interval(&welch, confidence),
                          resolution_of_ratio(&fewest->resolution, &row->resolution));
    struct interval speedup = interval_exp(log_speedup);
    return (struct scaling){speedup, interval_times(speedup, fewest_threads / threads)};
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
            scaling = (struct scaling){interval_exactly(1), interval_exactly(1)};

        struct row *row = &rows[l];
        row->scaling = scaling.speedup;
        row->thread_efficiency = scaling.efficiency;
    }
}

static void fill_strong(struct row *rows, size_t libraries, const struct order *by, size_t *order,
                        double confidence) {
    const double *threads = by->threads->values;
    size_t points = by->space->points, first = 0;
    double fewest = NAN;
    for (size_t p = 0; p < points; p++) {
        order[p] = p;
        if (threads[p] > 0)
            fewest = fmin(fewest, threads[p]);
    }
    qsort_r(order, points, sizeof *order, by_others, (void *)by);
    for (size_t i = 0; i < points; i++) {
        if (i > 0 && compare_others(by, order[first], order[i]) != 0)
            first = i;
        if (threads[order[first]] == fewest)
            fill_point(&rows[order[i] * libraries], &rows[order[first] * libraries], libraries,
                       fewest, threads[order[i]], confidence);
    }
}

/* --- work in proportion to the threads --- */

static void get_work(const struct row *rows, size_t libraries, size_t points, double *work) {
    int has_flops = 0;
    for (size_t p = 0; p < points; p++)
        has_flops |= rows[p * libraries].flops > 0;
    for (size_t p = 0; p < points; p++)
        work[p] = has_flops ? rows[p * libraries].flops : rows[p * libraries].bytes;
}

static struct scaling weak_scaling_between(const struct row *base, const struct row *row,
                                           double factor, double confidence) {
    if (base == row)
        return (struct scaling){interval_exactly(1), interval_exactly(1)};
    struct interval efficiency = scaling_between(base, 1, row, 1, confidence).speedup;
    return (struct scaling){interval_times(efficiency, factor), efficiency};
}

/* The point has FACTOR times as many threads as its base, and WORK times as much work for each. */
static void fill_weak_point(struct row *rows, const struct row *base, size_t libraries, double size,
                            double factor, double work, double confidence) {
    for (size_t l = 0; l < libraries; l++) {
        struct row *row = &rows[l];
        row->weak_size = size;
        row->weak_work = work;
        if (!is_right(row) || !is_right(&base[l]))
            continue;
        struct scaling scaling = weak_scaling_between(&base[l], row, factor, confidence);
        row->scaled_speedup = scaling.speedup;
        row->weak_efficiency = scaling.efficiency;
    }
}

static void fill_weak(struct row *rows, size_t libraries, const struct order *by, size_t *bases,
                      double confidence) {
    const double *threads = by->threads->values, *sizes = by->space->axes[0].values;
    size_t points = by->space->points;
    double *work = xcalloc(points, sizeof *work);
    get_work(rows, libraries, points, work);
    weak_pairs_find(by->space, by->threads, work, bases);
    for (size_t p = 0; p < points; p++) {
        size_t base = bases[p];
        if (base == WEAK_PAIRS_NONE)
            continue;
        double factor = threads[p] / threads[base];
        fill_weak_point(&rows[p * libraries], &rows[base * libraries], libraries, sizes[base],
                        factor, work[p] / work[base] / factor, confidence);
    }
    free(work);
}

void scaling_fill(struct row *rows, size_t libraries, const struct parameter_grid *space,
                  const char *over, double confidence) {
    struct order by = {space, scaling_axis_find(space, over)};
    if (!by.threads || !by.threads->varies || !libraries)
        return;
    size_t *indices = xcalloc(space->points, sizeof *indices);
    fill_strong(rows, libraries, &by, indices, confidence);
    fill_weak(rows, libraries, &by, indices, confidence);
    free(indices);
}
