/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/matrix_vector.h"

static void calculate(struct bench *bench, int64_t calls) {
    const struct matrix_vector *s = bench->state;
    const int64_t n = bench->size, one = 1;
    const char *trans = bench_is_complex(bench) ? "C" : "T";
    const int c_trans = bench_is_complex(bench) ? BLAS_ADJOINT : BLAS_TRANSPOSE;
    BLAS_CALLS(s->scalars, gemv, (trans, &n, &n, alpha, s->a, &n, s->x, &one, beta, s->y, &one, 1),
               (BLAS_COLUMN_MAJOR, c_trans, n, n, alpha, s->a, n, s->x, 1, beta, s->y, 1));
}

/* Topic: matrices and vectors. */
const struct bench_action action_atv_product = {
    BENCH_ACTION_HEAD,
    .name = "atv_product",
    .about = "y := A' x",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?gemv_", "cblas_?gemv"}, {0}},
    .state_bytes = sizeof(struct matrix_vector),
    .setup = matrix_vector_setup,
    .calculate = calculate,
    .tolerance = blas_product_tolerance,
    .flops = matrix_vector_flops,
    .bytes = matrix_vector_bytes,
    .flops_formula = "2 n^2",
    .bytes_formula = "n^2 + 2 n elements",
};
