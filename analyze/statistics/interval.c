/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/interval.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "formats/text/decimal.h"

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

struct interval interval_around(double centre, double standard_error, size_t degrees,
                                struct student *student) {
    double half = student_quantile(student, degrees) * standard_error;
    return (struct interval){.centre = centre, .low = centre - half, .high = centre + half};
}

struct interval interval_of_mean(double centre, const struct welford *means,
                                 struct student *student) {
    if (means->n < 2)
        return (struct interval){.centre = centre, .low = NAN, .high = NAN};
    return interval_around(centre, welford_sd(means) / sqrt((double)means->n), means->n - 1,
                           student);
}

struct interval interval_at_least(struct interval interval, double half) {
    if (interval.high - interval.centre < half) {
        interval.low = interval.centre - half;
        interval.high = interval.centre + half;
    }
    return interval;
}

int interval_parse_confidence(const char *text, double *confidence, struct err *err) {
    double value;
    if (!percent_parse(text, &value) || !(value > 0 && value <= 1 - 1e-9))
        return err_set(err, ERR_USAGE,
                       "--confidence: '%s' must be between 0 and 1; say 95%% or 0.95", text);
    *confidence = value;
    return 0;
}
