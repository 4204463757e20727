/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_effects.h: the mean of log ratios measured on several machines, as a claim about machines
 * like these.
 *
 * Machine i has the log ratio y_i with the standard error s_i of its own rounds. Machines differ by
 * more than that: their true ratios scatter about the mean with a standard deviation tau. With
 * w_i = 1 / s_i^2 and m = sum w y / sum w,
 *
 *     Q     = sum w_i (y_i - m)^2
 *     tau^2 = max(0, (Q - (k - 1)) / (sum w - sum w^2 / sum w))
 *     I^2   = max(0, (Q - (k - 1)) / Q)
 *
 * R. DerSimonian, N. Laird, "Meta-analysis in clinical trials", Controlled Clinical Trials 7 (1986)
 * 177-188; J. P. T. Higgins, S. G. Thompson, Statistics in Medicine 21 (2002) 1539-1558. The mean
 * has the weights v_i = 1 / (s_i^2 + tau^2), and its interval t with k - 1 degrees of freedom:
 *
 *     mean = sum v y / sum v,    se^2 = max(1, q) / sum v,
 *     q    = sum v_i (y_i - mean)^2 / (k - 1)
 *
 * J. Hartung, G. Knapp, Statistics in Medicine 20 (2001) 3875-3889. Without the bound max(1, q) few
 * machines that agree by chance would have an absurdly short interval: C. Roever, G. Knapp, T.
 * Friede, BMC Medical Research Methodology 15 (2015) 99.
 *
 * The true ratio of another such machine lies in
 *
 *     mean +- t(k - 2) sqrt(tau^2 + se^2)
 *
 * J. P. T. Higgins, S. G. Thompson, D. J. Spiegelhalter, J. Roy. Statist. Soc. A 172 (2009)
 * 137-159, with the se above as C. Partlett, R. D. Riley, Statistics in Medicine 36 (2017) 301-317.
 * It takes three machines.
 *
 * Q has a chi-squared distribution only if the s_i are known. Ours come from a few rounds, so that
 * Q is too large: with 5 rounds on each of 10 machines that are all alike, chi-squared would deny
 * that in every third case instead of every twentieth. Its p is therefore that of B. L. Welch, "On
 * the comparison of several mean values: an alternative approach", Biometrika 38 (1951) 330-336,
 * which is the same if all s_i are known. For the same reason tau and I^2 are rather too large: see
 * docs/clusters.md. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_RANDOM_EFFECTS_H
#define BENCHMAT_ANALYZE_INFERENCE_RANDOM_EFFECTS_H

#include <stddef.h>

#include "analyze/statistics/interval.h"

/* A machine whose standard error is smaller counts as known to this: nothing is exact, and its
 * weight stays finite. */
#define RANDOM_EFFECTS_LEAST_SE 1e-9

/* What one machine says. It does not count if LOG_RATIO or SE is not finite, or DEGREES below 1. */
struct random_effects_unit {
    double log_ratio, se;
    double degrees; /* of freedom of SE; infinite if it is known */
};

struct random_effects {
    size_t count;              /* k: the machines that count */
    struct interval log_ratio; /* NaN for none; without ends for a single one */
    double se, degrees;        /* of that mean: degrees k - 1; NaN for fewer than two */
    double tau;                /* standard deviation of ln ratio between machines */
    double i_squared;          /* part of the scatter that is between machines, 0 to below 1 */
    double q, q_p;             /* q_p: probability of at least such a Q if tau is 0 */
    struct interval predicted; /* of ln ratio on another machine; without ends for fewer than 3 */
};

struct random_effects random_effects_of(const struct random_effects_unit *units, size_t count,
                                        double confidence);

/* Returns the part of the mean that UNIT decides, 0 to 1; 0 if it does not count, 1 if it alone
 * does. UNITS and COUNT are those that FOUND was made of. */
double random_effects_weight(const struct random_effects *found,
                             const struct random_effects_unit *units, size_t count, size_t unit);

#endif
