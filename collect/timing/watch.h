/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watch.h: whether the machine disturbed a batch. */
#ifndef BENCHMAT_COLLECT_TIMING_WATCH_H
#define BENCHMAT_COLLECT_TIMING_WATCH_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Watches the process PID, a child, in place of this one from now on. */
void watch_process(pid_t pid);

/* What processes elsewhere have used so far, which the caller adds up. */
struct watch_figures {
    double cpu_seconds, run_delay;
    int64_t preemptions;
};

/* Takes FIGURES, which are borrowed, for those of the watched process from now on. */
void watch_figures(const struct watch_figures *figures);

/* Seconds of processor time that the watched process has used, all threads together. */
double watch_cpu_seconds(void);

/* What the kernel has counted for the watched process so far, or between two moments. NaN if
 * unknown. */
struct watch {
    double run_delay; /* seconds runnable but not running, all threads together */
    double steal; /* seconds that a hypervisor took from the CPUs that we may run on. It counts in
                     ticks of 1 / sysconf(_SC_CLK_TCK), usually 10 ms; a shorter batch sees none or
                     one */
    double spin;  /* seconds that watch_spin takes */
    int64_t preemptions; /* involuntary context switches, all threads together */
};

/* The state before a batch, and what has happened since BEGIN. The spin runs before the counters
 * are first read and after they are last read, so that it is not counted. The longer of the two
 * spins is used, because a CPU that became slow only later has slowed the batch as well. */
struct watch watch_begin(void);
struct watch watch_end(const struct watch *begin);

/* The counters alone, without a spin; and what they have counted since BEGIN, added to SUM. For a
 * batch of which only parts are timed. */
struct watch watch_count(void);
void watch_add_since(struct watch *sum, const struct watch *begin);

/* Seconds that a fixed calculation takes: 2048 dependent steps of a multiplication and an addition
 * in registers, 10 to 15 us. It does not use memory or caches; its time is that of the CPU's clock
 * cycles. It is the shorter of two in a row, because interruptions only add time. */
double watch_spin(void);

/* The steal, in ticks, of the CPUs in SET, which has BYTES bytes, according to STAT, the text of
 * /proc/stat. NaN if one of the CPUs is missing. */
double watch_steal_ticks(const char *stat, const cpu_set_t *set, size_t bytes);

#endif
