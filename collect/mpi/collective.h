/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collective.h: operations of all ranks together, over messages between two of them, so that they
 * are the same whatever MPI is measured. All ranks must call each of them. */
#ifndef BENCHMAT_COLLECT_MPI_COLLECTIVE_H
#define BENCHMAT_COLLECT_MPI_COLLECTIVE_H

#include <stddef.h>

/* No rank returns before all have called it: a dissemination barrier (D. Hensgen, R. Finkel, U.
 * Manber: Two algorithms for barrier synchronization, Int. J. Parallel Prog. 17 (1988) 1), after
 * which all ranks go on at nearly the same moment. */
void collective_barrier(void);

/* Replace each of COUNT NUMBERS by their sum, largest and smallest over all ranks. They are reduced
 * along a tree that depends on the number of ranks alone, and then sent to all, so that all ranks
 * get the same bits, every time. A NaN of one rank is left out of largest and smallest. */
void collective_sum(double *numbers, size_t count);
void collective_largest(double *numbers, size_t count);
void collective_smallest(double *numbers, size_t count);

#endif
