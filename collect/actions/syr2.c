/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/blas.h"

struct syr2 {
    void *a, *x, *y;
    struct blas_scalars scalars;
};

/* A grows by the same amount in every call, which neither overflows nor changes the work. */
static int setup(struct bench *bench) {
    struct syr2 *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_array(bench, n * n);
    s->x = bench_array(bench, n);
    s->y = bench_array(bench, n);
    s->scalars.alpha = bench_scalar(bench, 1);
    bench_output(bench, s->a, n * n);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct syr2 *s = bench->state;
    size_t n = (size_t)bench->size;
    (void)seed;
    bench_fill_symmetric(bench, s->a, n, 0);
    bench_fill(bench, s->x, n);
    bench_fill(bench, s->y, n);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct syr2 *s = bench->state;
    const int64_t n = bench->size, one = 1;
    BLAS_CALLS(s->scalars, syr2, ("L", &n, alpha, s->x, &one, s->y, &one, s->a, &n, 1),
               (BLAS_COLUMN_MAJOR, BLAS_LOWER, n, alpha, s->x, 1, s->y, 1, s->a, n));
}

/* Two products and two sums of numbers up to 3. Each part of a complex number has twice as many. */
static double tolerance(const struct bench *bench) {
    return bench_is_complex(bench) ? 16 : 8;
}

/* Two multiplications and two additions for each element of the lower half. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, (n + 1) * n, (n + 1) * n);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, (n + 1) * n + 2 * n);
}

/* Topic: matrices and vectors. */
const struct bench_action action_syr2 = {
    BENCH_ACTION_HEAD,
    .name = "syr2",
    .about = "A := A + x y' + y x', the lower half",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?<sy|he>r2_", "cblas_?<sy|he>r2"}, {0}},
    .state_bytes = sizeof(struct syr2),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n^2 + 2 n",
    .bytes_formula = "n^2 + 3 n elements",
};
