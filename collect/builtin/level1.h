/* SPDX-License-Identifier: GPL-3.0-or-later */
/* level1.h: the routines of routines.h that work on vectors. */

void NAME(axpy)(const int *n, const NUMBER *a, const NUMBER *x, const int *incx, NUMBER *y,
                const int *incy) {
    NAME(add)(*n, *a, x + NAME(start)(*n, *incx), *incx, 0, y + NAME(start)(*n, *incy), *incy);
}

void NAME(copy)(const int *n, const NUMBER *x, const int *incx, NUMBER *y, const int *incy) {
    x += NAME(start)(*n, *incx);
    y += NAME(start)(*n, *incy);
    for (long i = 0; i < *n; i++)
        y[i * *incy] = x[i * *incx];
}

void NAME(scal)(const int *n, const NUMBER *a, NUMBER *x, const int *incx) {
    if (*incx > 0)
        for (long i = 0; i < *n; i++)
            x[i * *incx] *= *a;
}

REAL NRM2(const int *n, const NUMBER *x, const int *incx) {
    REAL sum = 0;
    if (*incx > 0)
        for (long i = 0; i < *n; i++)
            sum += RE(x[i * *incx]) * RE(x[i * *incx]) + IM(x[i * *incx]) * IM(x[i * *incx]);
    return ROOT(sum);
}

#if IS_COMPLEX

/* A C routine, because compilers disagree on how a Fortran function returns a complex number. */
void DOTC_SUB(int n, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *result) {
    NUMBER sum = 0;
    x += NAME(start)(n, incx);
    y += NAME(start)(n, incy);
    for (long i = 0; i < n; i++)
        sum += CONJ(x[i * incx]) * y[i * incy];
    *result = sum;
}

#else

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

void NAME(rot)(const int *n, REAL *x, const int *incx, REAL *y, const int *incy, const REAL *cosine,
               const REAL *sine) {
    x += NAME(start)(*n, *incx);
    y += NAME(start)(*n, *incy);
    for (long i = 0; i < *n; i++) {
        REAL turned = *cosine * x[i * *incx] + *sine * y[i * *incy];
        y[i * *incy] = *cosine * y[i * *incy] - *sine * x[i * *incx];
        x[i * *incx] = turned;
    }
}

#endif
