/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/scalapack.h"

struct symmetric_eigen {
    struct scalapack grid;
    char *a;
    void *v, *w, *work; /* w: of all eigenvalues, on each rank */
    double *first_w;    /* that of rank 0 */
    int64_t work_count;
};

typedef void scalapack_syev(const char *jobz, const char *uplo, const int64_t *n, void *a,
                            const int64_t *ia, const int64_t *ja, const int32_t *desca, void *w,
                            void *z, const int64_t *iz, const int64_t *jz, const int32_t *descz,
                            void *work, const int64_t *lwork, int64_t *info, size_t jobz_length,
                            size_t uplo_length);

/* The work space that PxSYEV's comments ask for, and some more. It cannot be asked in setup. */
static size_t work_for(const struct scalapack *s) {
    size_t n = s->n, block = s->block;
    size_t rows = scalapack_count(n, block, 0, s->rows);
    size_t columns = scalapack_count(n, block, 0, s->columns);
    size_t of_vectors = scalapack_count(n, block, 0, s->rows * s->columns);
    return 8 * n + n * (of_vectors + 1) + block * (rows + columns + 2 * block + 4) + 64;
}

static int setup(struct bench *bench) {
    struct symmetric_eigen *s = bench->state;
    if (scalapack_setup(bench))
        return 1;
    s->a = scalapack_renewed_matrix(bench);
    s->v = scalapack_matrix(bench);
    s->w = bench_array(bench, s->grid.n);
    s->work_count = (int64_t)work_for(&s->grid);
    s->work = bench_array(bench, (size_t)s->work_count);
    s->first_w = bench_memory(bench, s->grid.n, sizeof *s->first_w);
    bench_output_of(bench, "eigenvalues", s->w, s->grid.n, bench->type);
    return 0;
}

static int64_t call(const struct bench *bench, char *a, int64_t work_count) {
    const struct symmetric_eigen *s = bench->state;
    scalapack_syev *syev = (scalapack_syev *)bench->routines[0];
    const int32_t *desc = s->grid.descriptor;
    const int64_t n = bench->size, one = 1;
    int64_t info = 0;
    syev("V", "L", &n, a, &one, &one, desc, s->w, s->v, &one, &one, desc, s->work, &work_count,
         &info, 1, 1);
    return info;
}

static int begin_round(struct bench *bench) {
    struct symmetric_eigen *s = bench->state;
    if (scalapack_begin_round(bench))
        return 1;
    int64_t info = call(bench, s->a, -1);
    double wanted = bench_element(bench, s->work, 0);
    if (info == 0 && wanted <= (double)s->work_count)
        return 0;
    bench_fail(bench, "the routine asks for more work space than its documentation says");
    return 1;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct symmetric_eigen *s = bench->state;
    (void)seed;
    scalapack_fill_symmetric(bench, s->a, 0);
    *s->grid.failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct symmetric_eigen *s = bench->state;
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride)
        *s->grid.failed |= call(bench, a, s->work_count);
}

static double try(const struct bench *bench, int probe) {
    const struct symmetric_eigen *s = bench->state;
    size_t n = s->grid.n;
    const void *a = bench_original(bench, s->a);
    double complex *z = s->grid.spare, *vz = z + n, *difference = vz + n;
    residual_fill(z, n, probe);
    scalapack_multiply(bench, s->v, RESIDUAL_WHOLE, z, vz);

    double complex *back = difference;
    scalapack_multiply_adjoint(bench, s->v, RESIDUAL_WHOLE, vz, back);
    residual_subtract(back, z, n);
    double of_unitary = residual_largest(back, n) / residual_unit(bench, n);

    scalapack_multiply(bench, a, RESIDUAL_WHOLE, vz, difference);
    for (size_t j = 0; j < n; j++)
        z[j] *= s->first_w[j];
    scalapack_multiply(bench, s->v, RESIDUAL_WHOLE, z, vz);
    residual_subtract(difference, vz, n);
    return residual_worse(residual_largest(difference, n) / scalapack_scale(bench, a), of_unitary);
}

/* Sets FIRST_W, the eigenvalues of rank 0, and returns the largest difference of any rank's. */
static double compare_eigenvalues(const struct bench *bench) {
    const struct symmetric_eigen *s = bench->state;
    double largest = 0;
    for (size_t i = 0; i < s->grid.n; i++)
        s->first_w[i] = bench->rank == 0 ? bench_element(bench, s->w, i) : 0;
    bench_sum(bench, s->first_w, s->grid.n);
    for (size_t i = 0; i < s->grid.n; i++)
        largest = residual_worse(fabs(bench_element(bench, s->w, i) - s->first_w[i]), largest);
    return scalapack_worst(bench, largest);
}

/* That of symmetric_eigen: the worse of |A V - V diag(w)| / (sqrt(n) epsilon |A|) and |V'V - 1| /
 * (sqrt(n) epsilon); or, if that is worse, how much the ranks' eigenvalues differ, in the unit of
 * the first; infinity unless the eigenvalues ascend. */
static double residual(const struct bench *bench) {
    const struct symmetric_eigen *s = bench->state;
    double difference = compare_eigenvalues(bench);
    for (size_t i = 1; i < s->grid.n; i++)
        if (!(s->first_w[i - 1] <= s->first_w[i]))
            return INFINITY;
    return residual_worse(scalapack_residual(bench, try),
                          difference / scalapack_scale(bench, bench_original(bench, s->a)));
}

/* Of the eigenvalues: by Weyl's theorem their error is at most that of A, of which the spectral
 * norm is about 2 sqrt(n/3); the residual is the stricter test. */
static double tolerance(const struct bench *bench) {
    return 30 + 30 * (double)bench->size;
}

/* As in symmetric_eigen.c. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return 9 * n * n * n;
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (1.5 * n * n + 1.5 * n) * (double)bench->element;
}

/* Topic: distributed matrices. */
const struct bench_action action_parallel_symmetric_eigen = {
    BENCH_ACTION_HEAD,
    .name = "parallel_symmetric_eigen",
    .about = "V, w; A V = V diag(w), A = A', over ranks",
    .size_means = "rows and columns of A",
    .largest = 1000,
    .routines = (const struct bench_routine[]){{"p?syev_", NULL}, SCALAPACK_BLACS, {0}},
    .parameters = scalapack_parameters,
    .state_bytes = sizeof(struct symmetric_eigen),
    .setup = setup,
    .begin_round = begin_round,
    .end_round = scalapack_end_round,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "9 n^3 (nominal)",
    .bytes_formula = "3 n^2/2 + 3 n/2 elements",
    .is_parallel = 1,
};
