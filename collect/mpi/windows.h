/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.h: times the calls of a collective action one by one.
 *
 * A barrier lets the ranks go within microseconds, which is as long as many collective operations
 * take. So the ranks agree on moments of a clock that they share, begin each call at one of these,
 * and wait for the next: each call has a window (R. Reussner, P. Sanders, J. L. Träff: SKaMPI: a
 * comprehensive benchmark for public benchmarking of MPI, Sci. Program. 10 (2002) 55). A call that
 * some rank began late counts for nothing, and another one is made in its place. */
#ifndef BENCHMAT_COLLECT_MPI_WINDOWS_H
#define BENCHMAT_COLLECT_MPI_WINDOWS_H

#include <stdint.h>

#include "collect/harness/workspace.h"
#include "collect/mpi/interval.h"

/* As interval_time, but `slowest` is the sum of the times from the first rank's begin of a call to
 * the last one's end, and `skew` the mean of the times from the first rank's begin to the last
 * one's. The action fails if ranks are nearly always late, as without a CPU for each of them. Needs
 * global_clock_start. */
void windows_time(struct workspace *workspace, int64_t calls, struct interval_times *times);

#endif
