/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clocks.h: clocks that a test sets, in its own process and in workers. For after cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_CLOCKS_H
#define BENCHMAT_TESTS_COLLECT_CLOCKS_H

#include <time.h>

/* From now on time passes only as a test says; clocks_go ends that. It is so for clock_now,
 * wall_clock_now and sleeps of a millisecond and more, which return at once; what waits for a
 * worker's answer still waits in real time, unless clocks_stop_waits is called too. A handler of a
 * signal may let time pass. */
void clocks_stop(void);
void clocks_stop_waits(void);
void clocks_pass(double seconds);
void clocks_go(void);

/* What clock_gettime says under these. */
int clocks_read(clockid_t clock, struct timespec *now);

/* As setup and teardown of a test. */
static inline int stop_clocks(void **state) {
    (void)state;
    clocks_stop();
    clocks_stop_waits();
    return 0;
}

static inline int let_clocks_go(void **state) {
    (void)state;
    clocks_go();
    return 0;
}

/* While the clocks are stopped, each reading of clock_now first calls EACH, which may let time
 * pass, and each sleep calls ASLEEP, which may wait for something; NULL: nothing is called. */
void clocks_call(void (*each)(void), void (*asleep)(void));

#endif
