/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_growth.h: tables of libraries whose times follow made-up laws, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_SAMPLE_GROWTH_H
#define BENCHMAT_TESTS_ANALYZE_SAMPLE_GROWTH_H

#include <math.h>

#include "tests/analyze/sample_table.h"

/* The time of a library at a point, in seconds. */
typedef double sample_law(double size);

/* Beside the law 0.1 % of scatter over the rounds, another one for each of the libraries. */
static inline struct series *sample_law_series(struct run *run, const char *name, sample_law *law) {
    struct measurement *m = &run->measurements[0];
    size_t number = m->series_count;
    struct series *series = measurement_add_series(m, name, NULL);
    for (size_t p = 0; p < m->points; p++) {
        series->status[p] = CELL_OK;
        for (size_t r = 0; r < m->rounds; r++)
            for (size_t k = 0; k < m->max_seeds; k++)
                series->seconds[measurement_index(m, p, r, k)] =
                    law((double)m->sizes[p]) * (1 + 1e-3 * (double)((r * (number + 2)) % 5));
    }
    return series;
}

/* Sizes 1, 2, 4, ... and 5 rounds of 2 seeds. */
static inline struct run *sample_doubling_run(size_t points) {
    struct run *run = sample_run(points, 5, 2);
    for (size_t p = 0; p < points; p++)
        run->measurements[0].sizes[p] = (int64_t)1 << p;
    return run;
}

static inline double linear_law(double n) {
    return 2e-9 * n;
}

static inline double square_law(double n) {
    return 1e-10 * n * n;
}

/* Constant up to 64, then as n. */
static inline double bent_law(double n) {
    return 1e-7 * fmax(n, 64) / 64;
}

#endif
