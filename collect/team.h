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
#ifndef BENCHMAT_COLLECT_TEAM_H
#define BENCHMAT_COLLECT_TEAM_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/library.h"
#include "collect/process.h"

struct member {
    const struct library *library;
    struct process process;
    struct wire_loaded loaded;
    int is_loaded;
    int64_t size; /* what it is set up for; 0: nothing */
    struct wire_ready ready;
};

struct arena {
    int file;     /* the memory's descriptor */
    char *memory; /* our own view of it, to read outputs from */
};

struct team {
    const struct process_conditions *conditions;
    const struct bench_action *action;
    char type;
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
               const struct bench_action *action, char type, uint64_t layout, size_t arena_bytes,
               const struct library *const *libraries, size_t count, struct err *err);
void team_end(struct team *team);

/* Starts member I and loads its library, if that is not done. Returns as process_ask does. In a
 * team with a chain every worker has a private directory while it loads (links.h). */
int team_load(struct team *team, size_t i, enum cell_status *fate, struct err *err);

/* Asks member I something about SIZE; it is loaded and set up for that size first, if it is not. */
int team_ask(struct team *team, size_t i, int64_t size, const struct question *question,
             enum cell_status *fate, struct err *err);

/* Where member I's output number OUTPUT stands, and how many numbers of what type it has; NULL when
 * the worker claims what does not lie in the arena. */
const void *team_output(const struct team *team, size_t i, size_t output, size_t *count,
                        char *type);

#endif
