/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/unpaired.h"

#include <math.h>

#include "analyze/statistics/location.h"
#include "analyze/statistics/logarithm.h"
#include "analyze/inference/ratio.h"

double unpaired_logarithm(double seconds) {
    return logarithm_of(seconds);
}

double unpaired_seconds(double seconds) {
    return seconds;
}

static size_t builder(const double *seconds, size_t n, unpaired_scale *scale, double *gathered) {
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

static struct welch_side side_of_samples(double *values, size_t n) {
    struct trimmed t = location_trimmed(values, n, RATIO_TRIM_ALONE);
    return welch_side_of(t.mean, t.standard_error, t.kept);
}

struct unpaired unpaired_of(const double *seconds, size_t rounds, size_t seeds,
                            unpaired_scale *scale, double *locations, double *workspace) {
    struct welford known = {0};
    for (size_t r = 0; r < rounds; r++) {
        size_t n = builder(seconds + r * seeds, seeds, scale, workspace);
        double location = location_trimmed(workspace, n, RATIO_TRIM).mean;
        if (n)
            welford_add(&known, location);
        if (locations)
            locations[r] = location;
    }
    size_t n = builder(seconds, rounds * seeds, scale, workspace);
    return (struct unpaired){side_of_rounds(&known), side_of_samples(workspace, n)};
}

int unpaired_by_rounds(const struct unpaired *a, const struct unpaired *b) {
    return a->rounds.units > 1 && b->rounds.units > 1;
}

struct welch unpaired_between(const struct unpaired *library, const struct unpaired *reference) {
    return unpaired_by_rounds(library, reference)
               ? welch_between(&reference->rounds, &library->rounds)
               : welch_between(&reference->samples, &library->samples);
}
