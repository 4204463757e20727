/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_run.h: runs made in memory, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_SAMPLE_RUN_H
#define BENCHMAT_TESTS_ANALYZE_SAMPLE_RUN_H

#include <string.h>

#include "formats/model/run.h"
#include "tests/collected_series.h"

/* A run "run_000001" of "axpy" in double precision; its sizes are 10, 20, 30 ... */
static inline struct run *sample_run(size_t points, size_t rounds, size_t seeds) {
    struct run *run = run_new();
    run->name = strdup("run_000001");
    facts_set_text(&run->facts, FACT_STARTED, "2025-06-01T12:03:44+02:00");
    facts_set_text(&run->facts, FACT_CPU, "Processor X");
    struct measurement *m = run_add_measurement(run, "axpy", points, rounds, seeds, NULL);
    facts_set_text(&m->facts, FACT_ABOUT, "y = a x + y");
    facts_set_text(&m->facts, FACT_TYPE, "d");
    facts_set_text(&m->facts, FACT_SCHEDULE, "interleaved");
    facts_set_text(&m->facts, FACT_SIZE_MEANS, "length of x and y");
    facts_set_text(&m->facts, FACT_PAIRED_BY, "round and seed");
    for (size_t p = 0; p < points; p++) {
        m->sizes[p] = 10 * (int64_t)(p + 1);
        m->seeds[p] = (int64_t)seeds;
    }
    return run;
}

/* A library that takes FACTOR times as long as one that takes size ns, with a spread over rounds
 * and seeds that is the same for all. */
static inline struct series *sample_series(struct run *run, const char *name, double factor) {
    struct measurement *m = &run->measurements[0];
    struct series *series = collected_series(m, name);
    for (size_t p = 0; p < m->points; p++) {
        series->status[p] = CELL_OK;
        for (size_t r = 0; r < m->rounds; r++)
            for (size_t k = 0; k < m->max_seeds; k++)
                series->seconds[measurement_index(m, p, r, k)] = factor * (double)m->sizes[p] *
                                                                 1e-9 * (1 + 0.01 * (double)r) *
                                                                 (1 + 0.001 * (double)k);
    }
    return series;
}

#endif
