/* SPDX-License-Identifier: GPL-3.0-or-later */
/* location.h: the trimmed mean, a robust centre of a few numbers, with its standard error; the
 * limits that a coarse clock sets to both; and GSL's error handling. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_LOCATION_H
#define BENCHMAT_ANALYZE_STATISTICS_LOCATION_H

#include <stddef.h>

/* A trimmed mean and what is needed for an interval around it. */
struct trimmed {
    double mean;           /* NaN for no values */
    double standard_error; /* NaN if fewer than two values are left */
    size_t kept;           /* number of values left; Student's t has kept - 1 degrees of freedom */
};

/* Returns the mean of the values that are left after g = floor(FRACTION n) values are taken from
 * either end. Its standard error comes from the winsorized sum of squares SSD, in which those g
 * values are replaced by the nearest one kept: sqrt(SSD / (h (h - 1))), h = n - 2 g. Reorders
 * VALUES, which must hold no NaN.
 *
 * J. W. Tukey, D. H. McLaughlin, "Less vulnerable confidence and significance procedures for
 * location based on a single sample", Sankhya A 25 (1963) 331-352; K. K. Yuen, "The two-sample
 * trimmed t for unequal population variances", Biometrika 61 (1974) 165-170. */
struct trimmed location_trimmed(double *values, size_t n, double fraction);

/* --- resolution --- */

/* The steps in which samples come, and how much of a mean they hide.
 *
 * If a clock ticks once a nanosecond, or a table has only so many digits, a time is known only to
 * half a step Q, however often it is measured: of 21.49 and 21.51 ns, one is 21 in all samples and
 * the other 22. Scatter helps, because then the shares of samples at 21 and at 22 tell more: if the
 * interquartile range W is at least RESOLUTION_DITHERED Q, rounding errors are like independent
 * draws from an interval of length Q (B. Widrow, I. Kollar, Quantization Noise, 2008, chapter 5),
 * whose mean over n has the standard deviation Q / sqrt(12 n). The means of a few rounds may be
 * equal by chance, but the mean is known no better than to 1.7 of these, Q / (2 sqrt(n)). A trimmed
 * mean covers only the samples in the middle, over which rounding averages out less, however many
 * they are: for the middle fifth, which is 0.37 W wide, up to Q^2 / (3 W) remains. Because W comes
 * in steps, too, Q^2 / (2 W) is used. No interval is narrower than the steps allow:
 *
 *     half width of a mean     >= h = Q / 2    if samples scatter too little, else Q / (2 sqrt(n))
 *     of a trimmed mean        >= h = Q / 2                                   else Q^2 / (2 W)
 *     of ln ratio, of either kind, >= h(library) / t(library) + h(reference) / t(reference)
 *                                     with h of a trimmed mean
 *
 * Equal samples reveal that there are steps: samples of a finer clock are never equal. Q is the
 * smallest distance of two different samples, among RESOLUTION_SAMPLES evenly chosen ones. If all
 * are equal, Q is a guess: the unit of which they are a multiple, such as 1 ns; if there is none,
 * the largest such power of ten; or the other side's step if that is finer. */

#define RESOLUTION_DITHERED 2
enum { RESOLUTION_SAMPLES = 256 };

/* Zero-initialised: no steps. */
struct resolution {
    double step;     /* Q in seconds; 0 if there are none or they are unknown */
    double centre;   /* median of the samples looked at */
    double spread;   /* their interquartile range W */
    size_t samples;  /* n: number of valid samples */
    int is_dithered; /* the samples scatter enough */
    int is_guess;    /* all samples are equal */
};

/* Finds the steps of N samples, of which only positive, finite numbers count. Takes less than a
 * microsecond if there are no steps. */
struct resolution resolution_of(const double *seconds, size_t n);

/* Returns OWN, but with the step of OTHER, the other side, if that of OWN is a guess and that of
 * OTHER is finer. */
struct resolution resolution_beside(const struct resolution *own, const struct resolution *other);

/* Returns the smallest half width of ln ratio of the two; a guess of one may be refined by the
 * other. */
double resolution_of_ratio(const struct resolution *a, const struct resolution *b);

/* Return the smallest half width of a mean, of a trimmed mean, and of a median, which scatter does
 * not help. */
double resolution_of_mean(const struct resolution *r);
double resolution_of_trimmed(const struct resolution *r);
double resolution_of_median(const struct resolution *r);
/* The same for ln of a mean, and for a trimmed mean of ln t. */
double resolution_of_log_mean(const struct resolution *r);
double resolution_of_log_trimmed(const struct resolution *r);

/* --- numeric errors --- */

/* Makes GSL's functions return NaN or an error, which their callers here check, if they cannot
 * calculate; by default GSL ends the process, which it still does if memory runs out, with one line
 * (xalloc.h). Every program that links GSL calls this first. */
void numeric_errors_are_results(void);

#endif
