/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complexity.h: finds which textbook law a library's times follow.
 *
 *     t = a f(n),    f = 1, log n, n, n log n, n^2, n^3
 *
 * a is fitted by least squares on relative residuals, r = ln t - ln a - ln f(n), so ln a is their
 * mean. The error of a law is the rms of r; 0.02 is about 2 %. (Google Benchmark's complexity uses
 * absolute residuals, which the largest size alone decides, divided by the mean time.) All fitted
 * points have the same weight. But these laws do not describe the cost of a call at small sizes, so
 * only points in the upper half of the range of sizes, on a logarithmic scale, are fitted, or the
 * largest COMPLEXITY_POINTS if that is more. Sizes up to 1 are left out, because log n is not a law
 * there.
 *
 * Since each law has one factor, their likelihoods alone compare them. Another law is as good as
 * the best if
 *
 *     m ln(1 + (its rms^2 - the best's rms^2) / max(the best's rms, floor)^2) < 6,
 *
 * where 6 is the start of strong evidence: R. E. Kass, A. E. Raftery, "Bayes factors", J. Amer.
 * Statist. Assoc. 90 (1995) 773-795. If the points scattered independently, m would be their
 * number. If the best law is not the true one, neighbours deviate from it in the same direction,
 * and n points whose neighbours correlate by q are worth m = n (1 - q) / (1 + q), here at least
 * COMPLEXITY_FEWEST: G. V. Bayley, J. M. Hammersley, "The 'effective' number of independent
 * observations in an autocorrelated time series", Suppl. J. Royal Statist. Soc. 8 (1946) 184-197.
 *
 * The best law of the table may fit badly, as its rms tells: if a calculation of n steps outgrows
 * one cache after another, n log n may well come closest. */
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
    double autocorrelation; /* correlation of r with that of the next larger size */
    int is_as_good;         /* as the best, as far as these points can tell */
};

struct complexity {
    struct complexity_fit fits[COMPLEXITY_LAWS]; /* from the best to the worst */
    size_t as_good; /* number of laws as good as the best, including the best; they come first. 0 if
                       there are fewer than COMPLEXITY_FEWEST points; then all is NaN */
    size_t points;  /* number of fitted points */
    double from;    /* smallest size fitted */
};

/* FLOOR is the rms of ln t below which a fit counts as perfect. */
struct complexity complexity_of(const struct power_points *points, double floor);

/* --- growth --- */

/* How a library's time grows with the size: as one power law (power.h), as pieces with a law each
 * (segments.h), and as the closest of the textbook laws (complexity.h).
 *
 * Points that each of them needs:
 *
 *     an exponent                   2
 *     its interval, at 95 %         5
 *     a law of the table            3, of sizes above 1
 *     a break                       9, with 5 on either side of it, points on it counting for both
 */

/* One library's times at sizes that differ in nothing else, in any order. */
struct growth_curve {
    const double *sizes, *seconds;
    const double *errors; /* standard errors of ln seconds, NaN if unknown; may be NULL */
    size_t count;
};

enum { GROWTH_MOST = 256 };
/* A smaller deviation of ln t does not count, however exactly it was measured. */
#define GROWTH_FLOOR 0.005

struct growth {
    struct power_law law;
    struct segments pieces;
    struct complexity complexity;
    double floor;    /* of ln t: GROWTH_FLOOR, or the rms of the errors if that is more */
    size_t points;   /* points used */
    size_t left_out; /* points left out because a size or time is not a positive, finite number, or
                        the size is a repetition */
    size_t thinned;  /* points dropped at regular intervals to leave GROWTH_MOST */
};

/* Sets to NaN whatever cannot be told. Returns 0 if memory runs out. */
int growth_of(const struct growth_curve *curve, double confidence, struct growth *growth);

/* Writes the pieces in words: "n^0.12 to 512, n^1.02 to 30,000, n^1.40 beyond"; "n^1.02" if there
 * is no break, nothing if nothing is known. */
void growth_words_pieces(const struct segments *pieces, FILE *file);

/* Writes the other laws that are as good as the best: "n log n, n²"; nothing if there are none. */
void growth_words_as_good(const struct complexity *complexity, FILE *file);

#endif
