/* SPDX-License-Identifier: GPL-3.0-or-later */
/* team.h: the threads of a throughput action's trial.
 *
 *     all threads prefill | barrier | operate: | begins ... |  WINDOW  | ... stop | join
 *
 * The window begins when the last thread has begun to operate, and ends before any is told to stop.
 * Only operations that end in the window count: the caller's thread, which does nothing else, adds
 * up the operations of all at both moments. So it does not matter how far apart threads begin and
 * stop, but it is told. */
#ifndef BENCHMAT_COLLECT_TIMING_TEAM_H
#define BENCHMAT_COLLECT_TIMING_TEAM_H

#include <stddef.h>
#include <stdint.h>

#include "collect/harness/wire.h"
#include "collect/harness/workspace.h"
#include "collect/timing/watch.h"
#include "formats/text/err.h"

/* Each thread's place, its struct bench_thread and its state, begins at a multiple of so many
 * bytes: two cache lines, because processors fetch lines in pairs. */
enum { TEAM_LINES = 128 };

/* The most seconds that a window lasts longer if no operation ends in it. It is so long because a
 * busy machine may keep all CPUs from a team for half a second and more, and the team is not at
 * fault; but shorter than the 5 s that a request has by default (settings_limit), so that who never
 * ends an operation is told so, and is not taken for hung. */
#define TEAM_PATIENCE 3.0

struct team_result {
    double seconds;             /* of the window */
    int64_t operations;         /* of all threads in the window */
    int64_t all_operations;     /* and before and after it, too */
    double prefill_seconds;     /* from the first thread's start to the last one's end */
    double cpu_seconds;         /* of all threads in operate */
    struct watch watch;         /* what disturbed the window */
    double events[PERF_EVENTS]; /* counted in it, of all threads */
    double skew;                /* seconds from the first thread's begin to the last one's */
    int64_t level;
    int has_level;
};

/* Prefills, operates for about SECONDS, and has the action check the work, whose verdict is in the
 * workspace's report. WORKSPACE is set up, and its begin_batch was called. Random numbers follow
 * from SEED. ERR_FAILED: a thread cannot be started, the action gave up, a thread stopped before it
 * was told to, or a library started threads of its own. Does not return if a thread never stops. */
int team_operate(struct workspace *workspace, const struct wire_trial *trial, double seconds,
                 uint64_t seed, struct team_result *result, struct err *err);

/* What the threads of the latest trial did, from number FROM on. */
void team_members(size_t from, struct wire_team *team);

#endif
