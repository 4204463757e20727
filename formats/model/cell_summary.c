/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/cell_summary.h"

#include <math.h>

/* The sum of (x - ORIGIN)^POWER over the COUNT finite VALUES, of which N receives the number. */
static double sum(const double *values, size_t count, double origin, int power, size_t *n) {
    double total = 0;
    *n = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        double deviation = values[i] - origin;
        total += power == 1 ? deviation : deviation * deviation;
        ++*n;
    }
    return total;
}

static void find_ends(struct cell_summary *summary, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        summary->min = fmin(summary->min, values[i]);
        summary->max = fmax(summary->max, values[i]);
    }
}

struct cell_summary cell_summary_of(const struct measurement *m, const struct series *series,
                                    size_t point) {
    struct cell_summary summary = {0, NAN, NAN, NAN, NAN};
    const double *values = series->seconds + measurement_index(m, point, 0, 0);
    size_t count = m->rounds * m->max_seeds, n;
    double mean = sum(values, count, 0, 1, &summary.n) / (double)summary.n;
    find_ends(&summary, values, count);
    if (summary.n) /* a second pass takes off what rounding left */
        summary.mean = mean + sum(values, count, mean, 1, &n) / (double)summary.n;
    if (summary.n > 1)
        summary.sd = sqrt(sum(values, count, summary.mean, 2, &n) / (double)(summary.n - 1));
    return summary;
}
