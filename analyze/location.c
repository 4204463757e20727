/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/location.h"

#include <math.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "analyze/welford.h"

static double winsorized_squares(const double *sorted, size_t n, size_t cut) {
    struct welford w = {0};
    for (size_t i = 0; i < n; i++) {
        size_t kept = i < cut ? cut : i >= n - cut ? n - cut - 1 : i;
        welford_add(&w, sorted[kept]);
    }
    return w.m2;
}

struct trimmed location_trimmed(double *values, size_t n, double fraction) {
    if (!n)
        return (struct trimmed){.mean = NAN, .standard_error = NAN};
    gsl_sort(values, 1, n);
    size_t cut = (size_t)floor(fraction * (double)n);
    struct trimmed t = {.mean = gsl_stats_trmean_from_sorted_data(fraction, values, 1, n),
                        .standard_error = NAN,
                        .kept = n - 2 * cut};
    if (t.kept > 1) {
        double h = (double)t.kept;
        t.standard_error = sqrt(winsorized_squares(values, n, cut) / (h * (h - 1)));
    }
    return t;
}
