/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct lu_solve {
    char *a, *x; /* x holds b before the call */
    int64_t *pivots;
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

/* The pivots are not an output: they may differ if two numbers tie, and the residual reads them. */
static int setup(struct bench *bench) {
    struct lu_solve *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->x = bench_renewed_array(bench, n);
    s->pivots = bench_memory(bench, n, sizeof *s->pivots);
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "x", s->x, n, bench->type);
    bench_output_of(bench, "factors", s->a, n * n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct lu_solve *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill(bench, s->a, n * n);
    bench_fill(bench, s->x, n);
    for (size_t k = 0; k < n; k++)
        s->pivots[k] = 0;
    *s->failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct lu_solve *s = bench->state;
    lapack_gesv *gesv = (lapack_gesv *)bench->routines[0];
    const int64_t n = bench->size, one = 1;
    char *a = s->a, *x = s->x;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride, x += bench->copy_stride) {
        int64_t info = 0;
        gesv(&n, &one, a, &n, s->pivots, x, &n, &info);
        *s->failed |= info;
    }
}

/* |A x - b| / (sqrt(n) epsilon |A| |x|) */
static double of_solution(const struct bench *bench) {
    const struct lu_solve *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_matrix a = {bench, bench_original(bench, s->a), n, n};
    const void *b = bench_original(bench, s->x);
    double complex *x = s->spare, *difference = x + n;
    for (size_t i = 0; i < n; i++) {
        x[i] = residual_number(bench, s->x, i);
        difference[i] = -residual_number(bench, b, i);
    }
    residual_add(&a, RESIDUAL_WHOLE, x, difference);
    return residual_largest(difference, n) / (residual_scale(&a) * residual_largest(x, n));
}

static double try(const struct bench *bench, int probe) {
    const struct lu_solve *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_lu lu = {
        .a = {bench, bench_original(bench, s->a), n, n},
        .factors = {bench, s->a, n, n},
        .row_pivots = s->pivots,
    };
    return residual_of_lu(&lu, probe, s->spare);
}

/* The worse of |A x - b| / (sqrt(n) epsilon |A| |x|) and |A - P L U| / (sqrt(n) epsilon |A|). */
static double residual(const struct bench *bench) {
    const struct lu_solve *s = bench->state;
    double worst = residual_worst(bench, *s->failed, try);
    return worst < INFINITY ? residual_worse(worst, of_solution(bench)) : worst;
}

/* LAPACK Working Note 41, operation counts: xGETRF with m = n, n^3/3 + 2n/3 multiplications and
 * n^3/3 - n^2/2 + n/6 additions; and xGETRS with one right-hand side, n^2 and n^2 - n. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * n / 3 + n * n + 2 * n / 3,
                            n * n * n / 3 + n * n / 2 - 5 * n / 6);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (2 * n * n + 2 * n) * (double)bench->element;
}

/* Topic: factorizations. */
const struct bench_action action_lu_solve = {
    BENCH_ACTION_HEAD,
    .name = "lu_solve",
    .about = "x := A^-1 b by A = P L U",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?gesv_", NULL}, {0}},
    .state_bytes = sizeof(struct lu_solve),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    /* if two pivots differ only by rounding, either is right */
    .tolerance = residual_decides,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n^3/3 + 3 n^2/2 - n/6",
    .bytes_formula = "2 n^2 + 2 n elements",
};
