/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/diagnostics/trend.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "analyze/statistics/distribution.h"
#include "analyze/statistics/welford.h"

void trend_init(struct trend *trend) {
    *trend = (struct trend){.falling = {1}};
}

/* --- pairs --- */

/* Merges two sorted runs and returns the number of falling pairs from the first to the second.
 * Branchless, because which run comes next is unpredictable. */
static double merge(const double *values, size_t half, size_t n, double *merged) {
    size_t left = 0, right = half;
    uint64_t falling = 0;
    while (left < half && right < n) {
        double first = values[left], second = values[right];
        size_t takes_right = first > second;
        *merged++ = takes_right ? second : first;
        falling += (half - left) & -(uint64_t)takes_right;
        right += takes_right;
        left += 1 - takes_right;
    }
    memcpy(merged, values + left, (half - left) * sizeof *values);
    memcpy(merged + (half - left), values + right, (n - right) * sizeof *values);
    return (double)falling;
}

static double sort_and_count(double *values, size_t n, double *workspace) {
    if (n < 2)
        return 0;
    size_t half = n / 2;
    double falling = sort_and_count(values, half, workspace);
    falling += sort_and_count(values + half, n - half, workspace);
    falling += merge(values, half, n, workspace);
    memcpy(values, workspace, n * sizeof *values);
    return falling;
}

static double pairs_of(double n) {
    return n * (n - 1) / 2;
}

static double variance_of(double n) {
    return n * (n - 1) * (2 * n + 5) / 18;
}

struct ties {
    double pairs, variance;
};

/* --- the exact distribution --- */

void trend_add(struct trend *trend, double *values, size_t n, double *workspace) {
    double falling = sort_and_count(values, n, workspace), pairs = pairs_of((double)n);
    struct ties ties = {0, 0};
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && values[end] == values[first];)
            end++;
        ties.pairs += pairs_of((double)(end - first));
        ties.variance += variance_of((double)(end - first));
    }

    if (trend->pairs + pairs <= TREND_EXACT) {
        size_t degree = (size_t)trend->pairs;
        for (size_t i = 2; i <= n; i++) {
            degree += i - 1;

            /* Multiply by (1 + q + ... + q^(i-1)) / i, as a running sum. DEGREE is that of the
             * product. */
            double *extend_falling = trend->falling;
            double factor[TREND_EXACT + 1], sum = 0;
            memcpy(factor, extend_falling, (degree + 1) * sizeof *factor);
            for (size_t k = 0; k <= degree; k++) {
                sum += factor[k] - (k >= i ? factor[k - i] : 0);
                extend_falling[k] = (sum > 0 ? sum : 0) / (double)i;
            }
        }
    }
    trend->s += pairs - ties.pairs - 2 * falling;
    trend->pairs += pairs;
    trend->variance += variance_of((double)n) - ties.variance;
    trend->has_ties |= ties.pairs > 0;
}

double trend_probability(const struct trend *trend) {
    if (!(trend->variance > 0))
        return 1;
    if (trend->pairs <= TREND_EXACT && !trend->has_ties) {
        double tail = 0;
        for (double k = 0; k <= (trend->pairs - fabs(trend->s)) / 2; k++)
            tail += trend->falling[(size_t)k];
        return fmin(2 * tail, 1);
    }
    return erfc(fmax(fabs(trend->s) - 1, 0) / sqrt(2 * trend->variance));
}

/* --- drift --- */

static double mean_of(const double *values, size_t n) {
    struct welford w = {0};
    welford_add_block(&w, values, n);
    return welford_mean(&w);
}

/* The difference between the halves' means; a middle number belongs to neither. */
static double rise_of(const double *values, size_t n) {
    return mean_of(values + n - n / 2, n / 2) - mean_of(values, n / 2);
}

/* Replaces N numbers by the means of at most DRIFT_MOST spans, one behind the other, that differ by
 * at most one in length. Returns how many there are. */
static size_t condense(double *values, size_t n) {
    size_t spans = n < DRIFT_MOST ? n : DRIFT_MOST;
    for (size_t i = 0; n > DRIFT_MOST && i < spans; i++) {
        size_t first = i * n / spans, end = (i + 1) * n / spans;
        values[i] = mean_of(values + first, end - first);
    }
    return spans;
}

struct drift drift_within_rounds(const struct drift_samples *samples, double *round_means,
                                 double *values, double *workspace) {
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
        round_means[r] = mean_of(values, n);
        trend_add(&trend, values, condense(values, n), workspace);
    }
    return (struct drift){expm1(welford_mean(&rises)), trend_probability(&trend)};
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
