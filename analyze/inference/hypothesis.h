/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hypothesis.h: whether a library's time differs from the reference's by more than a margin.
 *
 * Of each unit, which is a round or where there is only one a sample, there is
 *
 *     d = ln t(library) - ln t(reference)
 *
 * and, for tests that do not pair them, either logarithm. The null hypothesis is that the true
 * log ratio, call it theta, is no farther from 0 than the margin:
 *
 *     H0: |theta| <= margin         p = min(1, 2 min(p_above, p_below))
 *
 * p_above is the one-sided p of theta <= margin, from d - margin; p_below that of theta >= -margin,
 * from -d - margin. With a margin of 0 this is the usual two-sided test. With a larger one it keeps
 * its level: wherever theta lies within the margin, each of the two is at most alpha / 2 with a
 * probability of at most alpha / 2. At the edge of a wide margin only one of them can be, so
 * that false alarms there are half of alpha: in return the direction that is claimed is wrong with
 * a probability of at most alpha / 2 too, and p does not jump as the margin goes to 0. Tests of
 * such hypotheses: J. L. Hodges, E. L. Lehmann, "Testing the approximate validity of statistical
 * hypotheses", J. Roy. Statist. Soc. B 16 (1954) 261-268. They choose the critical value that
 * spends all of alpha at the edge, for which one has to know the spread; this rule does not.
 *
 * paired-t      Student's t of the mean of d. Biometrika 6 (1908) 1-25.
 * sign          the median of d, by how many are above the edge: binomial with 1/2, without those
 *               that lie on it. W. J. Dixon, A. M. Mood, "The statistical sign test", J. Amer.
 *               Statist. Assoc. 41 (1946) 557-566.
 * wilcoxon      signed ranks of d. Supposes that d is spread evenly about theta.
 * mann-whitney  rank sum of the logarithms, unpaired, with those of the library shifted
 *               by the margin. Supposes that the library's are the reference's, shifted. With one
 *               unit on a side it says nothing.
 * bootstrap     percentile-t of the mean of d (bootstrap.h).
 * welch-t       Welch's t of the difference of the two means of logarithms (unpaired.h), trimmed
 * ones where the units are samples (location.h). The two may scatter differently. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_HYPOTHESIS_H
#define BENCHMAT_ANALYZE_INFERENCE_HYPOTHESIS_H

#include <stddef.h>

/* --- ranks --- */

/* The rank tests of Wilcoxon and of Mann and Whitney, one side of them.
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

/* --- hypothesis --- */

/* What is not a finite number is not there: a pair, or in an unpaired test one of the two. A test
 * reads either the differences or the other two, which else may be NULL. */
struct hypothesis_units {
    const double *differences;         /* [n]: d */
    const double *library, *reference; /* [n] each: ln t */
    size_t n;
    double margin;    /* of the logarithm, at least 0; else p is NaN */
    size_t resamples; /* of the bootstrap; 0: BOOTSTRAP_RESAMPLES */
    double trim;      /* what welch-t cuts from either end, as a part */
};

struct hypothesis_answer {
    double p; /* NaN where nothing can be said; 1 where all is on the edge */
    int side; /* where the evidence points: 1 to a library that is slower, -1 faster, 0 neither */
};

struct hypothesis_test {
    const char *name, *about;
    int is_paired, is_of_ranks;
    struct hypothesis_answer (*answer)(const struct hypothesis_units *units, double *workspace);
    double (*least_p)(size_t n, size_t resamples); /* with N units; NaN where they say nothing */
};

/* One without a name ends them. */
extern const struct hypothesis_test hypothesis_tests[];

/* Of pairs paired-t, otherwise welch-t. */
const struct hypothesis_test *hypothesis_default(int is_paired);

/* The test of that name, or NULL. */
const struct hypothesis_test *hypothesis_find(const char *name);

/* ROOM is for 2 n numbers. O(n log n); the bootstrap O(resamples n) up to BOOTSTRAP_UNITS. */
struct hypothesis_answer hypothesis_answer(const struct hypothesis_test *test,
                                           const struct hypothesis_units *units, double *workspace);

/* The fewest units with which TEST can reach a p of ALPHA or less: 6 with wilcoxon and 0.05. Where
 * m hypotheses are corrected for, ALPHA is the level / m. 0: never, with that many RESAMPLES. Of
 * units without ties: 2^(1-n) for sign and wilcoxon, 2 / C(2n, n) for mann-whitney. */
size_t hypothesis_least_units(const struct hypothesis_test *test, double alpha, size_t resamples);

#endif
