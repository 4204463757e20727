/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quota.h: how much CPU time control groups let this process have, and how often they stopped it.
 *
 * A limit of a group holds for all that is in it and below, so each group from our own up to the
 * root counts. Both versions are read: cgroups(7), the kernel's admin-guide/cgroup-v2 and
 * scheduler/sched-bwc. In a container the groups above its own are not seen. */
#ifndef BENCHMAT_COLLECT_MACHINE_QUOTA_H
#define BENCHMAT_COLLECT_MACHINE_QUOTA_H

#include <stdint.h>

#include "formats/model/facts.h"

/* Zero-initialised: nothing is known. */
struct quota {
    double cpus; /* the least that a group may have, in CPUs; INFINITY: no limit; 0: unknown */
    int64_t periods, throttled; /* of the groups with a limit, so far; and those in which it was
                                   used up, so that all stood still until the next */
    double throttled_seconds;   /* for which they stood still, on all CPUs together */
};

/* ROOT is a prefix of every path, as in environment_readers.h. */
struct quota quota_read(const char *root);

/* What happened from BEGIN to END. */
struct quota quota_since(const struct quota *begin, const struct quota *end);

/* Adds SPENT to the facts quota_periods, throttled_periods and throttled_seconds of a measurement;
 * sets none if no group has a limit. */
void quota_record(const struct quota *spent, struct facts *facts);

#endif
