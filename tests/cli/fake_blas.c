/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A BLAS of which daxpy alone is there, right unless FAULT is defined: what it then does instead,
 * at sizes from 100 up. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void daxpy_(const int *n, const double *a, const double *x, const int *incx, double *y,
            const int *incy);

void daxpy_(const int *n, const double *a, const double *x, const int *incx, double *y,
            const int *incy) {
#ifdef FAULT
    if (*n >= 100) {
        FAULT;
    }
#endif
    for (int i = 0; i < *n; i++)
        y[i * *incy] += *a * x[i * *incx];
}
