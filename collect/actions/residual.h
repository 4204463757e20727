/* SPDX-License-Identifier: GPL-3.0-or-later */
/* residual.h: how far a factorisation is from right, tried on vectors.
 *
 * Multiplying the factors would cost n^3 operations in one thread, more than the library took.
 * So A = X Y is tried as A z = X (Y z) (Freivalds; see bench_fill_signs), with each of a few
 * vectors z, and X'X = 1 as X'(X z) = z. All calculation is in complex numbers of double precision,
 * for matrices of any type, whose rounding is that of the last bits.
 *
 * Residuals are |A z - X Y z| / (sqrt(n) epsilon |A|), with the largest magnitude as the norm of
 * vectors and the largest sum of magnitudes in a column as that of A; and |X'X z - z| / (sqrt(n)
 * epsilon). These are the ratios of LAPACK's test programs (LAPACK Working Note 41, section 7),
 * whose threshold is 30, but with sqrt(n) where they have n: as much as roundings of random numbers
 * add up to (Higham and Mary, A new approach to probabilistic rounding error analysis, SIAM Journal
 * on Scientific Computing 41, 2019). So a single wrong number stays visible in large matrices of
 * single precision. */
#ifndef BENCHMAT_COLLECT_ACTIONS_RESIDUAL_H
#define BENCHMAT_COLLECT_ACTIONS_RESIDUAL_H

#include <complex.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"

/* How many vectors every identity is tried with: two, for what a single one might miss because its
 * product with a row happens to be small. */
enum { RESIDUAL_PROBES = 2 };

/* A column-major matrix of the bench's type; column J begins at number J * rows. */
struct residual_matrix {
    const struct bench *bench;
    const void *numbers;
    size_t rows, columns;
};

/* Which of its elements are meant; the others are not read and count as zeros. */
enum residual_part {
    RESIDUAL_WHOLE,
    RESIDUAL_UPPER,      /* and the diagonal */
    RESIDUAL_HESSENBERG, /* one diagonal more */
    RESIDUAL_LOWER,      /* and the diagonal */
    RESIDUAL_BELOW       /* the diagonal, which is not meant itself */
};

/* Number I of an array of the bench's type, and of an array of real numbers of its precision. */
double complex residual_number(const struct bench *bench, const void *array, size_t i);
double residual_real(const struct bench *bench, const void *array, size_t i);

/* --- vectors --- */

/* Probe number PROBE: signs, which never vanish; or signs with magnitudes between 1/2 and 1. */
void residual_fill(double complex *z, size_t count, int probe);
void residual_clear(double complex *x, size_t count);
void residual_subtract(double complex *x, const double complex *y, size_t count); /* x := x - y */

/* The largest magnitude; NaN if any number is NaN. */
double residual_largest(const double complex *x, size_t count);

/* The larger of two residuals; NaN if either is. */
double residual_worse(double a, double b);

/* TRY with every probe: the worst of what it returns. Infinity at once where a call FAILED. */
double residual_worst(const struct bench *bench, int64_t failed,
                      double (*try)(const struct bench *bench, int probe));

/* The tolerance of actions whose answers may differ and still be right: infinity. */
double residual_decides(const struct bench *bench);

/* --- matrices --- */

/* y := y + A x and y := y + A' x, where A' is the conjugate transpose. */
void residual_add(const struct residual_matrix *a, enum residual_part part, const double complex *x,
                  double complex *y);
void residual_add_adjoint(const struct residual_matrix *a, enum residual_part part,
                          const double complex *x, double complex *y);

/* sqrt(n) epsilon */
double residual_unit(const struct bench *bench, size_t n);

/* The largest sum of magnitudes in a column of A, times the unit of its larger dimension: what
 * |A z - X Y z| is measured by. */
double residual_scale(const struct residual_matrix *a);

/* The largest difference from A of what a calculation on its lower half left above the diagonal,
 * which it is not to touch; by the same measure. */
double residual_above(const struct residual_matrix *a, const struct residual_matrix *left);

/* |X'X z - z| / (sqrt(n) epsilon) of a square matrix X. SPARE has room for three vectors. */
double residual_of_unitary(const struct residual_matrix *x, int probe, double complex *spare);

/* --- Householder reflectors --- */

/* Q = H(0) H(1) ... H(count-1) with H(i) = 1 - tau(i) v v', where v has zeros down to row i +
 * BELOW, in which it has a 1, and goes on with what stands beneath that in column I of the matrix:
 * as xGEQRF leaves them (BELOW 0), xGEHRD and xSYTRD with UPLO = 'L' (BELOW 1). */
struct residual_reflectors {
    struct residual_matrix v;
    const void *tau;
    size_t count, below;
};

/* x := Q x and x := Q' x. */
void residual_apply(const struct residual_reflectors *q, double complex *x);
void residual_apply_adjoint(const struct residual_reflectors *q, double complex *x);

/* |Q'Q z - z| / (sqrt(n) epsilon). SPARE has room for two vectors. */
double residual_of_reflectors(const struct residual_reflectors *q, int probe,
                              double complex *spare);

/* |A z - Q X z| / (sqrt(n) epsilon |A|), or with Q X Q' in place of Q X where IS_SIMILARITY: X is
 * that PART of the matrix in which the reflectors stand. SPARE has room for three vectors. */
double residual_of_reflected(const struct residual_matrix *a, const struct residual_reflectors *q,
                             enum residual_part part, int is_similarity, int probe,
                             double complex *spare);

/* --- LU factors --- */

/* A = P L U, or P L U Q, with L and U in one square matrix, as xGETRF, xGETC2 and xGESV leave them.
 * The pivots say of every row or column with which one behind it (or itself) it was exchanged,
 * counted from 1. They are integers of the library's width, in memory for int64_t of which the
 * upper half was zero before: then the first pair of 32-bit pivots, none of which is zero, makes a
 * number far beyond n. */
struct residual_lu {
    struct residual_matrix a, factors;
    const int64_t *row_pivots, *column_pivots; /* no column pivots: NULL */
};

/* |A z - P L U Q z| / (sqrt(n) epsilon |A|); infinity where a pivot is out of range. SPARE has room
 * for three vectors. */
double residual_of_lu(const struct residual_lu *lu, int probe, double complex *spare);

#endif
