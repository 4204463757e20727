/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watch.h: whether the machine left a batch alone. */
#ifndef BENCHMAT_COLLECT_WORKER_WATCH_H
#define BENCHMAT_COLLECT_WORKER_WATCH_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>

/* What the kernel has counted for this process so far, or between two moments. NaN where it does
 * not say. */
struct watch {
    double run_delay; /* seconds runnable but not running, all threads together */
    double steal;     /* seconds that a hypervisor took from the CPUs that we may run on: counted in
                         ticks of 1 / sysconf(_SC_CLK_TCK), mostly 10 ms, so that a batch shorter
                         than that sees nothing or a whole tick */
    double spin;      /* seconds that watch_spin takes */
    int64_t preemptions; /* involuntary context switches, all threads together */
};

/* The state before a batch, and what has happened since BEGIN. The spin runs before the counters
 * are read and after they were read again, so that it is none of the batch's; of the two the longer
 * one counts, for a CPU that became slow only later has slowed the batch as well. */
struct watch watch_begin(void);
struct watch watch_end(const struct watch *begin);

/* The counters alone, without a spin; and what they have counted since BEGIN, added to SUM: for a
 * batch of which only parts are timed. */
struct watch watch_count(void);
void watch_add_since(struct watch *sum, const struct watch *begin);

/* Seconds that a fixed calculation takes: 2048 dependent steps of a multiplication and an addition
 * in registers, 10 to 15 us. Neither memory nor caches have a part in it; its time is that of the
 * CPU's clock cycles. The shorter of two in a row, for what interrupts one only adds. */
double watch_spin(void);

/* The steal of the CPUs in SET, of BYTES bytes, that STAT, the text of /proc/stat, tells of: in
 * ticks. NaN where one of them is missing. */
double watch_steal_ticks(const char *stat, const cpu_set_t *set, size_t bytes);

#endif
