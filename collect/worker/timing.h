/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.h: how long the calls of a workspace take. It knows nothing of what it times. */
#ifndef BENCHMAT_COLLECT_WORKER_TIMING_H
#define BENCHMAT_COLLECT_WORKER_TIMING_H

#include <stddef.h>
#include <stdint.h>

#include "collect/harness/workspace.h"
#include "collect/worker/watch.h"
#include "formats/text/err.h"

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

/* --- evict --- */

/* Emptying the caches by filling them with something else. */

/* Memory to sweep through: a part of FILE, from OFFSET on, a page boundary. All workers on an arena
 * have the same part of its file (see wire.h), so that it takes memory once. */
struct sweep {
    int file;
    size_t offset;
    char *memory; /* NULL until it is prepared; stays mapped until the process ends */
    size_t bytes;
};

/* Sees to it that there are BYTES bytes, all pages present. ERR_FAILED when FILE is shorter or
 * memory is unmatched. */
int evict_prepare(struct sweep *eviction, size_t bytes, struct err *err);

/* Reads and writes one byte of every 64. With twice the last-level cache's size or more, nothing
 * that was cached before is left in any cache of data; nor is the code of a library, outside the
 * innermost cache of instructions. What fills them now is modified and has to be written back, as
 * after any other work on data. */
void evict_sweep(const struct sweep *eviction);

/* --- timing --- */

/* How long the calls of a workspace take. It knows nothing of what it times. */

/* How many calls one interval spans, at most, when a batch of CALLS is timed: as many as last
 * INTERVALS_SECONDS, or 1.5 times SHORTEST if that is longer; a single call where one is long
 * enough. Where arrays are renewed only twice SHORTEST, for more copies than needed only fall out
 * of the caches. */
int64_t timing_span(const struct workspace *workspace, int64_t calls, double call_seconds,
                    double shortest);

/* What CALLS calls take, in intervals of at most SPAN calls, as equal as can be, renewing
 * in between (not timed). INTERVALS, which may be NULL, gets each of them. Like all of the
 * following it ends early when the action gives up, and then what it returns means nothing. */
struct interval timing_calls(struct workspace *workspace, int64_t calls, int64_t span,
                             struct intervals *intervals);

/* About the seconds that one call takes, to plan by: calls are doubled until the interval lasts at
 * least SHORTEST of them. */
double timing_estimate(struct workspace *workspace, double shortest);

/* Puts what CALLS calls take into INTERVALS, each in an interval of its own after the caches were
 * swept; also renewed before that. WATCH gets what happened during the calls added, not what did
 * during the sweeps, which take far longer and are not timed. */
void timing_cold_calls(struct workspace *workspace, int64_t calls, const struct sweep *eviction,
                       struct intervals *intervals, struct watch *watch);

/* Whether SECONDS are within 2 % of BEFORE; not when either is NaN. */
int timing_agree(double seconds, double before);

/* How warming up went. */
struct warm_up {
    int64_t calls;       /* that were made */
    double call_seconds; /* a call's in the last window; NaN without one */
    int is_steady;       /* two windows agreed, or none was needed */
};

/* Runs windows of an eighth of a batch of CALLS, untimed, until one agrees with the one before or
 * with the fastest before (a window that the machine disturbed is no reason to go on longer), or
 * MOST seconds have passed. No window is begun that would, at CALL_SECONDS a call, pass MOST. A
 * call longer than MOST warms itself and needs no window. */
struct warm_up timing_warm_up(struct workspace *workspace, int64_t calls, int64_t span,
                              double call_seconds, double most);

#endif
