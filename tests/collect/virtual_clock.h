/* SPDX-License-Identifier: GPL-3.0-or-later */
/* virtual_clock.h: the monotonic clock as a test sets it, as long as it is on. The linker puts it
 * in front of the system's, in the rooms that the Makefile names. Several files of a room have it.
 */
#ifndef BENCHMAT_TESTS_COLLECT_VIRTUAL_CLOCK_H
#define BENCHMAT_TESTS_COLLECT_VIRTUAL_CLOCK_H

#include <time.h>

struct virtual_clock {
    int is_on;
    double seconds;
};

__attribute__((weak)) volatile struct virtual_clock virtual_clock;

__typeof__(clock_gettime) __real_clock_gettime, __wrap_clock_gettime;

__attribute__((weak)) int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    time_t whole = (time_t)virtual_clock.seconds;
    if (!virtual_clock.is_on || clock != CLOCK_MONOTONIC)
        return __real_clock_gettime(clock, now);
    *now = (struct timespec){whole, (long)(1e9 * (virtual_clock.seconds - (double)whole))};
    return 0;
}

/* As setup and teardown of a test. */
static inline int virtual_clock_begin(void **state) {
    (void)state;
    virtual_clock.is_on = 1;
    virtual_clock.seconds = 0;
    return 0;
}

static inline int virtual_clock_end(void **state) {
    (void)state;
    virtual_clock.is_on = 0;
    return 0;
}

#endif
