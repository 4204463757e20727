/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: what an action reports while it runs: seconds that it timed itself, work done, failure.
 *
 * The module reads no clock; the caller gives it one. */
#ifndef BENCHMAT_COLLECT_HARNESS_REPORT_H
#define BENCHMAT_COLLECT_HARNESS_REPORT_H

#include <stdint.h>

#include "collect/action.h"
#include "formats/text/err.h"

/* Nanoseconds since some fixed moment. */
typedef int64_t report_clock(void);

struct report {
    int is_manual;  /* it has timed something itself since it was set up */
    double seconds; /* timed by the action in this interval */
    double counted[BENCH_COUNTS];
    int has_counted[BENCH_COUNTS];
    char failure[256]; /* why there is no answer; "": no failure */

    /* private */
    report_clock *clock;
    int is_in_region;
    int64_t region_began;
};

/* --- for the caller of the action --- */

/* Clears counts and failure; or the counts alone. */
void report_clear(struct report *report);
void report_clear_counts(struct report *report);

/* Call these before and after an interval of calls. CLOCK times the regions. */
void report_begin_interval(struct report *report, report_clock *clock);
void report_end_interval(struct report *report);

/* Returns 0, or ERR_FAILED with the reason. */
int report_status(const struct report *report, struct err *err);

/* --- for the action, by way of its services --- */

void report_set_seconds(struct report *report, double seconds);
void report_begin_region(struct report *report);
void report_end_region(struct report *report);
void report_count(struct report *report, enum bench_count what, double number);

/* Only the first failure is kept. */
void report_give_up(struct report *report, const char *why);

#endif
