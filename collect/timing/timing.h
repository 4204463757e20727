/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.h: times the calls of a workspace. It knows nothing about what it times. */
#ifndef BENCHMAT_COLLECT_TIMING_TIMING_H
#define BENCHMAT_COLLECT_TIMING_TIMING_H

#include <stddef.h>
#include <stdint.h>

#include "collect/harness/wire.h"
#include "collect/harness/workspace.h"
#include "collect/timing/watch.h"
#include "formats/text/err.h"

/* About how long an interval lasts if calls are shorter. In A/A tests of axpy on a virtual machine
 * with interruptions every few milliseconds, the trimmed mean over intervals of 0.05 to 0.2 ms came
 * a hundred times as near to the true ratio as over those of 2 ms. A batch of a millisecond has
 * ten, of which the mean leaves out the two that were interrupted. */
#define INTERVALS_SECONDS 100e-6

/* With more than INTERVALS_MOST intervals only the first are kept, but all are in the totals. */
enum { INTERVALS_MOST = 1 << 16, INTERVALS_FEW = 5 };

/* The time that calls took: by the action's own timing if it has one (struct report); by the clock,
 * which is the same if it has none; and of the processor, all threads together. */
struct interval {
    double seconds, whole_seconds, cpu_seconds;
    double renew_seconds;         /* renewing arrays before them */
    int is_of_device;             /* seconds are a device's */
    double counted[BENCH_COUNTS]; /* by the action, in these calls */
};

struct intervals {
    struct interval interval; /* of all intervals together */
    int64_t calls;
    double per_call[INTERVALS_MOST];       /* seconds */
    double whole_per_call[INTERVALS_MOST]; /* by the clock */
    double counted_per_call[BENCH_COUNTS][INTERVALS_MOST];
    size_t count;
};

/* The seconds to size batches by: those of INTERVAL, but no less than a tenth of the whole, so that
 * an action that times a small part of a call does not get so many calls that they never end. A
 * device's are part of a whole that is waited for: the longer of the two. */
double interval_to_plan(const struct interval *interval);

void intervals_clear(struct intervals *intervals);
void intervals_add(struct intervals *intervals, const struct interval *interval, int64_t calls);

/* Sorts what was kept. Call this after the last intervals_add and before the functions below. */
void intervals_close(struct intervals *intervals);

/* Seconds per call over all intervals. */
double intervals_mean(const struct intervals *intervals);

/* Seconds per call: the 20 % trimmed mean, which leaves out a fifth at either end (J. W. Tukey, D.
 * H. McLaughlin: Less vulnerable confidence and significance procedures for location based on a
 * single sample, Sankhya A 25 (1963) 331). With fewer than INTERVALS_FEW, of which none would be
 * left out, it is the plain mean. */
double intervals_typical(const struct intervals *intervals);

/* The same of the whole seconds: no less, if no interval's are less than its seconds. */
double intervals_typical_whole(const struct intervals *intervals);

/* The number that took more than a quarter longer than their median. */
int64_t intervals_slow(const struct intervals *intervals);

/* --- evict --- */

/* Empties the caches by filling them with something else. */

/* Memory to sweep through: a part of FILE from OFFSET on, a page boundary. All workers on an arena
 * map the same part of its file (see wire.h), so that it takes memory only once. */
struct sweep {
    int file;
    size_t offset;
    char *memory; /* NULL until it is prepared; stays mapped until the process ends */
    size_t bytes;
};

/* Makes at least BYTES bytes available, with all pages present. ERR_FAILED: FILE is shorter, or the
 * memory cannot be mapped. */
int evict_prepare(struct sweep *eviction, size_t bytes, struct err *err);

/* Reads and writes one byte of every 64, of at most MOST. With twice the last-level cache's size or
 * more, nothing that was cached before is left in any data cache, nor a library's code outside the
 * innermost instruction cache. The caches are then full of modified lines that must be written
 * back, as after any other work on data. */
void evict_sweep(const struct sweep *eviction, size_t most);

/* --- timing --- */

/* The most calls in one interval when a batch of CALLS is timed: as many as last INTERVALS_SECONDS,
 * or 1.5 times SHORTEST if that is longer; a single call if one is long enough. If arrays are
 * renewed, only as many as last twice SHORTEST, and as have copies that stay in their level of
 * cache (workspace_warm_copies). */
int64_t timing_span(const struct workspace *workspace, int64_t calls, double call_seconds,
                    double shortest);

/* Times CALLS calls, in intervals of at most SPAN calls, as equal as possible; renews arrays in
 * between (not timed). INTERVALS, which may be NULL, gets each interval. Like all functions below
 * it ends early if the action gives up; its result then means nothing. */
struct interval timing_calls(struct workspace *workspace, int64_t calls, int64_t span,
                             struct intervals *intervals);

/* About the seconds that one call takes, for planning: doubles the calls until they last at least
 * SHORTEST seconds, or are 64 intervals of as many as may have copies. */
struct wire_seconds timing_estimate(struct workspace *workspace, double shortest);

/* Times CALLS calls into INTERVALS, each in an interval of its own, after renewing the arrays and
 * sweeping the caches. Adds to WATCH what happened during the calls, but not during the sweeps,
 * which take far longer and are not timed. */
void timing_cold_calls(struct workspace *workspace, int64_t calls, const struct sweep *eviction,
                       struct intervals *intervals, struct watch *watch);

/* Times CALLS calls into INTERVALS, each in an interval of its own, after renewing the arrays.
 * Reads nothing but the clock in between. The processor time of each is its part of that of all; it
 * is NaN if arrays are renewed, which takes processor time too. Events are counted of all
 * together. */
void timing_single_calls(struct workspace *workspace, int64_t calls, struct intervals *intervals);

/* Whether SECONDS are within 2 % of BEFORE; false if either is NaN. */
int timing_agree(double seconds, double before);

/* The result of warming up. */
struct warm_up {
    int64_t calls;       /* calls made */
    double call_seconds; /* per call, in the last window; NaN: no window */
    int is_steady;       /* two windows agreed, or none was needed */
};

/* Runs windows of an eighth of a batch of CALLS, untimed, until one agrees with the one before or
 * with the fastest before (a window that the machine disturbed is no reason to continue), or MOST
 * seconds have passed. Begins no window that would, at CALL_SECONDS a call, pass MOST. A window
 * longer than MOST is not needed: the calls warm themselves up, and is_steady is 1. */
struct warm_up timing_warm_up(struct workspace *workspace, int64_t calls, int64_t span,
                              double call_seconds, double most);

#endif
