/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/design/actions.h"

#include <string.h>

const struct bench_action *actions_find(const char *name) {
    name = action_name(name);
    for (const struct bench_action *const *a = actions; *a; a++)
        if (strcmp((*a)->name, name) == 0)
            return *a;
    return NULL;
}

const struct bench_action *actions_find_routine(const char *name, char *type) {
    const struct bench_action *action = *name ? actions_find(name + 1) : NULL;
    int is_routine = action && action->routines && action->routines[0].fortran;
    if (!is_routine || !strchr(action->types ? action->types : "sd", *name))
        return NULL;
    *type = *name;
    return action;
}

size_t actions_idle(const char *name, bench_function routines[IDLE_ROUTINES]) {
    const struct action_idle *idle = idle_actions;
    size_t count = 0;
    while (idle->action && strcmp(idle->action, name) != 0)
        idle++;
    for (; idle->action && count < IDLE_ROUTINES && idle->routines[count]; count++)
        routines[count] = idle->routines[count];
    return count;
}

int actions_have_kernel(const char *name) {
    static const char *const with_kernels[] = {"peak_flops", "stream_triad"};
    for (size_t i = 0; i < sizeof with_kernels / sizeof *with_kernels; i++)
        if (strcmp(with_kernels[i], name) == 0)
            return 1;
    return 0;
}
