/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.h: the monotonic clock, and the cost of reading it. */
#ifndef BENCHMAT_COLLECT_HARNESS_CLOCK_H
#define BENCHMAT_COLLECT_HARNESS_CLOCK_H

#include <stdint.h>

#include "formats/text/err.h"

/* A point in time. It is a struct so that nobody mixes it up with other numbers. */
struct instant {
    int64_t nanoseconds;
};

struct instant clock_now(void);

/* Seconds from EARLIER to LATER. */
double clock_seconds(struct instant earlier, struct instant later);

struct clock {
    double resolution; /* seconds: the smallest step seen, or, if that is at most twice the cost,
                          what clock_getres says */
    double cost;       /* seconds that one reading takes */
};

/* Reads the clock many thousand times in a row. ERR_FAILED if it ever ran backward. */
int clock_examine(struct clock *clock, struct err *err);

/* --- wall clock --- */

/* The time for everything that is not measured. */

/* Seconds since some fixed moment, of a clock that never jumps. */
double wall_clock_now(void);

#endif
