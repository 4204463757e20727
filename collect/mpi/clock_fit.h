/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock_fit.h: another clock in terms of one's own: a straight line through the last comparisons of
 * the two, by least squares. Its slope is the drift. All times are nanoseconds. */
#ifndef BENCHMAT_COLLECT_MPI_CLOCK_FIT_H
#define BENCHMAT_COLLECT_MPI_CLOCK_FIT_H

#include <stddef.h>
#include <stdint.h>

enum { CLOCK_FIT_POINTS = 32 };

/* All zero: no comparison yet; the clocks are the same. */
struct clock_fit {
    int64_t own_base, offset_base; /* those of the first comparison */
    struct {
        double own, offset; /* since the base */
    } points[CLOCK_FIT_POINTS];
    size_t count; /* comparisons so far; the last CLOCK_FIT_POINTS are kept */

    double mean_own, mean_offset, drift; /* the line */
};

/* Adds that the other clock was OFFSET ahead of one's own when that showed OWN. */
void clock_fit_add(struct clock_fit *fit, int64_t own, int64_t offset);

/* By how many nanoseconds the line misses a comparison that it does not know yet. */
double clock_fit_miss(const struct clock_fit *fit, int64_t own, int64_t offset);

/* What the other clock shows when one's own shows OWN, and the other way about. */
int64_t clock_fit_to_other(const struct clock_fit *fit, int64_t own);
int64_t clock_fit_to_own(const struct clock_fit *fit, int64_t other);

#endif
