/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval.h: Student's t intervals.
 *
 *     centre +- t(confidence, degrees) * standard error
 *
 * For the mean of n numbers the standard error is sd / sqrt(n) and there are n - 1 degrees of
 * freedom. Student (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908) 1-25. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_INTERVAL_H
#define BENCHMAT_ANALYZE_STATISTICS_INTERVAL_H

#include <stddef.h>

#include "analyze/statistics/welford.h"
#include "formats/text/err.h"

struct interval {
    double centre, low, high; /* low and high are NaN if there is no interval */
};

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

/* Returns CENTRE +- t * STANDARD_ERROR. */
struct interval interval_around(double centre, double standard_error, size_t degrees,
                                struct student *student);

/* Returns the interval of the mean of MEANS, moved to CENTRE: if the units are the rounds, MEANS
 * holds the rounds' means and CENTRE is the mean of all samples. */
struct interval interval_of_mean(double centre, const struct welford *means,
                                 struct student *student);

/* Returns INTERVAL, widened to CENTRE +- HALF if it is narrower: to what the steps of the samples
 * allow (location.h). */
struct interval interval_at_least(struct interval interval, double half);

/* Reads a confidence: "95%", "99.9 %" or "0.95". Anything that is not strictly between 0 and 1, or
 * nearer to 1 than 1e-9, is an ERR_USAGE. */
int interval_parse_confidence(const char *text, double *confidence, struct err *err);

#endif
