/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clocks.c: the linker puts these functions in front of those that the collector's tests call
 * (--wrap). What wraps a function NAME is called __wrap_NAME, and __real_NAME is the function. */
#include "tests/collect/clocks.h"

#include <time.h>

#include "collect/harness/clock.h"

__typeof__(clock_now) __real_clock_now, __wrap_clock_now;
__typeof__(wall_clock_now) __real_wall_clock_now, __wrap_wall_clock_now;
__typeof__(clock_gettime) __real_clock_gettime, __wrap_clock_gettime;
__typeof__(clock_nanosleep) __real_clock_nanosleep, __wrap_clock_nanosleep;

static int are_stopped, are_waits_stopped;
static int64_t nanoseconds; /* of the stopped clocks */
static void (*at_each_reading)(void), (*while_asleep)(void);

void clocks_stop(void) {
    are_stopped = 1;
    nanoseconds = 1000000000;
    at_each_reading = while_asleep = NULL;
}

void clocks_stop_waits(void) {
    are_waits_stopped = 1;
}

void clocks_pass(double seconds) {
    int64_t passed = (int64_t)(1e9 * seconds + 0.5);
    __atomic_add_fetch(&nanoseconds, passed, __ATOMIC_SEQ_CST);
}

void clocks_go(void) {
    are_stopped = are_waits_stopped = 0;
}

void clocks_call(void (*each)(void), void (*asleep)(void)) {
    at_each_reading = each;
    while_asleep = asleep;
}

struct instant __wrap_clock_now(void) {
    if (!are_stopped)
        return __real_clock_now();
    if (at_each_reading)
        at_each_reading();
    return (struct instant){__atomic_load_n(&nanoseconds, __ATOMIC_SEQ_CST)};
}

double __wrap_wall_clock_now(void) {
    if (!are_stopped)
        return __real_wall_clock_now();
    return 1e-9 * (double)__atomic_load_n(&nanoseconds, __ATOMIC_SEQ_CST);
}

int clocks_read(clockid_t clock, struct timespec *now) {
    int64_t passed = __atomic_load_n(&nanoseconds, __ATOMIC_SEQ_CST);
    if (!are_waits_stopped || clock != CLOCK_MONOTONIC)
        return __real_clock_gettime(clock, now);
    *now = (struct timespec){passed / 1000000000, passed % 1000000000};
    return 0;
}

/* The tests of clock_now itself have one of their own. */
__attribute__((weak)) int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    return clocks_read(clock, now);
}

int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted,
                           struct timespec *left) {
    double seconds = (double)wanted->tv_sec + 1e-9 * (double)wanted->tv_nsec;
    if (!are_stopped || seconds < 1e-3)
        return __real_clock_nanosleep(clock, flags, wanted, left);
    if (while_asleep)
        while_asleep();
    clocks_pass(seconds);
    return 0;
}
