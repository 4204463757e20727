/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_hooks.h: the process in which an action's begin_run and end_run are called, and what they
 * have made lives in between: before the first round, after the last, also where that was cut
 * short. */
#ifndef BENCHMAT_COLLECT_PROCESSES_RUN_HOOKS_H
#define BENCHMAT_COLLECT_PROCESSES_RUN_HOOKS_H

#include "collect/processes/worker_pool.h"

struct run_hooks {
    struct process_conditions conditions;
    struct worker_pool pool; /* of one, which sleeps */
    int is_needed;
    char why[256];
};

/* Calls ACTION's begin_run, if it has any of the two functions. Where that fails, crashes or does
 * not return, the action cannot be measured: its fate says so, in the words of UPKEEP, which must
 * stay. Returns 0, also then; ERR_INTERRUPTED; or ERR_FAILED where no worker can be had. The caller
 * gives UPKEEP to run_hooks_end in any case. */
int run_hooks_begin(struct run_hooks *hooks, const struct process_conditions *conditions,
                    struct action_info *action, struct err *err);

/* Calls end_run, where begin_run did well, and ends the process. What goes wrong is ERR_FAILED. */
int run_hooks_end(struct run_hooks *hooks, struct err *err);

#endif
