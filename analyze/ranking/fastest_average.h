/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest_average.h: the fastest library of a measurement on average, by the rule of fastest.h.
 *
 * Round means are geometric ones over the points: in each round the mean of the ln ratios to the
 * reference. Any two libraries are compared by their pairs of these, or where samples are unpaired
 * by the means of their locations, of which the standard errors are added up as if all points were
 * wrong by chance in the same direction. Intervals are at 1 - (1 - C) / pairs, beyond the least
 * effect, the noise floor of the geometric means and the steps of the samples (location.h):
 * averages have no verdicts. */
#ifndef BENCHMAT_ANALYZE_RANKING_FASTEST_AVERAGE_H
#define BENCHMAT_ANALYZE_RANKING_FASTEST_AVERAGE_H

#include "analyze/ranking/crossover.h"
#include "analyze/aggregate/table.h"

/* Sets RANKS [libraries of SECTION]. A mean over fewer points than another's is not comparable:
 * whoever has one is CROSSING_UNKNOWN; that of the reference is 1 over any. Where the fastest is
 * slower by means than another, it is CROSSING_TYPICALLY and the other CROSSING_BY_MEANS. Returns 0
 * when there is no memory. */
int fastest_on_average(const struct table *table, const struct section *section,
                       enum crossing_rank *ranks);

#endif
