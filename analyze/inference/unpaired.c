/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/unpaired.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

#include "analyze/inference/ratio.h"
#include "analyze/statistics/location.h"
#include "analyze/statistics/distribution.h"

/* --- welch --- */

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

static struct interval interval_of(double difference, double se, double degrees,
                                   double confidence) {
    return isnan(se) ? interval_alone(difference)
                     : interval_within(difference,
                                       gsl_cdf_tdist_Pinv(0.5 + confidence / 2, degrees) * se);
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

double welch_probability_within(const struct welch *welch, double limit) {
    double inside = limit - fabs(welch->difference);
    if (isnan(welch->se) || isnan(inside))
        return NAN;
    if (inside <= 0)
        return 1;
    return welch->se > 0 ? 2 * gsl_cdf_tdist_Q(inside / welch->se, welch->degrees) : 0;
}

double welch_detectable(const struct welch *welch, double margin, double level, double power) {
    if (isnan(welch->se))
        return NAN;
    double nu = welch->degrees, t = gsl_cdf_tdist_Qinv(level / 2, nu);
    /* That is up to 1e-8 off, which Newton's method mends. */
    t += (gsl_cdf_tdist_Q(t, nu) - level / 2) / gsl_ran_tdist_pdf(t, nu);
    double z = gsl_cdf_ugaussian_Pinv(power);
    return margin + welch->se * (t * (1 - 1 / (4 * nu)) + z * sqrt(1 + t * t / (2 * nu)));
}

/* --- unpaired --- */

double unpaired_logarithm(double seconds) {
    return logarithm_of(seconds);
}

double unpaired_seconds(double seconds) {
    return seconds;
}

static size_t finite_values(const double *seconds, size_t n, unpaired_scale *scale,
                            double *gathered) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        double value = scale(seconds[i]);
        if (isfinite(value))
            gathered[found++] = value;
    }
    return found;
}

static struct welch_side side_of_rounds(const struct welford *rounds) {
    return welch_side_of(welford_mean(rounds), welford_sd(rounds) / sqrt((double)rounds->n),
                         rounds->n);
}

double unpaired_trim_of_rounds(size_t seeds) {
    return seeds == 1 ? RATIO_TRIM_ALONE : 0;
}

struct welch_side unpaired_side_of_runs(double *values, size_t n, double fraction) {
    struct trimmed t = location_trimmed(values, n, fraction);
    return (struct welch_side){t.mean, t.standard_error, n, (double)t.kept - 1};
}

static struct welch_side side_of_samples(double *values, size_t n) {
    struct trimmed t = location_trimmed(values, n, RATIO_TRIM_ALONE);
    return welch_side_of(t.mean, t.standard_error, t.kept);
}

struct unpaired unpaired_of(const double *seconds, size_t rounds, size_t seeds,
                            unpaired_scale *scale, double *locations, double *workspace) {
    struct welford known = {0};
    for (size_t r = 0; r < rounds; r++) {
        size_t n = finite_values(seconds + r * seeds, seeds, scale, workspace);
        double location = location_trimmed(workspace, n, RATIO_TRIM).mean;
        if (n)
            welford_add(&known, location);
        if (locations)
            locations[r] = location;
    }
    size_t n = finite_values(seconds, rounds * seeds, scale, workspace);
    double cut = unpaired_trim_of_rounds(seeds);
    return (struct unpaired){cut > 0 ? unpaired_side_of_runs(workspace, n, cut)
                                     : side_of_rounds(&known),
                             side_of_samples(workspace, n)};
}

int unpaired_by_rounds(const struct unpaired *a, const struct unpaired *b) {
    return a->rounds.units > 1 && b->rounds.units > 1;
}

struct welch unpaired_between(const struct unpaired *library, const struct unpaired *reference) {
    return unpaired_by_rounds(library, reference)
               ? welch_between(&reference->rounds, &library->rounds)
               : welch_between(&reference->samples, &library->samples);
}
