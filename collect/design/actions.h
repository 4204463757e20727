/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions.h: the built-in actions. */
#ifndef BENCHMAT_COLLECT_DESIGN_ACTIONS_H
#define BENCHMAT_COLLECT_DESIGN_ACTIONS_H

#include "collect/action.h"

/* All built-in actions; ends with NULL. */
extern const struct bench_action *const actions[];

/* Names that the classic suite uses for actions with another name here; ends with NULLs. */
struct action_alias {
    const char *alias, *name;
};
extern const struct action_alias action_aliases[];

/* Returns the action with that name or alias, with or without "action_" in front; NULL: none. */
const struct bench_action *actions_find(const char *name);

#endif
