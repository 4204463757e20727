/* SPDX-License-Identifier: GPL-3.0-or-later */
/* environment.h: the facts about the machine and the system that a measurement depends on. */
#ifndef BENCHMAT_COLLECT_MACHINE_ENVIRONMENT_H
#define BENCHMAT_COLLECT_MACHINE_ENVIRONMENT_H

#include <stddef.h>

#include "formats/model/run.h"

/* Adds to FACTS what can be read about this machine and system. The names are those of the table in
 * environment.c and of docs/archive-format.md; what cannot be read is silently omitted. Amounts are
 * integers in bytes. CPUs, cores and nodes are those that this process may use. The environment
 * variables that numerical libraries obey (OMP_NUM_THREADS, ...) are facts under their own names.
 */
void environment_describe(struct facts *facts);

/* Writes the CPUs that this process may run on, ascending, at most MAX of them; returns how many
 * there are. */
size_t environment_allowed_cpus(int *cpus, size_t max);

/* Bytes of memory that can be used now without swapping: the smaller of what the system has
 * available and what its control groups (version 1 or 2) leave. 0 if unknown. */
size_t environment_available_memory(void);

/* Bytes of the largest cache that one core has to itself (usually L2); 0 if unknown. */
size_t environment_core_cache(void);

/* Bytes of the largest cache of this machine, shared or not; 0 if unknown. */
size_t environment_cache_bytes(void);

/* Writes the local time now: "2026-11-20T10:03:07+00:00". SIZE is at least 32. */
void environment_timestamp(char *text, size_t size);

#endif
