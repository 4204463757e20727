/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/clock.h"

#include <time.h>

/* --- clock --- */

struct instant clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (struct instant){(int64_t)now.tv_sec * 1000000000 + now.tv_nsec};
}

double clock_seconds(struct instant earlier, struct instant later) {
    return 1e-9 * (double)(later.nanoseconds - earlier.nanoseconds);
}

int clock_examine(struct clock *clock, struct err *err) {
    enum { SERIES = 20, READINGS = 1000 };
    int64_t step = INT64_MAX;
    double cost = 1;
    for (int s = 0; s < SERIES; s++) {
        struct instant first = clock_now(), last = first;
        for (int i = 0; i < READINGS; i++) {
            struct instant now = clock_now();
            int64_t difference = now.nanoseconds - last.nanoseconds;
            if (difference < 0)
                return err_set(err, ERR_FAILED, "the monotonic clock ran backward");
            if (difference > 0 && difference < step)
                step = difference;
            last = now;
        }
        double mean = clock_seconds(first, last) / READINGS;
        if (mean < cost)
            cost = mean;
    }
    struct timespec claimed = {0, 1};
    clock_getres(CLOCK_MONOTONIC, &claimed);
    double unit = 1e-9 * (double)claimed.tv_nsec + (double)claimed.tv_sec;
    /* A clock finer than its own cost only shows steps of that cost; then use what clock_getres
     * says. */
    clock->resolution = 1e-9 * (double)step > 2 * cost ? 1e-9 * (double)step : unit;
    clock->cost = cost;
    return 0;
}

/* --- wall clock --- */

double wall_clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
