/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

/* The classic suite's action: BLAS has no axpby of its own, so y is scaled and then added to. */
struct axpby {
    void *x, *y;
    union bench_scalar a, b;
};

static int setup(struct bench *bench) {
    struct axpby *s = bench->state;
    s->x = bench_array(bench, (size_t)bench->size);
    s->y = bench_array(bench, (size_t)bench->size);
    s->a = bench_scalar(bench, 0.7390851332151607);
    s->b = bench_scalar(bench, 0.5);
    bench_output(bench, s->y, (size_t)bench->size);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct axpby *s = bench->state;
    (void)seed;
    bench_fill(bench, s->x, (size_t)bench->size);
    bench_fill(bench, s->y, (size_t)bench->size);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct axpby *s = bench->state;
    const int64_t n = bench->size, one = 1;
    if (!bench->c_interface) {
        blas_scal *scal = (blas_scal *)bench->routines[0];
        blas_axpy *axpy = (blas_axpy *)bench->routines[1];
        for (int64_t c = 0; c < calls; c++) {
            scal(&n, &s->b, s->y, &one);
            axpy(&n, &s->a, s->x, &one, s->y, &one);
        }
    } else if (bench->type == 's') {
        blas_cblas_sscal *scal = (blas_cblas_sscal *)bench->routines[0];
        blas_cblas_saxpy *axpy = (blas_cblas_saxpy *)bench->routines[1];
        for (int64_t c = 0; c < calls; c++) {
            scal(n, s->b.s, s->y, 1);
            axpy(n, s->a.s, s->x, 1, s->y, 1);
        }
    } else {
        blas_cblas_dscal *scal = (blas_cblas_dscal *)bench->routines[0];
        blas_cblas_daxpy *axpy = (blas_cblas_daxpy *)bench->routines[1];
        for (int64_t c = 0; c < calls; c++) {
            scal(n, s->b.d, s->y, 1);
            axpy(n, s->a.d, s->x, 1, s->y, 1);
        }
    }
}

/* Two products and one sum of numbers below 2. */
static double tolerance(const struct bench *bench) {
    (void)bench;
    return 6;
}

static double flops(const struct bench *bench) {
    return 3.0 * (double)bench->size;
}

static double bytes(const struct bench *bench) {
    return 5.0 * (double)bench->size * (double)bench->element;
}

const struct bench_action action_axpby = {
    BENCH_ACTION_HEAD,
    .name = "axpby",
    .about = "y := a x + b y",
    .size_means = "length of x and y",
    .largest = 3000000,
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
