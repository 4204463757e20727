/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lu.h: what partial_lu_decomp and complete_lu_decomp share: A := L U in place, with pivots. */
#ifndef BENCHMAT_COLLECT_ACTIONS_LU_H
#define BENCHMAT_COLLECT_ACTIONS_LU_H

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct lu {
    char *a;
    int64_t *row_pivots, *column_pivots; /* column_pivots may be NULL */
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static inline int64_t *lu_pivots(struct bench *bench) {
    return bench_memory(bench, (size_t)bench->size, sizeof(int64_t));
}

/* The pivots are not an output: they may differ if two numbers tie, and the residual reads them. */
static inline int lu_setup(struct bench *bench, int has_column_pivots) {
    struct lu *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->row_pivots = lu_pivots(bench);
    s->column_pivots = has_column_pivots ? lu_pivots(bench) : NULL;
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "factors", s->a, n * n, bench->type);
    return 0;
}

static inline void lu_initialize(struct bench *bench, uint64_t seed) {
    struct lu *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->a, n * n);
    for (size_t k = 0; k < n; k++)
        s->row_pivots[k] = 0;
    for (size_t k = 0; s->column_pivots && k < n; k++)
        s->column_pivots[k] = 0;
    *s->failed = 0;
}

static inline double lu_try(const struct bench *bench, int probe) {
    const struct lu *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_lu lu = {
        .a = {bench, bench_original(bench, s->a), n, n},
        .factors = {bench, s->a, n, n},
        .row_pivots = s->row_pivots,
        .column_pivots = s->column_pivots,
    };
    return residual_of_lu(&lu, probe, s->spare);
}

/* |A - P L U| / (sqrt(n) epsilon |A|), or |A - P L U Q|. */
static inline double lu_residual(const struct bench *bench) {
    const struct lu *s = bench->state;
    return residual_worst(bench, *s->failed, lu_try);
}

/* LAPACK Working Note 41, operation counts of xGETRF with m = n: n^3/3 + 2n/3 multiplications and
 * n^3/3 - n^2/2 + n/6 additions. The n^3/3 comparisons of xGETC2's pivot search do not count as
 * operations. */
static inline double lu_flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * n / 3 + 2 * n / 3, n * n * n / 3 - n * n / 2 + n / 6);
}

static inline double lu_bytes(const struct bench *bench) {
    return 2 * (double)bench->size * (double)bench->size * (double)bench->element;
}

#endif
