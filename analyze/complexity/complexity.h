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
#include <stdio.h>

#include "analyze/complexity/segments.h"
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

/* --- growth --- */

/* How a library's time grows with the size: as one power law (power.h), as pieces with a
 * law each (segments.h), and as the nearest of the laws that textbooks name (complexity.h).
 *
 * How many points each of them takes:
 *
 *     an exponent                   2
 *     its interval, at 95 %         5
 *     a law out of the table        3, of sizes above 1
 *     a break                       9, with 5 on either side of it, and on it */

/* One library's times at sizes that differ in nothing else, in any order. */
struct growth_curve {
    const double *sizes, *seconds;
    const double *errors; /* standard errors of ln seconds, NaN where unknown; may be NULL */
    size_t count;
};

enum { GROWTH_MOST = 256 };
/* What is no more than this, of ln t, is no deviation, however exactly it was measured. */
#define GROWTH_FLOOR 0.005

struct growth {
    struct power_law law;
    struct segments pieces;
    struct complexity complexity;
    double floor;    /* of ln t: GROWTH_FLOOR, or the rms of the errors where that is more */
    size_t points;   /* that were looked at */
    size_t left_out; /* because a size or a time is no positive, finite number, or the size came
                        before */
    size_t thinned;  /* of more than GROWTH_MOST, of which every so manieth is looked at */
};

/* NaN is whatever cannot be told. Returns 0 when there is no memory. */
int growth_of(const struct growth_curve *curve, double confidence, struct growth *growth);

/* The result in words: "n^0.12 to 512, n^1.02 to 30,000, n^1.40 beyond"; "n^1.02" where there is no
 * break, nothing where nothing is known. */
void growth_words_pieces(const struct segments *pieces, FILE *file);

/* The laws that are as good as the best: "n log n, n²"; nothing where there are none. */
void growth_words_as_good(const struct complexity *complexity, FILE *file);

#endif
