/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mean_ratio.h: the mean time of a library over that of the reference.
 *
 * The ratio (ratio.h) is a typical one: trimming takes the slowest samples of a round away, and
 * with them every fourth that takes twice as long. Whoever waits for all calls waits for those,
 * too, and that is what means are about. Where a tail of slow samples is all that differs, the two
 * ratios lie apart.
 *
 * Paired samples have in each round, over the pairs there are, with a Student t interval of L over
 * the rounds,
 *
 *     L = ln(mean t(library) / mean t(reference))
 *
 * Of a single round with pairs the n pairs are the units: by the delta method
 *
 *     se^2 = sum of (t(library) / its mean - t(reference) / its mean)^2 / (n (n - 1))
 *
 * (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, 6.4). Of samples that nothing pairs, each
 * side has a mean of its own over its rounds, or over its samples where either side has a single
 * round; se(ln mean) is se(mean) / mean, and the interval is Welch's (welch.h). */
#ifndef BENCHMAT_ANALYZE_INFERENCE_MEAN_RATIO_H
#define BENCHMAT_ANALYZE_INFERENCE_MEAN_RATIO_H

#include "analyze/statistics/interval.h"
#include "analyze/inference/ratio.h"
#include "analyze/inference/welch.h"

/* Below that nobody minds which of the two ratios it is. */
#define MEAN_RATIO_APART 0.01

struct mean_ratio {
    struct interval log_ratio; /* NaN where either side has no mean above 0 */
    struct welch_side side;    /* the same, to be compared with another's; not paired, the units
                                  are those of the side that has fewer */
};

/* ROUND_MEANS [rounds] receives each round's L, NaN where it has none. Numbers that are not finite
 * do not count; those at or below 0 do. */
struct mean_ratio mean_ratio_of(const struct ratio_pair *pair, int is_paired,
                                struct student *student, double *round_means);

/* Whether the typical RATIO and the ratio of MEANS, neither as logarithms, disagree: their
 * intervals have nothing in common, and they lie apart by MEAN_RATIO_APART at least. Not where
 * either has no interval. */
int mean_ratio_disagrees(struct interval ratio, struct interval means);

#endif
