/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hypothesis.h: tests whether a library's time differs from the reference's by more than a margin.
 *
 * The unit is the round, or the sample if there is only one round. Each unit has
 *
 *     d = ln t(library) - ln t(reference)
 *
 * and, for tests that do not pair them, both logarithms. The null hypothesis is that the true log
 * ratio, theta, is no farther from 0 than the margin:
 *
 *     H0: |theta| <= margin         p = min(1, 2 min(p_above, p_below))
 *
 * p_above is the one-sided p of theta <= margin, from d - margin; p_below that of theta >= -margin,
 * from -d - margin. With margin 0 this is the usual two-sided test. With a larger margin it keeps
 * its level: for any theta within the margin, each of the two is at most alpha / 2 with a
 * probability of at most alpha / 2. At the edge of a wide margin only one of them can be, so false
 * alarms there have a probability of alpha / 2. In return the claimed direction, too, is wrong with
 * a probability of at most alpha / 2, and p does not jump as the margin goes to 0. Tests of such
 * hypotheses: J. L. Hodges, E. L. Lehmann, "Testing the approximate validity of statistical
 * hypotheses", J. Roy. Statist. Soc. B 16 (1954) 261-268. They choose the critical value that
 * spends all of alpha at the edge, which requires knowing the spread; this rule does not.
 *
 *  moderated-t   Student's t of the mean of d, with a standard error to which all cells of the
 *                measurement contribute (error_model.h), so that it is tested with all of them at
 *                hand. Of a single round, or of one cell alone, it is paired-t.
 *  paired-t      Student's t of the mean of d. Biometrika 6 (1908) 1-25.
 *  sign          the median of d, by how many are above the edge: binomial with 1/2, without those
 *                on the edge. W. J. Dixon, A. M. Mood, "The statistical sign test", J. Amer.
 *                Statist. Assoc. 41 (1946) 557-566.
 *  wilcoxon      signed ranks of d. Assumes that d is symmetric about theta.
 *  mann-whitney  rank sum of the logarithms, unpaired, with the library's shifted by the margin.
 *                Assumes that the library's distribution is the reference's, shifted. With one
 *                unit on a side it gives no answer.
 *  bootstrap     percentile-t of the mean of d (bootstrap.h).
 *  welch-t       Welch's t of the difference of the two means of logarithms (unpaired.h), trimmed
 *                means if the units are samples (location.h). The two spreads may differ. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_HYPOTHESIS_H
#define BENCHMAT_ANALYZE_INFERENCE_HYPOTHESIS_H

#include <stddef.h>

/* --- ranks --- */

/* The rank tests of Wilcoxon and of Mann and Whitney, one-sided.
 *
 * Equal numbers share the mean of their ranks. Few numbers are tested exactly, with or without
 * ties: by the distribution of the rank sum over all signs, or over all ways to deal the ranks, all
 * equally likely. The shift algorithm counts them on doubled ranks, which are integers: B.
 * Streitberg, J. Roehmel, "Exact distributions for permutation and rank tests", Statistical
 * Software Newsletter 12 (1986) 10-17. More numbers are tested by the normal distribution with the
 * variance adjusted for ties and a continuity correction of 1/2: E. L. Lehmann, Nonparametrics
 * (1975), chapters 1 and 3.
 *
 * F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945) 80-83; H.
 * B. Mann, D. R. Whitney, "On a test of whether one of two random variables is stochastically
 * larger than the other", Ann. Math. Statist. 18 (1947) 50-60. */

enum {
    RANKS_SIGNED_EXACT = 50, /* exact for up to this many nonzero numbers */
    RANKS_SUM_EXACT = 400,   /* exact for up to this many pairs of one number of X and one of Y */
};

/* The signed rank test: returns the probability that the rank sum of the numbers above 0 is at
 * least that of X, if each number of X were as likely to be on either side of 0. Drops zeros, as
 * Wilcoxon did; returns 1 if nothing else is left. X holds no NaN; it is reordered. O(N log N). */
double ranks_signed_above(double *x, size_t n);

/* The rank sum test: the same for the ranks of X among those of X and Y, if all came from one
 * distribution. Returns 1 if X or Y is empty. Neither holds a NaN; both are sorted. O((N + M) log
 * (N + M)). */
double ranks_sum_above(double *x, size_t n, double *y, size_t m);

/* --- hypothesis --- */

/* The units of a test. A number that is not finite counts as missing: it drops its pair or, in an
 * unpaired test, only itself. A test reads either the differences or the other two; those it does
 * not read may be NULL. */
struct hypothesis_units {
    const double *differences;         /* [n]: d */
    const double *library, *reference; /* [n] each: ln t */
    size_t n;
    double margin;    /* of the logarithm, at least 0; otherwise p is NaN */
    size_t resamples; /* of the bootstrap; 0: BOOTSTRAP_RESAMPLES */
    double trim;      /* fraction that welch-t cuts from either end */
};

struct hypothesis_answer {
    double p; /* NaN if the units give no answer; 1 if all are on the edge */
    int side; /* direction of the evidence: 1 for a slower library, -1 for a faster one, 0 for
                 neither */
};

struct hypothesis_test {
    const char *name, *about;
    int is_paired, is_of_ranks, is_moderated;
    int is_of_t; /* p is Student's t of a mean and its standard error */
    struct hypothesis_answer (*answer)(const struct hypothesis_units *units, double *workspace);
    double (*least_p)(size_t n, size_t resamples); /* smallest p of N units; NaN: no answer */
};

/* Ends with an entry without a name. */
extern const struct hypothesis_test hypothesis_tests[];

/* Returns moderated-t for pairs, otherwise welch-t. */
const struct hypothesis_test *hypothesis_default(int is_paired);

/* Returns the test of that name, or NULL. */
const struct hypothesis_test *hypothesis_find(const char *name);

/* Runs TEST. WORKSPACE holds 2 n numbers. O(n log n); the bootstrap O(resamples n) up to
 * BOOTSTRAP_UNITS. */
struct hypothesis_answer hypothesis_answer(const struct hypothesis_test *test,
                                           const struct hypothesis_units *units, double *workspace);

/* Returns the fewest units with which TEST can reach a p of ALPHA or less, such as 6 for wilcoxon
 * and 0.05; 0 if it never can with that many RESAMPLES. If m hypotheses are corrected for, ALPHA is
 * the level / m. Without ties the smallest p is 2^(1-n) for sign and wilcoxon, 2 / C(2n, n) for
 * mann-whitney. */
size_t hypothesis_least_units(const struct hypothesis_test *test, double alpha, size_t resamples);

#endif
