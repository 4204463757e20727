/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h: the second stage: rounds over everything that was planned.
 *
 * A round starts fresh workers on a fresh arena in a layout drawn for it. For every size and seed
 * all libraries run one after the other, so that samples that are compared are neighbours in time.
 */
#ifndef BENCHMAT_COLLECT_MEASURE_H
#define BENCHMAT_COLLECT_MEASURE_H

#include "collect/plan.h"

/* What a round needs to start its team. */
struct measure_setup {
    const struct process_conditions *conditions;
    const struct bench_action *action;
    const struct settings *settings;
    const struct library *const *libraries; /* as many as the plan has */
    size_t arena_bytes;
};

/* Puts the sizes, the seeds and all that planning found out into MEASUREMENT, whose points and
 * series are those of the plan, in its order. */
void measure_record_plan(struct measurement *measurement, const struct plan *plan);

/* Measures all rounds into MEASUREMENT. A library that dies loses its cell and goes on with the
 * next. On ERR_INTERRUPTED what was measured so far is there. */
int measure_rounds(struct measurement *measurement, const struct plan *plan,
                   const struct measure_setup *setup, struct observer *observer, struct err *err);

#endif
