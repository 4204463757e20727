/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct ger {
    void *a, *x, *y;
    struct blas_scalars scalars;
};

/* A grows by the same amount in every call, which neither overflows nor changes the work. */
static int setup(struct bench *bench) {
    struct ger *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n * n);
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    s->scalars.alpha = bench_scalar(bench, 1);
    bench_output(bench, s->a, n * n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct ger *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->a, n * n);
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct ger *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(s->scalars, ger, (&n, &n, alpha, s->x, &one, s->y, &one, s->a, &n),
               (BLAS_COLUMN_MAJOR, n, n, alpha, s->x, 1, s->y, 1, s->a, n));
}

/* One product and one sum of numbers below 2, as in axpy.c. */
static double tolerance(const struct bench *bench) {
    return bench_is_complex(bench) ? 8 : 4;
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n, n * n);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, 2 * n * n + 2 * n);
}

/* Topic: matrices and vectors. */
const struct bench_action action_ger = {
    BENCH_ACTION_HEAD,
    .name = "ger",
    .about = "A := A + x y'",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?ger<|c>_", "cblas_?ger<|c>"}, {0}},
    .state_bytes = sizeof(struct ger),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n^2",
    .bytes_formula = "2 n^2 + 2 n elements",
};
