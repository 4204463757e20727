/* SPDX-License-Identifier: GPL-3.0-or-later */
/* round_plan.h: plans, for --plan-for, how many rounds of how many seeds to measure: by an earlier
 * run in the archive, or by the first rounds of this one. The statistics are those of
 * bench-analyze --plan-for (analyze/aggregate/replication.h). */
#ifndef BENCHMAT_COLLECT_CLI_ROUND_PLAN_H
#define BENCHMAT_COLLECT_CLI_ROUND_PLAN_H

#include "collect/job/job.h"
#include "store/file/lock.h"

/* The callbacks are those of struct round_planner; earlier_run.h says which run is used. */
struct round_plan {
    struct round_planner planner; /* first */
    const char *archive;          /* which need not exist yet */
    const struct access *access;
    const struct process_conditions *conditions; /* in which this run will measure */
};

void round_plan_begin(struct round_plan *plan, const char *archive, const struct access *access,
                      const struct process_conditions *conditions);

#endif
