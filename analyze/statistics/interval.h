/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval.h: an estimate with its interval, and Student's t intervals.
 *
 *     estimate +- t(confidence, degrees) * standard error
 *
 * For the mean of n numbers the standard error is sd / sqrt(n) and there are n - 1 degrees of
 * freedom. Student (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908) 1-25. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_INTERVAL_H
#define BENCHMAT_ANALYZE_STATISTICS_INTERVAL_H

#include <math.h>
#include <stddef.h>

#include "analyze/statistics/welford.h"
#include "formats/text/err.h"

struct interval {
    double estimate, low, high; /* low and high are NaN if there is no interval */
};

/* Initialises one of which nothing is known. */
#define INTERVAL_UNKNOWN                                                                           \
    { NAN, NAN, NAN }
extern const struct interval interval_unknown;

/* Returns an estimate without an interval; one that has no uncertainty; and ESTIMATE +- HALF. */
struct interval interval_alone(double estimate);
struct interval interval_exactly(double estimate);
struct interval interval_within(double estimate, double half);

int interval_has_ends(struct interval interval);
/* Returns the distance of the upper end from the estimate: the half width of a symmetric interval.
 */
double interval_half(struct interval interval);
double interval_width(struct interval interval);
/* Returns 1 if INTERVAL lies above MARGIN, -1 if it lies below -MARGIN, otherwise 0. */
int interval_side(struct interval interval, double margin);

/* Each returns the interval of a function of the estimate: its product with a FACTOR above 0, 1
 * over it, its exponential, its logarithm. */
struct interval interval_times(struct interval interval, double factor);
struct interval interval_reciprocal(struct interval interval);
struct interval interval_exp(struct interval logarithm);
struct interval interval_log(struct interval interval);

/* Returns INTERVAL with its ends FACTOR times as far from the estimate. */
struct interval interval_spread(struct interval interval, double factor);

/* Quantiles of Student's t for one confidence. Keeps those for few degrees of freedom, because
 * every cell asks for the same ones. */
struct student {
    double confidence;
    double kept[64]; /* by degrees of freedom; 0: not computed yet */
};

/* CONFIDENCE is between 0 and 1. */
void student_init(struct student *student, double confidence);
/* Returns the two-sided quantile: |T| is below it with probability CONFIDENCE. NaN for 0 degrees.
 */
double student_quantile(struct student *student, size_t degrees);

/* Returns ESTIMATE +- t * STANDARD_ERROR. */
struct interval interval_around(double estimate, double standard_error, size_t degrees,
                                struct student *student);

/* Returns the interval of the mean of MEANS, moved to ESTIMATE: if the units are the rounds, MEANS
 * holds the rounds' means and ESTIMATE is the mean of all samples. */
struct interval interval_of_mean(double estimate, const struct welford *means,
                                 struct student *student);

/* Returns INTERVAL, widened to its estimate +- HALF if it is narrower: to what the steps of the
 * samples allow (location.h). */
struct interval interval_at_least(struct interval interval, double half);

/* Reads a confidence: "95%", "99.9 %" or "0.95". Anything that is not strictly between 0 and 1, or
 * nearer to 1 than 1e-9, is an ERR_USAGE. */
int interval_parse_confidence(const char *text, double *confidence, struct err *err);

#endif
