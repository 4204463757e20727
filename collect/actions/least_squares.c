/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct least_squares {
    char *a, *x; /* x holds b before the call; after its n numbers come m - n that say how far A x
                    is from b */
    char *work;
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static int64_t rows(const struct bench *bench) {
    return 2 * bench->size;
}

static int setup(struct bench *bench) {
    struct least_squares *s = bench->state;
    size_t n = (size_t)bench->size, m = (size_t)rows(bench);
    s->a = bench_renewed_array(bench, m * n);
    s->x = bench_renewed_array(bench, m);
    s->work = bench_array(bench, (size_t)lapack_work(bench->size));
    s->spare = bench_memory(bench, n + m + n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "x", s->x, n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct least_squares *s = bench->state;
    size_t n = (size_t)bench->size, m = (size_t)rows(bench);
    (void)seed;
    bench_fill(bench, s->a, m * n);
    bench_fill(bench, s->x, m);
    *s->failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct least_squares *s = bench->state;
    lapack_gels *gels = (lapack_gels *)bench->routines[0];
    const int64_t n = bench->size, m = rows(bench), one = 1, work = lapack_work(n);
    char *a = s->a, *x = s->x;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride, x += bench->copy_stride) {
        int64_t info = 0;
        gels("N", &m, &n, &one, a, &m, x, &m, s->work, &work, &info, 1);
        *s->failed |= info;
    }
}

/* |A' (A x - b)| / (sqrt(m) epsilon |A| |b|), which is zero for the x that minimises |A x - b|, as
 * in LAPACK's tests of least squares, but with the largest magnitude as the norm of vectors. No
 * probe vectors are needed: the answer is a vector. */
static double residual(const struct bench *bench) {
    const struct least_squares *s = bench->state;
    size_t n = (size_t)bench->size, m = (size_t)rows(bench);
    const struct residual_matrix a = {bench, bench_original(bench, s->a), m, n};
    const void *b = bench_original(bench, s->x);
    double complex *x = s->spare, *difference = x + n, *projected = difference + m;
    double largest = 0;
    if (*s->failed)
        return INFINITY;
    for (size_t i = 0; i < n; i++)
        x[i] = residual_number(bench, s->x, i);
    for (size_t i = 0; i < m; i++) {
        difference[i] = -residual_number(bench, b, i);
        largest = fmax(largest, cabs(difference[i]));
    }
    residual_clear(projected, n);
    residual_add(&a, RESIDUAL_WHOLE, x, difference);
    residual_add_adjoint(&a, RESIDUAL_WHOLE, difference, projected);
    return residual_largest(projected, n) / (residual_scale(&a) * largest);
}

/* LAPACK Working Note 41, operation counts, for m = 2n and one right-hand side: xGEQRF, 5n^3/3 +
 * 5n^2/2 + 23n/6 multiplications and 5n^3/3 + n^2/2 + 5n/6 additions; xORMQR from the left, 3n^2 +
 * 2n and 3n^2 + n; and the triangular solve, n^2/2 + n/2 and n^2/2 - n/2. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 5 * n * n * n / 3 + 6 * n * n + 19 * n / 3,
                            5 * n * n * n / 3 + 4 * n * n + 4 * n / 3);
}

/* A and b, read and written. */
static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (4 * n * n + 4 * n) * (double)bench->element;
}

/* Topic: factorizations. */
const struct bench_action action_least_squares = {
    BENCH_ACTION_HEAD,
    .name = "least_squares",
    .about = "x with the least |A x - b|",
    .size_means = "columns of A, which has twice as many rows",
    .largest = 2000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?gels_", NULL}, {0}},
    .state_bytes = sizeof(struct least_squares),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    /* errors grow with the square of A's unknown condition */
    .tolerance = residual_decides,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "10 n^3/3 + 10 n^2 + 23 n/3",
    .bytes_formula = "4 n^2 + 4 n elements",
};
