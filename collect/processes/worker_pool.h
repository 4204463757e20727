/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker_pool.h: the workers of one round, one per library.
 *
 * In a common layout all share one arena: one piece of memory (a memfd) that every worker maps at
 * the same address, so that placement in caches is common to all libraries and cancels in their
 * ratio. In the system's own layout, number 0, each has an arena of its own, mapped wherever the
 * kernel likes, and no physical memory is shared: a pool then takes as many times the memory.
 *
 * Only one worker runs at a time; the others sleep. A worker that dies is started again when it is
 * asked next. */
#ifndef BENCHMAT_COLLECT_PROCESSES_WORKER_POOL_H
#define BENCHMAT_COLLECT_PROCESSES_WORKER_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "collect/libraries/library.h"
#include "collect/processes/process.h"
#include "collect/harness/design_point.h"
#include "collect/design/action_info.h"

struct member {
    const struct library *library;
    struct process_conditions conditions; /* the pool's, with threads and CPUs of its own */
    struct process process;
    struct wire_loaded loaded;
    int is_loaded;
    struct design_point design_point; /* what it is set up for; of size 0: nothing */
    struct wire_ready ready;
};

struct arena {
    int file;     /* the memory's descriptor */
    char *memory; /* our own view of it, to read outputs from */
};

struct worker_pool {
    const struct process_conditions *conditions;
    const struct action_info *action;
    uint64_t layout;
    struct arena *arenas; /* one, or as many as there are members */
    size_t arena_count;
    size_t arena_bytes; /* of each */
    struct member *members;
    size_t count;
};

/* Makes the arenas for LAYOUT (see wire_load). The libraries are borrowed; no worker is started
 * yet. On failure there is nothing to end, and ending it does no harm. */
int worker_pool_begin(struct worker_pool *pool, const struct process_conditions *conditions,
                      const struct action_info *action, uint64_t layout, size_t arena_bytes,
                      const struct library *const *libraries, size_t count, struct err *err);
void worker_pool_end(struct worker_pool *pool);

/* Starts member I and loads its library for so many THREADS, if that is not done: they are set
 * before anything is loaded, and the worker is pinned to as many of the conditions' CPUs. One that
 * was loaded for another number is started anew. 0: the conditions' threads and CPUs. Returns as
 * process_ask does. In a pool with a chain every worker has a private directory while it loads
 * (blas_links.h). */
int worker_pool_load(struct worker_pool *pool, size_t i, int threads, enum cell_status *fate,
                     struct err *err);

/* Seconds that loading, setting up and the like may take. */
double worker_pool_load_limit(const struct process_conditions *conditions);

/* Asks member I something about no size, or about one that need not be set up; it is loaded first,
 * if it is not. */
int worker_pool_ask_loaded(struct worker_pool *pool, size_t i, const struct question *question,
                           enum cell_status *fate, struct err *err);

/* Asks member I something about DESIGN_POINT; it is loaded and set up for that first, if it is not.
 */
int worker_pool_ask(struct worker_pool *pool, size_t i, const struct design_point *design_point,
                    const struct question *question, enum cell_status *fate, struct err *err);

/* Lets member I's action end its round at the design point where it is, if it has anything to end:
 * before the next, so that what goes wrong there is not laid to another design point's account. */
int worker_pool_leave(struct worker_pool *pool, size_t i, enum cell_status *fate, struct err *err);

/* Where member I's output number OUTPUT stands, and how many numbers of what type it has; NULL when
 * the worker claims what does not lie in the arena. */
const void *worker_pool_output(const struct worker_pool *pool, size_t i, size_t output,
                               size_t *count, char *type);

#endif
