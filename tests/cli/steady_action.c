/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An action that says itself how long its calls take: what is measured is the same on every
 * machine, however busy. A call takes about 0.1 ms as `fast`, and as `slow` 2 % more; up to 1 %
 * more with another input, and as `slow` also in another memory layout, that is in another round.
 * NAME may name it otherwise. */
#include "collect/action.h"

#include <stdint.h>

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

static int setup(struct bench *bench) {
    struct state *s = bench->state;
    s->x = bench_renewed_array(bench, (size_t)bench->size);
    bench_output(bench, s->x, (size_t)bench->size);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct state *s = bench->state;
    int is_slow = bench->routines[0] == slow;
    bench_fill(bench, s->x, (size_t)bench->size);
    s->seconds = 1e-4 * (1 + 0.001 * (double)(seed % (is_slow ? 11 : 7)));
    if (is_slow)
        s->seconds *= 1.02 + 1e-4 * (double)((uintptr_t)s->x / 64 % 64);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct state *s = bench->state;
    bench_set_seconds(bench, s->seconds * (double)calls);
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = NAME,
    .about = "nothing, for a known time",
    .size_means = "numbers",
    .largest = 1000,
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(fast),
                                                             BENCH_IMPLEMENTATION(slow),
                                                             {0}},
    .state_bytes = sizeof(struct state),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate};
