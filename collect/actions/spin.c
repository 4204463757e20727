/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <time.h>

#include "collect/action.h"

/* Takes a known time: SIZE nanoseconds a call, by the clock. Measuring it shows whether the harness
 * times, counts and divides correctly; it says nothing about how quiet the machine is.
 *
 * Reading a clock takes some 20 ns, so that a wait of SIZE nanoseconds from the beginning of each
 * call would last up to one reading longer: 20 % of 100 ns. So call c of a batch ends when c SIZE
 * have passed since the batch began. Whatever makes one call too long, a reading or an
 * interruption, shortens the next, and the batch as a whole is too long by only one reading, or by
 * an interruption that outlasts its end. Sizes below two readings cannot be kept. */
static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int setup(struct bench *bench) {
    (void)bench;
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    (void)bench;
    (void)seed;
}

static void calculate(struct bench *bench, int64_t calls) {
    int64_t end = now(), time = end;
    for (int64_t c = 0; c < calls; c++) {
        end += bench->size;
        while (time < end)
            time = now();
    }
}

/* Topic: the harness. */
const struct bench_action action_spin = {
    BENCH_ACTION_HEAD,
    .name = "spin",
    .about = "waits a known time, to try the harness",
    .size_means = "nanoseconds",
    .largest = 10000000,
    .routines = (const struct bench_routine[]){{0}},
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
};
