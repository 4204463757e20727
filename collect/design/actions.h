/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions.h: the built-in actions. */
#ifndef BENCHMAT_COLLECT_DESIGN_ACTIONS_H
#define BENCHMAT_COLLECT_DESIGN_ACTIONS_H

#include "collect/action.h"
#include "collect/actions/idle.h"
#include "formats/model/action_names.h"

/* All built-in actions; ends with NULL. */
extern const struct bench_action *const actions[];

/* Returns the action with that name or alias, with or without "action_" in front; NULL: none. */
const struct bench_action *actions_find(const char *name);

/* The same for the name of a routine with the letter of its type, such as dgemm; sets TYPE to that.
 */
const struct bench_action *actions_find_routine(const char *name, char *type);

/* Copies to ROUTINES those that do nothing, in the place of what the built-in throughput action
 * NAME is measured with (collect/actions/idle.h). Returns their number; 0: it has none. */
size_t actions_idle(const char *name, bench_function routines[IDLE_ROUTINES]);

/* Whether libraries that calculate on a device are measured beside the implementations of the
 * action NAME, by kernels of ours (collect/devices/device_kernel.h). */
int actions_have_kernel(const char *name);

#endif
