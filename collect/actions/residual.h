/* SPDX-License-Identifier: GPL-3.0-or-later */
/* residual.h: how far a factorisation is from right, tested on vectors.
 *
 * Multiplying the factors would cost n^3 operations in one thread, more than the library took. So A
 * = X Y is tested as A z = X (Y z) (Freivalds; see bench_fill_signs), with each of a few vectors z,
 * and X'X = 1 as X'(X z) = z. All calculations use double precision complex numbers, for matrices
 * of any type; their rounding errors are in the last bits.
 *
 * Residuals are |A z - X Y z| / (sqrt(n) epsilon |A|), with the largest magnitude as the norm of
 * vectors and the largest sum of magnitudes in a column as that of A; and |X'X z - z| / (sqrt(n)
 * epsilon). These are the ratios of LAPACK's test programs (LAPACK Working Note 41, section 7),
 * whose threshold is 30, but with sqrt(n) in place of n, because rounding errors of random numbers
 * add up to that (Higham and Mary, A new approach to probabilistic rounding error analysis, SIAM
 * Journal on Scientific Computing 41, 2019). So a single wrong number stays visible in large
 * matrices of single precision. */
#ifndef BENCHMAT_COLLECT_ACTIONS_RESIDUAL_H
#define BENCHMAT_COLLECT_ACTIONS_RESIDUAL_H

#include <complex.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"

/* The number of vectors that test every identity. A single vector might miss an error because its
 * product with a row happens to be small. */
enum { RESIDUAL_PROBES = 2 };

/* A column-major matrix of the bench's type; column J begins at number J * rows. */
struct residual_matrix {
    const struct bench *bench;
    const void *numbers;
    size_t rows, columns;
};

/* Which elements to use; the others are not read and count as zeros. */
enum residual_part {
    RESIDUAL_WHOLE,
    RESIDUAL_UPPER,      /* with the diagonal */
    RESIDUAL_HESSENBERG, /* one diagonal more than RESIDUAL_UPPER */
    RESIDUAL_LOWER,      /* with the diagonal */
    RESIDUAL_BELOW       /* without the diagonal */
};

/* Number I of an array of the bench's type, and of an array of real numbers of the same precision.
 */
double complex residual_number(const struct bench *bench, const void *array, size_t i);
double residual_real(const struct bench *bench, const void *array, size_t i);

/* --- vectors --- */

/* Fills Z with vector number PROBE: signs (0), or signs with magnitudes between 1/2 and 1 (others).
 */
void residual_fill(double complex *z, size_t count, int probe);
void residual_clear(double complex *x, size_t count);
void residual_subtract(double complex *x, const double complex *y, size_t count); /* x := x - y */

/* The largest magnitude; NaN if any number is NaN. */
double residual_largest(const double complex *x, size_t count);

/* The larger of two residuals; NaN if either is NaN. */
double residual_worse(double a, double b);

/* Calls TRY with every probe and returns its worst result. Returns infinity at once if FAILED,
 * which says that a call failed, is not 0. */
double residual_worst(const struct bench *bench, int64_t failed,
                      double (*try)(const struct bench *bench, int probe));

/* Returns infinity: the tolerance of actions whose answers may differ and still be right. */
double residual_decides(const struct bench *bench);

/* --- matrices --- */

/* y := y + A x and y := y + A' x, where A' is the conjugate transpose. */
void residual_add(const struct residual_matrix *a, enum residual_part part, const double complex *x,
                  double complex *y);
void residual_add_adjoint(const struct residual_matrix *a, enum residual_part part,
                          const double complex *x, double complex *y);

/* sqrt(n) epsilon */
double residual_unit(const struct bench *bench, size_t n);

/* The unit of |A z - X Y z|: the largest sum of magnitudes in a column of A, times the
 * residual_unit of the larger dimension of A. */
double residual_scale(const struct residual_matrix *a);

/* The largest difference between A and LEFT above the diagonal, which a calculation on the lower
 * half must not touch; in units of residual_scale. */
double residual_above(const struct residual_matrix *a, const struct residual_matrix *left);

/* |X'X z - z| / (sqrt(n) epsilon) of a square matrix X. SPARE has room for three vectors. */
double residual_of_unitary(const struct residual_matrix *x, int probe, double complex *spare);

/* --- Householder reflectors --- */

/* Q = H(0) H(1) ... H(count-1) with H(i) = 1 - tau(i) v v', where v has zeros above row i + BELOW,
 * a 1 in that row, and below it the numbers in column I of the matrix: as xGEQRF (BELOW 0), xGEHRD
 * and xSYTRD with UPLO = 'L' (BELOW 1) leave them. */
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

/* |A z - Q X z| / (sqrt(n) epsilon |A|), or with Q X Q' in place of Q X if IS_SIMILARITY. X is that
 * PART of the matrix that holds the reflectors. SPARE has room for three vectors. */
double residual_of_reflected(const struct residual_matrix *a, const struct residual_reflectors *q,
                             enum residual_part part, int is_similarity, int probe,
                             double complex *spare);

/* --- LU factors --- */

/* A = P L U, or P L U Q, with L and U in one square matrix, as xGETRF, xGETC2 and xGESV leave them.
 * For every row or column the pivots give the number, counted from 1, of the row or column at or
 * after it with which it was exchanged. They are integers of the library's width, in memory for
 * int64_t that was zero before; so the first pair of 32-bit pivots, none of which is zero, makes a
 * number far beyond n. */
struct residual_lu {
    struct residual_matrix a, factors;
    const int64_t *row_pivots, *column_pivots; /* column_pivots may be NULL */
};

/* |A z - P L U Q z| / (sqrt(n) epsilon |A|); infinity if a pivot is out of range. SPARE has room
 * for three vectors. */
double residual_of_lu(const struct residual_lu *lu, int probe, double complex *spare);

#endif
