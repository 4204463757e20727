/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker_pool.h: the workers of one round, one per library.
 *
 * In a common layout all share one arena: one piece of memory (a memfd) that every worker maps at
 * the same address, so that placement in caches is common to all libraries and cancels in their
 * ratio. In the system's own layout, number 0, each worker has an arena of its own, mapped wherever
 * the kernel likes, and shares no physical memory: a pool then takes as many times the memory.
 *
 * Only one worker runs at a time; the others sleep. A worker that dies is started again at its next
 * request. */
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
    struct process_conditions conditions; /* the pool's, but with its own threads and CPUs */
    struct process process;
    struct wire_loaded loaded;
    int is_loaded;
    int is_spent;                     /* it has made a trial; each has a process of its own */
    struct design_point design_point; /* the one it is set up for; size 0: none */
    int is_fresh;                     /* and its inputs */
    struct wire_ready ready;
    int is_new; /* nothing has been called there */
};

struct arena {
    int file;     /* the memory's descriptor */
    char *memory; /* the collector's mapping, to read outputs from */
};

struct worker_pool {
    const struct process_conditions *conditions;
    const struct action_info *action;
    uint64_t layout;
    size_t round;         /* for commands: from 1; 0 while planning */
    double trial_seconds; /* of the trials of a throughput action */
    int is_fresh;         /* every call gets other numbers, at points that are set up from now on */
    int is_idle;          /* as in wire_load */
    int is_first;         /* as in wire_load, of workers that start from now on */
    struct arena *arenas; /* one, or one per member */
    size_t arena_count;
    size_t arena_bytes; /* of each */
    struct member *members;
    size_t count;
};

/* Makes the arenas for LAYOUT (see wire_load). Borrows the libraries; starts no worker yet. After a
 * failure there is nothing to end, but worker_pool_end does no harm. */
int worker_pool_begin(struct worker_pool *pool, const struct process_conditions *conditions,
                      const struct action_info *action, uint64_t layout, size_t arena_bytes,
                      const struct library *const *libraries, size_t count, struct err *err);
void worker_pool_end(struct worker_pool *pool);

/* Starts member I and loads its library for THREADS threads, unless that is done. The number of
 * threads is set before anything is loaded, and the worker is pinned to that many of the
 * conditions' CPUs; a worker loaded for another number is restarted. THREADS 0: the conditions'
 * threads and CPUs. Returns as process_ask does. In a pool with a chain every worker has a private
 * directory while it loads (library_links.h). */
int worker_pool_load(struct worker_pool *pool, size_t i, int threads, enum cell_status *fate,
                     struct err *err);

/* Ends member I; its next request starts it again. */
void worker_pool_restart(struct worker_pool *pool, size_t i);

/* The seconds that loading, setting up and the like may take. */
double worker_pool_load_limit(const struct process_conditions *conditions);

/* The seconds that MEMBER may take besides if it is a program, which writes its outputs as text; 0
 * if the user has set a limit. */
double worker_pool_text_seconds(const struct member *member);

/* Asks member I a question that needs no set-up size. Loads its library first if necessary. */
int worker_pool_ask_loaded(struct worker_pool *pool, size_t i, const struct question *question,
                           enum cell_status *fate, struct err *err);

/* Asks member I a question about DESIGN_POINT. Loads its library and sets it up for that point
 * first if necessary. For each trial of a throughput action it is started anew. The first
 * question may take as long as setting up may, where a plug-in may compile a device's kernels. */
int worker_pool_ask(struct worker_pool *pool, size_t i, const struct design_point *design_point,
                    const struct question *question, enum cell_status *fate, struct err *err);

/* Lets member I's action end its round at its current design point, if it has anything to end. Call
 * this before the next design point, which would otherwise be blamed for what goes wrong there. */
int worker_pool_leave(struct worker_pool *pool, size_t i, enum cell_status *fate, struct err *err);

/* Returns member I's output number OUTPUT, and sets its count and type of numbers; NULL if the
 * worker claims something outside the arena. */
const void *worker_pool_output(const struct worker_pool *pool, size_t i, size_t output,
                               size_t *count, char *type);

#endif
