/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"

/* Calculates nothing, along the same path that times everything else: its time is the cost of the
 * harness. */
static int setup(struct bench *bench) {
    (void)bench;
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    (void)bench;
    (void)seed;
}

static void calculate(struct bench *bench, int64_t calls) {
    (void)bench;
    for (int64_t c = 0; c < calls; c++)
        bench_clobber();
}

/* Topic: the harness. */
const struct bench_action action_empty = {
    BENCH_ACTION_HEAD,
    .name = "empty",
    .about = "nothing: the cost of the harness itself",
    .size_means = "without meaning",
    .largest = 1,
    .routines = (const struct bench_routine[]){{0}},
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
};
