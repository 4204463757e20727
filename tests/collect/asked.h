/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asked.h: a worker that a test asks by itself, without a pool. */
#ifndef BENCHMAT_TESTS_COLLECT_ASKED_H
#define BENCHMAT_TESTS_COLLECT_ASKED_H

#include <sys/mman.h>
#include <unistd.h>

#include "collect/processes/process.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

enum { ARENA_BYTES = 1 << 20, LONG = 60 /* seconds: nothing right takes so long */ };

static struct rig rig;
static int arena;

static inline int asked_begin(void **state) {
    (void)state;
    rig_begin(&rig);
    arena = memfd_create("arena", MFD_CLOEXEC);
    return ftruncate(arena, ARENA_BYTES);
}

static inline int asked_end(void **state) {
    (void)state;
    close(arena);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

static inline struct process started(void) {
    struct process process;
    struct err err = {""};
    if (process_start(&process, &rig.conditions, ADDRESSES_FIXED, NULL, arena, &err))
        fail_msg("%s", err.message);
    return process;
}

/* Loads PATH for ACTION in double precision. */
static inline int load(struct process *process, const char *path, const char *action,
                       struct wire_loaded *loaded, enum cell_status *fate, struct err *err,
                       double limit) {
    static struct wire_load request;
    request = (struct wire_load){.type = 'd',
                                 .layout = 1,
                                 .implementation = -1,
                                 .arena_bytes = ARENA_BYTES,
                                 .path_count = 1};
    strcpy(request.action, action);
    strcpy(request.paths[0], path);
    struct question question = {WIRE_LOAD, &request, sizeof request, loaded, sizeof *loaded, limit};
    return process_ask(process, &rig.conditions, &question, fate, err);
}

static inline struct process loaded_with(const char *path) {
    static struct wire_loaded reply;
    struct process process = started();
    enum cell_status fate;
    struct err err = {""};
    if (load(&process, path, "axpy", &reply, &fate, &err, LONG))
        fail_msg("%s", err.message);
    return process;
}

static inline int set_up(struct process *process, int64_t size, struct err *err) {
    struct wire_setup request = {.size = size};
    struct wire_ready reply;
    enum cell_status fate;
    struct question question = {WIRE_SETUP, &request, sizeof request, &reply, sizeof reply, LONG};
    return process_ask(process, &rig.conditions, &question, &fate, err);
}

static inline int answer(struct process *process, double limit, enum cell_status *fate,
                         struct err *err) {
    struct wire_answer request = {0};
    struct wire_answered reply;
    struct question question = {WIRE_ANSWER, &request, sizeof request, &reply, sizeof reply, limit};
    return process_ask(process, &rig.conditions, &question, fate, err);
}

/* Loads the library, sets size 10 up, and asks for its answer. */
static inline int first_answer(const char *path, double limit, enum cell_status *fate,
                               struct err *err) {
    struct process process = loaded_with(path);
    assert_int_equal(set_up(&process, 10, err), 0);
    int status = answer(&process, limit, fate, err);
    if (status && *fate != CELL_FAILED)
        assert_int_equal(process.pid, 0);
    process_end(&process);
    return status;
}

/* A library that never answers. */
#define HANGING "#define BEFORE_AXPY for (;;) pause()\n"

#endif
