/* SPDX-License-Identifier: GPL-3.0-or-later */
/* location.h: a robust centre of a handful of numbers, and how sure it is. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_LOCATION_H
#define BENCHMAT_ANALYZE_STATISTICS_LOCATION_H

#include <stddef.h>

/* A trimmed mean and what is needed for an interval around it. */
struct trimmed {
    double mean;           /* NaN for no values */
    double standard_error; /* NaN where fewer than two values are left */
    size_t kept;           /* values left; Student's t has kept - 1 degrees of freedom */
};

/* The mean of what is left when g = floor(FRACTION n) values are taken from either end. Its
 * standard error comes from the winsorized sum of squares SSD, in which those g values are replaced
 * by the nearest one kept: sqrt(SSD / (h (h - 1))), h = n - 2 g. Reorders VALUES, which must hold
 * no NaN.
 *
 * J. W. Tukey, D. H. McLaughlin, "Less vulnerable confidence and significance procedures for
 * location based on a single sample", Sankhya A 25 (1963) 331-352; K. K. Yuen, "The two-sample
 * trimmed t for unequal population variances", Biometrika 61 (1974) 165-170. */
struct trimmed location_trimmed(double *values, size_t n, double fraction);

/* --- resolution --- */

/* The steps in which samples come, and how much of a mean they hide.
 *
 * Where a clock ticks once a nanosecond, or a table has so many digits, a time is known to half a
 * step Q only, however often it is measured: of 21.49 and 21.51 ns one is 21 in all samples and the
 * other 22. Scatter helps, for then it is the samples' share of 21 and 22 that tells: where the
 * interquartile range W reaches RESOLUTION_DITHERED Q, the errors of rounding are like independent
 * draws from an interval of length Q (B. Widrow, I. Kollar, Quantization Noise, 2008, chapter 5),
 * of which the mean of n has the standard deviation Q / sqrt(12 n). Few rounds may have equal means
 * by chance, but the mean is known no better than by 1.7 of these, Q / (2 sqrt(n)). A trimmed mean
 * is of the samples in the middle alone, over which rounding averages out less, however many they
 * are: of the fifth in the middle, which is 0.37 W wide, up to Q^2 / (3 W) remains. W comes in
 * steps, too, so it is held to be Q^2 / (2 W). No interval is narrower than the steps allow:
 *
 *     half width of a mean     >= h = Q / 2    where samples do not scatter enough,
 *                                                                        else Q / (2 sqrt(n))
 *     of a trimmed mean        >= h = Q / 2                                    else Q^2 / (2 W)
 *     of ln ratio, of either kind, >= h(library) / t(library) + h(reference) / t(reference)
 *                                     with h of a trimmed mean
 *
 * That steps there are shows in samples that are equal: those of a finer clock never are. Q is the
 * smallest distance of two that are not, among RESOLUTION_SAMPLES evenly chosen ones. Where all are
 * equal Q is a guess: the unit of which they are a multiple, such as 1 ns, or where they are
 * none the largest such power of ten, or the other side's step where that is finer. */

#define RESOLUTION_DITHERED 2
enum { RESOLUTION_SAMPLES = 256 };

/* Zero-initialised has no steps. */
struct resolution {
    double step;     /* Q in seconds; 0 where there are none that are known of */
    double centre;   /* the median of the samples looked at, */
    double spread;   /* and their interquartile range W */
    size_t samples;  /* n: how many there are of them */
    int is_dithered; /* the samples scatter enough */
    int is_guess;    /* all samples are equal */
};

/* Of N samples; what is no positive, finite number does not count. Takes less than a microsecond
 * where there are no steps. */
struct resolution resolution_of(const double *seconds, size_t n);

/* A guess, where another guess or what is known of the OTHER side says it finer. */
struct resolution resolution_beside(const struct resolution *own, const struct resolution *other);

/* The least half width of ln ratio of two of them, each with what is known of the other. */
double resolution_of_ratio(const struct resolution *a, const struct resolution *b);

/* The least half width of a mean, of a trimmed mean, and of a median, to which scatter is no help.
 */
double resolution_of_mean(const struct resolution *r);
double resolution_of_trimmed(const struct resolution *r);
double resolution_of_median(const struct resolution *r);
/* The same of ln of a mean, and of a trimmed mean of ln t. */
double resolution_of_log_mean(const struct resolution *r);
double resolution_of_log_trimmed(const struct resolution *r);

/* --- numeric errors --- */

/* What happens where GSL cannot calculate.
 *
 * By default it ends the process. Once this was called its functions return NaN or an error, which
 * their callers here look at. Every program that links GSL calls it first. */

void numeric_errors_are_results(void);

#endif
