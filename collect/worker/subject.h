/* SPDX-License-Identifier: GPL-3.0-or-later */
/* subject.h: what a worker measures: an action, what does it, and the memory it is done in. */
#ifndef BENCHMAT_COLLECT_WORKER_SUBJECT_H
#define BENCHMAT_COLLECT_WORKER_SUBJECT_H

#include "collect/wire.h"
#include "collect/worker/bind.h"
#include "collect/worker/evict.h"
#include "formats/err.h"

struct subject {
    struct wire_load load; /* what was asked for */
    const struct bench_action *action;
    struct binding binding;
    int is_bound; /* there is something to measure, and not only an action to ask */
    char *arena;  /* NULL: none */
    struct sweep eviction;
};

/* Loads what SUBJECT's `load` asks for, and fills LOADED. Nothing is ever unloaded. */
int subject_load(struct subject *subject, int arena_file, struct wire_loaded *loaded,
                 struct err *err);

/* 0 if the action can be done in the type that was asked for, else ERR_FAILED. */
int subject_can_do(const struct subject *subject, struct err *err);

#endif
