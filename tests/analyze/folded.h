/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folded.h: the table of a run's only measurement; the run is released. */
#ifndef BENCHMAT_TESTS_ANALYZE_FOLDED_H
#define BENCHMAT_TESTS_ANALYZE_FOLDED_H

#include "analyze/aggregate/aggregate.h"
#include "tests/test.h"

static inline struct table folded(struct run *run, const struct table_options *options) {
    struct table table = {0};
    struct err err = {""};
    if (aggregate_whole(&table, run, &run->measurements[0], options, &err))
        fail_msg("%s", err.message);
    run_free(run);
    return table;
}

#endif
