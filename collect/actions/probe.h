/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.h: products of an action's matrices with a vector, in double precision, for residuals. With
 * a vector of signs they test a matrix identity in n^2 operations instead of n^3 (Freivalds,
 * Probabilistic machines can use less running time, IFIP Congress 1977). */
#ifndef BENCHMAT_COLLECT_ACTIONS_PROBE_H
#define BENCHMAT_COLLECT_ACTIONS_PROBE_H

#include <complex.h>
#include <math.h>

#include "collect/action.h"

typedef double complex probe_number;

/* Which elements of a square, column-major matrix count. */
enum probe_shape {
    PROBE_FULL,
    PROBE_LOWER,    /* above the diagonal it is 0 */
    PROBE_HERMITIAN /* above the diagonal it is the conjugate of what is below */
};

/* Asks for the memory of COUNT vectors. */
static inline probe_number *probe_vectors(struct bench *bench, size_t count) {
    return bench_memory(bench, count * (size_t)bench->size, sizeof(probe_number));
}

static inline probe_number probe_element(const struct bench *bench, const void *array, size_t i) {
    if (!bench_is_complex(bench))
        return bench_element(bench, array, i);
    return bench_element(bench, array, 2 * i) + bench_element(bench, array, 2 * i + 1) * I;
}

/* Sets Z to the signs of bench_fill_signs, and the COUNT vectors after it to 0. */
static inline void probe_begin(const struct bench *bench, probe_number *z, size_t count) {
    size_t n = (size_t)bench->size;
    double *signs = (double *)z;
    bench_fill_signs(signs, n);
    for (size_t i = n; i-- > 0;)
        z[i] = signs[i];
    for (size_t i = n; i < (1 + count) * n; i++)
        z[i] = 0;
}

/* OUT := OUT + SIGN M IN. */
static inline void probe_add(const struct bench *bench, probe_number *out, double sign,
                             const void *matrix, enum probe_shape shape, const probe_number *in) {
    size_t n = (size_t)bench->size;
    for (size_t j = 0; j < n; j++)
        for (size_t i = shape == PROBE_FULL ? 0 : j; i < n; i++) {
            probe_number element = sign * probe_element(bench, matrix, j * n + i);
            out[i] += element * in[j];
            if (shape == PROBE_HERMITIAN && i != j)
                out[j] += conj(element) * in[i];
        }
}

/* OUT := OUT + M^H IN, for a full matrix. */
static inline void probe_add_adjoint(const struct bench *bench, probe_number *out,
                                     const void *matrix, const probe_number *in) {
    size_t n = (size_t)bench->size;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            out[j] += conj(probe_element(bench, matrix, j * n + i)) * in[i];
}

/* The largest magnitude of a real or imaginary part; NaN if any is NaN. */
static inline double probe_largest(const struct bench *bench, const probe_number *vector) {
    return bench_largest((const double *)vector, 2 * (size_t)bench->size);
}

/* A lower bound of the largest sum of magnitudes in a row of a lower triangular matrix: the sum of
 * the last row. */
static inline double probe_last_row(const struct bench *bench, const void *matrix) {
    size_t n = (size_t)bench->size;
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += cabs(probe_element(bench, matrix, j * n + n - 1));
    return sum;
}

#endif
