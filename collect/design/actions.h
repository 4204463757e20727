/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions.h: the built-in actions. */
#ifndef BENCHMAT_COLLECT_DESIGN_ACTIONS_H
#define BENCHMAT_COLLECT_DESIGN_ACTIONS_H

#include "collect/action.h"
#include "formats/model/action_names.h"

/* All built-in actions, by topic; ends with NULL. The build makes this table of what the files of
 * collect/actions/ define (action_table.awk), so that a new one is a file there and no more. */
extern const struct bench_action *const actions[];

/* Returns the action with that name or alias, with or without "action_" in front; NULL: none. */
const struct bench_action *actions_find(const char *name);

/* The same for the name of a routine with the letter of its type, such as dgemm; sets TYPE to that.
 */
const struct bench_action *actions_find_routine(const char *name, char *type);

/* Routines that do nothing, in the place of those that the throughput action NAME calls: what a
 * trial with them takes of each operation is the action's own work. NAME_idle of its file has them,
 * in the order of the action's `routines`, or the one in the place of its implementation; it ends
 * with NULL. What they do is wrong. */
struct action_idle {
    const char *action;
    const bench_function *routines;
};
extern const struct action_idle idle_actions[]; /* ends with a row of NULLs */

/* Copies those of the built-in action NAME to ROUTINES. Returns their number; 0: it has none. */
enum { IDLE_ROUTINES = 6 };
size_t actions_idle(const char *name, bench_function routines[IDLE_ROUTINES]);

/* Whether libraries that calculate on a device are measured beside the implementations of the
 * action NAME, by kernels of ours (collect/devices/device_kernel.h). */
int actions_have_kernel(const char *name);

#endif
