/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/residual.h"

#include <math.h>
#include <string.h>

double complex residual_number(const struct bench *bench, const void *array, size_t i) {
    if (!bench_is_complex(bench))
        return bench_element(bench, array, i);
    return bench_element(bench, array, 2 * i) + bench_element(bench, array, 2 * i + 1) * I;
}

double residual_real(const struct bench *bench, const void *array, size_t i) {
    return bench_element(bench, array, i);
}

/* --- vectors --- */

/* bench_fill_signs writes doubles into the lower half of Z, which are then spread from the end. */
void residual_fill(double complex *z, size_t count, int probe) {
    double *signs = (double *)z;
    bench_fill_signs(signs, count);
    for (size_t i = count; i-- > 0;)
        z[i] = signs[i] * (probe ? 0.5 + 0.5 * (double)i / (double)count : 1);
}

void residual_clear(double complex *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = 0;
}

void residual_subtract(double complex *x, const double complex *y, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] -= y[i];
}

double residual_worse(double a, double b) {
    return a > b || isnan(a) ? a : b;
}

double residual_largest(const double complex *x, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = residual_worse(largest, cabs(x[i]));
    return largest;
}

double residual_worst(const struct bench *bench, int64_t failed,
                      double (*try)(const struct bench *bench, int probe)) {
    double worst = failed ? INFINITY : 0;
    for (int probe = 0; !failed && probe < RESIDUAL_PROBES; probe++)
        worst = residual_worse(worst, try(bench, probe));
    return worst;
}

double residual_decides(const struct bench *bench) {
    (void)bench;
    return INFINITY;
}

/* --- matrices --- */

struct rows {
    size_t begin, end;
};

static struct rows rows_of(const struct residual_matrix *a, enum residual_part part, size_t j) {
    size_t m = a->rows, begin = 0, end = m;
    if (part == RESIDUAL_BELOW)
        begin = j + 1;
    else if (part == RESIDUAL_LOWER)
        begin = j;
    else if (part == RESIDUAL_UPPER)
        end = j + 1;
    else if (part == RESIDUAL_HESSENBERG)
        end = j + 2;
    return (struct rows){begin, end < m ? end : m};
}

void residual_add(const struct residual_matrix *a, enum residual_part part, const double complex *x,
                  double complex *y) {
    for (size_t j = 0; j < a->columns; j++) {
        struct rows rows = rows_of(a, part, j);
        for (size_t i = rows.begin; i < rows.end; i++)
            y[i] += residual_number(a->bench, a->numbers, j * a->rows + i) * x[j];
    }
}

void residual_add_adjoint(const struct residual_matrix *a, enum residual_part part,
                          const double complex *x, double complex *y) {
    for (size_t j = 0; j < a->columns; j++) {
        struct rows rows = rows_of(a, part, j);
        for (size_t i = rows.begin; i < rows.end; i++)
            y[j] += conj(residual_number(a->bench, a->numbers, j * a->rows + i)) * x[i];
    }
}

double residual_unit(const struct bench *bench, size_t n) {
    return sqrt((double)n) * bench_epsilon(bench);
}

static double largest_column(const struct residual_matrix *a) {
    double largest = 0;
    for (size_t j = 0; j < a->columns; j++) {
        double sum = 0;
        for (size_t i = 0; i < a->rows; i++)
            sum += cabs(residual_number(a->bench, a->numbers, j * a->rows + i));
        largest = residual_worse(largest, sum);
    }
    return largest;
}

double residual_scale(const struct residual_matrix *a) {
    size_t n = a->rows > a->columns ? a->rows : a->columns;
    return residual_unit(a->bench, n) * largest_column(a);
}

double residual_above(const struct residual_matrix *a, const struct residual_matrix *left) {
    double largest = 0;
    for (size_t j = 1; j < a->columns; j++)
        for (size_t i = j * a->rows; i < j * a->rows + j; i++)
            largest = residual_worse(largest, cabs(residual_number(a->bench, left->numbers, i) -
                                                   residual_number(a->bench, a->numbers, i)));
    return largest / residual_scale(a);
}

double residual_of_unitary(const struct residual_matrix *x, int probe, double complex *spare) {
    size_t n = x->rows;
    double complex *z = spare, *xz = z + n, *back = xz + n;
    residual_fill(z, n, probe);
    residual_clear(xz, 2 * n);
    residual_add(x, RESIDUAL_WHOLE, z, xz);
    residual_add_adjoint(x, RESIDUAL_WHOLE, xz, back);
    residual_subtract(back, z, n);
    return residual_largest(back, n) / residual_unit(x->bench, n);
}

/* --- Householder reflectors --- */

/* x := H(i) x with FACTOR, which is tau(i) or its conjugate, in place of tau(i). */
static void reflect(const struct residual_reflectors *q, size_t i, double complex factor,
                    double complex *x) {
    const struct residual_matrix *v = &q->v;
    size_t top = i + q->below, column = i * v->rows;
    double complex product = x[top];
    for (size_t r = top + 1; r < v->rows; r++)
        product += conj(residual_number(v->bench, v->numbers, column + r)) * x[r];
    product *= factor;
    x[top] -= product;
    for (size_t r = top + 1; r < v->rows; r++)
        x[r] -= residual_number(v->bench, v->numbers, column + r) * product;
}

void residual_apply(const struct residual_reflectors *q, double complex *x) {
    for (size_t i = q->count; i-- > 0;)
        reflect(q, i, residual_number(q->v.bench, q->tau, i), x);
}

void residual_apply_adjoint(const struct residual_reflectors *q, double complex *x) {
    for (size_t i = 0; i < q->count; i++)
        reflect(q, i, conj(residual_number(q->v.bench, q->tau, i)), x);
}

double residual_of_reflectors(const struct residual_reflectors *q, int probe,
                              double complex *spare) {
    size_t n = q->v.rows;
    double complex *z = spare, *back = z + n;
    residual_fill(z, n, probe);
    residual_fill(back, n, probe);
    residual_apply(q, back);
    residual_apply_adjoint(q, back);
    residual_subtract(back, z, n);
    return residual_largest(back, n) / residual_unit(q->v.bench, n);
}

double residual_of_reflected(const struct residual_matrix *a, const struct residual_reflectors *q,
                             enum residual_part part, int is_similarity, int probe,
                             double complex *spare) {
    size_t n = a->rows;
    double complex *z = spare, *product = z + n, *difference = product + n;
    residual_fill(z, n, probe);
    residual_clear(product, 2 * n);
    residual_add(a, RESIDUAL_WHOLE, z, difference);
    if (is_similarity)
        residual_apply_adjoint(q, z);
    residual_add(&q->v, part, z, product);
    residual_apply(q, product);
    residual_subtract(difference, product, n);
    return residual_largest(difference, n) / residual_scale(a);
}

/* --- LU factors --- */

static int64_t pivot(const int64_t *pivots, size_t n, size_t k) {
    int32_t narrow;
    int is_wide = n < 2 || (uint64_t)pivots[0] <= UINT32_MAX;
    memcpy(&narrow, (const char *)pivots + k * sizeof narrow, sizeof narrow);
    return is_wide ? pivots[k] : narrow;
}

static int are_pivots(const int64_t *pivots, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (pivot(pivots, n, k) < (int64_t)k + 1 || pivot(pivots, n, k) > (int64_t)n)
            return 0;
    return 1;
}

static void exchange(const int64_t *pivots, size_t n, size_t k, double complex *x) {
    size_t other = (size_t)pivot(pivots, n, k) - 1;
    double complex kept = x[k];
    x[k] = x[other];
    x[other] = kept;
}

double residual_of_lu(const struct residual_lu *lu, int probe, double complex *spare) {
    size_t n = lu->a.rows;
    const int64_t *rows = lu->row_pivots, *columns = lu->column_pivots;
    double complex *z = spare, *uz = z + n, *difference = uz + n;
    if (!are_pivots(rows, n) || (columns && !are_pivots(columns, n)))
        return INFINITY;
    residual_fill(z, n, probe);
    residual_clear(uz, 2 * n);
    residual_add(&lu->a, RESIDUAL_WHOLE, z, difference);
    for (size_t k = 0; columns && k < n; k++)
        exchange(columns, n, k, z);
    residual_add(&lu->factors, RESIDUAL_UPPER, z, uz);
    memcpy(z, uz, n * sizeof *z);
    residual_add(&lu->factors, RESIDUAL_BELOW, uz, z);
    for (size_t k = n; k-- > 0;)
        exchange(rows, n, k, z);
    residual_subtract(difference, z, n);
    return residual_largest(difference, n) / residual_scale(&lu->a);
}
