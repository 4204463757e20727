/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/action.h"
#include "collect/actions/lapack.h"
#include "collect/actions/residual.h"

struct general_eigen {
    char *a, *v, *work;
    char *w, *wi; /* real and imaginary parts for real matrices; for complex ones only w */
    char *rwork;  /* real */
    double complex *spare;
    int64_t *failed; /* nonzero if any call returned a nonzero `info` */
};

static int setup(struct bench *bench) {
    struct general_eigen *s = bench->state;
    size_t n = (size_t)bench->size;
    s->a = bench_renewed_array(bench, n * n);
    s->v = bench_array(bench, n * n);
    s->w = bench_array(bench, n);
    s->wi = bench_array(bench, n);
    s->work = bench_array(bench, (size_t)lapack_work(bench->size));
    s->rwork = bench_memory(bench, 2 * n, lapack_real_bytes(bench));
    s->spare = bench_memory(bench, 3 * n, sizeof *s->spare);
    s->failed = bench_memory(bench, 1, sizeof *s->failed);
    bench_output_of(bench, "eigenvalues", s->w, n, bench->type);
    if (!bench_is_complex(bench))
        bench_output_of(bench, "their imaginary parts", s->wi, n, bench->type);
    bench_output_of(bench, "eigenvectors", s->v, n * n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct general_eigen *s = bench->state;
    (void)seed;
    bench_fill(bench, s->a, (size_t)bench->size * (size_t)bench->size);
    *s->failed = 0;
}

static void calculate_real(struct bench *bench, int64_t calls) {
    const struct general_eigen *s = bench->state;
    lapack_real_geev *geev = (lapack_real_geev *)bench->routines[0];
    const int64_t n = bench->size, one = 1, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        geev("N", "V", &n, a, &n, s->w, s->wi, NULL, &one, s->v, &n, s->work, &work, &info, 1, 1);
        *s->failed |= info;
    }
}

static void calculate_complex(struct bench *bench, int64_t calls) {
    const struct general_eigen *s = bench->state;
    lapack_complex_geev *geev = (lapack_complex_geev *)bench->routines[0];
    const int64_t n = bench->size, one = 1, work = lapack_work(n);
    char *a = s->a;
    for (int64_t c = 0; c < calls; c++, a += bench->copy_stride) {
        int64_t info = 0;
        geev("N", "V", &n, a, &n, s->w, NULL, &one, s->v, &n, s->work, &work, s->rwork, &info, 1,
             1);
        *s->failed |= info;
    }
}

static void calculate(struct bench *bench, int64_t calls) {
    if (bench_is_complex(bench))
        calculate_complex(bench, calls);
    else
        calculate_real(bench, calls);
}

/* --- pairs ---
 *
 * LAPACK stores the eigenvectors x + iy and x - iy of a real matrix as the columns x and y, the one
 * with the positive imaginary part first. So A x = wr x - wi y, and for the second, whose wi is
 * negative, A y = -wi x + wr y. */

/* The number of columns of the eigenvector that begins in column J: 1 or 2; 0 if the data is
 * invalid. */
static size_t width(const struct bench *bench, size_t j) {
    const struct general_eigen *s = bench->state;
    size_t n = (size_t)bench->size;
    if (bench_is_complex(bench) || residual_real(bench, s->wi, j) == 0)
        return 1;
    return residual_real(bench, s->wi, j) > 0 && j + 1 < n && residual_real(bench, s->wi, j + 1) < 0
               ? 2
               : 0;
}

static int are_pairs(const struct bench *bench) {
    size_t n = (size_t)bench->size, j = 0, step = 1;
    for (; step && j < n; j += step)
        step = width(bench, j);
    return step > 0;
}

/* z := D z, where A V = V D. */
static void multiply(const struct bench *bench, double complex *z) {
    const struct general_eigen *s = bench->state;
    size_t n = (size_t)bench->size, step;
    for (size_t j = 0; j < n; j += step) {
        step = width(bench, j);
        double complex first = z[j];
        z[j] *= residual_number(bench, s->w, j);
        if (step == 1)
            continue;
        z[j] -= residual_real(bench, s->wi, j + 1) * z[j + 1];
        z[j + 1] *= residual_number(bench, s->w, j + 1);
        z[j + 1] -= residual_real(bench, s->wi, j) * first;
    }
}

/* |A V z - V D z| / (sqrt(n) epsilon |A|) */
static double try(const struct bench *bench, int probe) {
    const struct general_eigen *s = bench->state;
    size_t n = (size_t)bench->size;
    const struct residual_matrix a = {bench, bench_original(bench, s->a), n, n};
    const struct residual_matrix v = {bench, s->v, n, n};
    double complex *z = s->spare, *vz = z + n, *difference = vz + n;
    residual_fill(z, n, probe);
    residual_clear(vz, 2 * n);
    residual_add(&v, RESIDUAL_WHOLE, z, vz);
    multiply(bench, z);
    residual_add(&v, RESIDUAL_WHOLE, z, difference);
    residual_clear(z, n);
    residual_add(&a, RESIDUAL_WHOLE, vz, z);
    residual_subtract(difference, z, n);
    return residual_largest(difference, n) / residual_scale(&a);
}

static double column_square(const struct bench *bench, size_t j) {
    const struct general_eigen *s = bench->state;
    size_t n = (size_t)bench->size;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double magnitude = cabs(residual_number(bench, s->v, j * n + i));
        sum += magnitude * magnitude;
    }
    return sum;
}

/* How far the length of an eigenvector is from 1, in units of sqrt(n) epsilon. */
static double of_lengths(const struct bench *bench) {
    size_t n = (size_t)bench->size, step;
    double worst = 0;
    for (size_t j = 0; j < n; j += step) {
        step = width(bench, j);
        double square = column_square(bench, j) + (step > 1 ? column_square(bench, j + 1) : 0);
        worst = residual_worse(worst, fabs(sqrt(square) - 1));
    }
    return worst / residual_unit(bench, n);
}

/* The worse of |A V - V D| / (sqrt(n) epsilon |A|) and the error of the lengths; infinity if
 * imaginary parts do not come in pairs. */
static double residual(const struct bench *bench) {
    const struct general_eigen *s = bench->state;
    if (!are_pairs(bench))
        return INFINITY;
    double worst = residual_worst(bench, *s->failed, try);
    return residual_worse(worst, of_lengths(bench));
}

/* Nominally 79 n^3/3, half multiplications and half additions: the "standard" count of xGEEV with
 * right eigenvectors, 26.33 n^3 (LAPACK Users' Guide, 3rd edition, table 3.13). The actual number
 * of steps depends on the matrix. */
static double flops(const struct bench *bench) {
    double n = (double)bench->size;
    return bench_operations(bench, 79 * n * n * n / 6, 79 * n * n * n / 6);
}

static double bytes(const struct bench *bench) {
    double n = (double)bench->size;
    return (2 * n * n + n) * (double)bench->element;
}

/* Topic: eigenvalues. */
const struct bench_action action_general_eigen = {
    BENCH_ACTION_HEAD,
    .name = "general_eigen",
    .about = "V, w; A V = V diag(w)",
    .size_means = "rows and columns of A",
    .largest = 1000,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{"?geev_", NULL}, {0}},
    .state_bytes = sizeof(struct general_eigen),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    /* eigenvalues may come in any order, and vectors have no fixed signs */
    .tolerance = residual_decides,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "79 n^3/3 (nominal)",
    .bytes_formula = "2 n^2 + n elements",
};
