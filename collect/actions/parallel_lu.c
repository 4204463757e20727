/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lu.h"
#include "collect/actions/scalapack.h"

struct parallel_lu {
    struct scalapack grid;
    char *a;
    int32_t *pivots;    /* of this rank's rows; the rest, up to one block, is ScaLAPACK's own */
    double *all_pivots; /* of all rows */
    void *digest;
};

typedef void scalapack_getrf(const int64_t *m, const int64_t *n, void *a, const int64_t *ia,
                             const int64_t *ja, const int32_t *desca, int32_t *ipiv, int64_t *info);

static int setup(struct bench *bench) {
    struct parallel_lu *s = bench->state;
    if (scalapack_setup(bench))
        return 1;
    s->a = scalapack_renewed_matrix(bench);
    s->pivots = bench_memory(bench, s->grid.local_rows + s->grid.block, sizeof *s->pivots);
    s->all_pivots = bench_memory(bench, s->grid.n, sizeof *s->all_pivots);
    s->digest = bench_array(bench, s->grid.n);
    bench_output_of(bench, "P L U z", s->digest, s->grid.n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct parallel_lu *s = bench->state;
    (void)seed;
    scalapack_fill(bench, s->a, 0);
    for (size_t r = 0; r < s->grid.local_rows + s->grid.block; r++)
        s->pivots[r] = 0;
    *s->grid.failed = 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    const struct parallel_lu *s = bench->state;
    scalapack_getrf *getrf = (scalapack_getrf *)bench->routines[0];
    const int64_t n = bench->size, one = 1;
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        getrf(&n, &n, a, &one, &one, s->grid.descriptor, s->pivots, &info);
        *s->grid.failed |= info;
    }
}

/* Gathers the pivots, which all ranks of a row of the grid have. Returns whether the mean of theirs
 * can be a pivot; if some differ, and this can, the residual sees it. */
static int gather_pivots(const struct bench *bench) {
    const struct parallel_lu *s = bench->state;
    size_t n = s->grid.n;
    for (size_t i = 0; i < n; i++)
        s->all_pivots[i] = 0;
    for (size_t r = 0; r < s->grid.local_rows; r++)
        s->all_pivots[scalapack_global_row(&s->grid, r)] = s->pivots[r];
    bench_sum(bench, s->all_pivots, n);
    for (size_t i = 0; i < n; i++) {
        double pivot = s->all_pivots[i] /= s->grid.columns;
        if (!(pivot >= (double)i + 1 && pivot <= (double)n) || pivot != floor(pivot))
            return 0;
    }
    return 1;
}

static double try(const struct bench *bench, int probe) {
    const struct parallel_lu *s = bench->state;
    size_t n = s->grid.n;
    const void *a = bench_original(bench, s->a);
    double complex *z = s->grid.spare, *uz = z + n, *product = uz + n;
    residual_fill(z, n, probe);
    scalapack_multiply(bench, s->a, RESIDUAL_UPPER, z, uz);
    scalapack_multiply(bench, s->a, RESIDUAL_BELOW, uz, product);
    for (size_t i = 0; i < n; i++)
        product[i] += uz[i]; /* the diagonal of L */
    for (size_t k = n; k-- > 0;) {
        size_t other = (size_t)s->all_pivots[k] - 1;
        double complex kept = product[k];
        product[k] = product[other];
        product[other] = kept;
    }
    if (probe == 0)
        scalapack_digest(bench, product, s->digest);
    scalapack_multiply(bench, a, RESIDUAL_WHOLE, z, uz);
    residual_subtract(product, uz, n);
    return residual_largest(product, n) / scalapack_scale(bench, a);
}

/* That of partial_lu_decomp: |A - P L U| / (sqrt(n) epsilon |A|). */
static double residual(const struct bench *bench) {
    return gather_pivots(bench) ? scalapack_residual(bench, try) : INFINITY;
}

/* Of P L U z: what the residual allows, with |A|, the largest sum of n magnitudes, up to n, or
 * sqrt(2) n of complex numbers. The factors may differ if two pivots tie, but not their product. */
static double tolerance(const struct bench *bench) {
    double n = (double)bench->size;
    return 30 * sqrt(n) * n * (bench_is_complex(bench) ? 1.5 : 1);
}

/* Topic: distributed matrices. */
const struct bench_action action_parallel_lu = {
    BENCH_ACTION_HEAD,
    .name = "parallel_lu",
    .about = "A := L U, A = P L U, in place, over ranks",
    .size_means = "rows and columns of A",
    .largest = 5000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"p?getrf_", NULL}, SCALAPACK_BLACS, {0}},
    .parameters = scalapack_parameters,
    .state_bytes = sizeof(struct parallel_lu),
    .setup = setup,
    .begin_round = scalapack_begin_round,
    .end_round = scalapack_end_round,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = lu_flops,
    .bytes = lu_bytes,
    .flops_formula = "2 n^3/3 - n^2/2 + 5 n/6",
    .bytes_formula = "2 n^2 elements",
    .is_parallel = 1,
};
