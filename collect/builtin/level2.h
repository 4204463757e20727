/* SPDX-License-Identifier: GPL-3.0-or-later */
/* level2.h: the routines of routines.h that work on a matrix and vectors. */

void NAME(gemv)(const char *trans, const int *m, const int *n, const NUMBER *alpha, const NUMBER *a,
                const int *lda, const NUMBER *x, const int *incx, const NUMBER *beta, NUMBER *y,
                const int *incy) {
    int t = NAME(transposed)(trans), conjugate = NAME(says)(trans, 'c');
    long rows = t ? *n : *m, columns = t ? *m : *n;
    long a_row = t ? *lda : 1, a_col = t ? 1 : *lda;
    x += NAME(start)((int)columns, *incx);
    y += NAME(start)((int)rows, *incy);
    NAME(scale)(rows, *beta, y, *incy);
    for (long j = 0; j < columns; j++) {
        const NUMBER *column = a + j * a_col;
        NAME(add)(rows, *alpha * x[j * *incx], column, a_row, conjugate, y, *incy);
    }
}

/* Works column by column below the diagonal; each column is also the row to the right of the
 * diagonal. */
void SY(mv)(const char *uplo, const int *n, const NUMBER *alpha, const NUMBER *a, const int *lda,
            const NUMBER *x, const int *incx, const NUMBER *beta, NUMBER *y, const int *incy) {
    int upper = NAME(says)(uplo, 'u');
    long row = upper ? *lda : 1, col = upper ? 1 : *lda;
    x += NAME(start)(*n, *incx);
    y += NAME(start)(*n, *incy);
    NAME(scale)(*n, *beta, y, *incy);
    for (long j = 0; j < *n; j++) {
        const NUMBER *diagonal = a + j * (row + col);
        NUMBER sum = RE(*diagonal) * x[j * *incx];
        for (long i = j + 1; i < *n; i++) {
            NUMBER below = diagonal[(i - j) * row];
            y[i * *incy] += *alpha * x[j * *incx] * (upper ? CONJ(below) : below);
            sum += (upper ? below : CONJ(below)) * x[i * *incx];
        }
        y[j * *incy] += *alpha * sum;
    }
}

void GER(const int *m, const int *n, const NUMBER *alpha, const NUMBER *x, const int *incx,
         const NUMBER *y, const int *incy, NUMBER *a, const int *lda) {
    x += NAME(start)(*m, *incx);
    y += NAME(start)(*n, *incy);
    for (long j = 0; j < *n; j++)
        NAME(add)(*m, *alpha * CONJ(y[j * *incy]), x, *incx, 0, a + j * *lda, 1);
}

void SY(r2)(const char *uplo, const int *n, const NUMBER *alpha, const NUMBER *x, const int *incx,
            const NUMBER *y, const int *incy, NUMBER *a, const int *lda) {
    int upper = NAME(says)(uplo, 'u');
    long row = upper ? *lda : 1, col = upper ? 1 : *lda;
    x += NAME(start)(*n, *incx);
    y += NAME(start)(*n, *incy);
    for (long j = 0; j < *n; j++) {
        NUMBER *diagonal = a + j * (row + col);
        NUMBER of_x = *alpha * CONJ(y[j * *incy]), of_y = CONJ(*alpha * x[j * *incx]);
        const NUMBER *xs = x + j * *incx, *ys = y + j * *incy;
        NAME(add)(*n - j, upper ? CONJ(of_x) : of_x, xs, *incx, upper, diagonal, row);
        NAME(add)(*n - j, upper ? CONJ(of_y) : of_y, ys, *incy, upper, diagonal, row);
        *diagonal = RE(*diagonal);
    }
}

/* op(A) for a triangular A, to multiply with or to solve for. */
struct NAME(triangle) {
    const NUMBER *a;
    long n, row, col;
    int is_lower, is_unit, is_conjugate;
};

static struct NAME(triangle)
    NAME(triangle_of)(const char *uplo, const char *trans, const char *diag, long n,
                      const NUMBER *a, long lda) {
    int t = NAME(transposed)(trans);
    return (struct NAME(triangle)){.a = a,
                                   .n = n,
                                   .row = t ? lda : 1,
                                   .col = t ? 1 : lda,
                                   .is_lower = NAME(says)(uplo, 'l') != t,
                                   .is_unit = NAME(says)(diag, 'u'),
                                   .is_conjugate = NAME(says)(trans, 'c')};
}

/* The same, transposed but not conjugated. */
static struct NAME(triangle) NAME(triangle_across)(struct NAME(triangle) t) {
    long row = t.row;
    t.row = t.col;
    t.col = row;
    t.is_lower = !t.is_lower;
    return t;
}

static NUMBER NAME(diagonal_of)(const struct NAME(triangle) * t, long j) {
    NUMBER element = t->a[j * (t->row + t->col)];
    return t->is_unit ? 1 : t->is_conjugate ? CONJ(element) : element;
}

/* x := x + f times column j without its diagonal element. */
static void NAME(add_column)(const struct NAME(triangle) * t, long j, NUMBER f, NUMBER *x,
                             long incx) {
    long from = t->is_lower ? j + 1 : 0, count = t->is_lower ? t->n - j - 1 : j;
    const NUMBER *column = t->a + from * t->row + j * t->col;
    NAME(add)(count, f, column, t->row, t->is_conjugate, x + from * incx, incx);
}

/* x := T x. Adds each column where the columns that follow no longer read. */
static void NAME(multiply)(const struct NAME(triangle) * t, NUMBER *x, long incx) {
    for (long k = 0; k < t->n; k++) {
        long j = t->is_lower ? t->n - 1 - k : k;
        NAME(add_column)(t, j, x[j * incx], x, incx);
        x[j * incx] *= NAME(diagonal_of)(t, j);
    }
}

/* x := T^-1 x */
static void NAME(solve)(const struct NAME(triangle) * t, NUMBER *x, long incx) {
    for (long k = 0; k < t->n; k++) {
        long j = t->is_lower ? k : t->n - 1 - k;
        x[j * incx] /= NAME(diagonal_of)(t, j);
        NAME(add_column)(t, j, -x[j * incx], x, incx);
    }
}

void NAME(trsv)(const char *uplo, const char *trans, const char *diag, const int *n,
                const NUMBER *a, const int *lda, NUMBER *x, const int *incx) {
    struct NAME(triangle) t = NAME(triangle_of)(uplo, trans, diag, *n, a, *lda);
    NAME(solve)(&t, x + NAME(start)(*n, *incx), *incx);
}
