/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/blas.h"

struct cholesky {
    char *a;
    double *probe;   /* 3 n numbers for the residual */
    int64_t *failed; /* the largest `info` that came back */
};

static int setup(struct bench *bench) {
    struct cholesky *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->probe = bench_memory(bench, 3 * n, sizeof(double));
    s->failed = bench_memory(bench, 1, sizeof(int64_t));
    bench_output(bench, s->a, n * n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct cholesky *s = bench->state;
    (void)seed;
    bench_fill_symmetric(bench, s->a, (size_t)bench->size, (double)bench->size);
    *s->failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct cholesky *s = bench->state;
    lapack_potrf *potrf = (lapack_potrf *)bench->routines[0];
    const int64_t n = bench->size;
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        potrf("L", &n, a, &n, &info, 1);
        *s->failed |= info;
    }
}

/* out := out + L' in */
static void add_transposed(const struct bench *bench, double *out, const double *in) {
    const struct cholesky *s = bench->state;
    size_t n = (size_t)bench->size;
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            out[j] += bench_element(bench, s->a, j * n + i) * in[i];
}

/* out := out - L in */
static void subtract_lower(const struct bench *bench, double *out, const double *in) {
    const struct cholesky *s = bench->state;
    size_t n = (size_t)bench->size;
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            out[i] -= bench_element(bench, s->a, j * n + i) * in[j];
}

/* out := out + A in; returns the norm of A (the largest sum of magnitudes in a column). */
static double add_original(const struct bench *bench, double *out, const double *in) {
    const struct cholesky *s = bench->state;
    const void *a = bench_original(bench, s->a);
    size_t n = (size_t)bench->size;
    double norm = 0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) {
            double element = bench_element(bench, a, j * n + i);
            sum += fabs(element);
            out[i] += element * in[j];
        }
        norm = fmax(norm, sum);
    }
    return norm;
}

/* |A - L L'| / (n epsilon |A|), as LAPACK's own tests have it (LAPACK Working Note 41, section
 * 7.3), but of the product with a vector of signs, so that it costs n^2 instead of n^3. */
static double residual(const struct bench *bench) {
    const struct cholesky *s = bench->state;
    size_t n = (size_t)bench->size;
    if (*s->failed)
        return INFINITY;
    double *z = s->probe, *ltz = z + n, *difference = ltz + n;
    bench_fill_signs(z, n);
    for (size_t i = 0; i < n; i++)
        ltz[i] = difference[i] = 0;
    double norm = add_original(bench, difference, z);
    add_transposed(bench, ltz, z);
    subtract_lower(bench, difference, ltz);
    return bench_largest(difference, n) / (bench_epsilon(bench) * (double)n * norm);
}

/* The diagonal of L is the root of n less a sum of n small numbers: n roundings of numbers near n,
 * which add up like sqrt(n) of them and are divided by 2 sqrt(n) by the root, make about n / 4.
 * Accepted is some eight times that; the residual is the sharper judge. */
static double tolerance(const struct bench *bench) {
    return 10 + 2 * (double)bench->size;
}

/* n^3/3 + n^2/2 + n/6: LAPACK Working Note 41, table of operation counts for xPOTRF. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return n * n * n / 3 + n * n / 2 + n / 6;
}

static double bytes(const struct bench *bench) {
    return (double)bench->size * (double)(bench->size + 1) * (double)bench->element;
}

const struct bench_action action_cholesky = {
    BENCH_ACTION_HEAD,
    .name = "cholesky",
    .about = "A := L with A = L L', in place",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .routines = (const struct bench_routine[]){{"?potrf_", NULL}, {0}},
    .state_bytes = sizeof(struct cholesky),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "n^3/3 + n^2/2 + n/6",
    .bytes_formula = "n^2 + n elements",
};
