/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trend.h: whether numbers rise or fall with their order: the test of Mann and Kendall.
 *
 *     S = (pairs of which the later number is larger) - (pairs of which it is smaller)
 *
 * Where the order means nothing, S has mean 0, and for n numbers of which t each are equal in the
 * groups of ties the variance
 *
 *     (n (n - 1) (2 n + 5) - sum over ties of t (t - 1) (2 t + 5)) / 18
 *
 * H. B. Mann, "Nonparametric tests against trend", Econometrica 13 (1945) 245-259; M. G. Kendall,
 * Rank Correlation Methods, 4th ed. (1975), chapters 1 to 4.
 *
 * Numbers may come in groups of which only the order within each means something: S and variance
 * are sums over the groups. R. M. Hirsch, J. R. Slack, R. A. Smith, "Techniques of trend analysis
 * for monthly water quality data", Water Resources Research 18 (1982) 107-121. So the samples of
 * a cell are judged: each round has a memory layout of its own, which shifts all of its samples
 * alike and is no trend.
 *
 * Without ties the number of falling pairs has the generating function
 *
 *     product over the groups, product over i = 2 ... n, of (1 + q + ... + q^(i-1)) / i
 *
 * (D. E. Knuth, The Art of Computer Programming, vol. 3, 5.1.1), from which up to TREND_EXACT pairs
 * are judged exactly; more, or ties, by the normal distribution with a correction of 1 for
 * continuity. */
#ifndef BENCHMAT_ANALYZE_DIAGNOSTICS_TREND_H
#define BENCHMAT_ANALYZE_DIAGNOSTICS_TREND_H

#include <stddef.h>

enum { TREND_EXACT = 300 };

/* Counts are doubles: they are exact up to 2^53, and beyond that near enough. */
struct trend {
    double s, pairs, variance;
    int has_ties;
    double falling[TREND_EXACT + 1]; /* probability of so many falling pairs, while PAIRS allow */
};

/* No numbers yet. */
void trend_init(struct trend *trend);

/* One group, in its order, of finite numbers; VALUES is sorted, ROOM is for N numbers. Takes time
 * in proportion to N log N: W. R. Knight, "A computer method for calculating Kendall's tau with
 * ungrouped data", J. Amer. Statist. Assoc. 61 (1966) 436-439. */
void trend_add(struct trend *trend, double *values, size_t n, double *workspace);

/* How probable an S that is as far from 0, or farther, is where the order means nothing. 1 where
 * there is nothing to be judged. */
double trend_probability(const struct trend *trend);

/* --- drift --- */

/* Whether times rise or fall while they are measured.
 *
 * All of it is done on logarithms; a sample that is not a positive, finite number has none and is
 * passed over. The test is that of Mann and Kendall (trend.h). */

struct drift {
    double rise;    /* the second half's mean over the first half's, minus 1; NaN for none */
    double p_value; /* how probable an order that is as steady is where there is no drift */
};

/* The samples of one cell, [rounds][seeds] in the order they were taken. */
struct drift_samples {
    const double *seconds;
    size_t rounds, seeds;
};

/* Within the rounds, taken together. VALUES and ROOM are for seeds numbers. */
struct drift drift_within_rounds(const struct drift_samples *samples, double *values,
                                 double *workspace);

/* Adds each round's mean logarithm to SUMS [rounds]; NaN where a round has no sample. */
void drift_add_rounds(const struct drift_samples *samples, double *sums);

/* Over the rounds, from the SUMS [rounds] of so many CELLS, which every round must have. SUMS is
 * sorted; ROOM is for ROUNDS numbers. One test for all cells, whose layouts change together. */
struct drift drift_over_rounds(double *sums, size_t rounds, size_t cells, double *workspace);

#endif
