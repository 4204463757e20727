/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpus.h: chooses the CPUs for the workers and for the collector itself.
 *
 * ROOT is a prefix of the paths of /sys that are read, as in environment_readers.h. */
#ifndef BENCHMAT_COLLECT_MACHINE_CPUS_H
#define BENCHMAT_COLLECT_MACHINE_CPUS_H

#include <stddef.h>

#include "formats/text/err.h"

enum { CPUS_MAX = 4096 };

/* The name of collectors' claims on this machine. */
#define CPUS_CLAIMS "benchmat-cpu"

struct cpus {
    int workers[CPUS_MAX]; /* the CPUs of the workers, the best first */
    size_t count;
    int own[CPUS_MAX]; /* the CPUs left for the collector; none if the workers have all */
    size_t own_count;
    size_t shared;        /* the number of the workers' CPUs that another collector has claimed */
    int claims[CPUS_MAX]; /* descriptors that hold our claims */
    size_t claim_count;
};

/* Chooses COUNT of the ALLOWED CPUs (ascending) for the workers. In order of weight it prefers a
 * CPU
 *   - on whose core no other collector measures;
 *   - that the kernel keeps clear of other work (isolcpus=);
 *   - of the fastest kind, if a machine has several kinds;
 *   - on a core of which no other CPU is chosen;
 *   - not on the core where the collector wakes up, that of the first CPU that is not isolated;
 *   - with the highest number, because the first CPU serves most interrupts.
 * If too few CPUs are free of other collectors, it shares theirs.
 *
 * Claims last until cpus_release or the end of the process. Every collector that shares a core
 * claims it, so that the core is not free when the first of them ends. Claims are sockets in the
 * abstract namespace of unix(7), named after CLAIMS and the first CPU of the core; so they leave
 * nothing behind, need no privileges, and are visible to all users, but not from another network
 * namespace.
 *
 * ERR_USAGE: COUNT is more than ALLOWED_COUNT. */
int cpus_choose(struct cpus *cpus, const char *root, const char *claims, const int *allowed,
                size_t allowed_count, size_t count, struct err *err);
void cpus_release(struct cpus *cpus);

/* Moves this process to its own CPUs, because it wakes now and then while a worker is being timed.
 */
void cpus_stay_away(const struct cpus *cpus);

/* Whether LIST, as the kernel writes it ("0-3,8"), contains CPU. */
int cpus_list_has(const char *list, int cpu);

/* Writes the CPUs of CPU's core as the kernel lists them, including CPU; "" if unknown. */
void cpus_siblings(const char *root, int cpu, char *list, size_t size);

#endif
