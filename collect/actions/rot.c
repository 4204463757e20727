/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct rot {
    void *x, *y;
    struct blas_scalars scalars; /* cosine and sine */
};

/* Every call rotates the same x and y, because a rotation keeps lengths. There are no complex
 * types, because csrot and zdrot are this very calculation with twice the n, and half of the
 * libraries lack them. */
static int setup(struct bench *bench) {
    struct rot *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    s->scalars.alpha = bench_scalar(bench, 0.8);
    s->scalars.beta = bench_scalar(bench, 0.6);
    bench_output_of(bench, "x", s->x, n, bench->type);
    bench_output_of(bench, "y", s->y, n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct rot *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct rot *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(s->scalars, rot, (&n, s->x, &one, s->y, &one, alpha, beta),
               (n, s->x, 1, s->y, 1, alpha, beta));
}

/* Two products of numbers below 1 and their sum: three roundings of one epsilon in all. */
static double tolerance(const struct bench *bench) {
    (void)bench;
    return 4;
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 4 * n, 2 * n);
}

static double bytes(const struct bench *bench) {
    return blas_bytes(bench, 4 * (double)bench->size);
}

/* Topic: vectors. */
const struct bench_action action_rot = {
    BENCH_ACTION_HEAD,
    .name = "rot",
    .about = "(x, y) := (c x + s y, c y - s x)",
    .size_means = "length of x and y",
    .largest = 3000000,
    .types = "sd",
    .routines = (const struct bench_routine[]){{"?rot_", "cblas_?rot"}, {0}},
    .state_bytes = sizeof(struct rot),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "6 n",
    .bytes_formula = "4 n elements",
};
