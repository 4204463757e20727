/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.h: how long the calls of a workspace take. It knows nothing of what it times. */
#ifndef BENCHMAT_COLLECT_WORKER_TIMING_H
#define BENCHMAT_COLLECT_WORKER_TIMING_H

#include <stdint.h>

#include "collect/worker/evict.h"
#include "collect/worker/intervals.h"
#include "collect/worker/watch.h"
#include "collect/harness/workspace.h"

/* How many calls one interval spans, at most, when a batch of CALLS is timed: as many as last
 * INTERVALS_SECONDS, or 1.5 times SHORTEST if that is longer; a single call where one is long
 * enough. Where arrays are renewed only twice SHORTEST, for more copies than needed only fall out
 * of the caches. */
int64_t timing_span(const struct workspace *workspace, int64_t calls, double call_seconds,
                    double shortest);

/* What CALLS calls take, in intervals of at most SPAN calls, as equal as can be, renewing
 * in between (not timed). INTERVALS, which may be NULL, gets each of them. Like all of the
 * following it ends early when the action gives up, and then what it returns means nothing. */
struct interval timing_calls(struct workspace *workspace, int64_t calls, int64_t span,
                             struct intervals *intervals);

/* About the seconds that one call takes, to plan by: calls are doubled until the interval lasts at
 * least SHORTEST of them. */
double timing_estimate(struct workspace *workspace, double shortest);

/* Puts what CALLS calls take into INTERVALS, each in an interval of its own after the caches were
 * swept; also renewed before that. WATCH gets what happened during the calls added, not what did
 * during the sweeps, which take far longer and are not timed. */
void timing_cold_calls(struct workspace *workspace, int64_t calls, const struct sweep *eviction,
                       struct intervals *intervals, struct watch *watch);

/* Whether SECONDS are within 2 % of BEFORE; not when either is NaN. */
int timing_agree(double seconds, double before);

/* How warming up went. */
struct warm_up {
    int64_t calls;       /* that were made */
    double call_seconds; /* a call's in the last window; NaN without one */
    int is_steady;       /* two windows agreed, or none was needed */
};

/* Runs windows of an eighth of a batch of CALLS, untimed, until one agrees with the one before or
 * with the fastest before (a window that the machine disturbed is no reason to go on longer), or
 * MOST seconds have passed. No window is begun that would, at CALL_SECONDS a call, pass MOST. A
 * call longer than MOST warms itself and needs no window. */
struct warm_up timing_warm_up(struct workspace *workspace, int64_t calls, int64_t span,
                              double call_seconds, double most);

#endif
