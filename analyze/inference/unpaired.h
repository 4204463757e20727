/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpaired.h: the difference of two means that were not measured together.
 *
 *     difference = mean of the later - mean of the earlier
 *     se^2 = se_a^2 + se_b^2
 *     degrees = se^4 / (se_a^4 / degrees_a + se_b^4 / degrees_b),    degrees_a = units_a - 1
 *
 * The variances may differ. B. L. Welch, "The generalization of 'Student's' problem when several
 * different population variances are involved", Biometrika 34 (1947) 28-35; the degrees after F. E.
 * Satterthwaite, Biometrics Bulletin 2 (1946) 110-114. It also holds for trimmed means
 * (location.h), whose units are the values kept: K. K. Yuen, "The two-sample trimmed t for unequal
 * population variances", Biometrika 61 (1974) 165-170. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_UNPAIRED_H
#define BENCHMAT_ANALYZE_INFERENCE_UNPAIRED_H

#include <stddef.h>

#include "analyze/statistics/interval.h"

/* A mean, its standard error, the number of independent units it covers, and its degrees of
 * freedom: units - 1, but Welch's if the mean is itself a difference (below), which is not an
 * integer in general. */
struct welch_side {
    double mean, se; /* NaN if undefined; fewer than two units have no standard error */
    size_t units;
    double degrees; /* ignored with fewer than two units */
};

struct welch_side welch_side_of(double mean, double se, size_t units);

/* SE and DEGREES are NaN if a side has no standard error. */
struct welch {
    double difference, se, degrees;
};

struct welch welch_between(const struct welch_side *earlier, const struct welch_side *later);

/* Returns Student's interval of the mean; its ends are NaN if there is no standard error. */
struct interval welch_side_interval(const struct welch_side *side, double confidence);

/* Returns DIFFERENCE with its interval; its ends are NaN if there is no standard error. */
struct interval welch_interval(const struct welch *welch, double confidence);

/* Returns twice the probability of a difference at least as far from 0, on its own side, if the
 * true one is MARGIN on that side; at most 1 (hypothesis.h). The result is at most 1 - confidence
 * exactly if the interval of that confidence lies beyond MARGIN. NaN if there is no standard error;
 * if that is 0, 0 for a difference beyond MARGIN and otherwise 1. */
double welch_probability_outside(const struct welch *welch, double margin);

/* Returns twice the probability of a difference at least as near to 0 if the true one is LIMIT away
 * from it, on the nearer side; at most 1. This is the p-value of two one-sided tests, each at half
 * the level, so that it is at most 1 - confidence exactly if the interval of that confidence lies
 * within the LIMIT. NaN if there is no standard error. D. J. Schuirmann, "A comparison of the two
 * one-sided tests procedure and the power approach", J. Pharmacokin. Biopharm. 15 (1987) 657-680.
 */
double welch_probability_within(const struct welch *welch, double limit);

/* Returns the true difference that is shown to be beyond MARGIN at LEVEL (two-sided) with the
 * probability POWER:
 *
 *     margin + se (t (1 - 1 / (4 nu)) + z sqrt(1 + t^2 / (2 nu)))
 *
 * with t the quantile that p has to reach and z that of POWER: the noncentral t distribution as in
 * M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions (1964), 26.7.10. NaN if there is
 * no standard error. */
double welch_detectable(const struct welch *welch, double margin, double level, double power);

/* Returns the probability of a difference at least as large if the true one is MARGIN: one-sided.
 */
double welch_probability_above(const struct welch *welch, double margin);

/* --- unpaired --- */

/* Compares two libraries' times if their samples are not paired.
 *
 * Each library has a location of its own, in ln t or in t, and two of them have
 *
 *     difference = location of the one - location of the other
 *
 * with Welch's interval (unpaired.h). If both have at least two rounds, the unit is the round: the
 * location is the mean of the rounds' 40 % trimmed means. If rounds have one sample each, as runs
 * of a program have, nothing in a round tells that its sample is off, and the location is the 20 %
 * trimmed mean of all rounds: one of 20 that takes ten times as long moves it by no more than one
 * that is just slow. If either has only one round, the unit of both is the sample, and the location
 * is the 20 % trimmed mean of all samples; such an interval does not include differences between
 * processes. K. K. Yuen, "The two-sample trimmed t for unequal population variances", Biometrika 61
 * (1974) 165-170.
 *
 * The order of a library's rounds, and of the samples in a round, does not matter. */

/* Returns the fraction of a library's rounds of SEEDS samples each that is cut at either end. */
double unpaired_trim_of_rounds(size_t seeds);
/* Returns the location of N rounds, of which FRACTION is cut at either end, with all of them for
 * units, and the degrees of freedom of those that are left. Reorders VALUES. */
struct welch_side unpaired_side_of_runs(double *values, size_t n, double fraction);

/* The location of one library's samples at one point, by either unit. */
struct unpaired {
    struct welch_side rounds, samples;
};

/* Returns the value of a sample that is compared. Samples whose value is not finite are skipped. */
typedef double unpaired_scale(double seconds);

/* ln t; NaN if there is none. */
unpaired_scale unpaired_logarithm;
/* t itself. */
unpaired_scale unpaired_seconds;

/* Takes SECONDS [rounds][seeds]. LOCATIONS [rounds], which may be NULL, receives the rounds'
 * trimmed means, NaN for a round without values. WORKSPACE holds rounds x seeds numbers. */
struct unpaired unpaired_of(const double *seconds, size_t rounds, size_t seeds,
                            unpaired_scale *scale, double *locations, double *workspace);

/* Returns whether rounds are the unit of both. */
int unpaired_by_rounds(const struct unpaired *a, const struct unpaired *b);

/* Returns LIBRARY - REFERENCE. */
struct welch unpaired_between(const struct unpaired *library, const struct unpaired *reference);

#endif
