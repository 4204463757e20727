/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trend.h: tests whether numbers rise or fall with their order, after Mann and Kendall.
 *
 *     S = (pairs of which the later number is larger) - (pairs of which it is smaller)
 *
 * If the order means nothing, S has mean 0 and, for n numbers with groups of t equal ones (ties),
 * the variance
 *
 *     (n (n - 1) (2 n + 5) - sum over ties of t (t - 1) (2 t + 5)) / 18
 *
 * H. B. Mann, "Nonparametric tests against trend", Econometrica 13 (1945) 245-259; M. G. Kendall,
 * Rank Correlation Methods, 4th ed. (1975), chapters 1 to 4.
 *
 * Numbers may come in groups within which alone the order means something: S and the variance are
 * then sums over the groups. R. M. Hirsch, J. R. Slack, R. A. Smith, "Techniques of trend analysis
 * for monthly water quality data", Water Resources Research 18 (1982) 107-121. The samples of a
 * cell are tested this way: each round has a memory layout of its own, which shifts all of its
 * samples alike and is not a trend.
 *
 * Without ties the number of falling pairs has the generating function
 *
 *     product over the groups, product over i = 2 ... n, of (1 + q + ... + q^(i-1)) / i
 *
 * (D. E. Knuth, The Art of Computer Programming, vol. 3, 5.1.1). It gives the exact probability for
 * up to TREND_EXACT pairs; more pairs, or ties, use the normal distribution with a continuity
 * correction of 1. */
#ifndef BENCHMAT_ANALYZE_DIAGNOSTICS_TREND_H
#define BENCHMAT_ANALYZE_DIAGNOSTICS_TREND_H

#include <stddef.h>

enum { TREND_EXACT = 300 };

/* Counts are doubles: exact up to 2^53, and accurate enough beyond. */
struct trend {
    double s, pairs, variance;
    int has_ties;
    double falling[TREND_EXACT + 1]; /* probability of each number of falling pairs, as long as
                                        PAIRS is at most TREND_EXACT */
};

/* Starts without numbers. */
void trend_init(struct trend *trend);

/* Adds one group of finite numbers in order. Sorts VALUES; WORKSPACE holds N numbers. Takes O(N log
 * N) time: W. R. Knight, "A computer method for calculating Kendall's tau with ungrouped data", J.
 * Amer. Statist. Assoc. 61 (1966) 436-439. */
void trend_add(struct trend *trend, double *values, size_t n, double *workspace);

/* Returns the probability of an S at least as far from 0 if the order means nothing; 1 if there is
 * nothing to test. */
double trend_probability(const struct trend *trend);

/* --- drift --- */

/* Tests whether times rise or fall while they are measured.
 *
 * It uses logarithms; a sample that is not a positive, finite number has none and is skipped. The
 * test is that of Mann and Kendall (trend.h). */

struct drift {
    double rise;    /* the second half's mean over the first half's, minus 1; NaN for none */
    double p_value; /* probability of an order at least as steady if there is no drift */
};

/* The samples of one cell, [rounds][seeds] in the order they were taken. */
struct drift_samples {
    const double *seconds;
    size_t rounds, seeds;
};

/* Of a round with more samples than this, the means of as many spans of neighbours are tested
 * instead: what drifts does so over many samples, and neighbours that resemble each other, as
 * samples taken within a second may, would count as evidence many times. */
enum { DRIFT_MOST = 1000 };

/* Tests within the rounds, all taken together. ROUND_MEANS [rounds] receives each round's mean
 * logarithm, NaN for a round without one. VALUES and WORKSPACE hold seeds numbers each. */
struct drift drift_within_rounds(const struct drift_samples *samples, double *round_means,
                                 double *values, double *workspace);

/* Tests over the rounds, with SUMS [rounds] of the rounds' mean logarithms over CELLS cells, each
 * of which must have samples in every round. Sorts SUMS; WORKSPACE holds ROUNDS numbers. One test
 * covers all cells, because their layouts change together. */
struct drift drift_over_rounds(double *sums, size_t rounds, size_t cells, double *workspace);

#endif
