/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct cholesky {
    char *a;
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static int setup(struct bench *bench) {
    struct cholesky *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "L", s->a, n * n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct cholesky *s = bench->state;
    double n = (double)bench->size;
    (void)seed;
    bench_fill_symmetric(bench, s->a, (size_t)bench->size, bench_is_complex(bench) ? 2 * n : n);
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

static double try(const struct bench *bench, int probe) {
    const struct cholesky *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_matrix a = {bench, bench_original(bench, s->a), n, n};
    const struct residual_matrix l = {bench, s->a, n, n};
    double complex *z = s->spare, *ltz = z + n, *difference = ltz + n;
    residual_fill(z, n, probe);
    residual_clear(ltz, 2 * n);
    residual_add_adjoint(&l, RESIDUAL_LOWER, z, ltz);
    residual_add(&l, RESIDUAL_LOWER, ltz, difference);
    residual_clear(ltz, n);
    residual_add(&a, RESIDUAL_WHOLE, z, ltz);
    residual_subtract(difference, ltz, n);
    return residual_worse(residual_largest(difference, n) / residual_scale(&a),
                          residual_above(&a, &l));
}

/* The worse of |A - L L'| / (sqrt(n) epsilon |A|) and the change in the other half of A, which must
 * not change. */
static double residual(const struct bench *bench) {
    const struct cholesky *s = bench->state;
    return residual_worst(bench, *s->failed, try);
}

/* The diagonal of L is the root of n minus a sum of n small numbers. The n roundings of numbers
 * near n add up like sqrt(n) of them, and the root divides them by 2 sqrt(n), which makes about n /
 * 4; for complex numbers, whose diagonal is near 2n, sqrt(2) times that. The tolerance is some
 * eight times as much; the residual is the stricter test. */
static double tolerance(const struct bench *bench) {
    return 10 + (bench_is_complex(bench) ? 3 : 2) * (double)bench->size;
}

/* LAPACK Working Note 41, operation counts of xPOTRF: n^3/6 + n^2/2 + n/3 multiplications and
 * n^3/6 - n/6 additions. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * (n + 1) * (n + 2) / 6, n * (n + 1) * (n - 1) / 6);
}

static double bytes(const struct bench *bench) {
    return (double)bench->size * (double)(bench->size + 1) * (double)bench->element;
}

/* Topic: factorizations. */
const struct bench_action action_cholesky = {
    BENCH_ACTION_HEAD,
    .name = "cholesky",
    .about = "A := L with A = L L', in place",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
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
