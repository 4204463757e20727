/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/syrk.h"

static int setup(struct bench *bench) {
    return syrk_setup(bench, 1, 0);
}

static void initialize(struct bench *bench, uint64_t seed) {
    (void)seed;
    syrk_initialize(bench);
}

static void calculate(struct bench *bench, int64_t calls) {
    syrk_calculate(bench, calls, 1);
}

static double residual(const struct bench *bench) {
    return syrk_residual(bench, 1, 0);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, n * n + n * (n + 1) / 2);
}

/* Topic: products of matrices. */
const struct bench_action action_ata_product = {
    BENCH_ACTION_HEAD,
    .name = "ata_product",
    .about = "C := A' A, the lower half, by syrk",
    .size_means = "rows and columns of A and C",
    .largest = 5000,
    .types = "sdcz",
    .routines = syrk_routines,
    .state_bytes = sizeof(struct syrk),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = syrk_tolerance,
    .flops = syrk_flops,
    .bytes = bytes,
    .flops_formula = "n^3 + n^2",
    .bytes_formula = "3/2 n^2 + n/2 elements",
};
