/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

/* The classic suite's action. BLAS has no axpby, so the action scales y and then adds to it. */
struct axpby {
    void *x, *y;
    struct blas_scalars scalars;
};

static int setup(struct bench *bench) {
    struct axpby *s = bench->state;
    size_t n = (size_t)bench->size;
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    s->scalars.alpha = bench_complex_scalar(bench, 0.7390851332151607, 0.25);
    s->scalars.beta = bench_complex_scalar(bench, 0.5, 0.25);
    bench_output(bench, s->y, n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct axpby *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct axpby *s = bench->state;
    const int64_t n = bench->size, one = 1;
#define SCAL_AND_AXPY(form, names) BLAS_ROUTINE(form, scal, 0) BLAS_ROUTINE(form, axpy, 1)
    BLAS_LOOPS(s->scalars, bench_is_complex(bench), SCAL_AND_AXPY, ,
               (scal(&n, beta, s->y, &one), axpy(&n, alpha, s->x, &one, s->y, &one)),
               (scal(n, beta, s->y, 1), axpy(n, alpha, s->x, 1, s->y, 1)));
}

/* Two products and one sum of numbers below 2. Each part of a complex number has twice as many. */
static double tolerance(const struct bench *bench) {
    return bench_is_complex(bench) ? 12 : 6;
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 2 * n, n);
}

static double bytes(const struct bench *bench) {
    return blas_bytes(bench, 5 * (double)bench->size);
}

/* Topic: vectors. */
const struct bench_action action_axpby = {
    BENCH_ACTION_HEAD,
    .name = "axpby",
    .about = "y := a x + b y",
    .size_means = "length of x and y",
    .largest = 3000000,
    .types = "sdcz",
    .routines =
        (const struct bench_routine[]){{"?scal_", "cblas_?scal"}, {"?axpy_", "cblas_?axpy"}, {0}},
    .state_bytes = sizeof(struct axpby),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "3 n",
    .bytes_formula = "5 n elements",
};
