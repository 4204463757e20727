/* SPDX-License-Identifier: GPL-3.0-or-later */
/* level3.h: the routines of routines.h that work on matrices. */

void NAME(gemm)(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                const NUMBER *alpha, const NUMBER *a, const int *lda, const NUMBER *b,
                const int *ldb, const NUMBER *beta, NUMBER *c, const int *ldc) {
    int ta = NAME(transposed)(transa), tb = NAME(transposed)(transb);
    int conjugate_a = NAME(says)(transa, 'c'), conjugate_b = NAME(says)(transb, 'c');
    long a_row = ta ? *lda : 1, a_col = ta ? 1 : *lda;
    long b_row = tb ? *ldb : 1, b_col = tb ? 1 : *ldb;
    for (long j = 0; j < *n; j++) {
        NUMBER *column = c + j * *ldc;
        NAME(scale)(*m, *beta, column, 1);
        for (long l = 0; l < *k; l++) {
            NUMBER factor = b[l * b_row + j * b_col];
            factor = *alpha * (conjugate_b ? CONJ(factor) : factor);
            NAME(add)(*m, factor, a + l * a_col, a_row, conjugate_a, column, 1);
        }
    }
}

/* C := alpha B B^H + beta C, where B is A or, transposed, A^H. For complex types it is herk. */
void SY(rk)(const char *uplo, const char *trans, const int *n, const int *k, const REAL *alpha,
            const NUMBER *a, const int *lda, const REAL *beta, NUMBER *c, const int *ldc) {
    int upper = NAME(says)(uplo, 'u'), t = NAME(transposed)(trans);
    long row = upper ? *ldc : 1, col = upper ? 1 : *ldc;
    long a_row = t ? *lda : 1, a_col = t ? 1 : *lda;
    for (long j = 0; j < *n; j++) {
        NUMBER *diagonal = c + j * (row + col);
        NAME(scale)(*n - j, *beta, diagonal, row);
        for (long l = 0; l < *k; l++) {
            const NUMBER *right = a + j * a_row + l * a_col;
            NUMBER factor = t != upper ? *right : CONJ(*right);
            NAME(add)(*n - j, *alpha * factor, right, a_row, t != upper, diagonal, row);
        }
        *diagonal = RE(*diagonal);
    }
}

/* Calls HOW for each column of B, or, if A stands on the right, for each row of B, which is a
 * column of the transposed product. */
static void NAME(each)(void (*how)(const struct NAME(triangle) *, NUMBER *, long), int is_left,
                       struct NAME(triangle) t, long m, long n, NUMBER alpha, NUMBER *b, long ldb) {
    struct NAME(triangle) across = NAME(triangle_across)(t);
    for (long j = 0; j < n; j++)
        NAME(scale)(m, alpha, b + j * ldb, 1);
    for (long j = 0; is_left && j < n; j++)
        how(&t, b + j * ldb, 1);
    for (long i = 0; !is_left && i < m; i++)
        how(&across, b + i, ldb);
}

void NAME(trmm)(const char *side, const char *uplo, const char *transa, const char *diag,
                const int *m, const int *n, const NUMBER *alpha, const NUMBER *a, const int *lda,
                NUMBER *b, const int *ldb) {
    int is_left = NAME(says)(side, 'l');
    struct NAME(triangle) t = NAME(triangle_of)(uplo, transa, diag, is_left ? *m : *n, a, *lda);
    NAME(each)(NAME(multiply), is_left, t, *m, *n, *alpha, b, *ldb);
}

void NAME(trsm)(const char *side, const char *uplo, const char *transa, const char *diag,
                const int *m, const int *n, const NUMBER *alpha, const NUMBER *a, const int *lda,
                NUMBER *b, const int *ldb) {
    int is_left = NAME(says)(side, 'l');
    struct NAME(triangle) t = NAME(triangle_of)(uplo, transa, diag, is_left ? *m : *n, a, *lda);
    NAME(each)(NAME(solve), is_left, t, *m, *n, *alpha, b, *ldb);
}
