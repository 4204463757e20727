/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mount.h: what a worker measures: an action, the code that does it, and the memory in which it is
 * done. */
#ifndef BENCHMAT_COLLECT_WORKER_MOUNT_H
#define BENCHMAT_COLLECT_WORKER_MOUNT_H

#include "collect/harness/wire.h"
#include "collect/worker/bind.h"
#include "collect/timing/timing.h"
#include "formats/text/err.h"

struct mount {
    struct wire_load load; /* the request */
    const struct bench_action *action;
    struct binding binding;
    int is_bound;     /* there is something to measure, not only an action to ask */
    int integer_bits; /* of the library's integers: 32, 64, or 0 if unknown */
    char *arena;      /* NULL: none */
    double clock_cost;
    struct sweep eviction;
};

/* Loads what MOUNT's `load` asks for, and fills LOADED. Nothing is ever unloaded. */
int mount_load(struct mount *mount, int arena_file, struct wire_loaded *loaded, struct err *err);

/* Returns 0 if the action supports the type that was asked for, else ERR_FAILED. */
int mount_can_do(const struct mount *mount, struct err *err);

#endif
