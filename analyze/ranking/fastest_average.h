/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest_average.h: finds the fastest library of a measurement on average, by the rule of
 * fastest.h.
 *
 * Round means are averages over the points: in each round the mean of the ln ratios to the
 * reference. Any two libraries are compared by their pairs of these. If samples are unpaired, they
 * are compared by the means of their locations, whose standard errors are added as if all points
 * erred by chance in the same direction. Intervals are at 1 - (1 - C) / pairs, beyond the minimum
 * effect and the steps of the samples (location.h), and by another test than moderated-t beyond the
 * noise floor of the geometric means: averages have no verdicts. */
#ifndef BENCHMAT_ANALYZE_RANKING_FASTEST_AVERAGE_H
#define BENCHMAT_ANALYZE_RANKING_FASTEST_AVERAGE_H

#include "analyze/ranking/crossover.h"
#include "analyze/aggregate/table.h"

/* Sets RANKS [libraries of SECTION]. A mean over fewer points than another's is not comparable, so
 * its library is CROSSING_UNKNOWN; the reference's mean is 1 over any points. If the fastest is
 * slower by means than another, it is CROSSING_TYPICALLY and the other CROSSING_BY_MEANS. */
void fastest_on_average(const struct table *table, const struct section *section,
                        enum crossing_rank *ranks);

#endif
