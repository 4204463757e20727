/* SPDX-License-Identifier: GPL-3.0-or-later */
/* location_draws.h: draws the true locations of several libraries at one point, as far as their
 * rounds tell them, and the probability that each is the smallest.
 *
 * Round r has a number x[l][r] of each library l, in ln t: the libraries of a round share most of
 * what disturbs a measurement. With the means m and the deviations e = x - m of n rounds, a draw is
 *
 *     mu[l] = m[l] + sqrt(v / C) sum over r of g[r] e[l][r] / sqrt(v n),    v = n - 1,
 *
 * where g are standard normal and C is chi-squared with v degrees of freedom, both drawn once for
 * all libraries. This is Student's t in L dimensions around m, with the covariance of the rounds as
 * its scale: the posterior of normal locations under the prior that takes all locations as equally
 * likely (A. Gelman et al., Bayesian Data Analysis, 3rd ed., 2013, 3.6; degrees as in the paired
 * test). The difference of any two libraries has exactly the distribution of their paired t test,
 * so for two libraries
 *
 *     P(mu[a] < mu[b]) = F_v(-d / se),    d = mean of x[a] - x[b], se its standard error.
 *
 * Resampling the rounds would be too sure of itself: five rounds underestimate their own scatter.
 *
 * What is known of all differences, but not from these rounds alone (error_model.h), is drawn with
 * the covariances that the variances V of the differences imply, relative to the first known
 * library f,
 *
 *     S[a][b] = (V[a][f] + V[b][f] - V[a][b]) / 2,
 *
 * and the least of their degrees of freedom. As each V is estimated on its own, S may have negative
 * eigenvalues; these are taken for 0, which makes no difference surer.
 *
 * If nothing pairs the libraries' rounds, each has a location, a standard error and degrees of
 * freedom of its own, and is drawn on its own. If samples come in steps, an error within the steps
 * is added to each library: any up to +- h, with the same probability (location.h). */
#ifndef BENCHMAT_ANALYZE_INFERENCE_LOCATION_DRAWS_H
#define BENCHMAT_ANALYZE_INFERENCE_LOCATION_DRAWS_H

#include <stddef.h>

#include <gsl/gsl_rng.h>

#include "analyze/inference/unpaired.h"

enum { LOCATION_DRAWS = 10000 };

/* All arrays are owned. */
struct location_draws {
    size_t libraries;
    double *means;         /* [libraries] NaN for a library that is not known */
    double *degrees;       /* [libraries] of a library on its own; NULL if rounds pair them, */
    double common_degrees; /* which these are then of; NaN if there are no draws */
    size_t factors;        /* independent normal numbers behind a draw; at most LIBRARIES */
    double *spread;        /* [factors][libraries] what one of them adds */
    double *steps;         /* [libraries] h, at first 0 */
};

/* Takes ROUND_MEANS [libraries][rounds]; NaN where there is none. A library without any number is
 * not known. Of the others only the rounds count that all of them have, unless none does: then, or
 * with a single one, there are means but no draws. The caller must call location_draws_release. */
void location_draws_of_rounds(struct location_draws *draws, const double *round_means,
                              size_t libraries, size_t rounds);
/* The same for libraries whose rounds are unrelated; those without a standard error have no draws,
 * and then the others have none either. */
void location_draws_of_sides(struct location_draws *draws, const struct welch_side *sides,
                             size_t libraries);
/* The same from ERRORS [libraries][libraries] of ln t(a) - ln t(b), of which those with a > b
 * count; a library is known if KNOWN. There are no draws where a standard error is NaN. */
void location_draws_of_errors(struct location_draws *draws, const struct welch *errors,
                              const unsigned char *known, size_t libraries);
void location_draws_release(struct location_draws *draws);

/* Returns whether the rounds tell how sure the locations are. */
int location_draws_exist(const struct location_draws *draws);

/* Draws LOCATIONS [libraries]; NaN for those that are not known. Without draws they are the means.
 */
void location_draws_take(const struct location_draws *draws, gsl_rng *rng, double *locations);

/* Sets PROBABILITIES [libraries] to that of having the smallest location. They add up to 1; NaN for
 * libraries that are not known, and for all if there are no draws. A library that is behind the
 * smallest mean with a probability below 1e-4 gets 0. The result depends on the numbers alone: it
 * is exact for two libraries without steps, and within 0.01 for more (LOCATION_DRAWS draws of fixed
 * seed). */
void location_draws_fastest(const struct location_draws *draws, double *probabilities);

#endif
