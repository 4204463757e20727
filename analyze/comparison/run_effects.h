/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_effects.h: how runs differ from each other by more than their rounds show: a mixed model with
 * the run as a random effect.
 *
 *     y(c, r) = m(c, g) + A(r) + B(c, r)
 *
 * y is the mean over the rounds of run r of ln t in cell c. The runs of a group g, such as the
 * earlier ones of a comparison, measured the same and have the mean m. A shifts all cells of a run
 * alike, with variance sA^2; B is the run's effect on a single cell and the scatter of its rounds,
 * with variance s^2(c). With weights w(c) = 1 / s^2(c):
 *
 *     a(r)   = sum over c of w (y - m) / sum of w          mean over a group's runs is 0
 *     common = sum over r of a(r)^2 / n,    n = sum over groups of (runs - 1)
 *     z      = y - m - a                                   v(c) = n(c) (1 - w(c) / sum of w)
 *     s^2(c) = sum over r of z^2 / v(c)
 *
 * E common = sA^2 + 1 / sum of w, so a cell of one run has the variance common + own with own =
 * s^2(c) - 1 / sum of w. These are the estimates of an analysis of variance of two crossed factors
 * (H. Scheffe, The Analysis of Variance, 1959, 8.1), by weights.
 *
 * A cell has few runs, but there are many cells, so s^2(c) is moderated over them (moderation.h),
 * with d0 + v degrees of freedom, at most those of all cells. Weights and s^2(c) depend on each
 * other; the first pass has equal weights, and the third pass counts. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_RUN_EFFECTS_H
#define BENCHMAT_ANALYZE_COMPARISON_RUN_EFFECTS_H

#include <stddef.h>

struct run_effects_data {
    size_t cells, runs, groups;
    const double *values; /* [cells][runs] y; NaN where there is none */
    const size_t *group;  /* [runs] below GROUPS */
};

/* Variances of a single run. A cell that has two runs in no group is taken for the average one. */
struct run_effects {
    double common, common_degrees; /* of A, and of what the mean over cells leaves of B; NaN and 0
                                      if no group has two runs */
    double machine;                /* estimate of sA^2, at least 0 */
    double prior, prior_degrees;   /* s0^2 and d0; NaN and 0 if a single cell has runs */
    double *own, *own_degrees;     /* [cells]; 0 and 0 without s0 */
};

/* The caller must call run_effects_release. */
void run_effects_of(struct run_effects *effects, const struct run_effects_data *data);
void run_effects_release(struct run_effects *effects);

#endif
