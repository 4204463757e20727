/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"
#include "collect/actions/probe.h"

struct product {
    void *l;
    char *b;
    probe_number *probe; /* 3 vectors for the residual */
    struct blas_scalars scalars;
};

static int setup(struct bench *bench) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    s->l = bench_array(bench, n * n);
    s->b = bench_renewed_array(bench, n * n);
    s->probe = probe_vectors(bench, 3);
    s->scalars.alpha = bench_scalar(bench, 1);
    bench_output(bench, s->b, n * n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->l, n * n);
    bench_fill(bench, s->b, n * n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct product *s = bench->state;
    const int64_t n = bench->size;
    BLAS_CALLS(s->scalars, tr_m,
               ("L", "L", "N", "N", &n, &n, alpha, s->l, &n, s->b + at, &n, 1, 1, 1, 1),
               (BLAS_COLUMN_MAJOR, BLAS_LEFT, BLAS_LOWER, BLAS_NO_TRANSPOSE, BLAS_NOT_UNIT, n, n,
                alpha, s->l, n, s->b + at, n));
}

/* Freivalds' check, as in matrix_matrix_product.c: the new B z against L (B z). */
static double residual(const struct bench *bench) {
    const struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    probe_number *z = s->probe, *bz = z + n, *difference = bz + n;
    probe_begin(bench, z, 2);
    probe_add(bench, bz, 1, bench_original(bench, s->b), PROBE_FULL, z);
    probe_add(bench, difference, 1, s->l, PROBE_LOWER, bz);
    probe_add(bench, difference, -1, s->b, PROBE_FULL, z);
    return probe_largest(bench, difference) / (bench_epsilon(bench) * pow((double)n, 1.5));
}

static double tolerance(const struct bench *bench) {
    return blas_product_tolerance(bench);
}

/* n multiplications with a triangular matrix: LAPACK Working Note 41, operation counts for the
 * Level 3 BLAS. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * (n + 1) / 2, n * n * (n - 1) / 2);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, (n + 1) * n / 2 + 2 * n * n);
}

const struct bench_action action_trmm = {
    BENCH_ACTION_HEAD,
    .name = "trmm",
    .about = "B := L B, L lower triangular",
    .size_means = "rows and columns of L and B",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?trmm_", "cblas_?trmm"}, {0}},
    .state_bytes = sizeof(struct product),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "n^3",
    .bytes_formula = "5/2 n^2 + n/2 elements",
};
