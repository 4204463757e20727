/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct svd {
    char *a, *s, *u, *vt, *work, *rwork; /* s, rwork: real */
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static int setup(struct bench *bench) {
    struct svd *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->s = bench_memory(bench, n, lapack_real_bytes(bench));
    s->u = bench_array(bench, n * n);
    s->vt = bench_array(bench, n * n);
    s->work = bench_array(bench, (size_t)lapack_work(bench->size));
    s->rwork = bench_memory(bench, 5 * n, lapack_real_bytes(bench));
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "singular values", s->s, n, lapack_real_type(bench));
    bench_output_of(bench, "U", s->u, n * n, bench->type);
    bench_output_of(bench, "V'", s->vt, n * n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct svd *s = bench->state;
    (void)seed;
    bench_fill(bench, s->a, (size_t)bench->size * (size_t)bench->size);
    *s->failed = 0;
}

static void calculate_real(struct bench *bench, int64_t calls) {
    const struct svd *s = bench->state;
    lapack_real_gesvd *gesvd = (lapack_real_gesvd *)bench->routines[0];
    const int64_t n = bench->size, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        gesvd("A", "A", &n, &n, a, &n, s->s, s->u, &n, s->vt, &n, s->work, &work, &info, 1, 1);
        *s->failed |= info;
    }
}

static void calculate_complex(struct bench *bench, int64_t calls) {
    const struct svd *s = bench->state;
    lapack_complex_gesvd *gesvd = (lapack_complex_gesvd *)bench->routines[0];
    const int64_t n = bench->size, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        gesvd("A", "A", &n, &n, a, &n, s->s, s->u, &n, s->vt, &n, s->work, &work, s->rwork, &info,
              1, 1);
        *s->failed |= info;
    }
}

static void calculate(struct bench *bench, int64_t calls) {
    if (bench_is_complex(bench))
        calculate_complex(bench, calls);
    else
        calculate_real(bench, calls);
}

/* |A z - U diag(s) V' z| / (sqrt(n) epsilon |A|) */
static double of_product(const struct residual_matrix *u, const struct residual_matrix *vt,
                         int probe) {
    const struct bench *bench = u->bench;
    const struct svd *s = bench->state;
    size_t n = u->rows;
    const struct residual_matrix a = {bench, bench_original(bench, s->a), n, n};
    double complex *z = s->spare, *vtz = z + n, *difference = vtz + n;
    residual_fill(z, n, probe);
    residual_clear(vtz, 2 * n);
    residual_add(vt, RESIDUAL_WHOLE, z, vtz);
    for (size_t i = 0; i < n; i++)
        vtz[i] *= -residual_real(bench, s->s, i);
    residual_add(&a, RESIDUAL_WHOLE, z, difference);
    residual_add(u, RESIDUAL_WHOLE, vtz, difference);
    return residual_largest(difference, n) / residual_scale(&a);
}

static double try(const struct bench *bench, int probe) {
    const struct svd *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_matrix u = {bench, s->u, n, n}, vt = {bench, s->vt, n, n};
    double worst = of_product(&u, &vt, probe);
    worst = residual_worse(worst, residual_of_unitary(&u, probe, s->spare));
    return residual_worse(worst, residual_of_unitary(&vt, probe, s->spare));
}

static int is_descending_to_zero(const struct bench *bench) {
    const struct svd *s = bench->state;
    size_t n = (size_t)bench->size;
    for (size_t i = 1; i < n; i++)
        if (!(residual_real(bench, s->s, i - 1) >= residual_real(bench, s->s, i)))
            return 0;
    return residual_real(bench, s->s, n - 1) >= 0;
}

/* The worst of |A - U diag(s) V'| / (sqrt(n) epsilon |A|), |U'U - 1| / (sqrt(n) epsilon) and the
 * same of V; infinity unless the singular values descend and none is negative. */
static double residual(const struct bench *bench) {
    const struct svd *s = bench->state;
    return is_descending_to_zero(bench) ? residual_worst(bench, *s->failed, try) : INFINITY;
}

/* Nominally 21 n^3, half multiplications and half additions: what the Golub-Reinsch algorithm takes
 * for U, the singular values and V, 4 m^2 n + 8 m n^2 + 9 n^3 (Golub and Van Loan, Matrix
 * Computations, 3rd edition, table 5.4.1). The actual number of steps depends on the matrix. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 10.5 * n * n * n, 10.5 * n * n * n);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (3 * n * n + n) * (double)bench->element;
}

/* Topic: eigenvalues. */
const struct bench_action action_svd = {
    BENCH_ACTION_HEAD,
    .name = "svd",
    .about = "U, s, V'; A = U diag(s) V'",
    .size_means = "rows and columns of A",
    .largest = 1000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?gesvd_", NULL}, {0}},
    .state_bytes = sizeof(struct svd),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    /* singular vectors are unique except for signs, or complex factors */
    .tolerance = residual_decides,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "21 n^3 (nominal)",
    .bytes_formula = "3 n^2 + n elements",
};
