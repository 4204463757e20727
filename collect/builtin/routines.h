/* SPDX-License-Identifier: GPL-3.0-or-later */
/* routines.h: the routines of the built-in library, for one type of number. No include guard: the
 * file is included once per type, with
 *
 *     REAL        float or double
 *     NAME(name)  the Fortran name: sname_ or dname_
 *     ROOT        sqrtf or sqrt
 *
 * Matrices are column-major; element (i, j) of X stands at x[i * x_row + j * x_col], so that a
 * transposed matrix is one with its two strides exchanged. */

static void NAME(add)(long n, REAL a, const REAL *x, long incx, REAL *y, long incy) {
    if (incx == 1 && incy == 1)
        for (long i = 0; i < n; i++)
            y[i] += a * x[i];
    else
        for (long i = 0; i < n; i++)
            y[i * incy] += a * x[i * incx];
}

static void NAME(scale)(long n, REAL a, REAL *x, long incx) {
    for (long i = 0; i < n; i++)
        x[i * incx] = a == 0 ? 0 : a * x[i * incx];
}

/* BLAS walks a vector with a negative increment from its other end. */
static long NAME(start)(int n, int inc) {
    return inc < 0 ? (1 - (long)n) * inc : 0;
}

void NAME(axpy)(const int *n, const REAL *a, const REAL *x, const int *incx, REAL *y,
                const int *incy) {
    NAME(add)(*n, *a, x + NAME(start)(*n, *incx), *incx, y + NAME(start)(*n, *incy), *incy);
}

void NAME(scal)(const int *n, const REAL *a, REAL *x, const int *incx) {
    if (*incx > 0)
        for (long i = 0; i < *n; i++)
            x[i * *incx] *= *a;
}

REAL NAME(asum)(const int *n, const REAL *x, const int *incx) {
    REAL sum = 0;
    if (*incx > 0)
        for (long i = 0; i < *n; i++)
            sum += x[i * *incx] < 0 ? -x[i * *incx] : x[i * *incx];
    return sum;
}

REAL NAME(dot)(const int *n, const REAL *x, const int *incx, const REAL *y, const int *incy) {
    REAL sum = 0;
    x += NAME(start)(*n, *incx);
    y += NAME(start)(*n, *incy);
    for (long i = 0; i < *n; i++)
        sum += x[i * *incx] * y[i * *incy];
    return sum;
}

static int NAME(transposed)(const char *trans) {
    return *trans != 'N' && *trans != 'n';
}

void NAME(gemv)(const char *trans, const int *m, const int *n, const REAL *alpha, const REAL *a,
                const int *lda, const REAL *x, const int *incx, const REAL *beta, REAL *y,
                const int *incy) {
    int t = NAME(transposed)(trans);
    long rows = t ? *n : *m, columns = t ? *m : *n;
    long a_row = t ? *lda : 1, a_col = t ? 1 : *lda;
    x += NAME(start)((int)columns, *incx);
    y += NAME(start)((int)rows, *incy);
    NAME(scale)(rows, *beta, y, *incy);
    for (long j = 0; j < columns; j++)
        NAME(add)(rows, *alpha * x[j * *incx], a + j * a_col, a_row, y, *incy);
}

void NAME(gemm)(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                const REAL *alpha, const REAL *a, const int *lda, const REAL *b, const int *ldb,
                const REAL *beta, REAL *c, const int *ldc) {
    int ta = NAME(transposed)(transa), tb = NAME(transposed)(transb);
    long a_row = ta ? *lda : 1, a_col = ta ? 1 : *lda;
    long b_row = tb ? *ldb : 1, b_col = tb ? 1 : *ldb;
    for (long j = 0; j < *n; j++) {
        REAL *column = c + j * *ldc;
        NAME(scale)(*m, *beta, column, 1);
        for (long l = 0; l < *k; l++)
            NAME(add)(*m, *alpha * b[l * b_row + j * b_col], a + l * a_col, a_row, column, 1);
    }
}

/* Left-looking: column j loses what the columns before it account for, then is scaled. */
void NAME(potrf)(const char *uplo, const int *n, REAL *a, const int *lda, int *info) {
    int upper = *uplo == 'U' || *uplo == 'u';
    long row = upper ? *lda : 1, col = upper ? 1 : *lda;
    *info = 0;
    for (long j = 0; j < *n; j++) {
        REAL *diagonal = a + j * (row + col);
        for (long k = 0; k < j; k++) {
            const REAL *left = a + j * row + k * col;
            NAME(add)(*n - j, -*left, left, row, diagonal, row);
        }
        if (!(*diagonal > 0)) {
            *info = (int)j + 1;
            return;
        }
        *diagonal = ROOT(*diagonal);
        NAME(scale)(*n - j - 1, 1 / *diagonal, diagonal + row, row);
    }
}
