/* SPDX-License-Identifier: GPL-3.0-or-later */
/* team.h: the workers of one round, one per library.
 *
 * In a common layout all share one arena: one piece of memory (a memfd) that every worker maps at
 * the same address, so that placement in caches is common to all libraries and cancels in their
 * ratio. In the system's own layout, number 0, each has an arena of its own, mapped wherever the
 * kernel likes, and no physical memory is shared: a team then takes as many times the memory.
 *
 * Only one worker runs at a time; the others sleep. A worker that dies is started again when it is
 * asked next. */
#ifndef BENCHMAT_COLLECT_PROCESSES_TEAM_H
#define BENCHMAT_COLLECT_PROCESSES_TEAM_H

#include <stddef.h>
#include <stdint.h>

#include "collect/libraries/library.h"
#include "collect/processes/process.h"
#include "collect/harness/spot.h"
#include "collect/design/subject.h"

struct member {
    const struct library *library;
    struct process_conditions conditions; /* the team's, with threads and CPUs of its own */
    struct process process;
    struct wire_loaded loaded;
    int is_loaded;
    struct spot spot; /* what it is set up for; of size 0: nothing */
    struct wire_ready ready;
};

struct arena {
    int file;     /* the memory's descriptor */
    char *memory; /* our own view of it, to read outputs from */
};

struct team {
    const struct process_conditions *conditions;
    const struct subject *action;
    uint64_t layout;
    struct arena *arenas; /* one, or as many as there are members */
    size_t arena_count;
    size_t arena_bytes; /* of each */
    struct member *members;
    size_t count;
};

/* Makes the arenas for LAYOUT (see wire_load). The libraries are borrowed; no worker is started
 * yet. On failure there is nothing to end, and ending it does no harm. */
int team_begin(struct team *team, const struct process_conditions *conditions,
               const struct subject *action, uint64_t layout, size_t arena_bytes,
               const struct library *const *libraries, size_t count, struct err *err);
void team_end(struct team *team);

/* Starts member I and loads its library for so many THREADS, if that is not done: they are set
 * before anything is loaded, and the worker is pinned to as many of the conditions' CPUs. One that
 * was loaded for another number is started anew. 0: the conditions' threads and CPUs. Returns as
 * process_ask does. In a team with a chain every worker has a private directory while it loads
 * (links.h). */
int team_load(struct team *team, size_t i, int threads, enum cell_status *fate, struct err *err);

/* Seconds that loading, setting up and the like may take. */
double team_load_limit(const struct process_conditions *conditions);

/* Asks member I something about no size, or about one that need not be set up; it is loaded first,
 * if it is not. */
int team_ask_loaded(struct team *team, size_t i, const struct question *question,
                    enum cell_status *fate, struct err *err);

/* Asks member I something about SPOT; it is loaded and set up for that first, if it is not. */
int team_ask(struct team *team, size_t i, const struct spot *spot, const struct question *question,
             enum cell_status *fate, struct err *err);

/* Lets member I's action end its round at the spot where it is, if it has anything to end: before
 * the next, so that what goes wrong there is not laid to another spot's account. */
int team_leave(struct team *team, size_t i, enum cell_status *fate, struct err *err);

/* Where member I's output number OUTPUT stands, and how many numbers of what type it has; NULL when
 * the worker claims what does not lie in the arena. */
const void *team_output(const struct team *team, size_t i, size_t output, size_t *count,
                        char *type);

#endif
