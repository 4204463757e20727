/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.h: an action in a shared object of its own. */
#ifndef BENCHMAT_COLLECT_WORKER_PLUGIN_H
#define BENCHMAT_COLLECT_WORKER_PLUGIN_H

#include "collect/action.h"
#include "collect/worker/bind.h"
#include "formats/text/err.h"
#include "formats/model/run.h"

/* The most that one may have of each, so that what it says of itself fits into one frame. */
enum {
    PLUGIN_MAX_NAME = 63,
    PLUGIN_MAX_TEXT = 255,
    PLUGIN_MAX_IMPLEMENTATIONS = 32,
    PLUGIN_MAX_STATE = 1 << 24
};

/* Loads the shared object PATH, for itself and with all symbols bound at once, and finds its
 * `bench_plugin`. It is never unloaded. ERR_FAILED, with what is wrong with it, when it is no
 * shared object, has no such table, was compiled for another ABI, or has in it what cannot be. */
int plugin_load(const char *path, const struct bench_action **action, struct err *err);

/* Whether ACTION is whole, as plugin_load demands it. */
int plugin_check(const struct bench_action *action, struct err *err);

size_t plugin_count_implementations(const struct bench_action *action);
size_t plugin_count_parameters(const struct bench_action *action);

/* Whether ACTION can be done in TYPE. */
int plugin_can_do(const struct bench_action *action, char type);

/* Binds the action's own implementation of that NUMBER in place of a library's routine, and says in
 * FACTS, as proof_bindings does, in which file it lies. BINDING then has the plug-in, PATH, for its
 * only object. */
int plugin_bind(struct binding *binding, const char *path, const struct bench_action *action,
                size_t number, struct facts *facts, struct err *err);

#endif
