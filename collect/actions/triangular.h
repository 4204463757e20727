/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triangular.h: what trmm and trisolve_matrix share: B := L B and B := L^-1 B, in place, with
 * square matrices and a lower triangular L. Both routines take the same arguments. */
#ifndef BENCHMAT_COLLECT_ACTIONS_TRIANGULAR_H
#define BENCHMAT_COLLECT_ACTIONS_TRIANGULAR_H

#include "collect/action.h"
#include "collect/actions/blas.h"
#include "collect/actions/probe.h"

struct triangular {
    void *l;
    char *b;
    probe_number *probe; /* 3 vectors for the residual */
    struct blas_scalars scalars;
};

static inline int triangular_setup(struct bench *bench) {
    struct triangular *s = bench->state;
    size_t n = (size_t)bench->size;
    s->l = bench_array(bench, n * n);
    s->b = bench_output(bench, bench_renewed_array(bench, n * n), n * n);
    s->probe = probe_vectors(bench, 3);
    s->scalars.alpha = bench_scalar(bench, 1);
    return 0;
}

static inline void triangular_calculate(struct bench *bench, int64_t calls) {
    const struct triangular *s = bench->state;
    const int64_t n = bench->size;
    BLAS_CALLS(s->scalars, tr_m,
               ("L", "L", "N", "N", &n, &n, alpha, s->l, &n, s->b + at, &n, 1, 1, 1, 1),
               (BLAS_COLUMN_MAJOR, BLAS_LEFT, BLAS_LOWER, BLAS_NO_TRANSPOSE, BLAS_NOT_UNIT, n, n,
                alpha, s->l, n, s->b + at, n));
}

/* LAPACK Working Note 41, operation counts for the Level 3 BLAS: the same for both routines. */
static inline double triangular_flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * (n + 1) / 2, n * n * (n - 1) / 2);
}

static inline double triangular_bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, (n + 1) * n / 2 + 2 * n * n);
}

#endif
