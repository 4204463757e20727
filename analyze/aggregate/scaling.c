/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/scaling.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/weak_pairs.h"
#include "analyze/inference/unpaired.h"
#include "analyze/model/scaling_axis.h"
#include "analyze/model/variants.h"
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

static void fill_strong(struct row *rows, size_t libraries, const struct parameter_grid *space,
                        size_t axis, double confidence) {
    const double *threads = space->axes[axis].values;
    double fewest = NAN;
    struct variants variants;
    for (size_t p = 0; p < space->points; p++)
        if (threads[p] > 0)
            fewest = fmin(fewest, threads[p]);
    variants_find(&variants, space, &axis, 1);
    for (size_t v = 0; v < variants.count; v++) {
        const size_t *order = variants.order + variants.first[v];
        size_t count = variants.first[v + 1] - variants.first[v];
        for (size_t i = 0; i < count && threads[*order] == fewest; i++)
            fill_point(&rows[order[i] * libraries], &rows[*order * libraries], libraries, fewest,
                       threads[order[i]], confidence);
    }
    variants_release(&variants);
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

static void fill_weak(struct row *rows, size_t libraries, const struct parameter_grid *space,
                      size_t axis, double confidence) {
    const double *threads = space->axes[axis].values, *sizes = space->axes[0].values;
    size_t points = space->points, *bases = xcalloc(points, sizeof *bases);
    double *work = xcalloc(points, sizeof *work);
    get_work(rows, libraries, points, work);
    weak_pairs_find(space, axis, work, bases);
    for (size_t p = 0; p < points; p++) {
        size_t base = bases[p];
        if (base == WEAK_PAIRS_NONE)
            continue;
        double factor = threads[p] / threads[base];
        fill_weak_point(&rows[p * libraries], &rows[base * libraries], libraries, sizes[base],
                        factor, work[p] / work[base] / factor, confidence);
    }
    free(work);
    free(bases);
}

void scaling_fill(struct row *rows, size_t libraries, const struct parameter_grid *space,
                  const char *over, double confidence) {
    const struct parameter_grid_axis *threads = scaling_axis_find(space, over);
    if (!threads || !threads->varies || !libraries)
        return;
    size_t axis = (size_t)(threads - space->axes);
    fill_strong(rows, libraries, space, axis, confidence);
    fill_weak(rows, libraries, space, axis, confidence);
}
