/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/blas.h"
#include "collect/actions/scalapack.h"

struct product {
    struct scalapack grid;
    void *a, *b, *c, *digest;
    union bench_scalar alpha, beta;
};

typedef void scalapack_gemm(const char *transa, const char *transb, const int64_t *m,
                            const int64_t *n, const int64_t *k, const void *alpha, const void *a,
                            const int64_t *ia, const int64_t *ja, const int32_t *desca,
                            const void *b, const int64_t *ib, const int64_t *jb,
                            const int32_t *descb, const void *beta, void *c, const int64_t *ic,
                            const int64_t *jc, const int32_t *descc, size_t transa_length,
                            size_t transb_length);

static int setup(struct bench *bench) {
    struct product *s = bench->state;
    if (scalapack_setup(bench))
        return 1;
    s->a = scalapack_matrix(bench);
    s->b = scalapack_matrix(bench);
    s->c = scalapack_matrix(bench);
    s->digest = bench_array(bench, s->grid.n);
    s->alpha = bench_scalar(bench, 1);
    s->beta = bench_scalar(bench, 0);
    bench_output_of(bench, "C z", s->digest, s->grid.n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct product *s = bench->state;
    (void)seed;
    scalapack_fill(bench, s->a, 0);
    scalapack_fill(bench, s->b, (uint64_t)bench->size * (uint64_t)bench->size);
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct product *s = bench->state;
    scalapack_gemm *gemm = (scalapack_gemm *)bench->routines[0];
    const int32_t *desc = s->grid.descriptor;
    const int64_t n = bench->size, one = 1;
    for (int64_t c = 0; c < calls; c++)
        gemm("N", "N", &n, &n, &n, &s->alpha, s->a, &one, &one, desc, s->b, &one, &one, desc,
             &s->beta, s->c, &one, &one, desc, 1, 1);
}

/* That of matrix_matrix_product: |A (B z) - C z| / (n^1.5 epsilon), with z of signs. */
static double residual(const struct bench *bench) {
    const struct product *s = bench->state;
    size_t n = s->grid.n;
    double complex *z = s->grid.spare, *bz = z + n, *abz = bz + n, *cz = bz;
    residual_fill(z, n, 0);
    scalapack_multiply(bench, s->b, RESIDUAL_WHOLE, z, bz);
    scalapack_multiply(bench, s->a, RESIDUAL_WHOLE, bz, abz);
    scalapack_multiply(bench, s->c, RESIDUAL_WHOLE, z, cz);
    scalapack_digest(bench, cz, s->digest);
    residual_subtract(abz, cz, n);
    return bench_largest((const double *)abz, 2 * n) / (bench_epsilon(bench) * pow((double)n, 1.5));
}

/* Of C z: the errors of n numbers with random signs add up to sqrt(n) of them. */
static double tolerance(const struct bench *bench) {
    return sqrt((double)bench->size) * blas_product_tolerance(bench);
}

static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * n * n, n * n * n);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return blas_bytes(bench, 3 * n * n);
}

/* Topic: distributed matrices. */
const struct bench_action action_parallel_matrix_product = {
    BENCH_ACTION_HEAD,
    .name = "parallel_matrix_product",
    .about = "C := A B over ranks",
    .size_means = "rows and columns of A, B and C",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"p?gemm_", NULL}, SCALAPACK_BLACS, {0}},
    .parameters = scalapack_parameters,
    .state_bytes = sizeof(struct product),
    .setup = setup,
    .begin_round = scalapack_begin_round,
    .end_round = scalapack_end_round,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n^3",
    .bytes_formula = "3 n^2 elements",
    .is_parallel = 1,
};
