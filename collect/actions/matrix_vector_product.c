/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct product {
    void *a, *x, *y;
    struct blas_scalars scalars;
};

static int setup(struct bench *bench) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n * n);
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    s->scalars.alpha = bench_scalar(bench, 1);
    s->scalars.beta = bench_scalar(bench, 0);
    bench_output(bench, s->y, n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->a, n * n);
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct product *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(
        s->scalars, gemv, ("N", &n, &n, alpha, s->a, &n, s->x, &one, beta, s->y, &one, 1),
        (BLAS_COLUMN_MAJOR, BLAS_NO_TRANSPOSE, n, n, alpha, s->a, n, s->x, 1, beta, s->y, 1));
}

static double tolerance(const struct bench *bench) {
    return blas_product_tolerance(bench);
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n, n * n);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, (n + 2) * n);
}

const struct bench_action action_matrix_vector_product = {
    BENCH_ACTION_HEAD,
    .name = "matrix_vector_product",
    .about = "y := A x",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?gemv_", "cblas_?gemv"}, {0}},
    .state_bytes = sizeof(struct product),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n^2",
    .bytes_formula = "n^2 + 2 n elements",
};
