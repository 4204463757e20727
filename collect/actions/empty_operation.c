/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"

/* Operates on nothing, along the same path as every throughput action: its time is what counting an
 * operation, and asking whether to go on, takes of each. */
static int setup(struct bench *bench) {
    (void)bench;
    return 0;
}

static void nothing(void) {
}

static void operate(struct bench_thread *thread) {
    do
        bench_clobber();
    while (bench_next_operation(thread));
}

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    for (int i = 0; i < count; i++)
        if (!bench_operations_of(team[i]))
            bench_wrong(bench, "a thread did nothing at all");
}

/* Topic: the harness. */
const struct bench_action action_empty_operation = {
    BENCH_ACTION_HEAD,
    .name = "empty_operation",
    .about = "nothing, by all threads: the cost of the harness in a trial",
    .largest = 1,
    .types = "d",
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(nothing), {0}},
    .setup = setup,
    .operate = operate,
    .check = check,
};
