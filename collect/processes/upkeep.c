/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/upkeep.h"

#include <stdio.h>

enum { ARENA_BYTES = 1 << 16 };

static const struct library nobody = {.name = (char *)(uintptr_t) "nobody", .implementation = -1};

static int ask(struct upkeep *upkeep, int is_end, enum cell_status *fate, struct err *err) {
    struct wire_run request = {is_end};
    char nothing;
    struct question question = {WIRE_RUN, &request, sizeof request,
                                &nothing, 0,        team_load_limit(&upkeep->conditions)};
    return team_ask_loaded(&upkeep->team, 0, &question, fate, err);
}

int upkeep_begin(struct upkeep *upkeep, const struct process_conditions *conditions,
                 struct subject *action, struct err *err) {
    const struct library *members[] = {&nobody};
    struct err why;
    *upkeep = (struct upkeep){.conditions = *conditions};
    if (!action->has_run || action->fate != CELL_OK)
        return 0;
    upkeep->conditions.threads = 1; /* of several it would be stopped between requests */
    int status =
        team_begin(&upkeep->team, &upkeep->conditions, action, 0, ARENA_BYTES, members, 1, err);
    if (status)
        return status;
    status = ask(upkeep, 0, &action->fate, &why);
    upkeep->is_needed = status == 0;
    if (status == ERR_INTERRUPTED)
        return err_set(err, status, "%s", why.message);
    if (status == 0) {
        action->fate = CELL_OK;
        return 0;
    }
    snprintf(upkeep->why, sizeof upkeep->why, "beginning the run: %.230s", why.message);
    action->why = upkeep->why;
    return 0;
}

int upkeep_end(struct upkeep *upkeep, struct err *err) {
    enum cell_status fate;
    int status = 0;
    if (upkeep->is_needed && upkeep->team.members[0].is_loaded) {
        upkeep->team.members[0].conditions.stop = NULL; /* who interrupts means the measuring */
        status = ask(upkeep, 1, &fate, err);
    }
    team_end(&upkeep->team);
    return status ? err_prefix(err, ERR_FAILED, "ending the run") : 0;
}
