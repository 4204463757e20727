/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct hessenberg {
    char *a, *tau, *work;
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static int setup(struct bench *bench) {
    struct hessenberg *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->tau = bench_array(bench, n);
    s->work = bench_array(bench, (size_t)lapack_work(bench->size));
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "reflectors and H", s->a, n * n, bench->type);
    bench_output_of(bench, "tau", s->tau, n - 1, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct hessenberg *s = bench->state;
    (void)seed;
    bench_fill(bench, s->a, (size_t)bench->size * (size_t)bench->size);
    *s->failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct hessenberg *s = bench->state;
    lapack_gehrd *gehrd = (lapack_gehrd *)bench->routines[0];
    const int64_t n = bench->size, one = 1, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        gehrd(&n, &one, &n, a, &n, s->tau, s->work, &work, &info);
        *s->failed |= info;
    }
}

static double try(const struct bench *bench, int probe) {
    const struct hessenberg *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_matrix a = {bench, bench_original(bench, s->a), n, n};
    const struct residual_reflectors q = {{bench, s->a, n, n}, s->tau, n - 1, 1};
    return residual_worse(residual_of_reflected(&a, &q, RESIDUAL_HESSENBERG, 1, probe, s->spare),
                          residual_of_reflectors(&q, probe, s->spare));
}

/* The worse of |A - Q H Q'| / (sqrt(n) epsilon |A|) and |Q'Q - 1| / (sqrt(n) epsilon). */
static double residual(const struct bench *bench) {
    const struct hessenberg *s = bench->state;
    return residual_worst(bench, *s->failed, try);
}

/* 5n^3/3 multiplications and as many additions: the leading term of LAPACK Working Note 41,
 * operation counts of xGEHRD; the full formula is below zero for the smallest matrices. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 5 * n * n * n / 3, 5 * n * n * n / 3);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (2 * n * n + n) * (double)bench->element;
}

/* Topic: eigenvalues. */
const struct bench_action action_hessenberg = {
    BENCH_ACTION_HEAD,
    .name = "hessenberg",
    .about = "A := Q H, A = Q H Q', in place",
    .size_means = "rows and columns of A",
    .largest = 2000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?gehrd_", NULL}, {0}},
    .state_bytes = sizeof(struct hessenberg),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    /* Q and H are unique except for signs */
    .tolerance = residual_decides,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "10 n^3/3",
    .bytes_formula = "2 n^2 + n elements",
};
