/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scaling.h: the speed-up of a library with more threads.
 *
 *     speed-up = t(fewest threads) / t(threads),    efficiency = speed-up * fewest / threads
 *
 * Both times are of the same library at points that differ only in the parameter "threads";
 * "fewest" is the smallest number of threads in the whole measurement. The two were not measured in
 * pairs, so the interval is Welch's for the difference of the means over the rounds of ln t
 * (unpaired.h), and no narrower than the resolution of the samples allows (location.h). */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_SCALING_H
#define BENCHMAT_ANALYZE_AGGREGATE_SCALING_H

#include "analyze/statistics/interval.h"
#include "analyze/aggregate/table.h"

#define SCALING_AXIS "threads"

struct scaling {
    struct interval speedup, efficiency; /* NaN if undefined */
};

/* Compares ROW, measured with THREADS, with the same library's row with the FEWEST threads. */
struct scaling scaling_between(const struct row *fewest, double fewest_threads,
                               const struct row *row, double threads, double confidence);

/* Sets scaling and thread_efficiency of ROWS, [points][libraries] of SPACE. A row stays unchanged,
 * NaN, unless threads vary in SPACE and both of its cells were measured and are right. With the
 * fewest threads both are exactly 1. Returns 0 if memory runs out. */
int scaling_fill(struct row *rows, size_t libraries, const struct parameter_grid *space,
                 double confidence);

#endif
