/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/multiplicity.h"

#include <math.h>
#include <stdlib.h>

/* --- Holm's procedure --- */

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

/* --- control --- */

static const char *claim_of(const struct series *series) {
    return facts_text(&series->facts, FACT_CONTROL_OF, NULL);
}

const struct series *control_library(const struct measurement *m, const struct series *series) {
    const char *name = claim_of(series);
    const struct series *library = name ? measurement_find(m, name) : NULL;
    return library && !claim_of(library) ? library : NULL;
}

const struct series *control_find(const struct measurement *m) {
    for (size_t i = 0; i < m->series_count; i++)
        if (control_library(m, &m->series[i]))
            return &m->series[i];
    return NULL;
}

const struct noise noise_unknown = {INTERVAL_UNKNOWN, NAN, NAN};

static struct interval or_exactly(struct interval ratio) {
    return interval_has_ends(ratio) ? ratio : interval_exactly(ratio.estimate);
}

struct noise noise_of(struct interval ratio) {
    struct interval held = or_exactly(ratio);
    double floor = isnan(ratio.estimate) ? NAN : fmax(1, fmax(held.high, 1 / held.low));
    return (struct noise){ratio, floor, NAN};
}

int noise_hides(const struct noise *noise, struct interval ratio) {
    struct interval held = or_exactly(ratio);
    return held.low <= noise->floor && held.high >= 1 / noise->floor;
}
