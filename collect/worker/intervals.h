/* SPDX-License-Identifier: GPL-3.0-or-later */
/* intervals.h: what the intervals of one batch took, and what is typical of them.
 *
 * A machine is interrupted now and then: by its clock, by other processes, by its hypervisor. Where
 * a batch is timed in many short intervals, an interruption is in a few of them, and those are
 * known by their length; timed as a whole it would be a little too long, and nobody could tell. */
#ifndef BENCHMAT_COLLECT_WORKER_INTERVALS_H
#define BENCHMAT_COLLECT_WORKER_INTERVALS_H

#include <stddef.h>
#include <stdint.h>

/* What an interval lasts, about, where calls are shorter. In A/A tests of axpy on a virtual machine
 * with interruptions every few milliseconds, the trimmed mean over intervals of 0.05 to 0.2 ms came
 * a hundred times as near to the true ratio as over those of 2 ms. */
#define INTERVALS_SECONDS 150e-6

/* Of more than so many the first are kept, and all are in the totals. */
enum { INTERVALS_MOST = 1 << 16, INTERVALS_FEW = 5 };

/* What calls took: by the action's own timing where it has one, as struct report tells; by the
 * clock, which is the same where it has none; and of the processor, all threads together. */
struct interval {
    double seconds, whole_seconds, cpu_seconds;
};

struct intervals {
    struct interval interval; /* of all */
    int64_t calls;
    double per_call[INTERVALS_MOST]; /* seconds */
    size_t count;
};

/* Adds what further calls took. */
void interval_add(struct interval *sum, const struct interval *interval);

/* The seconds by which calls are planned: those of SPELL, but no less than a tenth of the whole, so
 * that an action which times a small part of a call does not get so many that they never end. */
double interval_to_plan(const struct interval *interval);

void intervals_clear(struct intervals *intervals);
void intervals_add(struct intervals *intervals, const struct interval *interval, int64_t calls);

/* Sorts what was kept, after which nothing may be added. Before any of the following. */
void intervals_close(struct intervals *intervals);

/* Seconds per call over all of them. */
double intervals_mean(const struct intervals *intervals);

/* Seconds per call: the 20 % trimmed mean, that is of those left when a fifth is left out at either
 * end (J. W. Tukey, D. H. McLaughlin: Less vulnerable confidence and significance procedures for
 * location based on a single sample, Sankhya A 25 (1963) 331). Of fewer than INTERVALS_FEW, of
 * which none would be left out, it is the plain mean. */
double intervals_typical(const struct intervals *intervals);

/* How many took more than a quarter longer than their median. */
int64_t intervals_slow(const struct intervals *intervals);

#endif
