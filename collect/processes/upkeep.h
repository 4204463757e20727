/* SPDX-License-Identifier: GPL-3.0-or-later */
/* upkeep.h: the process in which an action's begin_run and end_run are called, and what they have
 * made lives in between: before the first round, after the last, also where that was cut short. */
#ifndef BENCHMAT_COLLECT_PROCESSES_UPKEEP_H
#define BENCHMAT_COLLECT_PROCESSES_UPKEEP_H

#include "collect/processes/team.h"

struct upkeep {
    struct process_conditions conditions;
    struct team team; /* of one, which sleeps */
    int is_needed;
    char why[256];
};

/* Calls ACTION's begin_run, if it has any of the two functions. Where that fails, crashes or does
 * not return, the action cannot be measured: its fate says so, in the words of UPKEEP, which must
 * stay. Returns 0, also then; ERR_INTERRUPTED; or ERR_FAILED where no worker can be had. The caller
 * gives UPKEEP to upkeep_end in any case. */
int upkeep_begin(struct upkeep *upkeep, const struct process_conditions *conditions,
                 struct subject *action, struct err *err);

/* Calls end_run, where begin_run did well, and ends the process. What goes wrong is ERR_FAILED. */
int upkeep_end(struct upkeep *upkeep, struct err *err);

#endif
