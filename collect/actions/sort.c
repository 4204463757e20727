/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"

struct sort {
    char *x;
};

/* A float is passed like a double: by its address. */
typedef void sort_function(void *x, size_t n);

static int setup(struct bench *bench) {
    struct sort *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_renewed_array(bench, n);
    bench_output(bench, s->x, n);
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct sort *s = bench->state;
    const size_t n = (size_t)bench->size, stride = bench->copy_stride;
    sort_function *sort = (sort_function *)bench->routines[0];
    char *x = s->x;
    for (int64_t c = 0; c < calls; c++, x += stride)
        sort(x, n);
}

/* Numbers have one ascending order, so that the reference's answer is the only right one: another
 * is not sorted, or has lost or changed a number. */
static double tolerance(const struct bench *bench) {
    (void)bench;
    return 0;
}

static double bytes(const struct bench *bench) {
    return 2 * (double)bench->size * (double)bench->element;
}

/* Topic: sorting. */
const struct bench_action action_sort = {
    BENCH_ACTION_HEAD,
    .name = "sort",
    .about = "x := the same numbers, ascending",
    .size_means = "length of x",
    .largest = 1000000,
    .types = "sd",
    .routines = (const struct bench_routine[]){{NULL, "sort{f}"}, {0}},
    .state_bytes = sizeof(struct sort),
    .setup = setup,
    .calculate = calculate,
    .tolerance = tolerance,
    .bytes = bytes,
    .bytes_formula = "2 n elements",
};
