/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct product {
    void *a, *x, *y;
    union bench_scalar one, zero;
};

static int setup(struct bench *bench) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n * n);
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    s->one = bench_scalar(bench, 1);
    s->zero = bench_scalar(bench, 0);
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
    const int64_t n = bench->size, inc = 1;
    if (!bench->c_interface) {
        blas_gemv *gemv = (blas_gemv *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            gemv("N", &n, &n, &s->one, s->a, &n, s->x, &inc, &s->zero, s->y, &inc, 1);
    } else if (bench->type == 's') {
        blas_cblas_sgemv *gemv = (blas_cblas_sgemv *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            gemv(BLAS_COLUMN_MAJOR, BLAS_NO_TRANSPOSE, n, n, 1, s->a, n, s->x, 1, 0, s->y, 1);
    } else {
        blas_cblas_dgemv *gemv = (blas_cblas_dgemv *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            gemv(BLAS_COLUMN_MAJOR, BLAS_NO_TRANSPOSE, n, n, 1, s->a, n, s->x, 1, 0, s->y, 1);
    }
}

/* Each element is a dot product (see dot.c), and the largest error of many is several times as
 * large as the usual one. */
static double tolerance(const struct bench *bench) {
    return 4 + 4 * (double)bench->size;
}

static double flops(const struct bench *bench) {
    return 2.0 * (double)bench->size * (double)bench->size;
}

static double bytes(const struct bench *bench) {
    return ((double)bench->size + 2.0) * (double)bench->size * (double)bench->element;
}

const struct bench_action action_matrix_vector_product = {
    BENCH_ACTION_HEAD,
    .name = "matrix_vector_product",
    .about = "y := A x",
    .size_means = "rows and columns of A",
    .largest = 5000,
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
