/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complexity.h: which of the laws that textbooks name a library's times follow.
 *
 *     t = a f(n),    f = 1, log n, n, n log n, n^2, n^3
 *
 * a is fitted by least squares on relative residuals, r = ln t - ln a - ln f(n), so that ln a is
 * their mean; the error of a law is the rms of r, and 0.02 is about 2 %. (Google Benchmark's
 * complexity has absolute residuals, which the largest size decides alone, over the mean time.) All
 * points that are fitted weigh the same. But what a call costs at small sizes is no part of any of
 * these laws, so not all points are: only those in the upper half of the sizes' range, on a
 * logarithmic scale, or the largest COMPLEXITY_POINTS, where that is more. Sizes up to 1 are left
 * out, where log n is no law.
 *
 * Laws with one factor each compare by their likelihoods alone. Another law is as good as the best
 * where
 *
 *     m ln(1 + (its rms^2 - the best's rms^2) / max(the best's rms, floor)^2) < 6,
 *
 * 6 being where evidence begins to be strong: R. E. Kass, A. E. Raftery, "Bayes factors", J. Amer.
 * Statist. Assoc. 90 (1995) 773-795. m would be the number of points, did they scatter
 * independently. Where the best law is not the truth, neighbours lie off it alike, and n points
 * whose neighbours correlate by q are worth m = n (1 - q) / (1 + q), here at least
 * COMPLEXITY_FEWEST: G. V. Bayley, J. M. Hammersley, "The 'effective' number of independent
 * observations in an autocorrelated time series", Suppl. J. Royal Statist. Soc. 8 (1946) 184-197.
 *
 * The best one of the table may fit badly, which its rms says: where a calculation of n steps
 * outgrows one cache after another, n log n may well be nearest. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_COMPLEXITY_H
#define BENCHMAT_ANALYZE_COMPLEXITY_COMPLEXITY_H

#include <stddef.h>

#include "analyze/inference/power.h"

enum { COMPLEXITY_LAWS = 6, COMPLEXITY_POINTS = 5, COMPLEXITY_FEWEST = 3 };

struct complexity_fit {
    const char *law;        /* "n log n" in UTF-8, static; log is the natural logarithm */
    double coefficient;     /* a, in seconds */
    double rms;             /* of ln t - ln a - ln f(n) */
    double autocorrelation; /* how r correlates with the next larger size's */
    int is_as_good;         /* as the best, as far as these points can tell */
};

struct complexity {
    struct complexity_fit fits[COMPLEXITY_LAWS]; /* from the best to the worst */
    size_t as_good; /* how many are as good as the best, the best among them; they come first. 0
                       where there are fewer than COMPLEXITY_FEWEST points: all is NaN then */
    size_t points;  /* that were fitted, */
    double from;    /* of this size and larger */
};

/* FLOOR: what rms is as good as none, of ln t. */
struct complexity complexity_of(const struct power_points *points, double floor);

#endif
