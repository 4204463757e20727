/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/blas.h"

struct product {
    void *a, *b, *c;
    double *probe; /* 3 n numbers for the residual */
    union bench_scalar one, zero;
};

static int setup(struct bench *bench) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n * n);
    s->b = bench_array(bench, n * n);
    s->c = bench_array(bench, n * n);
    s->probe = bench_array(bench, 3 * n * sizeof(double) / bench->element);
    s->one = bench_scalar(bench, 1);
    s->zero = bench_scalar(bench, 0);
    bench_output(bench, s->c, n * n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->a, n * n);
    bench_fill(bench, s->b, n * n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct product *s = bench->state;
    const int64_t n = bench->size;
    if (!bench->c_interface) {
        blas_gemm *gemm = (blas_gemm *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            gemm("N", "N", &n, &n, &n, &s->one, s->a, &n, s->b, &n, &s->zero, s->c, &n, 1, 1);
    } else if (bench->type == 's') {
        blas_cblas_sgemm *gemm = (blas_cblas_sgemm *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            gemm(BLAS_COLUMN_MAJOR, BLAS_NO_TRANSPOSE, BLAS_NO_TRANSPOSE, n, n, n, 1, s->a, n, s->b,
                 n, 0, s->c, n);
    } else {
        blas_cblas_dgemm *gemm = (blas_cblas_dgemm *)bench->routines[0];
        for (int64_t c = 0; c < calls; c++)
            gemm(BLAS_COLUMN_MAJOR, BLAS_NO_TRANSPOSE, BLAS_NO_TRANSPOSE, n, n, n, 1, s->a, n, s->b,
                 n, 0, s->c, n);
    }
}

/* out := out + sign M in, for a column-major matrix M. */
static void add_product(const struct bench *bench, double *out, double sign, const void *matrix,
                        const double *in) {
    size_t n = (size_t)bench->size;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            out[i] += sign * bench_element(bench, matrix, j * n + i) * in[j];
}

/* Freivalds' check (Probabilistic machines can use less running time, IFIP Congress 1977): C z
 * against A (B z) for a vector z of signs, in double precision, which costs n^2 instead of n^3. By
 * the estimate of dot.c each element of C errs by about 0.12 n epsilon, and n of them with random
 * signs by sqrt(n) as much: hence the unit n^1.5 epsilon. */
static double residual(const struct bench *bench) {
    const struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    double *z = s->probe, *bz = z + n, *difference = bz + n;
    bench_fill_signs(z, n);
    for (size_t i = 0; i < n; i++)
        bz[i] = difference[i] = 0;
    add_product(bench, bz, 1, s->b, z);
    add_product(bench, difference, 1, s->a, bz);
    add_product(bench, difference, -1, s->c, z);
    return bench_largest(difference, n) / (bench_epsilon(bench) * (double)n * sqrt((double)n));
}

/* Each element is a dot product (see dot.c), and the largest error of many is several times as
 * large as the usual one. */
static double tolerance(const struct bench *bench) {
    return 4 + 4 * (double)bench->size;
}

static double flops(const struct bench *bench) {
    return 2.0 * (double)bench->size * (double)bench->size * (double)bench->size;
}

static double bytes(const struct bench *bench) {
    return 3.0 * (double)bench->size * (double)bench->size * (double)bench->element;
}

const struct bench_action action_matrix_matrix_product = {
    BENCH_ACTION_HEAD,
    .name = "matrix_matrix_product",
    .about = "C := A B",
    .size_means = "rows and columns of A, B and C",
    .largest = 5000,
    .routines = (const struct bench_routine[]){{"?gemm_", "cblas_?gemm"}, {0}},
    .state_bytes = sizeof(struct product),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n^3",
    .bytes_formula = "3 n^2 elements",
};
