/* SPDX-License-Identifier: GPL-3.0-or-later */
/* textbook_blas.h: a small BLAS and LAPACK that tests make libraries of, right until a test spoils
 * it. fake.h compiles it behind a test's own lines, which may define:
 *
 *     INT                     the integers, int by default
 *     C_INTERFACE_ONLY        no Fortran names for what has a C one
 *     WITHOUT_AXPY            neither ?axpy_ nor cblas_?axpy
 *     BEFORE_AXPY, AFTER_AXPY what ?axpy does besides, with n, x and y in sight; and so
 *     BEFORE_ASUM (n), AFTER_DOT (n, sum), AFTER_POTRF (n, a)
 *
 * It includes itself once per type of number. */
#ifndef REAL

#    include <fcntl.h>
#    include <math.h>
#    include <signal.h>
#    include <stdint.h>
#    include <stdio.h>
#    include <stdlib.h>
#    include <string.h>
#    include <time.h>
#    include <unistd.h>

#    ifndef INT
#        define INT int
#    endif
#    ifndef BEFORE_AXPY
#        define BEFORE_AXPY
#    endif
#    ifndef AFTER_AXPY
#        define AFTER_AXPY
#    endif
#    ifndef BEFORE_ASUM
#        define BEFORE_ASUM
#    endif
#    ifndef AFTER_DOT
#        define AFTER_DOT
#    endif
#    ifndef AFTER_POTRF
#        define AFTER_POTRF
#    endif
#    ifdef C_INTERFACE_ONLY
#        define FORTRAN static
#    else
#        define FORTRAN
#    endif

static inline void spin(double seconds) {
    struct timespec from, now;
    clock_gettime(CLOCK_MONOTONIC, &from);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((double)(now.tv_sec - from.tv_sec) + 1e-9 * (double)(now.tv_nsec - from.tv_nsec) <
           seconds);
}

#    define REAL     float
#    define NAME(n)  s##n##_
#    define CNAME(n) cblas_s##n
#    include "tests/collect/textbook_blas.h"
#    undef REAL
#    undef NAME
#    undef CNAME
#    define REAL     double
#    define NAME(n)  d##n##_
#    define CNAME(n) cblas_d##n
#    include "tests/collect/textbook_blas.h"

#else

FORTRAN REAL NAME(asum)(const INT *np, const REAL *x, const INT *inc) {
    INT n = *np;
    REAL sum = 0;
    (void)inc;
    BEFORE_ASUM;
    for (INT i = 0; i < n; i++)
        sum += x[i] < 0 ? -x[i] : x[i];
    return sum;
}

FORTRAN void NAME(scal)(const INT *np, const REAL *a, REAL *x, const INT *inc) {
    (void)inc;
    for (INT i = 0; i < *np; i++)
        x[i] *= *a;
}

#    ifndef WITHOUT_AXPY
FORTRAN void NAME(axpy)(const INT *np, const REAL *a, REAL *x, const INT *incx, REAL *y,
                        const INT *incy) {
    INT n = *np;
    (void)incx, (void)incy;
    BEFORE_AXPY;
    for (INT i = n - 1; i >= 0; i--)
        y[i] = *a * x[i] + y[i];
    AFTER_AXPY;
}

void CNAME(axpy)(INT n, REAL a, REAL *x, INT incx, REAL *y, INT incy) {
    NAME(axpy)(&n, &a, x, &incx, y, &incy);
}
#    endif

FORTRAN REAL NAME(dot)(const INT *np, const REAL *x, const INT *incx, const REAL *y,
                       const INT *incy) {
    INT n = *np;
    REAL sum = 0;
    (void)incx, (void)incy;
    for (INT i = n - 1; i >= 0; i--)
        sum += x[i] * y[i];
    AFTER_DOT;
    return sum;
}

FORTRAN void NAME(gemv)(const char *trans, const INT *m, const INT *np, const REAL *alpha,
                        const REAL *a, const INT *lda, const REAL *x, const INT *incx,
                        const REAL *beta, REAL *y, const INT *incy) {
    INT n = *np;
    (void)trans, (void)m, (void)alpha, (void)lda, (void)incx, (void)beta, (void)incy;
    for (INT i = 0; i < n; i++) {
        REAL sum = 0;
        for (INT j = 0; j < n; j++)
            sum += a[(size_t)j * (size_t)n + (size_t)i] * x[j];
        y[i] = sum;
    }
}

FORTRAN void NAME(gemm)(const char *transa, const char *transb, const INT *m, const INT *np,
                        const INT *k, const REAL *alpha, const REAL *a, const INT *lda,
                        const REAL *b, const INT *ldb, const REAL *beta, REAL *c, const INT *ldc) {
    INT n = *np;
    (void)transa, (void)transb, (void)m, (void)k, (void)alpha, (void)lda, (void)ldb, (void)beta,
        (void)ldc;
    for (INT j = 0; j < n; j++)
        for (INT i = 0; i < n; i++) {
            REAL sum = 0;
            for (INT l = 0; l < n; l++)
                sum += a[(size_t)l * (size_t)n + (size_t)i] * b[(size_t)j * (size_t)n + (size_t)l];
            c[(size_t)j * (size_t)n + (size_t)i] = sum;
        }
}

void NAME(potrf)(const char *uplo, const INT *np, REAL *a, const INT *lda, INT *info) {
    INT n = *np;
    (void)uplo, (void)lda;
    *info = 0;
    for (INT i = 0; i < n; i++)
        for (INT j = 0; j <= i; j++) {
            REAL sum = a[(size_t)j * (size_t)n + (size_t)i];
            for (INT l = 0; l < j; l++)
                sum -= a[(size_t)l * (size_t)n + (size_t)i] * a[(size_t)l * (size_t)n + (size_t)j];
            a[(size_t)j * (size_t)n + (size_t)i] =
                i == j ? (REAL)sqrt(sum) : sum / a[(size_t)j * (size_t)n + (size_t)j];
        }
    AFTER_POTRF;
}

#endif
