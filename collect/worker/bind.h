/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bind.h: a library in this process, and an action's routines in it. */
#ifndef BENCHMAT_COLLECT_WORKER_BIND_H
#define BENCHMAT_COLLECT_WORKER_BIND_H

#include "collect/action.h"
#include "collect/library.h"
#include "formats/err.h"
#include "formats/run.h"

enum { BIND_MAX_ROUTINES = 16 };

/* A library's shared objects, loaded. Never unloaded: the process ends with them. */
struct binding {
    void *handles[LIBRARY_MAX_OBJECTS];
    const char *paths[LIBRARY_MAX_OBJECTS]; /* borrowed */
    size_t count;
    bench_function routines[BIND_MAX_ROUTINES];
    int c_interface; /* 1: the routines are the C ones */
};

/* Loads PATHS in order, each for itself (RTLD_LOCAL) and with all symbols bound at once, so that no
 * lazy binding falls into a timing. On failure what the loader says. */
int bind_load(struct binding *binding, const char *const *paths, size_t count, struct err *err);

/* The first of the objects' symbols of that name, NULL for none. */
void *bind_symbol(const struct binding *binding, const char *name);

/* Finds the routines of ACTION for TYPE: all by their Fortran names or else all by their C names.
 * On failure names those that are missing. */
int bind_action(struct binding *binding, const struct bench_action *action, char type,
                struct err *err);

/* Adds the fact "bindings": for each routine the object that its symbol really lies in. */
void bind_describe(const struct binding *binding, const struct bench_action *action, char type,
                   struct facts *facts);

#endif
