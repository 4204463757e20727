/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions.h: the built-in actions. */
#ifndef BENCHMAT_COLLECT_DESIGN_ACTIONS_H
#define BENCHMAT_COLLECT_DESIGN_ACTIONS_H

#include "collect/action.h"

/* All built-in actions; ends with NULL. */
extern const struct bench_action *const actions[];

/* Other names of actions, that the classic suite and the routine that an action calls have; ends
 * with NULLs. */
struct action_alias {
    const char *alias, *name;
};
extern const struct action_alias action_aliases[];

/* Returns the action with that name or alias, with or without "action_" in front; NULL: none. */
const struct bench_action *actions_find(const char *name);

/* The same for the name of a routine with the letter of its type, such as dgemm; sets TYPE to that.
 */
const struct bench_action *actions_find_routine(const char *name, char *type);

#endif
