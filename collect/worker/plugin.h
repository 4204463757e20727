/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.h: loads and checks a plug-in, an action in a shared object of its own. */
#ifndef BENCHMAT_COLLECT_WORKER_PLUGIN_H
#define BENCHMAT_COLLECT_WORKER_PLUGIN_H

#include "collect/action.h"
#include "collect/worker/bind.h"
#include "formats/text/err.h"
#include "formats/model/run.h"

/* The most that a plug-in may have of each, so that its description fits into one message. */
enum {
    PLUGIN_MAX_NAME = 63,
    PLUGIN_MAX_TEXT = 255,
    PLUGIN_MAX_IMPLEMENTATIONS = 32,
    PLUGIN_MAX_STATE = 1 << 24,
    PLUGIN_MAX_THREAD_STATE = 1 << 20
};

/* Loads the shared object PATH, for itself and with all symbols bound at once, and finds its
 * `bench_plugin`. It is never unloaded. ERR_FAILED, with the reason: PATH is not a shared object,
 * has no `bench_plugin`, was compiled for another ABI, or fails plugin_check. */
int plugin_load(const char *path, const struct bench_action **action, struct err *err);

/* Checks that ACTION is complete and valid. */
int plugin_check(const struct bench_action *action, struct err *err);

size_t plugin_count_implementations(const struct bench_action *action);
size_t plugin_count_parameters(const struct bench_action *action);
size_t plugin_count_counters(const struct bench_action *action);

/* Whether ACTION supports TYPE. */
int plugin_can_do(const struct bench_action *action, char type);

/* Binds the action's own implementation NUMBER in place of a library's routine, and records in
 * FACTS, as proof_bindings does, in which file it is. BINDING then has the plug-in, PATH, as its
 * only object. */
int plugin_bind(struct binding *binding, const char *path, const struct bench_action *action,
                size_t number, struct facts *facts, struct err *err);

/* Loads the COUNT objects PATHS, which are borrowed, and binds their function SYMBOL in place of a
 * library's routine; records the same. IS_CHAIN: as in struct library. */
int plugin_bind_function(struct binding *binding, const char *const *paths, size_t count,
                         int is_chain, const char *symbol, struct facts *facts, struct err *err);

#endif
