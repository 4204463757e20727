/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct scal {
    void *x;
    struct blas_scalars scalars;
};

/* Every call scales the same x, by a number whose modulus is as close to one as possible, so that
 * 10^8 calls neither overflow nor underflow. The number is not one or minus one, for which a
 * library may have shortcuts. */
static int setup(struct bench *bench) {
    struct scal *s = bench->state;
    size_t n = (size_t)bench->size;
    double near_one = 1 + bench_epsilon(bench);
    s->x = bench_array(bench, n);
    s->scalars.alpha = bench_is_complex(bench) ? bench_complex_scalar(bench, 0.6, 0.8)
                                               : bench_scalar(bench, -near_one);
    bench_output(bench, s->x, n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct scal *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->x, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct scal *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(s->scalars, scal, (&n, alpha, s->x, &one), (n, alpha, s->x, 1));
}

/* A real product is rounded once, so that only one answer is right. Each part of a complex product
 * is two products of numbers below 1 and their sum. */
static double tolerance(const struct bench *bench) {
    return bench_is_complex(bench) ? 4 : 0;
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n, 0);
}

static double bytes(const struct bench *bench) {
    return blas_bytes(bench, 2 * (double)bench->size);
}

/* Topic: vectors. */
const struct bench_action action_scal = {
    BENCH_ACTION_HEAD,
    .name = "scal",
    .about = "x := a x",
    .size_means = "length of x",
    .largest = 3000000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?scal_", "cblas_?scal"}, {0}},
    .state_bytes = sizeof(struct scal),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "n",
    .bytes_formula = "2 n elements",
};
