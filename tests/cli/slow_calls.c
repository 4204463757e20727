/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A BLAS of which daxpy alone is there, right, with calls that take a known time: the first of a
 * process FIRST nanoseconds, every EVERYth another SLOW, all USUAL. */
#include <time.h>

#ifndef FIRST
#    define FIRST 0
#endif
#ifndef SLOW
#    define SLOW 0
#endif
#ifndef EVERY
#    define EVERY 100
#endif
#ifndef USUAL
#    define USUAL 0
#endif

void daxpy_(const int *n, const double *a, const double *x, const int *incx, double *y,
            const int *incy);

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1000000000LL * t.tv_sec + t.tv_nsec;
}

void daxpy_(const int *n, const double *a, const double *x, const int *incx, double *y,
            const int *incy) {
    static long calls;
    long long end = now() + USUAL;
    if (calls == 0)
        end += FIRST;
    if (++calls % EVERY == 0)
        end += SLOW;
    for (int i = 0; i < *n; i++)
        y[i * *incy] += *a * x[i * *incx];
    while (now() < end)
        ;
}
