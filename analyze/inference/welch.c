/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/welch.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

struct welch_side welch_side_of(double mean, double se, size_t units) {
    return (struct welch_side){mean, se, units, (double)units - 1};
}

struct welch welch_between(const struct welch_side *earlier, const struct welch_side *later) {
    double a = earlier->se * earlier->se, b = later->se * later->se;
    struct welch welch = {later->mean - earlier->mean, NAN, NAN};
    if (earlier->units < 2 || later->units < 2)
        return welch;
    welch.se = sqrt(a + b);
    welch.degrees =
        a + b > 0
            ? (a + b) / (a / (a + b) * a / earlier->degrees + b / (a + b) * b / later->degrees)
            : earlier->degrees + later->degrees;
    return welch;
}

static struct interval interval_of(double centre, double se, double degrees, double confidence) {
    double half = isnan(se) ? NAN : gsl_cdf_tdist_Pinv(0.5 + confidence / 2, degrees) * se;
    return (struct interval){centre, centre - half, centre + half};
}

struct interval welch_side_interval(const struct welch_side *side, double confidence) {
    return interval_of(side->mean, side->units > 1 ? side->se : NAN, side->degrees, confidence);
}

struct interval welch_interval(const struct welch *welch, double confidence) {
    return interval_of(welch->difference, welch->se, welch->degrees, confidence);
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
