/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solo.h: one action at one size in the test's own process, called once. For after cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_SOLO_H
#define BENCHMAT_TESTS_COLLECT_SOLO_H

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/design/actions.h"
#include "collect/harness/workspace.h"
#include "tests/collect/design_points.h"
#include "tests/test.h"

struct solo {
    struct workspace workspace;
    struct design_point design_point;
    struct bench *bench;
    char *arena;
};

static inline void solo_initialize(struct solo *solo, uint64_t seed) {
    workspace_poison(&solo->workspace);
    workspace_initialize(&solo->workspace, seed);
    workspace_renew(&solo->workspace, 1);
}

/* Sets the action up with ROUTINES, C ones, and initializes it. Its first parameter is PARAMETER
 * unless that is NaN, and all others have their usual value. */
static inline void solo_begin(struct solo *solo, const char *name, char type, int64_t size,
                              double parameter, const bench_function *routines) {
    const struct bench_action *action = actions_find(name);
    struct workspace_needs needs;
    struct err err = {""};
    assert_non_null(action);
    solo->design_point = *usual(action, size);
    if (!isnan(parameter))
        solo->design_point.parameters[0] = parameter;
    if (workspace_measure(action, type, &solo->design_point, &needs, &err))
        fail_msg("%s", err.message);
    solo->arena = aligned_alloc(4096, (needs.arena_bytes + 4095) / 4096 * 4096);
    assert_non_null(solo->arena);
    if (workspace_setup(&solo->workspace, action, type, &solo->design_point, routines, 1,
                        solo->arena, needs.arena_bytes, 1, &err))
        fail_msg("%s", err.message);
    solo->bench = &solo->workspace.bench;
    if (action->begin_round && action->begin_round(solo->bench))
        fail_msg("%s of type %c at size %lld does not begin", name, type, (long long)size);
    solo_initialize(solo, 1);
}

static inline void solo_calculate(struct solo *solo, int64_t calls) {
    solo->workspace.action->calculate(solo->bench, calls);
}

static inline double solo_residual(const struct solo *solo) {
    return solo->workspace.action->residual(solo->bench);
}

static inline void *solo_output(const struct solo *solo, size_t which, size_t *count) {
    assert_true(which < solo->workspace.output_count);
    *count = (size_t)solo->workspace.outputs[which].count;
    return solo->arena + solo->workspace.outputs[which].offset;
}

static inline void solo_end(struct solo *solo) {
    if (solo->workspace.action->end_round)
        solo->workspace.action->end_round(solo->bench);
    workspace_release(&solo->workspace);
    free(solo->arena);
}

/* The routine NAME of the library at PATH. */
static inline bench_function solo_routine(const char *path, const char *name) {
    bench_function routine;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = handle ? dlsym(handle, name) : NULL;
    if (!symbol)
        fail_msg("%s", dlerror());
    memcpy(&routine, &symbol, sizeof routine);
    return routine;
}

#endif
