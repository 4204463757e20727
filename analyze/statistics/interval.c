/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/interval.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "formats/text/decimal.h"

const struct interval interval_unknown = INTERVAL_UNKNOWN;

struct interval interval_alone(double estimate) {
    return (struct interval){estimate, NAN, NAN};
}

struct interval interval_exactly(double estimate) {
    return (struct interval){estimate, estimate, estimate};
}

struct interval interval_within(double estimate, double half) {
    return (struct interval){estimate, estimate - half, estimate + half};
}

int interval_has_ends(struct interval interval) {
    return !isnan(interval.low) && !isnan(interval.high);
}

double interval_half(struct interval interval) {
    return interval.high - interval.estimate;
}

double interval_width(struct interval interval) {
    return interval.high - interval.low;
}

int interval_side(struct interval interval, double margin) {
    return (interval.low > margin) - (interval.high < -margin);
}

struct interval interval_times(struct interval interval, double factor) {
    return (struct interval){interval.estimate * factor, interval.low * factor,
                             interval.high * factor};
}

struct interval interval_reciprocal(struct interval interval) {
    return (struct interval){1 / interval.estimate, 1 / interval.high, 1 / interval.low};
}

struct interval interval_exp(struct interval logarithm) {
    return (struct interval){exp(logarithm.estimate), exp(logarithm.low), exp(logarithm.high)};
}

struct interval interval_log(struct interval interval) {
    return (struct interval){log(interval.estimate), log(interval.low), log(interval.high)};
}

struct interval interval_spread(struct interval interval, double factor) {
    return (struct interval){interval.estimate,
                             interval.estimate - factor * (interval.estimate - interval.low),
                             interval.estimate + factor * (interval.high - interval.estimate)};
}

/* --- Student's t --- */

void student_init(struct student *student, double confidence) {
    *student = (struct student){.confidence = confidence};
}

static double quantile(double confidence, size_t degrees) {
    return gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)degrees);
}

double student_quantile(struct student *student, size_t degrees) {
    if (!degrees)
        return NAN;
    if (degrees >= sizeof student->kept / sizeof *student->kept)
        return quantile(student->confidence, degrees);
    double *kept = &student->kept[degrees];
    if (*kept == 0)
        *kept = quantile(student->confidence, degrees);
    return *kept;
}

struct interval interval_around(double estimate, double standard_error, size_t degrees,
                                struct student *student) {
    return interval_within(estimate, student_quantile(student, degrees) * standard_error);
}

struct interval interval_of_mean(double estimate, const struct welford *means,
                                 struct student *student) {
    if (means->n < 2)
        return interval_alone(estimate);
    return interval_around(estimate, welford_sd(means) / sqrt((double)means->n), means->n - 1,
                           student);
}

struct interval interval_at_least(struct interval interval, double half) {
    return interval_half(interval) < half ? interval_within(interval.estimate, half) : interval;
}

int interval_parse_confidence(const char *text, double *confidence, struct err *err) {
    double value;
    if (!percent_parse(text, &value) || !(value > 0 && value <= 1 - 1e-9))
        return err_set(err, ERR_USAGE,
                       "--confidence: '%s' must be between 0 and 1; say 95%% or 0.95", text);
    *confidence = value;
    return 0;
}
