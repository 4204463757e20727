/* SPDX-License-Identifier: GPL-3.0-or-later */
/* syrk.h: what ata_product, aat_product and syrk share. All are the rank-k update with k = n,
 *
 *     C := alpha A A' + beta C  or  C := alpha A' A + beta C,
 *
 * and calculate only the lower half, so that they do the same work and count the same operations.
 * For complex numbers it is herk: A' is the conjugate transpose, and alpha and beta are real. */
#ifndef BENCHMAT_COLLECT_ACTIONS_SYRK_H
#define BENCHMAT_COLLECT_ACTIONS_SYRK_H

#include "collect/action.h"
#include "collect/actions/blas.h"
#include "collect/actions/probe.h"

static const struct bench_routine syrk_routines[] = {{"?<sy|he>rk_", "cblas_?<sy|he>rk"}, {0}};

struct syrk {
    void *a;
    char *c;
    probe_number *probe; /* 3 vectors for the residual */
    struct blas_scalars scalars;
};

/* C is renewed if beta is not 0, because the residual needs its old value. */
static inline int syrk_setup(struct bench *bench, double alpha, double beta) {
    struct syrk *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n * n);
    s->c = beta != 0 ? bench_renewed_array(bench, n * n) : bench_array(bench, n * n);
    s->probe = probe_vectors(bench, 3);
    s->scalars.alpha = bench_scalar(bench, alpha);
    s->scalars.beta = bench_scalar(bench, beta);
    bench_output(bench, s->c, n * n);
    return 0;
}

/* C is always filled, because its upper half must stay what it is. */
static inline void syrk_initialize(struct bench *bench) {
    struct syrk *s = bench->state;
    size_t n = (size_t)bench->size;
    bench_fill(bench, s->a, n * n);
    bench_fill_symmetric(bench, s->c, n, 0);
}

static inline void syrk_calculate(struct bench *bench, int64_t calls, int adjoint) {
    const struct syrk *s = bench->state;
    const int64_t n = bench->size;
    const int c_adjoint = bench_is_complex(bench) ? BLAS_ADJOINT : BLAS_TRANSPOSE;
    const char *trans = !adjoint ? "N" : bench_is_complex(bench) ? "C" : "T";
    const int c_trans = adjoint ? c_adjoint : BLAS_NO_TRANSPOSE;
    BLAS_CALLS_OF_REAL(
        s->scalars, syrk, ("L", trans, &n, &n, alpha, s->a, &n, beta, s->c + at, &n, 1, 1),
        (BLAS_COLUMN_MAJOR, BLAS_LOWER, c_trans, n, n, alpha, s->a, n, beta, s->c + at, n));
}

/* Freivalds' check, as in matrix_matrix_product.c: C z is compared with what it should be.
 * IS_UPDATE: alpha is -1, and C z is compared with that plus the C before. */
static inline double syrk_residual(const struct bench *bench, int adjoint, int is_update) {
    const struct syrk *s = bench->state;
    size_t n = (size_t)bench->size;
    probe_number *z = s->probe, *az = z + n, *difference = az + n;
    probe_begin(bench, z, 2);
    probe_add(bench, difference, is_update ? 1 : -1, s->c, PROBE_HERMITIAN, z);
    if (is_update)
        probe_add(bench, difference, -1, bench_original(bench, s->c), PROBE_HERMITIAN, z);
    if (adjoint) {
        probe_add(bench, az, 1, s->a, PROBE_FULL, z);
        probe_add_adjoint(bench, difference, s->a, az);
    } else {
        probe_add_adjoint(bench, az, s->a, z);
        probe_add(bench, difference, 1, s->a, PROBE_FULL, az);
    }
    return probe_largest(bench, difference) / (bench_epsilon(bench) * pow((double)n, 1.5));
}

/* The diagonal has sums of squares, which err by 0.06 m^1.5 for m = n or 2 n squares, as in nrm2.c
 * before the root; the rest has dot products, as in matrix_matrix_product. The tolerance is some
 * eight times the former plus the tolerance of the latter. */
static inline double syrk_tolerance(const struct bench *bench) {
    double m = (bench_is_complex(bench) ? 2 : 1) * (double)bench->size;
    return blas_product_tolerance(bench) + 0.5 * pow(m, 1.5);
}

/* LAPACK Working Note 41, operation counts for the Level 3 BLAS. */
static inline double syrk_flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * (n + 1) / 2, n * n * (n + 1) / 2);
}

#endif
