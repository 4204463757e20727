/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/run_hooks.h"

#include <stdio.h>

enum { ARENA_BYTES = 1 << 16 };

static const struct library nobody = {.name = (char *)(uintptr_t) "nobody", .implementation = -1};

static int ask(struct run_hooks *hooks, int is_end, enum cell_status *fate, struct err *err) {
    struct wire_run request = {is_end};
    char nothing;
    struct question question = {WIRE_RUN, &request, sizeof request,
                                &nothing, 0,        worker_pool_load_limit(&hooks->conditions)};
    return worker_pool_ask_loaded(&hooks->pool, 0, &question, fate, err);
}

int run_hooks_begin(struct run_hooks *hooks, const struct process_conditions *conditions,
                    struct action_info *action, struct err *err) {
    const struct library *members[] = {&nobody};
    struct err why;
    *hooks = (struct run_hooks){.conditions = *conditions};
    if (!action->has_run || action->fate != CELL_OK)
        return 0;
    hooks->conditions.threads = 1; /* of several it would be stopped between requests */
    int status = worker_pool_begin(&hooks->pool, &hooks->conditions, action, 0, ARENA_BYTES,
                                   members, 1, err);
    if (status)
        return status;
    status = ask(hooks, 0, &action->fate, &why);
    hooks->is_needed = status == 0;
    if (status == ERR_INTERRUPTED)
        return err_set(err, status, "%s", why.message);
    if (status == 0) {
        action->fate = CELL_OK;
        return 0;
    }
    snprintf(hooks->why, sizeof hooks->why, "beginning the run: %.230s", why.message);
    action->why = hooks->why;
    return 0;
}

int run_hooks_end(struct run_hooks *hooks, struct err *err) {
    enum cell_status fate;
    int status = 0;
    if (hooks->is_needed && hooks->pool.members[0].is_loaded) {
        hooks->pool.members[0].conditions.stop = NULL; /* who interrupts means the measuring */
        status = ask(hooks, 1, &fate, err);
    }
    worker_pool_end(&hooks->pool);
    return status ? err_prefix(err, ERR_FAILED, "ending the run") : 0;
}
