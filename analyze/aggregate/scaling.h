/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scaling.h: how much faster a library is with more threads.
 *
 *     speed-up = t(fewest threads) / t(threads),    efficiency = speed-up * fewest / threads
 *
 * Both times are of the same library at points that differ in nothing but the parameter "threads";
 * the fewest are those of the whole measurement. They were not measured in pairs, so the interval
 * is Welch's for the difference of the means, over the rounds, of ln t (unpaired.h), and no
 * narrower than the steps of the samples allow (location.h). */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_SCALING_H
#define BENCHMAT_ANALYZE_AGGREGATE_SCALING_H

#include "analyze/statistics/interval.h"
#include "analyze/aggregate/table.h"

#define SCALING_AXIS "threads"

struct scaling {
    struct interval speedup, efficiency; /* NaN where undefined */
};

/* Of a row measured with THREADS against that with the FEWEST, both of one library. */
struct scaling scaling_between(const struct row *fewest, double fewest_threads,
                               const struct row *row, double threads, double confidence);

/* Sets scaling and thread_efficiency of ROWS, [points][libraries] of SPACE: NaN unless threads vary
 * there, and where one of the two cells was not measured or is wrong. With the fewest threads they
 * are exactly 1. Returns 0 when there is no memory. */
int scaling_fill(struct row *rows, size_t libraries, const struct parameter_grid *space,
                 double confidence);

#endif
