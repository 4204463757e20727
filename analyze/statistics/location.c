/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/location.h"

#include <math.h>

#include "analyze/statistics/order.h"
#include "analyze/statistics/welford.h"

/* Of KEPT numbers, with those at the ends, LOW and HIGH, CUT times more. */
static double winsorized_squares(const double *kept, size_t count, double low, double high,
                                 size_t cut) {
    struct welford w = {0};
    for (size_t i = 0; i < cut; i++) {
        welford_add(&w, low);
        welford_add(&w, high);
    }
    welford_add_block(&w, kept, count);
    return w.m2;
}

struct trimmed location_trimmed(double *values, size_t n, double fraction) {
    size_t cut = (size_t)floor(fraction * (double)n);
    struct trimmed t = {.mean = NAN, .standard_error = NAN, .kept = n - 2 * cut};
    if (!n)
        return (struct trimmed){.mean = NAN, .standard_error = NAN};
    const size_t ends[] = {cut, n - 1 - cut};
    order_select_many(values, n, ends, cut < n - 1 - cut ? 2 : 1);
    struct welford kept = {0};
    welford_add_block(&kept, values + cut, t.kept);
    t.mean = welford_mean(&kept);
    if (t.kept > 1) {
        double h = (double)t.kept;
        double squares =
            winsorized_squares(values + cut, t.kept, values[cut], values[n - 1 - cut], cut);
        t.standard_error = sqrt(squares / (h * (h - 1)));
    }
    return t;
}
