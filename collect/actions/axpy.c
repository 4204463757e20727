/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct axpy {
    void *x, *y;
    struct blas_scalars scalars;
};

static int setup(struct bench *bench) {
    struct axpy *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    s->scalars.alpha = bench_complex_scalar(bench, 0.7390851332151607, 0.25);
    bench_output(bench, s->y, n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct axpy *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct axpy *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(s->scalars, axpy, (&n, alpha, s->x, &one, s->y, &one), (n, alpha, s->x, 1, s->y, 1));
}

/* One product and one sum of numbers below 2: two roundings, fused or not. Each part of a complex
 * number has twice as many. */
static double tolerance(const struct bench *bench) {
    return bench_is_complex(bench) ? 8 : 4;
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n, n);
}

static double bytes(const struct bench *bench) {
    return blas_bytes(bench, 3 * (double)bench->size);
}

/* Topic: vectors. */
const struct bench_action action_axpy = {
    BENCH_ACTION_HEAD,
    .name = "axpy",
    .about = "y := a x + y",
    .size_means = "length of x and y",
    .largest = 3000000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?axpy_", "cblas_?axpy"}, {0}},
    .state_bytes = sizeof(struct axpy),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n",
    .bytes_formula = "3 n elements",
};
