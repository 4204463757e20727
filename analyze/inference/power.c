/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/power.h"

#include <math.h>

#include <gsl/gsl_statistics_double.h>

#include "analyze/statistics/order.h"
#include "analyze/diagnostics/trend.h"

const struct power_law power_unknown = {INTERVAL_UNKNOWN, NAN, NAN, 0};

static size_t gather_slopes(const struct power_points *p, double *slopes) {
    size_t n = 0;
    for (size_t i = 0; i < p->count; i++)
        for (size_t j = i + 1; j < p->count; j++)
            slopes[n++] = (p->y[j] - p->y[i]) / (p->x[j] - p->x[i]);
    return n;
}

static double median_rest(const struct power_points *p, double slope, double *rest) {
    for (size_t i = 0; i < p->count; i++)
        rest[i] = p->y[i] - slope * p->x[i];
    return order_median(rest, p->count);
}

/* Returns the smallest S with a probability of at most P_VALUE, or one beyond all pairs. VALUES
 * holds 2 N numbers. */
static double critical_s(size_t n, double p_value, double *values) {
    struct trend trend;
    trend_init(&trend);
    for (size_t i = 0; i < n; i++)
        values[i] = (double)i;
    trend_add(&trend, values, n, values + n);
    for (trend.s = fmod(trend.pairs, 2); trend.s <= trend.pairs; trend.s += 2)
        if (trend_probability(&trend) <= p_value)
            break;
    return trend.s;
}

struct power_law power_fit(const struct power_points *points, double confidence,
                           double *workspace) {
    struct power_law law = power_unknown;
    law.points = points->count;
    if (points->count < 2)
        return law;
    double *slopes = workspace + 2 * points->count;
    size_t pairs = gather_slopes(points, slopes);
    law.exponent.estimate = order_median(slopes, pairs);
    double height = median_rest(points, law.exponent.estimate, workspace);
    law.coefficient = exp(height);
    double slope = law.exponent.estimate;
    for (size_t i = 0; i < points->count; i++)
        workspace[i] = fabs(points->y[i] - height - slope * points->x[i]);
    law.scatter = ORDER_MAD_TO_SD * order_median(workspace, points->count);

    double s = critical_s(points->count, 1 - confidence, workspace);
    if (!(s > (double)pairs)) {
        size_t below = (pairs - (size_t)s) / 2;
        law.exponent.low = gsl_stats_select(slopes, 1, pairs, below);
        law.exponent.high = gsl_stats_select(slopes, 1, pairs, pairs - 1 - below);
    }

    return law;
}

double power_predict(const struct power_points *points, double x, double *workspace) {
    double slope = order_median(workspace, gather_slopes(points, workspace));
    return median_rest(points, slope, workspace) + slope * x;
}
