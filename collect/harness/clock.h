/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.h: the monotonic clock, and what reading it costs. */
#ifndef BENCHMAT_COLLECT_HARNESS_CLOCK_H
#define BENCHMAT_COLLECT_HARNESS_CLOCK_H

#include <stdint.h>

#include "formats/text/err.h"

/* A point in time; wrapped, so that it is not mixed up with a number of anything. */
struct instant {
    int64_t nanoseconds;
};

struct instant clock_now(void);

/* Seconds from EARLIER to LATER. */
double clock_seconds(struct instant earlier, struct instant later);

struct clock {
    double resolution; /* seconds: the smallest step that was seen */
    double cost;       /* seconds: what one reading takes */
};

/* Reads the clock many thousand times in a row. ERR_FAILED when it ever ran backward. */
int clock_examine(struct clock *clock, struct err *err);

/* --- wall clock --- */

/* The clock on the wall, for everything but what is measured. */

/* Seconds since some fixed moment, which never jump. */
double wall_clock_now(void);

#endif
