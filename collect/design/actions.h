/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions.h: the built-in actions. */
#ifndef BENCHMAT_COLLECT_DESIGN_ACTIONS_H
#define BENCHMAT_COLLECT_DESIGN_ACTIONS_H

#include "collect/action.h"

/* All of them; ends with NULL. */
extern const struct bench_action *const actions[];

/* Names by which the classic suite knows an action that has another one here; ends with NULLs. */
struct action_alias {
    const char *alias, *name;
};
extern const struct action_alias action_aliases[];

/* The action of that name or alias, with or without "action_" in front; NULL for none. */
const struct bench_action *actions_find(const char *name);

#endif
