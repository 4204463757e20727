/* SPDX-License-Identifier: GPL-3.0-or-later */
/* two_runs.h: an earlier and a later run, compared, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_TWO_RUNS_H
#define BENCHMAT_TESTS_ANALYZE_TWO_RUNS_H

#include "analyze/comparison/compared.h"
#include "analyze/aggregate/aggregate.h"
#include "analyze/inference/multiplicity.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

struct two_runs {
    struct run *runs[COMPARE_SETS];
    struct table tables[COMPARE_SETS];
    struct compared_options options;
    struct compared compared;
    unsigned spared; /* bits of enum need */
};

/* Of POINTS sizes and ROUNDS rounds; no library is in them yet. */
static inline struct two_runs two_runs(size_t points, size_t rounds) {
    return (struct two_runs){
        .runs = {sample_run(points, rounds, 4), sample_run(points, rounds, 4)},
        .options = {.asked = {.confidence = 0.95, .level = 0.05, .adjust = multiplicity_holm}}};
}

static inline void two_runs_add(struct two_runs *two, const char *library, double earlier,
                                double later) {
    sample_series(two->runs[COMPARE_EARLIER], library, earlier);
    sample_series(two->runs[COMPARE_LATER], library, later);
}

static inline struct facts *two_runs_facts(struct two_runs *two, enum compare_set set) {
    return &two->runs[set]->facts;
}

/* What compared_conclude returns. */
static inline int two_runs_conclude(struct two_runs *two, struct err *err) {
    static const char *const files[COMPARE_SETS] = {"old.h5", "new.h5"};
    two->compared.options = &two->options;
    for (int set = 0; set < COMPARE_SETS; set++) {
        const struct table_options options = {
            .archive = files[set], .with_provenance = 1, .spared = two->spared};
        two->compared.files[set] = files[set];
        two->compared.tables[set] = &two->tables[set];
        for (size_t m = 0; m < two->runs[set]->measurement_count; m++)
            assert_int_equal(aggregate_whole(&two->tables[set], two->runs[set],
                                             &two->runs[set]->measurements[m], &options, err),
                             0);
    }
    compared_adopt_types(&two->tables[COMPARE_EARLIER], &two->tables[COMPARE_LATER]);
    compared_adopt_types(&two->tables[COMPARE_LATER], &two->tables[COMPARE_EARLIER]);
    return compared_conclude(&two->compared, err);
}

static inline void two_runs_release(struct two_runs *two) {
    compared_release(&two->compared);
    for (int set = 0; set < COMPARE_SETS; set++) {
        table_release(&two->tables[set]);
        run_free(two->runs[set]);
    }
}

#endif
