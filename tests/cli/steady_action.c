/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An action that says itself how long its calls take: what is measured is the same on every
 * machine, however busy. A call takes about 0.1 ms as `fast` or `same`, and as `slow` 2 % more.
 * With another input or in another round it takes up to 1 % more; rounds differ in where its array
 * lies in memory. NAME may name it otherwise. */
#include "collect/action.h"

#include <stdint.h>
#include <time.h>

#ifndef NAME
#    define NAME "steady"
#endif

struct state {
    double *x, seconds;
};

static void fast(void) {
}

static void slow(void) {
}

static void same(void) {
}

static int setup(struct bench *bench) {
    struct state *s = bench->state;
    s->x = bench_renewed_array(bench, (size_t)bench->size);
    bench_output(bench, s->x, (size_t)bench->size);
    return 0;
}

/* From 0 to 1, evenly. */
static double noise(uint64_t of) {
    return (double)(of * 0x9e3779b97f4a7c15u >> 40) / 0x1p24;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct state *s = bench->state;
    uint64_t place = (uintptr_t)s->x / 64 % 64;
    bench_fill(bench, s->x, (size_t)bench->size);
    s->seconds = 1e-4 * (1 + 0.005 * noise(64 * seed + place));
    if (bench->routines[0] == slow)
        s->seconds *= 1.02 + 0.005 * noise(place) + 0.001 * noise(64 * seed - place);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* No action may say that its calls took longer than they did. */
static void calculate(struct bench *bench, int64_t calls) {
    const struct state *s = bench->state;
    double seconds = s->seconds * (double)calls, end = now() + seconds;
    while (now() < end)
        continue;
    bench_set_seconds(bench, seconds);
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = NAME,
    .about = "nothing, for a known time",
    .size_means = "numbers",
    .largest = 1000,
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(fast),
                                                             BENCH_IMPLEMENTATION(slow),
                                                             BENCH_IMPLEMENTATION(same),
                                                             {0}},
    .state_bytes = sizeof(struct state),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate};
