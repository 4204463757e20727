/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"
#include "collect/actions/probe.h"

struct solution {
    void *l;
    char *b;
    probe_number *probe; /* 3 vectors for the residual */
    struct blas_scalars scalars;
};

static int setup(struct bench *bench) {
    struct solution *s = bench->state;
    size_t n = (size_t)bench->size;
    s->l = bench_array(bench, n * n);
    s->b = bench_renewed_array(bench, n * n);
    s->probe = probe_vectors(bench, 3);
    s->scalars.alpha = bench_scalar(bench, 1);
    bench_output(bench, s->b, n * n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct solution *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill_symmetric(bench, s->l, n, (double)(bench_is_complex(bench) ? 2 * n + 2 : n + 1));
    bench_fill(bench, s->b, n * n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct solution *s = bench->state;
    const int64_t n = bench->size;
    BLAS_CALLS(s->scalars, tr_m,
               ("L", "L", "N", "N", &n, &n, alpha, s->l, &n, s->b + at, &n, 1, 1, 1, 1),
               (BLAS_COLUMN_MAJOR, BLAS_LEFT, BLAS_LOWER, BLAS_NO_TRANSPOSE, BLAS_NOT_UNIT, n, n,
                alpha, s->l, n, s->b + at, n));
}

/* |B z - L (X z)| / (sqrt(n) epsilon |L| |X z|) for a vector z of signs (probe.h): as in
 * trisolve_vector.c, for the solution of L x = B z is X z. */
static double residual(const struct bench *bench) {
    const struct solution *s = bench->state;
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

/* The diagonal of L is above n, so that the solution is about 1 / n in each element. What is
 * divided there is below 1, and was rounded by up to half an epsilon at each of n subtractions:
 * some 0.3 sqrt(n), as independent errors add up. Accepted is some eight times that. */
static double tolerance(const struct bench *bench) {
    double n = (double)bench->size;
    return (8 + 3 * sqrt(n)) / n;
}

/* n solutions with a triangular matrix: LAPACK Working Note 41, operation counts for the
 * Level 3 BLAS. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * (n + 1) / 2, n * n * (n - 1) / 2);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, (n + 1) * n / 2 + 2 * n * n);
}

const struct bench_action action_trisolve_matrix = {
    BENCH_ACTION_HEAD,
    .name = "trisolve_matrix",
    .about = "B := L^-1 B, L lower triangular",
    .size_means = "rows and columns of L and B",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?trsm_", "cblas_?trsm"}, {0}},
    .state_bytes = sizeof(struct solution),
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
