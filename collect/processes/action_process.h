/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action_process.h: the workers without a library: one that answers questions about a plug-in, and
 * one in which an action begins and ends a run. */
#ifndef BENCHMAT_COLLECT_PROCESSES_ACTION_PROCESS_H
#define BENCHMAT_COLLECT_PROCESSES_ACTION_PROCESS_H

#include "collect/design/action_info.h"
#include "collect/processes/process.h"
#include "collect/processes/worker_pool.h"

/* Asks a worker to describe the plug-in at PATH, a real path, and fills INFO. ERR_FAILED: that is
 * impossible; the message names the file. A worker stays for further questions. CONDITIONS are
 * borrowed until the query ends. The caller gives INFO to action_query_end and to
 * action_info_release in any case. */
int action_query_begin(struct action_info *info, const char *path,
                       const struct process_conditions *conditions, struct err *err);
void action_query_end(struct action_info *info);

/* Asks what the action says about DESIGN_POINT, unless that is known, and keeps it for
 * action_info_account. If the action does not say, the fate of the design point is the reason:
 * crashed, hung, failed; after two hangs the other design points are not asked about. Returns 0;
 * ERR_INTERRUPTED; or ERR_FAILED if memory runs out. */
int action_query_ask(const struct action_info *info, const struct design_point *design_point,
                     struct err *err);

/* --- run hooks --- */

/* The process in which an action's begin_run and end_run are called, before the first round and
 * after the last, even if that was cut short; what begin_run made lives in it in between. */

struct run_hooks {
    struct process_conditions conditions;
    struct worker_pool pool; /* its members sleep: one, or one for each command's own hooks */
    const struct design_points *points; /* at which the hooks of commands are called */
    size_t begun; /* for so many an end is due: all members at the first point, then at the next */
    char why[256];
};

/* Calls ACTION's begin_run, if it has begin_run or end_run; the setup of commands is called for
 * each of POINTS, which are borrowed, if it depends on the point, and for each command if each has
 * one. If begin_run fails, crashes or does not return, the action cannot be measured: its fate says
 * so, with a text in HOOKS, which must not move. Returns 0, even then; ERR_INTERRUPTED; or
 * ERR_FAILED if no worker can be started, or if the setup of commands fails. The caller gives HOOKS
 * to run_hooks_end in any case. */
int run_hooks_begin(struct run_hooks *hooks, const struct process_conditions *conditions,
                    struct action_info *action, const struct design_points *points,
                    struct err *err);

/* Calls end_run, if begin_run succeeded, and ends the process; the cleanup of commands is called
 * for every point whose setup succeeded. ERR_FAILED: something went wrong; ERR has the first fault.
 */
int run_hooks_end(struct run_hooks *hooks, struct err *err);

#endif
