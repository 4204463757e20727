/* SPDX-License-Identifier: GPL-3.0-or-later */
/* talk.h: a worker that has a plug-in, and what a test asks it. */
#ifndef BENCHMAT_TESTS_COLLECT_TALK_H
#define BENCHMAT_TESTS_COLLECT_TALK_H

#include <sys/mman.h>
#include <unistd.h>

#include "collect/processes/process.h"
#include "tests/collect/plugins.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

enum { ARENA_BYTES = 4 << 20 };

static struct rig rig;
static int arena;
static const char *memory;
static enum cell_status fate;
static struct err err;

static inline int talk_begin(void **state) {
    (void)state;
    rig_begin(&rig);
    arena = memfd_create("arena", MFD_CLOEXEC);
    if (arena < 0 || ftruncate(arena, wire_sweep_offset(ARENA_BYTES) + WIRE_SWEEP_MOST) != 0)
        return -1;
    memory = mmap(NULL, ARENA_BYTES, PROT_READ, MAP_SHARED, arena, 0);
    return memory == MAP_FAILED;
}

static inline int talk_end(void **state) {
    (void)state;
    rig_end(&rig);
    munmap((void *)(uintptr_t)memory, ARENA_BYTES);
    close(arena);
    return rig_is_childless() ? 0 : -1;
}

/* --- questions --- */

static inline struct process started(void) {
    struct process process;
    if (process_start(&process, &rig.conditions, ADDRESSES_FIXED, NULL, arena, &err))
        fail_msg("%s", err.message);
    return process;
}

static inline int ask(struct process *process, uint32_t kind, const void *request,
                      size_t request_bytes, void *reply, size_t reply_bytes) {
    struct question question = {kind, request, request_bytes, reply, reply_bytes, 60};
    return process_ask(process, &rig.conditions, &question, &fate, &err);
}

#define ASK(process, kind, request, reply)                                                         \
    ask(process, kind, request, sizeof *(request), reply, sizeof *(reply))

static inline int load(struct process *process, const char *plugin, int implementation,
                       uint64_t layout) {
    static struct wire_load request;
    static struct wire_loaded reply;
    request = (struct wire_load){.type = 's',
                                 .layout = layout,
                                 .implementation = implementation,
                                 .arena_bytes = implementation >= 0 ? ARENA_BYTES : 0};
    snprintf(request.plugin, sizeof request.plugin, "%s", plugin);
    return ASK(process, WIRE_LOAD, &request, &reply);
}

static inline struct process loaded(const char *plugin, int implementation, uint64_t layout) {
    struct process process = started();
    if (load(&process, plugin, implementation, layout))
        fail_msg("%s", err.message);
    return process;
}

static inline int set_up(struct process *process, int64_t size, double a,
                         struct wire_ready *ready) {
    struct wire_setup request = {.size = size, .parameters = {a}};
    return ASK(process, WIRE_SETUP, &request, ready);
}

static inline int answer(struct process *process, struct wire_answered *answered) {
    struct wire_answer request = {.seed = 7};
    return ASK(process, WIRE_ANSWER, &request, answered);
}

static inline int cold_batch(struct process *process, uint64_t evict_bytes,
                             struct wire_sample *sample) {
    struct wire_batch request = {.calls = 10,
                                 .call_seconds = 1e-6,
                                 .shortest = 1e-6,
                                 .warm_up = 1e-4,
                                 .evict_bytes = evict_bytes};
    return ASK(process, WIRE_BATCH, &request, sample);
}

static inline int batch(struct process *process, struct wire_sample *sample) {
    return cold_batch(process, 0, sample);
}

#endif
