/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/multiplicity.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b, void *context) {
    const double *p = context;
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    return p[i] != p[j] ? (p[i] > p[j]) - (p[i] < p[j]) : (i > j) - (i < j);
}

size_t multiplicity_holm(double *p, size_t n, size_t *order) {
    size_t m = 0;
    double least = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(p[i]))
            order[m++] = i;
    if (m)
        qsort_r(order, m, sizeof *order, compare, p);
    for (size_t i = 0; i < m; i++) {
        double *at = &p[order[i]];
        least = fmax(least, fmin(1, (double)(m - i) * *at));
        *at = least;
    }
    return m;
}
