/* SPDX-License-Identifier: GPL-3.0-or-later */
/* global_clock.h: one clock for all ranks: that of rank 0, in nanoseconds.
 *
 * Ranks on one machine read the same clock. Others learn by ping-pongs how far theirs is from rank
 * 0's: of several, the shortest round trip tells most, and half of it is the most by which it can
 * be wrong (F. Cristian: Probabilistic clock synchronization, Distrib. Comput. 3 (1989) 146). Such
 * comparisons over some time give offset and drift (S. Hunold, A. Carpen-Amarie: On the impact of
 * synchronizing clocks and processes on benchmarking MPI collectives, EuroMPI 2015). */
#ifndef BENCHMAT_COLLECT_MPI_GLOBAL_CLOCK_H
#define BENCHMAT_COLLECT_MPI_GLOBAL_CLOCK_H

#include <stdint.h>

/* Forgets everything and compares the clocks for a tenth of a second, unless they are one. Call
 * this on all ranks in each round. */
void global_clock_start(void);

/* Whether all ranks read the same clock. On all ranks, the first time. */
int global_clock_is_one(void);

/* What the global clock shows now, and the own clock (clock.h) at a moment of the global one. */
int64_t global_clock_now(void);
int64_t global_clock_of(int64_t own);
int64_t global_clock_to_own(int64_t global);

/* Compares the clocks once more, and learns from it. Returns by how many seconds the rank that was
 * farthest off was wrong; 0 if all read the same clock. On all ranks, which get the same. A path
 * that is slower one way than back is not seen. */
double global_clock_check(void);

#endif
