/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpaired.h: how two libraries' times compare where nothing pairs their samples.
 *
 * Each library has a location of its own, in ln t or in t, and of two of them
 *
 *     difference = location of the one - location of the other
 *
 * with Welch's interval (welch.h). The unit is the round where both have two rounds or more: of
 * each round the 40 % trimmed mean, of these the mean. Where either has only one round the unit of
 * both is the sample, and the location the 20 % trimmed mean of all; such an interval knows nothing
 * of what differs between processes. K. K. Yuen, "The two-sample trimmed t for unequal population
 * variances", Biometrika 61 (1974) 165-170.
 *
 * The order of a library's rounds, and of the samples in a round, has no influence. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_UNPAIRED_H
#define BENCHMAT_ANALYZE_INFERENCE_UNPAIRED_H

#include <stddef.h>

#include "analyze/inference/welch.h"

/* Where one library's samples of one point lie, by either unit. */
struct unpaired {
    struct welch_side rounds, samples;
};

/* What of a sample is compared; what is not finite of it is not there. */
typedef double unpaired_scale(double seconds);

/* ln t; NaN where there is none. */
unpaired_scale unpaired_logarithm;
/* t itself. */
unpaired_scale unpaired_seconds;

/* Of SECONDS [rounds][seeds]. LOCATIONS [rounds], which may be NULL, receives the rounds' trimmed
 * means, NaN where there is none. ROOM is for rounds x seeds numbers. */
struct unpaired unpaired_of(const double *seconds, size_t rounds, size_t seeds,
                            unpaired_scale *scale, double *locations, double *workspace);

/* Whether rounds are the unit of both. */
int unpaired_by_rounds(const struct unpaired *a, const struct unpaired *b);

/* LIBRARY less REFERENCE. */
struct welch unpaired_between(const struct unpaired *library, const struct unpaired *reference);

#endif
