/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/action_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/design/design_points.h"
#include "collect/processes/worker_pool.h"

/* --- action query --- */

enum { ARENA_BYTES = 1 << 16, MOST_HANGS = 2 };

struct query {
    struct worker_pool pool; /* has one member */
};

static const struct library no_library = {.name = (char *)(uintptr_t) "", .implementation = -1};

static int begin(struct query *query, const struct action_info *info,
                 const struct process_conditions *conditions, struct err *err) {
    const struct library *members[] = {&no_library};
    return worker_pool_begin(&query->pool, conditions, info, 0, ARENA_BYTES, members, 1, err);
}

int action_query_begin(struct action_info *info, const char *path,
                       const struct process_conditions *conditions, struct err *err) {
    *info = (struct action_info){0};
    static struct wire_described described;
    struct action_info unknown = {.name = "", .type = 'd', .plugin = (char *)(uintptr_t)path};
    struct query describe_query;
    enum cell_status fate;
    struct question question = {
        WIRE_DESCRIBE, "", 0, &described, sizeof described, worker_pool_load_limit(conditions)};
    int code = begin(&describe_query, &unknown, conditions, err);
    if (code == 0)
        code = worker_pool_ask_loaded(&describe_query.pool, 0, &question, &fate, err);
    worker_pool_end(&describe_query.pool);
    if (code == ERR_FAILED && !strstr(err->message, path))
        err_prefix(err, code, "%s", path);
    int status = code ? code : action_info_of_plugin(info, path, &described, err);
    if (status)
        return status;
    struct query *query = calloc(1, sizeof *query);
    if (!query)
        return err_set(err, ERR_FAILED, "no memory to ask %s", path);
    info->query = query;
    return begin(query, info, conditions, err);
}

void action_query_end(struct action_info *info) {
    if (info->query)
        worker_pool_end(&info->query->pool);
    free(info->query);
    info->query = NULL;
}

static int ask(const struct action_info *info, struct account *account, struct err *err) {
    struct worker_pool *pool = &info->query->pool;
    struct wire_setup request = {.size = account->design_point.size,
                                 .threads = account->design_point.threads};
    struct wire_terms terms;
    struct question question = {WIRE_TERMS, &request,     sizeof request,
                                &terms,     sizeof terms, worker_pool_load_limit(pool->conditions)};
    struct err why;
    memcpy(request.parameters, account->design_point.parameters, sizeof request.parameters);
    int status = worker_pool_ask_loaded(pool, 0, &question, &account->fate, &why);
    if (status == ERR_INTERRUPTED)
        return err_set(err, status, "%s", why.message);
    if (status) {
        snprintf(account->why, sizeof account->why, "setting up: %.240s", why.message);
        return 0;
    }
    account->fate = CELL_OK;
    account->terms = (struct terms){terms.flops, terms.bytes, terms.tolerance};
    account->arena_bytes = terms.arena_bytes;
    account->output_bytes = terms.output_bytes;
    return 0;
}

int action_query_ask(const struct action_info *info, const struct design_point *design_point,
                     struct err *err) {
    struct account account = {.design_point = *design_point};
    if (action_info_knows(info, design_point) || !info->query)
        return 0;
    if (info->accounts->hangs >= MOST_HANGS) {
        account.fate = CELL_NOT_MEASURED;
        snprintf(account.why, sizeof account.why, "not tried: setting up hung %d times before",
                 MOST_HANGS);
        return action_info_keep(info, &account, err);
    }
    int status = ask(info, &account, err);
    info->accounts->hangs += account.fate == CELL_HUNG;
    return status ? status : action_info_keep(info, &account, err);
}

/* --- run hooks --- */

/* How many points the hooks are called at. */
static size_t count_points(const struct run_hooks *hooks) {
    const struct action_info *action = hooks->pool.action;
    int differs = action->commands && commands_have_point_hooks(action->commands);
    return differs ? hooks->points->count : 1;
}

/* Turn number I. */
static int ask_hook(struct run_hooks *hooks, int is_end, size_t i, enum cell_status *fate,
                    struct err *err) {
    const struct design_point *point = &hooks->points->items[i / hooks->pool.count];
    struct wire_run request = {.is_end = is_end, .point = {.size = point->size}};
    char nothing;
    struct question question = {WIRE_RUN, &request, sizeof request,
                                &nothing, 0,        worker_pool_load_limit(&hooks->conditions)};
    memcpy(request.point.parameters, point->parameters, sizeof point->parameters);
    return worker_pool_ask_loaded(&hooks->pool, i % hooks->pool.count, &question, fate, err);
}

/* Says whose turn number I was, and where, if there are several. */
static void tell_turn(const struct run_hooks *hooks, size_t i, struct err *err) {
    size_t members = hooks->pool.count;
    if (count_points(hooks) > 1) {
        char where[DESIGN_POINTS_TEXT];
        design_points_describe(hooks->pool.action, &hooks->points->items[i / members], where);
        err_prefix(err, ERR_FAILED, "at %s", where);
    }
    if (members > 1)
        err_prefix(err, ERR_FAILED, "%s", hooks->pool.action->implementations[i % members]);
}

static int begin_points(struct run_hooks *hooks, enum cell_status *fate, struct err *err) {
    size_t points = count_points(hooks), members = hooks->pool.count;
    int status = 0;
    while (status == 0 && hooks->begun < points * members) {
        size_t i = hooks->begun;
        status = ask_hook(hooks, 0, i, fate, err);
        if (status == 0)
            hooks->begun++;
        else if (status != ERR_INTERRUPTED)
            tell_turn(hooks, i, err);
    }
    return status;
}

/* Points to whom the hooks belong: to the action, to all commands or to each. Returns how many. */
static size_t choose_members(const struct action_info *action, const struct library **members) {
    static struct library owners[COMMANDS_MAX];
    size_t count = action->commands ? commands_run_hooks(action->commands) : 1;
    for (size_t i = 0; i < count; i++) {
        owners[i] = (struct library){.name = (char *)(uintptr_t) "",
                                     .implementation = action->commands ? (int)i : -1};
        members[i] = &owners[i];
    }
    return count;
}

int run_hooks_begin(struct run_hooks *hooks, const struct process_conditions *conditions,
                    struct action_info *action, const struct design_points *points,
                    struct err *err) {
    const struct library *members[COMMANDS_MAX];
    struct err why;
    *hooks = (struct run_hooks){.conditions = *conditions, .points = points};
    if (!action->has_run || action->fate != CELL_OK)
        return 0;
    hooks->conditions.threads = 1; /* with several it would be stopped between requests */
    int status = worker_pool_begin(&hooks->pool, &hooks->conditions, action, 0, ARENA_BYTES,
                                   members, choose_members(action, members), err);
    if (status)
        return status;
    status = begin_points(hooks, &action->fate, &why);
    if (status == 0) {
        action->fate = CELL_OK;
        return 0;
    }
    if (status == ERR_INTERRUPTED || action->commands)
        return err_set(err, status, "%s", why.message);
    snprintf(hooks->why, sizeof hooks->why, "beginning the run: %.230s", why.message);
    action->why = hooks->why;
    return 0;
}

int run_hooks_end(struct run_hooks *hooks, struct err *err) {
    enum cell_status fate;
    int is_failed = 0;
    hooks->conditions.stop = NULL; /* only the measuring can be interrupted */
    for (size_t i = 0; i < hooks->pool.count; i++)
        hooks->pool.members[i].conditions.stop = NULL;
    for (size_t i = 0; i < hooks->begun; i++) {
        struct err one;
        if (ask_hook(hooks, 1, i, &fate, &one) == 0)
            continue;
        tell_turn(hooks, i, &one);
        if (!is_failed)
            err_set(err, ERR_FAILED, "ending the run: %s", one.message);
        is_failed = 1;
    }
    worker_pool_end(&hooks->pool);
    return is_failed ? ERR_FAILED : 0;
}
