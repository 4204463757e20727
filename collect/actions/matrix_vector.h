/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix_vector.h: what matrix_vector_product, atv_product and symv share: y := op(A) x. */
#ifndef BENCHMAT_COLLECT_ACTIONS_MATRIX_VECTOR_H
#define BENCHMAT_COLLECT_ACTIONS_MATRIX_VECTOR_H

#include "collect/action.h"
#include "collect/actions/blas.h"

struct matrix_vector {
    void *a, *x, *y;
    struct blas_scalars scalars;
};

static inline int matrix_vector_setup(struct bench *bench) {
    struct matrix_vector *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n * n);
    s->x = bench_array(bench, n);
    s->y = bench_output(bench, bench_array(bench, n), n);
    s->scalars.alpha = bench_scalar(bench, 1);
    s->scalars.beta = bench_scalar(bench, 0);
    return 0;
}

static inline double matrix_vector_flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n, n * n);
}

/* All of A is read. */
static inline double matrix_vector_bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, (n + 2) * n);
}

#endif
