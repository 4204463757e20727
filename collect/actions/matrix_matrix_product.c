/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"
#include "collect/actions/probe.h"

struct product {
    void *a, *b, *c;
    probe_number *probe; /* 3 vectors for the residual */
    struct blas_scalars scalars;
};

static int setup(struct bench *bench) {
    struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n * n);
    s->b = bench_array(bench, n * n);
    s->c = bench_array(bench, n * n);
    s->probe = probe_vectors(bench, 3);
    s->scalars.alpha = bench_scalar(bench, 1);
    s->scalars.beta = bench_scalar(bench, 0);
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
    BLAS_CALLS(s->scalars, gemm,
               ("N", "N", &n, &n, &n, alpha, s->a, &n, s->b, &n, beta, s->c, &n, 1, 1),
               (BLAS_COLUMN_MAJOR, BLAS_NO_TRANSPOSE, BLAS_NO_TRANSPOSE, n, n, n, alpha, s->a, n,
                s->b, n, beta, s->c, n));
}

/* Freivalds' check (probe.h): compares C z with A (B z). By the estimate of dot.c each element of C
 * has an error of about 0.12 n epsilon, and n of them with random signs one of sqrt(n) times as
 * much: hence the unit n^1.5 epsilon. */
static double residual(const struct bench *bench) {
    const struct product *s = bench->state;
    size_t n = (size_t)bench->size;
    probe_number *z = s->probe, *bz = z + n, *difference = bz + n;
    probe_begin(bench, z, 2);
    probe_add(bench, bz, 1, s->b, PROBE_FULL, z);
    probe_add(bench, difference, 1, s->a, PROBE_FULL, bz);
    probe_add(bench, difference, -1, s->c, PROBE_FULL, z);
    return probe_largest(bench, difference) / (bench_epsilon(bench) * pow((double)n, 1.5));
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * n, n * n * n);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, 3 * n * n);
}

/* Topic: products of matrices. */
const struct bench_action action_matrix_matrix_product = {
    BENCH_ACTION_HEAD,
    .name = "matrix_matrix_product",
    .about = "C := A B",
    .size_means = "rows and columns of A, B and C",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?gemm_", "cblas_?gemm"}, {0}},
    .state_bytes = sizeof(struct product),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = blas_product_tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n^3",
    .bytes_formula = "3 n^2 elements",
};
