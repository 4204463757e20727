/* SPDX-License-Identifier: GPL-3.0-or-later */
/* routines.h: the routines of the built-in library, for one type of number. It has no include
 * guard: it is included once per type, with these macros defined, which it undefines again:
 *
 *     NUMBER      float, double, float complex or double complex
 *     REAL        float or double: the type of NUMBER's parts
 *     IS_COMPLEX  1 or 0
 *     NAME(name)  the Fortran name: sname_, dname_, cname_ or zname_
 *     SY(name)    the same for symmetric or Hermitian matrices: ssyname_ or chename_
 *     GER, NRM2   the names of these routines: sger_ or cgerc_, snrm2_ or scnrm2_
 *     DOTC_SUB    for complex types: cblas_cdotc_sub
 *     CONJ, RE, IM  the conjugate and the parts of a NUMBER
 *     ROOT        the square root of a REAL
 *     SORT, BOUND  for real types, the C names: sortf, lower_boundf or sort, lower_bound
 *
 * Matrices are column-major; element (i, j) of X is x[i * x_row + j * x_col], so that exchanging
 * the two strides transposes a matrix. A Hermitian matrix given by its upper half, with its strides
 * exchanged, is the conjugate of one given by its lower half. */

/* y := y + a x, or with the conjugate of x. */
static void NAME(add)(long n, NUMBER a, const NUMBER *x, long incx, int conjugate, NUMBER *y,
                      long incy) {
    if (incx == 1 && incy == 1 && !(IS_COMPLEX && conjugate))
        for (long i = 0; i < n; i++)
            y[i] += a * x[i];
    else
        for (long i = 0; i < n; i++)
            y[i * incy] += a * (conjugate ? CONJ(x[i * incx]) : x[i * incx]);
}

static void NAME(scale)(long n, NUMBER a, NUMBER *x, long incx) {
    for (long i = 0; i < n; i++)
        x[i * incx] = a == 0 ? 0 : a * x[i * incx];
}

/* BLAS traverses a vector with a negative increment from its other end. */
static long NAME(start)(int n, int inc) {
    return inc < 0 ? (1 - (long)n) * inc : 0;
}

/* Whether TEXT begins with LETTER, in either case. */
static int NAME(says)(const char *text, char letter) {
    return (*text | 0x20) == letter;
}

static int NAME(transposed)(const char *trans) {
    return !NAME(says)(trans, 'n');
}

#include "collect/builtin/level1.h"
#include "collect/builtin/level2.h"
#include "collect/builtin/level3.h"
#if !IS_COMPLEX
#    include "collect/builtin/sorting.h"
#endif

/* Left-looking: subtracts from column j the contributions of the columns before it, then scales it.
 */
void NAME(potrf)(const char *uplo, const int *n, NUMBER *a, const int *lda, int *info) {
    int upper = NAME(says)(uplo, 'u');
    long row = upper ? *lda : 1, col = upper ? 1 : *lda;
    *info = 0;
    for (long j = 0; j < *n; j++) {
        NUMBER *diagonal = a + j * (row + col);
        for (long k = 0; k < j; k++) {
            const NUMBER *left = a + j * row + k * col;
            NAME(add)(*n - j, -CONJ(*left), left, row, 0, diagonal, row);
        }
        REAL pivot = RE(*diagonal);
        if (!(pivot > 0)) {
            *info = (int)j + 1;
            return;
        }
        *diagonal = ROOT(pivot);
        NAME(scale)(*n - j - 1, 1 / *diagonal, diagonal + row, row);
    }
}

#undef NUMBER
#undef REAL
#undef IS_COMPLEX
#undef NAME
#undef SY
#undef GER
#undef NRM2
#undef DOTC_SUB
#undef CONJ
#undef RE
#undef IM
#undef ROOT
#undef SORT
#undef BOUND
