/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simultaneous.h: intervals at several points that all hold together.
 *
 * An interval holds the truth at its own point in, say, 95 % of all runs; that those at all of P
 * points hold at once is rarer. For that each needs a level alpha' below alpha = 5 %. Bonferroni's
 * alpha' = alpha / P always suffices. If points have much in common, such as the state of the
 * machine in a round, less is needed: alpha' is the two-sided level of the (1 - alpha) quantile of
 *
 *     max over p of |t[p]|,
 *
 * where t are Student's t of P numbers that are correlated over the points as the rounds are
 * (T. Hothorn, F. Bretz, P. Westfall, "Simultaneous inference in general parametric models",
 * Biometrical J. 50 (2008) 346-363). Each t has a standard error of its own, as the intervals have.
 *
 * Of a few rounds the correlations are hardly known, and those that are taken as they are seem
 * stronger than they are. So they are shrunk towards 0 by the part that chance explains
 * (J. Schaefer, K. Strimmer, "A shrinkage approach to large-scale covariance matrix estimation",
 * Stat. Appl. Genet. Mol. Biol. 4 (2005) 32, lambda* for correlations), and alpha' is never below
 * Bonferroni's. The quantile comes from SIMULTANEOUS_DRAWS draws of fixed seed; more than
 * SIMULTANEOUS_ROUNDS rounds are averaged to as many, which leaves correlations as they are. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_SIMULTANEOUS_H
#define BENCHMAT_ANALYZE_INFERENCE_SIMULTANEOUS_H

#include <stddef.h>

enum {
    SIMULTANEOUS_DRAWS = 4000,
    SIMULTANEOUS_ROUNDS = 12,
    SIMULTANEOUS_POINTS = 300, /* above this Bonferroni's level is used */
};

/* Returns the level of each point's interval, at least ALPHA / POINTS and at most ALPHA, so that
 * all hold with the probability 1 - ALPHA. ROUNDS is [points][count]; with fewer than three rounds,
 * or if a number is not finite or a point does not scatter, it is ALPHA / POINTS. */
double simultaneous_level(const double *rounds, size_t points, size_t count, double alpha);

/* Returns by how much the half width of Student's interval of DEGREES at ALPHA grows at LEVEL; NaN
 * without degrees of freedom. */
double simultaneous_factor(double alpha, double level, double degrees);

#endif
