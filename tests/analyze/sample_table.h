/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_table.h: tables of the sample runs, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_SAMPLE_TABLE_H
#define BENCHMAT_TESTS_ANALYZE_SAMPLE_TABLE_H

#include "analyze/aggregate/aggregate.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

/* Frees RUN. */
static inline struct table table_of(struct run *run) {
    struct table table = {0};
    assert_int_equal(
        aggregate_whole(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    run_free(run);
    return table;
}

/* The reference, one that is slower and wrong at 20, and one that was never measured. */
static inline struct table troubled_table(void) {
    struct run *run = sample_run(2, 3, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "netlib, \"the\" | one", 2)->status[1] = CELL_WRONG;
    measurement_add_series(&run->measurements[0], "none", NULL);
    return table_of(run);
}

/* A control whose ratio is 1.1 or so, one library within that, one beyond, and four warnings. */
static inline struct table noisy_table(void) {
    struct run *run = sample_run(2, 2, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 1.05);
    sample_series(run, "atlas", 2)->status[1] = CELL_WRONG;
    struct series *control = sample_series(run, "openblas.control", 1.1);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    facts_set_real(&run->facts, "harness_overhead", 1e-9);
    return table_of(run);
}

#endif
