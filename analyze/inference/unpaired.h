/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpaired.h: the difference of two means that were not measured together.
 *
 *     difference = mean of the later - mean of the earlier
 *     se^2 = se_a^2 + se_b^2
 *     degrees = se^4 / (se_a^4 / degrees_a + se_b^4 / degrees_b),    degrees_a = units_a - 1
 *
 * The variances need not be the same. B. L. Welch, "The generalization of 'Student's' problem when
 * several different population variances are involved", Biometrika 34 (1947) 28-35; the degrees
 * after F. E. Satterthwaite, Biometrics Bulletin 2 (1946) 110-114. It also holds for trimmed means
 * (location.h), whose units are the values kept: K. K. Yuen, "The two-sample trimmed t for unequal
 * population variances", Biometrika 61 (1974) 165-170. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_UNPAIRED_H
#define BENCHMAT_ANALYZE_INFERENCE_UNPAIRED_H

#include <stddef.h>

#include "analyze/statistics/interval.h"

/* A mean, its standard error, how many independent units it is taken over, and the degrees of
 * freedom: one less than the units, but of what is itself a difference by Welch (below), in general
 * no whole number. */
struct welch_side {
    double mean, se; /* NaN where undefined; with fewer than two units there is no standard error */
    size_t units;
    double degrees; /* does not count with fewer than two units */
};

struct welch_side welch_side_of(double mean, double se, size_t units);

/* SE and DEGREES are NaN where a side has no standard error. */
struct welch {
    double difference, se, degrees;
};

struct welch welch_between(const struct welch_side *earlier, const struct welch_side *later);

/* Student's interval of the mean; the ends are NaN where there is no standard error. */
struct interval welch_side_interval(const struct welch_side *side, double confidence);

/* DIFFERENCE with its interval; the ends are NaN where there is no standard error. */
struct interval welch_interval(const struct welch *welch, double confidence);

/* Twice the probability of a difference as far from 0, to its own side, where the true one is
 * MARGIN to that side; at most 1 (hypothesis.h). At most 1 - confidence just where the interval of
 * that confidence lies beyond MARGIN. NaN where there is no standard error; where that is 0, 0 for
 * a difference beyond MARGIN and else 1. */
double welch_probability_outside(const struct welch *welch, double margin);

/* How probable a difference as large, or larger, is where it truly is MARGIN: to one side. */
double welch_probability_above(const struct welch *welch, double margin);

/* --- unpaired --- */

/* How two libraries' times compare where nothing pairs their samples.
 *
 * Each library has a location of its own, in ln t or in t, and of two of them
 *
 *     difference = location of the one - location of the other
 *
 * with Welch's interval (unpaired.h). The unit is the round where both have two rounds or more: of
 * each round the 40 % trimmed mean, of these the mean. Where either has only one round the unit of
 * both is the sample, and the location the 20 % trimmed mean of all; such an interval knows nothing
 * of what differs between processes. K. K. Yuen, "The two-sample trimmed t for unequal population
 * variances", Biometrika 61 (1974) 165-170.
 *
 * The order of a library's rounds, and of the samples in a round, has no influence. */

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
