/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct copy {
    void *x, *y;
    struct blas_scalars none;
};

static int setup(struct bench *bench) {
    struct copy *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    bench_output(bench, s->y, n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct copy *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct copy *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(s->none, copy, (&n, s->x, &one, s->y, &one), (n, s->x, 1, s->y, 1));
}

/* A copy must be exact. */
static double tolerance(const struct bench *bench) {
    (void)bench;
    return 0;
}

static double bytes(const struct bench *bench) {
    return blas_bytes(bench, 2 * (double)bench->size);
}

/* Topic: vectors. */
const struct bench_action action_copy = {
    BENCH_ACTION_HEAD,
    .name = "copy",
    .about = "y := x",
    .size_means = "length of x and y",
    .largest = 3000000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?copy_", "cblas_?copy"}, {0}},
    .state_bytes = sizeof(struct copy),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .bytes = bytes,
    .bytes_formula = "2 n elements",
};
