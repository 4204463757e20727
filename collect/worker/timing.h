/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.h: how long the calls of a workspace take. It knows nothing of what it times. */
#ifndef BENCHMAT_COLLECT_WORKER_TIMING_H
#define BENCHMAT_COLLECT_WORKER_TIMING_H

#include <stdint.h>

#include "collect/workspace.h"

/* How many calls one interval spans when a batch of CALLS is timed: all of them, unless arrays are
 * renewed. Then as few as make the interval last twice SHORTEST, for more copies than needed only
 * fall out of the caches; a single call where one is long enough. */
int64_t timing_span(const struct workspace *workspace, int64_t calls, double call_seconds,
                    double shortest);

/* Seconds that CALLS calls take, in intervals of SPAN calls, renewing in between (not timed). */
double timing_calls(struct workspace *workspace, int64_t calls, int64_t span);

/* About the seconds that one call takes: calls are doubled until the interval lasts at least
 * SHORTEST seconds. */
double timing_estimate(struct workspace *workspace, double shortest);

/* Runs windows of an eighth of a batch of CALLS, untimed, until two in a row agree to 2 % or MOST
 * seconds have passed. No window is begun that would, at CALL_SECONDS a call, pass MOST: a call
 * longer than that warms itself. Returns the number of calls made. */
int64_t timing_warm_up(struct workspace *workspace, int64_t calls, int64_t span,
                       double call_seconds, double most);

#endif
