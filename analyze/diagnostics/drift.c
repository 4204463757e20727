/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/diagnostics/drift.h"

#include <math.h>

#include "analyze/statistics/distribution.h"
#include "analyze/diagnostics/trend.h"
#include "analyze/statistics/welford.h"

/* The difference between the halves' means; a number in the middle is in neither. */
static double rise_of(const double *values, size_t n) {
    struct welford first = {0}, second = {0};
    for (size_t i = 0; i < n / 2; i++) {
        welford_add(&first, values[i]);
        welford_add(&second, values[n - 1 - i]);
    }
    return welford_mean(&second) - welford_mean(&first);
}

struct drift drift_within_rounds(const struct drift_samples *samples, double *values,
                                 double *workspace) {
    struct welford rises = {0};
    struct trend trend;
    trend_init(&trend);
    for (size_t r = 0; r < samples->rounds; r++) {
        const double *seconds = samples->seconds + r * samples->seeds;
        size_t n = 0;
        for (size_t k = 0; k < samples->seeds; k++)
            if (has_logarithm(seconds[k]))
                values[n++] = log(seconds[k]);
        if (n > 1)
            welford_add(&rises, rise_of(values, n));
        trend_add(&trend, values, n, workspace);
    }
    return (struct drift){expm1(welford_mean(&rises)), trend_probability(&trend)};
}

void drift_add_rounds(const struct drift_samples *samples, double *sums) {
    for (size_t r = 0; r < samples->rounds; r++) {
        const double *seconds = samples->seconds + r * samples->seeds;
        struct welford round = {0};
        for (size_t k = 0; k < samples->seeds; k++)
            if (has_logarithm(seconds[k]))
                welford_add(&round, log(seconds[k]));
        sums[r] += welford_mean(&round);
    }
}

struct drift drift_over_rounds(double *sums, size_t rounds, size_t cells, double *workspace) {
    struct trend trend;
    double rise = rise_of(sums, rounds) / (double)cells;
    for (size_t r = 0; r < rounds; r++)
        if (!isfinite(sums[r]))
            return (struct drift){NAN, 1};
    trend_init(&trend);
    trend_add(&trend, sums, rounds, workspace);
    return (struct drift){expm1(rise), trend_probability(&trend)};
}
