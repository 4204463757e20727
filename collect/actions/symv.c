/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/matrix_vector.h"

static void initialize(struct bench *bench, uint64_t seed) {
    struct matrix_vector *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill_symmetric(bench, s->a, n, 0);
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct matrix_vector *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(s->scalars, symv, ("L", &n, alpha, s->a, &n, s->x, &one, beta, s->y, &one, 1),
               (BLAS_COLUMN_MAJOR, BLAS_LOWER, n, alpha, s->a, n, s->x, 1, beta, s->y, 1));
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, (n + 1) * n / 2 + 2 * n);
}

/* Topic: matrices and vectors. */
const struct bench_action action_symv = {
    BENCH_ACTION_HEAD,
    .name = "symv",
    .about = "y := A x, A = A', the lower half read",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?<sy|he>mv_", "cblas_?<sy|he>mv"}, {0}},
    .state_bytes = sizeof(struct matrix_vector),
    .setup = matrix_vector_setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = blas_product_tolerance,
    .flops = matrix_vector_flops,
    .bytes = bytes,
    .flops_formula = "2 n^2",
    .bytes_formula = "n^2/2 + 5/2 n elements",
};
