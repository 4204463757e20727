/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/triangular.h"

static void initialize(struct bench *bench, uint64_t seed) {
    struct triangular *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->l, n * n);
    bench_fill(bench, s->b, n * n);
}

/* Freivalds' check, as in matrix_matrix_product.c: compares (the new B) z with L (B z). */
static double residual(const struct bench *bench) {
    const struct triangular *s = bench->state;
    size_t n = (size_t)bench->size;
    probe_number *z = s->probe, *bz = z + n, *difference = bz + n;
    probe_begin(bench, z, 2);
    probe_add(bench, bz, 1, bench_original(bench, s->b), PROBE_FULL, z);
    probe_add(bench, difference, 1, s->l, PROBE_LOWER, bz);
    probe_add(bench, difference, -1, s->b, PROBE_FULL, z);
    return probe_largest(bench, difference) / (bench_epsilon(bench) * pow((double)n, 1.5));
}

/* Topic: products of matrices. */
const struct bench_action action_trmm = {
    BENCH_ACTION_HEAD,
    .name = "trmm",
    .about = "B := L B, L lower triangular",
    .size_means = "rows and columns of L and B",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?trmm_", "cblas_?trmm"}, {0}},
    .state_bytes = sizeof(struct triangular),
    .setup = triangular_setup,
    .initialize = initialize,
    .calculate = triangular_calculate,
    .residual = residual,
    .tolerance = blas_product_tolerance,
    .flops = triangular_flops,
    .bytes = triangular_bytes,
    .flops_formula = "n^3",
    .bytes_formula = "5/2 n^2 + n/2 elements",
};
