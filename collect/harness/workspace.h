/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workspace.h: one action at one design point, laid out in an arena.
 *
 *     | array | gap | guard | array | gap | guard | ... | originals | copy 0 | copy 1 | ... |
 *
 * Every array starts in a page of its own, at a random multiple of 64 bytes into it, or as
 * workspace_align says; at other offsets than the arrays before it, as small arrays of a heap do,
 * as long as a page has room; so does the action's state, which calls read their arguments from.
 * The offsets follow from the layout number alone, so that all workers of a round have the same.
 * With layout 0 nothing is drawn: arrays follow one another at multiples of 64 bytes, as in a heap,
 * which puts 16 bytes of its own between them. Renewed arrays are together in an image. initialize
 * fills copy 0; the originals are copied from it, and every copy is renewed from the originals.
 * Copies are an odd number of cache lines apart, so that they do not all compete for the same sets
 * of a cache.
 *
 * Writes beyond an array are caught: close to it by the gap, whose bytes are checked, farther away
 * by a guard, a page that cannot be written. With layout 0, and among renewed arrays, only the last
 * array has a guard; the others have only gaps. */
#ifndef BENCHMAT_COLLECT_HARNESS_WORKSPACE_H
#define BENCHMAT_COLLECT_HARNESS_WORKSPACE_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/harness/design_point.h"
#include "collect/harness/random.h"
#include "collect/harness/report.h"
#include "formats/text/err.h"

enum {
    WORKSPACE_MAX_OUTPUTS = 8,
    WORKSPACE_MAX_ARRAYS = 32,
    WORKSPACE_LINE = 64,
    WORKSPACE_PAGE = 4096
};

/* From a multiple of WORKSPACE_LINE to where glibc's malloc puts an array of 128 KiB or more. */
enum { WORKSPACE_HEAP = 16 };

/* The most bytes that copies of renewed arrays take. */
#define WORKSPACE_COPY_BYTES ((size_t)64 << 20)

/* Larger inputs are not made anew for each call: no predictor learns so many numbers, and to make
 * them would take longer than most calls. */
#define WORKSPACE_FRESH_BYTES ((size_t)256 << 10)

/* What allocate is told of an array, besides the 0 and 1 that actions say. */
enum {
    WORKSPACE_FIXED,
    WORKSPACE_RENEWED,
    WORKSPACE_INPUT /* constant; renewed if inputs are fresh */
};

struct workspace_output {
    uint64_t offset; /* bytes from the start of the arena */
    uint64_t count;  /* numbers */
    char type;       /* as in number.h */
    char name[31];
};

struct workspace_array {
    size_t offset; /* from the start of the arena; for a renewed array from the start of a copy */
    size_t bytes;
    size_t before, behind; /* bytes before and after it that belong to no array */
    int is_renewed;
    int is_of_numbers; /* of the bench's type, judging by the element size */
};

struct workspace {
    struct bench bench; /* first, so that the services can find the workspace */
    const struct bench_action *action;
    char *arena;
    size_t capacity;
    size_t fixed_bytes; /* from the start of the arena to the image */
    size_t image_bytes; /* 0: nothing is renewed */
    struct workspace_output outputs[WORKSPACE_MAX_OUTPUTS];
    size_t output_count;
    struct report report;

    /* private */
    int is_packed;       /* layout 0 */
    size_t alignment;    /* as in workspace_align */
    int is_fresh;        /* every call gets other numbers */
    size_t call_bytes;   /* what each call of an interval reads besides its copy */
    double clock_cost;   /* seconds that the clock shows where nothing is timed */
    int is_remote;       /* the calculation happens elsewhere, so that nothing is renewed here */
    int is_drawn_there;  /* where it happens each call can get other numbers */
    int64_t most_copies; /* that there is room for elsewhere; 0: any number */
    /* Renews what only its owner can: what is elsewhere, or arguments that differ from call to
     * call; NULL: nothing is. */
    void (*renew)(struct workspace *workspace, int64_t copies);
    struct random placement, inputs;
    struct workspace_array arrays[WORKSPACE_MAX_ARRAYS]; /* in the order of the requests */
    size_t array_count;
    size_t output_arrays[WORKSPACE_MAX_OUTPUTS]; /* the array that contains each output */
    size_t guards[WORKSPACE_MAX_ARRAYS];         /* offsets in the arena, ascending */
    size_t guard_count;
    uint64_t used_lines; /* of a page, a bit each, by fixed arrays and the originals */
    size_t stack_end;    /* in a page; 0: calls may begin anywhere in the stack */
    char *states;        /* memory for the action's state, wherever in a page it begins */
    int is_guarded;
    size_t fixed_used, image_used;
    char failure[160]; /* what setup did wrong; "": nothing */
};

/* The memory that an action needs at a design point. */
struct workspace_needs {
    size_t arena_bytes;  /* with a single copy of what is renewed */
    size_t output_bytes; /* of all outputs together */
};

/* Runs the action's setup without memory, only to count. ERR_FAILED: the action refuses the design
 * point (the message names its parameters and the reason, or what setup returned), asks for more
 * than 2^47 bytes or WORKSPACE_MAX_ARRAYS arrays, or names an output that is not inside one of its
 * arrays. The needs are enough for any alignment. */
int workspace_measure(const struct bench_action *action, char type,
                      const struct design_point *design_point, struct workspace_needs *needs,
                      struct err *err);

/* Makes a workspace with the action's state, but without memory and routines: for its begin_run. */
int workspace_begin(struct workspace *workspace, const struct bench_action *action, char type,
                    const struct design_point *design_point, struct err *err);

/* Lays the action out in CAPACITY bytes at ARENA, a page boundary, and makes every page present.
 * Borrows the design point and the routines. The caller gives WORKSPACE to workspace_release, also
 * after a failure. */
int workspace_setup(struct workspace *workspace, const struct bench_action *action, char type,
                    const struct design_point *design_point, const bench_function *routines,
                    int c_interface, char *arena, size_t capacity, uint64_t layout,
                    struct err *err);
void workspace_release(struct workspace *workspace);

/* The number of bytes below FRAME, an address in the stack, at which calls are to begin, so that
 * what they keep there lies at other offsets in its page than state and arrays, as far as these
 * leave room: a processor that tells loads from earlier stores by the low 12 bits of their
 * addresses may else take twice as long for a short call, at one of several speeds in each process.
 * 0 with layout 0. */
size_t workspace_stack_shift(const struct workspace *workspace, const void *frame);

/* Makes the guards read-only for this process, until the workspace is released. They stay readable
 * because some kernels of libraries read a little beyond what they need. If the system's pages do
 * not have WORKSPACE_PAGE bytes there are no guards, only gaps. */
int workspace_guard(struct workspace *workspace, struct err *err);

/* Puts one more guard after copy 0 of what is renewed, or removes it. While it is there, no more
 * copies can be made. Does nothing without workspace_guard. */
void workspace_fence(struct workspace *workspace, int is_up);

/* Checks that all gaps are as workspace_poison left them; of what is renewed only in copy 0.
 * ERR_FAILED names the array around which something was overwritten. */
int workspace_check_gaps(const struct workspace *workspace, struct err *err);

/* Fills the inputs from SEED: by the action's initialize, or, if it has none, each array of numbers
 * in the order of the requests. */
void workspace_initialize(struct workspace *workspace, uint64_t seed);

/* Fills each array of numbers in the order of the requests, from where the seed is: what an action
 * without an initialize does. */
void workspace_fill(struct workspace *workspace);

/* Overwrites all memory with NUMBER_UNWRITTEN, so that nothing left by another worker is mistaken
 * for an answer. Call this before workspace_initialize. */
void workspace_poison(struct workspace *workspace);

/* The number of copies that there is room for, in at most LIMIT bytes (but at least one); INT64_MAX
 * if nothing is renewed. */
int64_t workspace_max_copies(const struct workspace *workspace, size_t limit);

/* The number of calls for which copies are made at once: so few that they stay in half the level of
 * cache that one of them and all fixed arrays fit into, as the arrays of a program that calls once
 * do. INT64_MAX if nothing is renewed. */
int64_t workspace_warm_copies(const struct workspace *workspace);

/* Whether anything is renewed. */
int workspace_renews(const struct workspace *workspace);

/* Whether workspace_be_fresh changes anything here. Where begin_batch prepares what is calculated
 * with, other numbers would not fit it. */
int workspace_may_be_fresh(const struct workspace *workspace);

/* Whether ARRAY, which is in WORKSPACE, has a copy for each call. */
int workspace_is_renewed(const struct workspace *workspace, const void *array);

/* Restores the first COPIES copies, or fills them with other numbers if inputs are fresh. Does
 * nothing if nothing is renewed. */
void workspace_renew(struct workspace *workspace, int64_t copies);

/* From now on, in workspaces that are set up, what is renewed gets other numbers for each call, as
 * far as it has no more than WORKSPACE_FRESH_BYTES; or the same for all again. */
void workspace_be_fresh(int is_fresh);

/* From now on, in workspaces that are set up, arrays and their copies begin at multiples of BYTES:
 * WORKSPACE_LINE, as before the first call of this; WORKSPACE_PAGE; or WORKSPACE_HEAP, and then at
 * no multiple of 32, as the C library's large arrays do. */
void workspace_align(size_t bytes);

/* --- ranks --- */

/* What a rank of a parallel action is given. */
struct workspace_rank {
    int number;
    const struct bench_mpi *mpi;
    void (*sum)(double *numbers, size_t count); /* over all ranks */
};

/* This process is RANK from now on, for all workspaces; before it is number 0, which can do nothing
 * but lay out memory. Borrows RANK. */
void workspace_be_rank(const struct workspace_rank *rank);

/* --- devices --- */

/* How devices' own clocks are read. Both return NULL, or why it cannot be done; they are called in
 * turn. */
struct workspace_devices {
    const char *(*begin)(enum bench_device kind, void *queue);
    const char *(*end)(double *seconds);
};

/* Borrows DEVICES, for all workspaces. */
void workspace_time_devices(const struct workspace_devices *devices);

/* --- services --- */

/* The harness's services to an action, for a workspace. */

/* They need a struct bench that is the first member of a struct workspace. */
extern const struct bench_services services;

#endif
