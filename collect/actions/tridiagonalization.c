/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct tridiagonalization {
    char *a, *d, *e, *tau, *work; /* d, e: real */
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static int setup(struct bench *bench) {
    struct tridiagonalization *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->d = bench_memory(bench, n, lapack_real_bytes(bench));
    s->e = bench_memory(bench, n, lapack_real_bytes(bench));
    s->tau = bench_array(bench, n);
    s->work = bench_array(bench, (size_t)lapack_work(bench->size));
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "reflectors and T", s->a, n * n, bench->type);
    bench_output_of(bench, "d", s->d, n, lapack_real_type(bench));
    bench_output_of(bench, "e", s->e, n - 1, lapack_real_type(bench));
    bench_output_of(bench, "tau", s->tau, n - 1, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct tridiagonalization *s = bench->state;
    (void)seed;
    bench_fill_symmetric(bench, s->a, (size_t)bench->size, 0);
    *s->failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct tridiagonalization *s = bench->state;
    lapack_sytrd *sytrd = (lapack_sytrd *)bench->routines[0];
    const int64_t n = bench->size, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        sytrd("L", &n, a, &n, s->d, s->e, s->tau, s->work, &work, &info, 1);
        *s->failed |= info;
    }
}

/* y := T x */
static void multiply(const struct bench *bench, const double complex *x, double complex *y) {
    const struct tridiagonalization *s = bench->state;
    size_t n = (size_t)bench->size;
    for (size_t i = 0; i < n; i++)
        y[i] = residual_real(bench, s->d, i) * x[i];
    for (size_t i = 0; i + 1 < n; i++) {
        y[i] += residual_real(bench, s->e, i) * x[i + 1];
        y[i + 1] += residual_real(bench, s->e, i) * x[i];
    }
}

/* |A z - Q T Q' z| / (sqrt(n) epsilon |A|) */
static double of_product(const struct residual_matrix *a, const struct residual_reflectors *q,
                         int probe, double complex *spare) {
    size_t n = a->rows;
    double complex *z = spare, *product = z + n, *difference = product + n;
    residual_fill(z, n, probe);
    residual_clear(difference, n);
    residual_add(a, RESIDUAL_WHOLE, z, difference);
    residual_apply_adjoint(q, z);
    multiply(a->bench, z, product);
    residual_apply(q, product);
    residual_subtract(difference, product, n);
    return residual_largest(difference, n) / residual_scale(a);
}

/* How far the copy of T in A is from d and e, in the same unit. */
static double of_copy(const struct residual_matrix *a, const struct residual_matrix *left) {
    const struct bench *bench = a->bench;
    const struct tridiagonalization *s = bench->state;
    size_t n = a->rows;
    double largest = 0;
    for (size_t j = 0; j < n; j++) {
        double complex d = residual_number(bench, left->numbers, j * n + j);
        largest = residual_worse(largest, cabs(d - residual_real(bench, s->d, j)));
    }
    for (size_t j = 0; j + 1 < n; j++) {
        double complex e = residual_number(bench, left->numbers, j * n + j + 1);
        largest = residual_worse(largest, cabs(e - residual_real(bench, s->e, j)));
    }
    return largest / residual_scale(a);
}

static double try(const struct bench *bench, int probe) {
    const struct tridiagonalization *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_matrix a = {bench, bench_original(bench, s->a), n, n};
    const struct residual_reflectors q = {{bench, s->a, n, n}, s->tau, n - 1, 1};
    double worst = of_product(&a, &q, probe, s->spare);
    worst = residual_worse(worst, residual_of_reflectors(&q, probe, s->spare));
    worst = residual_worse(worst, of_copy(&a, &q.v));
    return residual_worse(worst, residual_above(&a, &q.v));
}

/* The worst of |A - Q T Q'| / (sqrt(n) epsilon |A|), |Q'Q - 1| / (sqrt(n) epsilon), the difference
 * between the two copies of T, and the change in the other half of A. */
static double residual(const struct bench *bench) {
    const struct tridiagonalization *s = bench->state;
    return residual_worst(bench, *s->failed, try);
}

/* 2n^3/3 multiplications and as many additions: the leading term of LAPACK Working Note 41,
 * operation counts of xSYTRD; the full formula is below zero for the smallest matrices. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 2 * n * n * n / 3, 2 * n * n * n / 3);
}

/* One half of A, read and written. */
static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (n * n + n) * (double)bench->element;
}

/* Topic: eigenvalues. */
const struct bench_action action_tridiagonalization = {
    BENCH_ACTION_HEAD,
    .name = "tridiagonalization",
    .about = "A := Q T, A = Q T Q', in place",
    .size_means = "rows and columns of A",
    .largest = 2000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?<sy|he>trd_", NULL}, {0}},
    .state_bytes = sizeof(struct tridiagonalization),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    /* Q and T are unique except for signs */
    .tolerance = residual_decides,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "4 n^3/3",
    .bytes_formula = "n^2 + n elements",
};
