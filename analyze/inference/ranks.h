/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.h: the rank tests of Wilcoxon and of Mann and Whitney, one side of them.
 *
 * Equal numbers share the mean of their ranks. Few numbers are judged exactly, ties or not: by the
 * distribution of the rank sum over all signs, or over all ways to deal the ranks, where each is as
 * likely as any other. It is counted by the shift algorithm on doubled ranks, which are whole: B.
 * Streitberg, J. Roehmel, "Exact distributions for permutation and rank tests", Statistical
 * Software Newsletter 12 (1986) 10-17. More numbers are judged by the normal distribution with the
 * variance that the ties leave and a correction of 1/2 for continuity: E. L. Lehmann,
 * Nonparametrics (1975), chapters 1 and 3.
 *
 * F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945) 80-83; H.
 * B. Mann, D. R. Whitney, "On a test of whether one of two random variables is stochastically
 * larger than the other", Ann. Math. Statist. 18 (1947) 50-60. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_RANKS_H
#define BENCHMAT_ANALYZE_INFERENCE_RANKS_H

#include <stddef.h>

enum {
    RANKS_SIGNED_EXACT = 50, /* up to so many numbers other than 0, */
    RANKS_SUM_EXACT = 400,   /* and up to so many pairs of one of X with one of Y */
};

/* The signed rank test: how probable a rank sum of the numbers above 0 is that is as large as that
 * of X, or larger, if X were as likely to fall on either side of 0. Zeros are dropped, as Wilcoxon
 * did; 1 where nothing else is left. X holds no NaN; it is sorted. O(N log N). */
double ranks_signed_above(double *x, size_t n);

/* The rank sum test: the same of the ranks of X among those of X and Y, if all were drawn alike.
 * 1 where one of the two is empty. Neither holds a NaN; both are sorted. O((N + M) log (N + M)). */
double ranks_sum_above(double *x, size_t n, double *y, size_t m);

#endif
