/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"
#include "collect/actions/probe.h"

struct solution {
    void *l;
    char *x;
    probe_number *probe; /* 2 vectors for the residual */
    struct blas_scalars none;
};

static int setup(struct bench *bench) {
    struct solution *s = bench->state;
    size_t n = (size_t)bench->size;
    s->l = bench_array(bench, n * n);
    s->x = bench_renewed_array(bench, n);
    s->probe = probe_vectors(bench, 2);
    bench_output(bench, s->x, n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct solution *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill_symmetric(bench, s->l, n, (double)(bench_is_complex(bench) ? 2 * n + 2 : n + 1));
    bench_fill(bench, s->x, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct solution *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(s->none, trsv, ("L", "N", "N", &n, s->l, &n, s->x + at, &one, 1, 1, 1),
               (BLAS_COLUMN_MAJOR, BLAS_LOWER, BLAS_NO_TRANSPOSE, BLAS_NOT_UNIT, n, s->l, n,
                s->x + at, 1));
}

/* |b - L x| / (sqrt(n) epsilon |L| |x|). LAPACK's own tests (xTRT02) use small n and no root; the
 * tolerance below says how errors grow. */
static double residual(const struct bench *bench) {
    const struct solution *s = bench->state;
    size_t n = (size_t)bench->size;
    const void *b = bench_original(bench, s->x);
    probe_number *x = s->probe, *difference = x + n;
    for (size_t i = 0; i < n; i++) {
        x[i] = probe_element(bench, s->x, i);
        difference[i] = probe_element(bench, b, i);
    }
    probe_add(bench, difference, -1, s->l, PROBE_LOWER, x);
    return probe_largest(bench, difference) /
           (bench_epsilon(bench) * sqrt((double)n) * probe_last_row(bench, s->l) *
            probe_largest(bench, x));
}

/* The diagonal of L is above n, so that each element of the solution is about 1 / n. The number
 * divided there is below 1, and was rounded by up to half an epsilon at each of n subtractions:
 * some 0.3 sqrt(n), as independent errors add up. The tolerance is some eight times that. */
static double tolerance(const struct bench *bench) {
    double n = (double)bench->size;
    return (8 + 3 * sqrt(n)) / n;
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * (n + 1) / 2, n * (n - 1) / 2);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, (n + 1) * n / 2 + 2 * n);
}

/* Topic: matrices and vectors. */
const struct bench_action action_trisolve_vector = {
    BENCH_ACTION_HEAD,
    .name = "trisolve_vector",
    .about = "x := L^-1 x, L lower triangular",
    .size_means = "rows and columns of L",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?trsv_", "cblas_?trsv"}, {0}},
    .state_bytes = sizeof(struct solution),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "n^2",
    .bytes_formula = "n^2/2 + 5/2 n elements",
};
