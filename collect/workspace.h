/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workspace.h: one action at one size, laid out in an arena.
 *
 *     | array | array | ... | originals | copy 0 | copy 1 | ... | copy N-1 |
 *
 * Every array starts in a page of its own, at a random multiple of 64 bytes into it; the offsets
 * follow from the layout number alone, so that all workers of a round have the same. With layout 0
 * nothing is drawn: arrays follow one another at multiples of 64 bytes, as in a heap. Renewed
 * arrays stand together in an image; initialize fills copy 0, from which the originals are taken,
 * and from them every copy is renewed. Copies are an odd number of cache lines apart, so that they
 * do not all compete for the same sets of a cache. */
#ifndef BENCHMAT_COLLECT_WORKSPACE_H
#define BENCHMAT_COLLECT_WORKSPACE_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/random.h"
#include "formats/err.h"

enum { WORKSPACE_MAX_OUTPUTS = 8 };

/* Copies of renewed arrays take at most so many bytes. */
#define WORKSPACE_COPY_BYTES ((size_t)64 << 20)

struct workspace_output {
    uint64_t offset; /* bytes from the start of the arena */
    uint64_t count;  /* numbers */
    char type;       /* of number.h */
    char name[31];
};

struct workspace {
    struct bench bench; /* first, so that the services find the workspace from it */
    const struct bench_action *action;
    char *arena;
    size_t capacity;
    size_t fixed_bytes; /* all that is no image, from the start of the arena */
    size_t image_bytes; /* 0: nothing is renewed */
    struct workspace_output outputs[WORKSPACE_MAX_OUTPUTS];
    size_t output_count;

    /* private */
    int is_packed; /* layout 0 */
    struct random placement, inputs;
    size_t fixed_used, image_used;
    const char *failure; /* what setup did wrong; NULL for nothing */
};

/* How much an action of that size needs. */
struct workspace_needs {
    size_t arena_bytes;  /* with a single copy of what is renewed */
    size_t output_bytes; /* all outputs together */
};

/* Runs the action's setup without memory, only to count. ERR_FAILED when the action refuses the
 * size or what it asks for passes 2^47 bytes. */
int workspace_measure(const struct bench_action *action, char type, int64_t size,
                      struct workspace_needs *needs, struct err *err);

/* Lays the action out in CAPACITY bytes at ARENA, a page boundary; makes every page present. The
 * routines are borrowed. To be given to workspace_release, also after a failure. */
int workspace_setup(struct workspace *workspace, const struct bench_action *action, char type,
                    int64_t size, const bench_function *routines, int c_interface, char *arena,
                    size_t capacity, uint64_t layout, struct err *err);
void workspace_release(struct workspace *workspace);

/* Fills the inputs from SEED. */
void workspace_initialize(struct workspace *workspace, uint64_t seed);

/* Overwrites all memory with bytes 0xff, which are NaN as numbers, so that nothing another worker
 * left behind can be taken for an answer. Before workspace_initialize. */
void workspace_poison(struct workspace *workspace);

/* How many copies there is room for, at most LIMIT bytes of them (but always one); INT64_MAX where
 * nothing is renewed. */
int64_t workspace_max_copies(const struct workspace *workspace, size_t limit);

/* Restores the first COPIES copies. Does nothing where nothing is renewed. */
void workspace_renew(struct workspace *workspace, int64_t copies);

#endif
