/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_sweep.h: runs whose points differ in parameters, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_SAMPLE_SWEEP_H
#define BENCHMAT_TESTS_ANALYZE_SAMPLE_SWEEP_H

#include "tests/analyze/sample_run.h"

static inline void sample_parameter(struct measurement *m, const char *name, const double *values) {
    memcpy(measurement_add_parameter(m, name, NULL)->values, values, m->points * sizeof *values);
}

/* Sizes 10 and 20, each with strides 1 and 8, at a chunk of 64. At stride 8 blis takes half as long
 * as openblas, at stride 1 twice as long. */
static inline struct run *sample_sweep(size_t rounds, size_t seeds) {
    struct run *run = sample_run(4, rounds, seeds);
    struct measurement *m = &run->measurements[0];
    const int64_t sizes[] = {10, 10, 20, 20};
    memcpy(m->sizes, sizes, sizeof sizes);
    sample_parameter(m, "stride", (double[]){1, 8, 1, 8});
    sample_parameter(m, "chunk", (double[]){64, 64, 64, 64});
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 2);
    for (size_t p = 1; p < 4; p += 2)
        for (size_t i = 0; i < rounds * seeds; i++)
            blis->seconds[p * rounds * seeds + i] /= 4;
    return run;
}

/* No size; the parameter number is 25, 30 and 35, on the x axis. */
static inline struct run *sample_without_size(size_t rounds, size_t seeds) {
    struct run *run = sample_run(3, rounds, seeds);
    struct measurement *m = &run->measurements[0];
    for (size_t p = 0; p < 3; p++)
        m->sizes[p] = 1;
    sample_parameter(m, "number", (double[]){25, 30, 35});
    facts_set_text(&m->facts, FACT_AXIS, "number");
    sample_series(run, "iterative", 1);
    sample_series(run, "recursive", 3);
    return run;
}

#endif
