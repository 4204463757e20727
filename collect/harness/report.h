/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: what an action reports while it runs: seconds that it timed itself, work done, failure.
 *
 * The module reads no clock but that which the caller gives it. */
#ifndef BENCHMAT_COLLECT_HARNESS_REPORT_H
#define BENCHMAT_COLLECT_HARNESS_REPORT_H

#include <stdint.h>

#include "collect/action.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* What is told of a sample besides its seconds: the reports of detail.def, by name and by number.
 * NaN: nothing tells it. Number i is detail DETAIL_whole_seconds + i. */
enum report_number {
#define REPORT(source, id, unit, about) REPORT_##id,
#include "formats/model/detail.def"
    REPORTS
};

union reported {
    struct {
#define REPORT(source, id, unit, about) double id;
#include "formats/model/detail.def"
    };
    double all[REPORTS];
};

void reported_clear(union reported *reported);

/* The first of them may be told of each call. */
enum {
#define CALL(id, unit, about) CALL_##id,
#include "formats/model/detail.def"
    CALL_REPORTS
};

/* What the ranks of a parallel action say about calls. */
struct report_ranks {
    double slowest, fastest; /* seconds of the rank that took longest, and of the one that took
                                least, over all intervals */
    double skew; /* seconds from the first rank's begin to the last one's, the most in any interval;
                    NaN: unknown */
    double whole;       /* seconds of the intervals, with what happens between calls */
    double clock_error; /* seconds by which a rank's clock was off, the most in any interval; NaN:
                           the action is not collective */
    int64_t late_calls; /* that were made once more */
};

/* Nanoseconds since some fixed moment. */
typedef int64_t report_clock(void);

struct report {
    int is_manual;    /* it has timed something itself since it was set up */
    double seconds;   /* timed by the action in this interval */
    int is_of_device; /* and by a device's clock */
    int is_on_device; /* which has been begun in this interval, and not ended */
    double counted[BENCH_COUNTS];
    int has_counted[BENCH_COUNTS];
    int has_used;              /* USED is known */
    union reported used;       /* by the last command */
    int has_ranks;             /* RANKS are known */
    struct report_ranks ranks; /* of all calls since the counts were cleared */
    char wrong[256];           /* what check found wrong; "": nothing */
    char failure[256];         /* why there is no answer; "": no failure */
    enum cell_status fate;     /* of the failure; CELL_OK: the action gave up */

    /* private */
    int has_failed; /* the threads of a team may all fail at once */
    report_clock *clock;
    int64_t began;                   /* when the interval did */
    double rank_seconds, rank_whole; /* in this interval, by the ranks' clocks */
    int is_in_region;
    int64_t region_began;
};

/* --- for the caller of the action --- */

/* Clears counts, wrong and failure; or the counts alone. */
void report_clear(struct report *report);
void report_clear_counts(struct report *report);

/* Call these before and after an interval of calls. CLOCK times the regions, and tells how long the
 * interval took, which is the most that the action may have timed in it; NULL: nothing does. */
void report_begin_interval(struct report *report, report_clock *clock);
void report_end_interval(struct report *report);

/* The seconds of the calls of the interval that has ended; *WHOLE, which is what our clock says of
 * all of it, becomes what the ranks say of it, if there are any. */
double report_seconds(const struct report *report, double *whole);

/* Returns 0, or ERR_FAILED with the reason. */
int report_status(const struct report *report, struct err *err);

/* --- for the action, by way of its services --- */

void report_set_seconds(struct report *report, double seconds);
void report_set_device_seconds(struct report *report, double seconds);
void report_begin_region(struct report *report);
void report_end_region(struct report *report);
void report_count(struct report *report, enum bench_count what, double number);

/* Only the first failure is kept, and only the first thing that is wrong. Any thread of a team may
 * give up. */
void report_wrong(struct report *report, const char *why);
void report_give_up(struct report *report, const char *why);

/* The same for what the harness finds out about a run, which has that FATE. */
void report_fail(struct report *report, enum cell_status fate, const char *why);

/* Adds what the ranks say about further calls in this interval. */
void report_add_ranks(struct report *report, const struct report_ranks *ranks);

#endif
