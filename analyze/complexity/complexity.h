/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complexity.h: chooses the law that a library's times follow, and says which exponent large sizes
 * have.
 *
 * Laws are 1, log n, n, n log n, n^2, n^2 log n, n^3, and n^p with p free. Each is fitted alone,
 * with a cost per call besides, and with one or two steps of its constant where the data outgrow
 * caches (cost_model.h): with what makes the following least. Of N points, R being the fit's
 * squares:
 *
 *     score = (v + N) ln(v + R) + k ln N + sum over steps of 2 ln(1 / their prior probability)
 *
 * This is -2 ln of the likelihood of normal errors whose common scale has been integrated out, with
 * v degrees of freedom that say it is 1 (A. Gelman and others, Bayesian Data Analysis, 3rd edition,
 * section 3.2), and the penalty of G. Schwarz, "Estimating the dimension of a model", Annals of
 * Statistics 6 (1978) 461-464, k being the number of coefficients, and p if it is free. The errors
 * of points are known from the rounds: v is COMPLEXITY_KNOWN, so that wiggles that no law describes
 * count as errors, too; with errors unknown it is 1. The place of a step is looked for, which has
 * to be paid for (J. Chen, Z. Chen, "Extended Bayesian information criteria for model selection
 * with large model spaces", Biometrika 95 (2008) 759-771): all places, a factor of sqrt(2) apart in
 * bytes, share a probability of 1/2, and those within sqrt(2) of a known cache the other half; all
 * of it is for all places where no cache is in reach. A model needs a point more than it has
 * coefficients and places.
 *
 * A law is as good as the best if its score is above by less than COMPLEXITY_EVIDENCE, where strong
 * evidence begins: R. E. Kass, A. E. Raftery, "Bayes factors", J. Amer. Statist. Assoc. 90 (1995)
 * 773-795. The free power is the law only if none of the others is as good.
 *
 * The exponent is p where n^p or, if laws with log n are better, n^p log n scores best. Its
 * interval holds every p whose score, with whatever cost per call and steps suit it best, is above
 * the least by at most (v + N) ln(1 + t^2 / d), d = v + N - k, t being Student's quantile: the
 * interval by likelihood (for one model with v = 0 exactly the usual one, D. M. Bates, D. G. Watts,
 * Nonlinear Regression Analysis, Wiley 1988, section 6.1), over all models. If laws with and
 * without log n are as good, it holds the p of both. tests/soak/growth.c says how often it holds
 * the truth. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_COMPLEXITY_H
#define BENCHMAT_ANALYZE_COMPLEXITY_COMPLEXITY_H

#include <stddef.h>

#include "analyze/complexity/cost_model.h"
#include "analyze/model/cache.h"
#include "analyze/statistics/interval.h"

enum { COMPLEXITY_LAWS = 8, COMPLEXITY_FEWEST = 3, COMPLEXITY_FEWEST_FOR_INTERVAL = 4 };
#define COMPLEXITY_KNOWN    4
#define COMPLEXITY_EVIDENCE 6

struct complexity_fit {
    char law[16]; /* "n log n", "n^1.52", in UTF-8; log is the natural logarithm */
    int is_free;  /* n^p */
    double score; /* infinite if it needs more points */
    struct cost_model model;
};

struct complexity {
    struct complexity_fit fits[COMPLEXITY_LAWS]; /* from the best to the worst */
    size_t as_good; /* laws as good as the best, including it; they come first. 0 if there are fewer
                       than COMPLEXITY_FEWEST points */
    struct interval exponent; /* NaN if unknown; without ends for fewer points than
                                 COMPLEXITY_FEWEST_FOR_INTERVAL */
    double coefficient;       /* of the best law: c_0, in seconds */
    double rms; /* of ln t - ln t(n), and a robust one: 1.4826 times its median size */
    double scatter;
    double last, last_bytes; /* ln of the largest size, and of its bytes */
    size_t points;
};

/* CACHES may be empty. POINTS have sizes above 1 and at most COST_POINTS of them. */
struct complexity complexity_of(const struct cost_points *points, const struct cache_levels *caches,
                                double known_errors, double confidence);

#endif
