/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/reports.h"

#include <math.h>

/* Of the pairs of which both are finite. */
struct sums {
    double left, right;
    size_t count;
};

static struct sums sum_pairs(const double *left, const double *right, size_t count) {
    struct sums sums = {0};
    for (size_t i = 0; left && right && i < count; i++)
        if (isfinite(left[i]) && isfinite(right[i])) {
            sums.left += left[i];
            sums.right += right[i];
            sums.count++;
        }
    return sums;
}

static double quotient(struct sums sums) {
    return sums.right > 0 ? sums.left / sums.right : NAN;
}

static double mean(const double *values, size_t count) {
    struct sums sums = sum_pairs(values, values, count);
    return sums.count ? sums.left / (double)sums.count : NAN;
}

static double mean_difference(const double *left, const double *right, size_t count) {
    struct sums sums = sum_pairs(left, right, count);
    return sums.count ? (sums.left - sums.right) / (double)sums.count : NAN;
}

/* A detail may not be there. */
static const double *at(const double *values, size_t offset) {
    return values ? values + offset : NULL;
}

struct reports reports_of(const struct measurement *m, const struct series *series, size_t point,
                          int has_threads) {
    size_t first = measurement_index(m, point, 0, 0), count = m->rounds * m->max_seeds;
    const double *seconds = series->seconds + first, *whole = at(series->whole_seconds, first);
    const double *operations = at(series->operations, first);
    return (struct reports){
        .whole = mean(whole, count),
        .overhead = mean_difference(whole, seconds, count),
        .operations = mean(operations, count),
        .rate = quotient(sum_pairs(operations, seconds, count)),
        .iterations = mean(at(series->iterations, first), count),
        .cpus = has_threads ? quotient(sum_pairs(at(series->cpu_seconds, first),
                                                 at(series->batch_mean, first), count))
                            : NAN,
        .max_error = series->max_error[point],
        .mean_error = series->mean_error[point],
        .total_error = series->total_error[point],
        .relative_error = series->relative_error[point],
        .residual = series->residual[point],
        .tolerance = series->tolerance[point],
    };
}
