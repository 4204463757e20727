/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action_process.h: the workers without a library: one that is asked about a plug-in, and one in
 * which an action begins and ends a run. */
#ifndef BENCHMAT_COLLECT_PROCESSES_ACTION_PROCESS_H
#define BENCHMAT_COLLECT_PROCESSES_ACTION_PROCESS_H

#include "collect/design/action_info.h"
#include "collect/processes/process.h"
#include "collect/processes/worker_pool.h"

/* Has the plug-in at PATH, a real path, described, and makes INFO of it; what keeps it from that
 * is an ERR_FAILED that names the file. The worker stays for further questions. CONDITIONS are
 * borrowed until the query ends. The caller gives INFO to action_query_end and to
 * action_info_release in any case. */
int action_query_begin(struct action_info *info, const char *path,
                       const struct process_conditions *conditions, struct err *err);
void action_query_end(struct action_info *info);

/* Asks what the action says of DESIGN_POINT, unless that is known, for action_info_account to tell.
 * The fate of a design point of which it does not tell is why: crashed, hung, failed; after two
 * that hung the others are not asked about. Returns 0; ERR_INTERRUPTED; or ERR_FAILED where there
 * is no memory. */
int action_query_ask(const struct action_info *info, const struct design_point *design_point,
                     struct err *err);

/* --- run hooks --- */

/* The process in which an action's begin_run and end_run are called, and what they
 * have made lives in between: before the first round, after the last, also where that was cut
 * short. */

struct run_hooks {
    struct process_conditions conditions;
    struct worker_pool pool; /* of one, which sleeps */
    int is_needed;
    char why[256];
};

/* Calls ACTION's begin_run, if it has any of the two functions. Where that fails, crashes or does
 * not return, the action cannot be measured: its fate says so, in the words of HOOKS, which must
 * stay. Returns 0, also then; ERR_INTERRUPTED; or ERR_FAILED where no worker can be had. The caller
 * gives HOOKS to run_hooks_end in any case. */
int run_hooks_begin(struct run_hooks *hooks, const struct process_conditions *conditions,
                    struct action_info *action, struct err *err);

/* Calls end_run, where begin_run did well, and ends the process. What goes wrong is ERR_FAILED. */
int run_hooks_end(struct run_hooks *hooks, struct err *err);

#endif
