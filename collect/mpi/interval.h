/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval.h: times calls that all ranks make together. */
#ifndef BENCHMAT_COLLECT_MPI_INTERVAL_H
#define BENCHMAT_COLLECT_MPI_INTERVAL_H

#include <stdint.h>

#include "collect/harness/workspace.h"

/* What each rank knows afterwards. A rank's time is that from the barrier to its own end, or what
 * the action has timed of it. */
struct interval_times {
    double slowest, fastest; /* seconds of the rank that took longest, and of the one that took
                                least: the same on all ranks */
    double skew; /* seconds from the first rank's begin to the last one's, the same on all ranks;
                    NaN if they are on several machines, whose clocks differ */
    double cpu_seconds; /* of this rank alone; NaN: it waits in between */
    double whole;       /* seconds with what happens between the calls */

    /* Of a collective action, the same on all ranks. */
    double clock_error; /* see global_clock_check; NaN: the action is not collective */
    int64_t late_calls; /* calls that some rank began too late; others took their places */
};

/* Renews arrays for CALLS calls, waits for all ranks, and makes the calls. All ranks must call
 * this at once. The longest time of all ranks is the time of the calculation, because it is not
 * done before the last rank is (S. Hunold, A. Carpen-Amarie: Reproducible MPI benchmarking is still
 * not as easy as you think, IEEE TPDS 27 (2016) 3617). */
void interval_time(struct workspace *workspace, int64_t calls, struct interval_times *times);

#endif
