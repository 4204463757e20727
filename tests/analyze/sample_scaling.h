/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_scaling.h: runs with several numbers of threads, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_SAMPLE_SCALING_H
#define BENCHMAT_TESTS_ANALYZE_SAMPLE_SCALING_H

#include "tests/analyze/normal.h"
#include "tests/analyze/sample_sweep.h"

/* Each of SIZES with 1, 2, 4, ... threads, COUNTS of them, in that order. */
static inline struct run *sample_threads(const int64_t *sizes, size_t size_count, size_t counts,
                                         size_t rounds) {
    double threads[64];
    struct run *run = sample_run(size_count * counts, rounds, 2);
    for (size_t p = 0; p < size_count * counts; p++) {
        run->measurements[0].sizes[p] = sizes[p / counts];
        threads[p] = (double)(1 << p % counts);
    }
    sample_parameter(&run->measurements[0], "threads", threads);
    return run;
}

/* A library that takes size ns with one thread and follows the universal scalability law; rounds
 * differ by 3 %, and each time of a round by 0.2 %. */
static inline struct series *sample_scaling_series(struct run *run, const char *name, double sigma,
                                                   double kappa) {
    struct measurement *m = &run->measurements[0];
    unsigned short seed[3] = {8, 9, (unsigned short)m->series_count};
    struct series *series = measurement_add_series(m, name, NULL);
    for (size_t r = 0; r < m->rounds; r++) {
        double common = 0.03 * normal(seed);
        for (size_t p = 0; p < m->points; p++) {
            double n = m->parameters[0].values[p], own = 0.002 * normal(seed);
            double cost = 1 + sigma * (n - 1) + kappa * n * (n - 1);
            series->status[p] = CELL_OK;
            for (size_t k = 0; k < m->max_seeds; k++)
                series->seconds[measurement_index(m, p, r, k)] =
                    1e-9 * (double)m->sizes[p] * cost / n * exp(common + own);
        }
    }
    return series;
}

#endif
