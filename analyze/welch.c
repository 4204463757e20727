/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/welch.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

struct welch welch_between(const struct welch_side *earlier, const struct welch_side *later) {
    double a = earlier->se * earlier->se, b = later->se * later->se;
    struct welch welch = {later->mean - earlier->mean, NAN, NAN};
    if (earlier->units < 2 || later->units < 2)
        return welch;
    double degrees_a = (double)(earlier->units - 1), degrees_b = (double)(later->units - 1);
    welch.se = sqrt(a + b);
    welch.degrees = a + b > 0
                        ? (a + b) / (a / (a + b) * a / degrees_a + b / (a + b) * b / degrees_b)
                        : degrees_a + degrees_b;
    return welch;
}

struct interval welch_interval(const struct welch *welch, double confidence) {
    double t = isnan(welch->se) ? NAN : gsl_cdf_tdist_Pinv(0.5 + confidence / 2, welch->degrees);
    double half = t * welch->se;
    return (struct interval){welch->difference, welch->difference - half, welch->difference + half};
}

double welch_probability_above(const struct welch *welch, double margin) {
    double beyond = welch->difference - margin;
    if (isnan(welch->se) || isnan(beyond))
        return NAN;
    return welch->se > 0 ? gsl_cdf_tdist_Q(beyond / welch->se, welch->degrees) : beyond <= 0;
}

double welch_probability_outside(const struct welch *welch, double margin) {
    struct welch away = *welch;
    away.difference = fabs(welch->difference);
    double p = 2 * welch_probability_above(&away, margin);
    return isnan(p) ? p : p > 1 || away.difference <= margin ? 1 : p;
}

double welch_probability_beyond(const struct welch *welch, double margin) {
    struct welch away = *welch;
    away.difference = fabs(welch->difference);
    double p = welch_probability_above(&away, margin) + welch_probability_above(&away, -margin);
    return p > 1 ? 1 : p;
}
