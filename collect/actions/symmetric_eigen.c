/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct symmetric_eigen {
    char *a, *w, *work, *rwork; /* w, rwork: real */
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static int setup(struct bench *bench) {
    struct symmetric_eigen *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->w = bench_memory(bench, n, lapack_real_bytes(bench));
    s->work = bench_array(bench, (size_t)lapack_work(bench->size));
    s->rwork = bench_memory(bench, 3 * n, lapack_real_bytes(bench));
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "eigenvalues", s->w, n, lapack_real_type(bench));
    bench_output_of(bench, "eigenvectors", s->a, n * n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct symmetric_eigen *s = bench->state;
    (void)seed;
    bench_fill_symmetric(bench, s->a, (size_t)bench->size, 0);
    *s->failed = 0;
}

static void calculate_real(struct bench *bench, int64_t calls) {
    const struct symmetric_eigen *s = bench->state;
    lapack_syev *syev = (lapack_syev *)bench->routines[0];
    const int64_t n = bench->size, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        syev("V", "L", &n, a, &n, s->w, s->work, &work, &info, 1, 1);
        *s->failed |= info;
    }
}

static void calculate_complex(struct bench *bench, int64_t calls) {
    const struct symmetric_eigen *s = bench->state;
    lapack_heev *heev = (lapack_heev *)bench->routines[0];
    const int64_t n = bench->size, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        heev("V", "L", &n, a, &n, s->w, s->work, &work, s->rwork, &info, 1, 1);
        *s->failed |= info;
    }
}

static void calculate(struct bench *bench, int64_t calls) {
    if (bench_is_complex(bench))
        calculate_complex(bench, calls);
    else
        calculate_real(bench, calls);
}

/* |A V z - V diag(w) z| / (sqrt(n) epsilon |A|) */
static double of_product(const struct residual_matrix *a, const struct residual_matrix *v,
                         int probe) {
    const struct symmetric_eigen *s = a->bench->state;
    size_t n = a->rows;
    double complex *z = s->spare, *vz = z + n, *difference = vz + n;
    residual_fill(z, n, probe);
    residual_clear(vz, 2 * n);
    residual_add(v, RESIDUAL_WHOLE, z, vz);
    residual_add(a, RESIDUAL_WHOLE, vz, difference);
    for (size_t j = 0; j < n; j++)
        z[j] *= -residual_real(a->bench, s->w, j);
    residual_add(v, RESIDUAL_WHOLE, z, difference);
    return residual_largest(difference, n) / residual_scale(a);
}

static double try(const struct bench *bench, int probe) {
    const struct symmetric_eigen *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_matrix a = {bench, bench_original(bench, s->a), n, n};
    const struct residual_matrix v = {bench, s->a, n, n};
    return residual_worse(of_product(&a, &v, probe), residual_of_unitary(&v, probe, s->spare));
}

static int is_ascending(const struct bench *bench) {
    const struct symmetric_eigen *s = bench->state;
    for (size_t i = 1; i < (size_t)bench->size; i++)
        if (!(residual_real(bench, s->w, i - 1) <= residual_real(bench, s->w, i)))
            return 0;
    return 1;
}

/* The worse of |A V - V diag(w)| / (sqrt(n) epsilon |A|) and |V'V - 1| / (sqrt(n) epsilon);
 * infinity unless the eigenvalues ascend. */
static double residual(const struct bench *bench) {
    const struct symmetric_eigen *s = bench->state;
    return is_ascending(bench) ? residual_worst(bench, *s->failed, try) : INFINITY;
}

/* Nominally 9 n^3, half multiplications and half additions: what the symmetric QR algorithm takes
 * if it accumulates the eigenvectors (Golub and Van Loan, Matrix Computations, 3rd edition,
 * algorithm 8.3.3). The actual number of steps depends on the matrix. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 4.5 * n * n * n, 4.5 * n * n * n);
}

/* Reads one half of A and writes all of V. */
static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (1.5 * n * n + 1.5 * n) * (double)bench->element;
}

/* Topic: eigenvalues. */
const struct bench_action action_symmetric_eigen = {
    BENCH_ACTION_HEAD,
    .name = "symmetric_eigen",
    .about = "A := V, w; A V = V diag(w), A = A'",
    .size_means = "rows and columns of A",
    .largest = 1000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?<sy|he>ev_", NULL}, {0}},
    .state_bytes = sizeof(struct symmetric_eigen),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    /* eigenvectors are unique except for signs, or complex factors */
    .tolerance = residual_decides,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "9 n^3 (nominal)",
    .bytes_formula = "3 n^2/2 + 3 n/2 elements",
};
