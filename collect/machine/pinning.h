/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pinning.h: the CPUs on which the threads of a team run, one after the other. */
#ifndef BENCHMAT_COLLECT_MACHINE_PINNING_H
#define BENCHMAT_COLLECT_MACHINE_PINNING_H

#include <stddef.h>

#include "collect/design/settings.h"
#include "formats/text/err.h"

struct hwloc_topology;

/* Sorts the COUNT numbers in CPUS: with PINNING_COMPACT such that neighbours share as much as
 * possible, the core first of all; with PINNING_SCATTER such that they share as little as possible:
 * packages take turns, in each of them caches, then cores, and a core's hardware threads come last.
 * Any other PINNING leaves the order. TOPOLOGY is the machine's. ERR_FAILED: it is unknown, or does
 * not have these CPUs. */
int pinning_sort(enum pinning pinning, struct hwloc_topology *topology, int *cpus, size_t count,
                 struct err *err);

/* Returns 0 if a process may start THREADS threads more, as far as the system says: the limits of
 * kernel, user (ulimit -u) and control group. Otherwise ERR_USAGE, and ERR names the limit. ROOT as
 * in cpus.h. */
int pinning_check_limits(const char *root, size_t threads, struct err *err);

#endif
