/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct axpy {
    void *x, *y;
    union bench_scalar a;
};

static int setup(struct bench *bench) {
    struct axpy *s = bench->state;
    s->x = bench_array(bench, (size_t)bench->size);
    s->y = bench_array(bench, (size_t)bench->size);
    s->a = bench_scalar(bench, 0.7390851332151607);
    bench_output(bench, s->y, (size_t)bench->size);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct axpy *s = bench->state;
    (void)seed;
    bench_fill(bench, s->x, (size_t)bench->size);
    bench_fill(bench, s->y, (size_t)bench->size);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct axpy *s = bench->state;
    const int64_t n = bench->size, one = 1;
    if (!bench->c_interface) {
        blas_axpy *axpy = (blas_axpy *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            axpy(&n, &s->a, s->x, &one, s->y, &one);
    } else if (bench->type == 's') {
        blas_cblas_saxpy *axpy = (blas_cblas_saxpy *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            axpy(n, s->a.s, s->x, 1, s->y, 1);
    } else {
        blas_cblas_daxpy *axpy = (blas_cblas_daxpy *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            axpy(n, s->a.d, s->x, 1, s->y, 1);
    }
}

/* One product and one sum of numbers below 2: two roundings, fused or not. */
static double tolerance(const struct bench *bench) {
    (void)bench;
    return 4;
}

static double flops(const struct bench *bench) {
    return 2.0 * (double)bench->size;
}

static double bytes(const struct bench *bench) {
    return 3.0 * (double)bench->size * (double)bench->element;
}

const struct bench_action action_axpy = {
    BENCH_ACTION_HEAD,
    .name = "axpy",
    .about = "y := a x + y",
    .size_means = "length of x and y",
    .largest = 3000000,
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
