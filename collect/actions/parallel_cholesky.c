/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/action.h"
#include "collect/actions/scalapack.h"

struct cholesky {
    struct scalapack grid;
    char *a;
    void *digest;
};

typedef void scalapack_potrf(const char *uplo, const int64_t *n, void *a, const int64_t *ia,
                             const int64_t *ja, const int32_t *desca, int64_t *info,
                             size_t uplo_length);

static int setup(struct bench *bench) {
    struct cholesky *s = bench->state;
    if (scalapack_setup(bench))
        return 1;
    s->a = scalapack_renewed_matrix(bench);
    s->digest = bench_array(bench, s->grid.n);
    bench_output_of(bench, "L z", s->digest, s->grid.n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct cholesky *s = bench->state;
    double n = (double)bench->size;
    (void)seed;
    scalapack_fill_symmetric(bench, s->a, bench_is_complex(bench) ? 2 * n : n);
    *s->grid.failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct cholesky *s = bench->state;
    scalapack_potrf *potrf = (scalapack_potrf *)bench->routines[0];
    const int64_t n = bench->size, one = 1;
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        potrf("L", &n, a, &one, &one, s->grid.descriptor, &info, 1);
        *s->grid.failed |= info;
    }
}

static double try(const struct bench *bench, int probe) {
    const struct cholesky *s = bench->state;
    size_t n = s->grid.n;
    const void *a = bench_original(bench, s->a);
    double complex *z = s->grid.spare, *product = z + n, *difference = product + n;
    residual_fill(z, n, probe);
    if (probe == 0) {
        scalapack_multiply(bench, s->a, RESIDUAL_LOWER, z, product);
        scalapack_digest(bench, product, s->digest);
    }
    scalapack_multiply(bench, a, RESIDUAL_WHOLE, z, difference);
    double complex *ltz = product, *lltz = z;
    /* L' z of the lower half alone: the other half still holds numbers of A. */
    scalapack_multiply_adjoint(bench, s->a, RESIDUAL_LOWER, z, ltz);
    scalapack_multiply(bench, s->a, RESIDUAL_LOWER, ltz, lltz);
    residual_subtract(difference, lltz, n);
    return residual_worse(residual_largest(difference, n) / scalapack_scale(bench, a),
                          scalapack_above(bench, a, s->a));
}

/* That of cholesky: the worse of |A - L L'| / (sqrt(n) epsilon |A|) and the change in the other
 * half of A. */
static double residual(const struct bench *bench) {
    return scalapack_residual(bench, try);
}

/* Of L z. Errors of L are largest on its diagonal, and its other numbers are small: see cholesky.c.
 */
static double tolerance(const struct bench *bench) {
    return 10 + (bench_is_complex(bench) ? 3 : 2) * (double)bench->size;
}

/* As in cholesky.c. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, n * (n + 1) * (n + 2) / 6, n * (n + 1) * (n - 1) / 6);
}

static double bytes(const struct bench *bench) {
    return (double)bench->size * (double)(bench->size + 1) * (double)bench->element;
}

/* Topic: distributed matrices. */
const struct bench_action action_parallel_cholesky = {
    BENCH_ACTION_HEAD,
    .name = "parallel_cholesky",
    .about = "A := L with A = L L', in place, over ranks",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"p?potrf_", NULL}, SCALAPACK_BLACS, {0}},
    .parameters = scalapack_parameters,
    .state_bytes = sizeof(struct cholesky),
    .setup = setup,
    .begin_round = scalapack_begin_round,
    .end_round = scalapack_end_round,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "n^3/3 + n^2/2 + n/6",
    .bytes_formula = "n^2 + n elements",
    .is_parallel = 1,
};
