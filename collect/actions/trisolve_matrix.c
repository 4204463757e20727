/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/triangular.h"

static void initialize(struct bench *bench, uint64_t seed) {
    struct triangular *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill_symmetric(bench, s->l, n, (double)(bench_is_complex(bench) ? 2 * n + 2 : n + 1));
    bench_fill(bench, s->b, n * n);
}

/* |B z - L (X z)| / (sqrt(n) epsilon |L| |X z|) for a vector z of signs (probe.h): as in
 * trisolve_vector.c, because the solution of L x = B z is X z. */
static double residual(const struct bench *bench) {
    const struct triangular *s = bench->state;
    size_t n = (size_t)bench->size;
    probe_number *z = s->probe, *xz = z + n, *difference = xz + n;
    probe_begin(bench, z, 2);
    probe_add(bench, xz, 1, s->b, PROBE_FULL, z);
    probe_add(bench, difference, 1, bench_original(bench, s->b), PROBE_FULL, z);
    probe_add(bench, difference, -1, s->l, PROBE_LOWER, xz);
    return probe_largest(bench, difference) /
           (bench_epsilon(bench) * sqrt((double)n) * probe_last_row(bench, s->l) *
            probe_largest(bench, xz));
}

/* The diagonal of L is above n, so that each element of the solution is about 1 / n. The number
 * divided there is below 1, and was rounded by up to half an epsilon at each of n subtractions:
 * some 0.3 sqrt(n), as independent errors add up. The tolerance is some eight times that. */
static double tolerance(const struct bench *bench) {
    double n = (double)bench->size;
    return (8 + 3 * sqrt(n)) / n;
}

/* Topic: products of matrices. */
const struct bench_action action_trisolve_matrix = {
    BENCH_ACTION_HEAD,
    .name = "trisolve_matrix",
    .about = "B := L^-1 B, L lower triangular",
    .size_means = "rows and columns of L and B",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?trsm_", "cblas_?trsm"}, {0}},
    .state_bytes = sizeof(struct triangular),
    .setup = triangular_setup,
    .initialize = initialize,
    .calculate = triangular_calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = triangular_flops,
    .bytes = triangular_bytes,
    .flops_formula = "n^3",
    .bytes_formula = "5/2 n^2 + n/2 elements",
};
