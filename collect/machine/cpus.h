/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpus.h: which CPUs the workers get, and which the collector itself.
 *
 * ROOT stands before the paths of /sys that are read, as in environment_readers.h. */
#ifndef BENCHMAT_COLLECT_MACHINE_CPUS_H
#define BENCHMAT_COLLECT_MACHINE_CPUS_H

#include <stddef.h>

#include "formats/text/err.h"

enum { CPUS_MAX = 4096 };

/* What collectors call their claims on this machine. */
#define CPUS_CLAIMS "benchmat-cpu"

struct cpus {
    int workers[CPUS_MAX]; /* what the workers run on, the best first */
    size_t count;
    int own[CPUS_MAX]; /* what is left for the collector; none when all are the workers' */
    size_t own_count;
    size_t shared;        /* how many of the workers' CPUs another collector has claimed */
    int claims[CPUS_MAX]; /* descriptors that hold our claims */
    size_t claim_count;
};

/* Chooses COUNT of the ALLOWED CPUs (ascending) for the workers. In order of weight: a CPU on whose
 * core no other collector measures; one that the kernel keeps clear of other work (isolcpus=); one
 * of the fastest kind, where a machine has several; on a core of which no other is chosen; not on
 * the core where the collector wakes up, that of the first CPU that is not isolated; the one with
 * the highest number, for the first serves most interrupts. Where there are too few without another
 * collector, theirs are shared.
 *
 * Claims last until cpus_release or the end of the process; a shared core is claimed by each that
 * shares it, so that it is not free when the first of them has ended. They are sockets in the
 * abstract namespace of unix(7), called CLAIMS and the first CPU of the core; so they leave nothing
 * behind, need no right, and are seen by all users, but not from another network namespace.
 *
 * An ERR_USAGE when COUNT is more than ALLOWED_COUNT. */
int cpus_choose(struct cpus *cpus, const char *root, const char *claims, const int *allowed,
                size_t allowed_count, size_t count, struct err *err);
void cpus_release(struct cpus *cpus);

/* Moves this process to its own CPUs: it wakes now and then while a worker is being timed. */
void cpus_stay_away(const struct cpus *cpus);

/* Whether LIST, as the kernel writes it ("0-3,8"), has CPU. */
int cpus_list_has(const char *list, int cpu);

/* The CPUs of CPU's core as the kernel lists them, itself among them; "" when unknown. */
void cpus_siblings(const char *root, int cpu, char *list, size_t size);

#endif
