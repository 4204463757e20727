/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scaling.h: the speed-up of a library with more threads, ranks or nodes (scaling_axis.h); here
 * "threads" stands for any of them.
 *
 *     speed-up = t(fewest threads) / t(threads),    efficiency = speed-up * fewest / threads
 *
 * Both times are of the same library at points that differ only in the number of threads; "fewest"
 * is the smallest number in the whole measurement. That is strong scaling: the work is the same.
 * Weak scaling compares points that have the same work per thread (weak_pairs.h):
 *
 *     efficiency = t(fewest threads) / t(threads),
 *     scaled speed-up = efficiency * threads / fewest.
 *
 * In either case the two were not measured in
 * pairs, so the interval is Welch's for the difference of the means over the rounds of ln t
 * (unpaired.h), and no narrower than the resolution of the samples allows (location.h). */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_SCALING_H
#define BENCHMAT_ANALYZE_AGGREGATE_SCALING_H

#include "analyze/statistics/interval.h"
#include "analyze/aggregate/table.h"

struct scaling {
    struct interval speedup, efficiency; /* NaN if undefined */
};

/* Compares ROW, measured with THREADS, with the same library's row with the FEWEST threads. */
struct scaling scaling_between(const struct row *fewest, double fewest_threads,
                               const struct row *row, double threads, double confidence);

/* Sets what ROWS, [points][libraries] of SPACE, say of strong and of weak scaling over the axis
 * that OVER chooses (scaling_axis.h). A row stays unchanged, NaN, unless that axis varies in SPACE
 * and both cells were measured and are right. With the fewest threads all are exactly 1. The work
 * is the flops; the bytes if no point has flops. */
void scaling_fill(struct row *rows, size_t libraries, const struct parameter_grid *space,
                  const char *over, double confidence);

#endif
