/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: what an action tells of itself while it runs: seconds of its own, work done, failure.
 *
 * It reads no clock: the caller gives it one. */
#ifndef BENCHMAT_COLLECT_HARNESS_REPORT_H
#define BENCHMAT_COLLECT_HARNESS_REPORT_H

#include <stdint.h>

#include "collect/action.h"
#include "formats/text/err.h"

/* Nanoseconds since some fixed moment. */
typedef int64_t report_clock(void);

struct report {
    int is_manual;  /* it has timed something by itself since it was set up */
    double seconds; /* in this interval, by its own timing */
    double counted[BENCH_COUNTS];
    int has_counted[BENCH_COUNTS];
    char failure[256]; /* why there is no answer; "" when nothing failed */

    /* private */
    report_clock *clock;
    int is_in_region;
    int64_t region_began;
};

/* --- for the caller of the action --- */

/* Forgets counts and failure; or the counts alone. */
void report_clear(struct report *report);
void report_clear_counts(struct report *report);

/* Between these two stands an interval of calls; regions are timed by CLOCK. */
void report_begin_interval(struct report *report, report_clock *clock);
void report_end_interval(struct report *report);

/* ERR_FAILED with what failed, or 0. */
int report_status(const struct report *report, struct err *err);

/* --- for the action, by way of its services --- */

void report_set_seconds(struct report *report, double seconds);
void report_begin_region(struct report *report);
void report_end_region(struct report *report);
void report_count(struct report *report, enum bench_count what, double number);

/* The first failure is kept. */
void report_give_up(struct report *report, const char *why);

#endif
