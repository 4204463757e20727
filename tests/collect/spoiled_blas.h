/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spoiled_blas.h: a BLAS that tests compile behind their own lines: the library FORWARD_TO, but for
 * the last number of every answer, to which BY is added. */
#include <complex.h>
#include <dlfcn.h>
#include <math.h>
#include <stddef.h>

typedef void any_function(void);

static any_function *forward_to(const char *name) {
    static void *library;
    if (!library)
        library = dlopen(FORWARD_TO, RTLD_NOW | RTLD_LOCAL);
    return (any_function *)dlsym(library, name);
}

/* As many arguments as any routine has; one that has fewer does not look at the others. */
#define TAKEN                                                                                      \
    void *a0, void *a1, void *a2, void *a3, void *a4, void *a5, void *a6, void *a7, void *a8,      \
        void *a9, void *a10, void *a11, void *a12
#define GIVEN a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12

/* n is argument number N, and the answer, of n^POWER numbers, number OUT. */
#define SPOIL(symbol, number, n, out, power)                                                       \
    void symbol(TAKEN);                                                                            \
    void symbol(TAKEN) {                                                                           \
        void *a[] = {GIVEN};                                                                       \
        size_t count = (size_t) * (int *)a[n];                                                     \
        ((void (*)(TAKEN))forward_to(#symbol))(GIVEN);                                             \
        ((number *)a[out])[(power == 2 ? count * count : count) - 1] += (BY);                      \
    }

#define SPOIL_VALUE(symbol, real)                                                                  \
    real symbol(TAKEN);                                                                            \
    real symbol(TAKEN) {                                                                           \
        return ((real(*)(TAKEN))forward_to(#symbol))(GIVEN) + (real)(BY);                          \
    }

#define SPOIL_RESULT(symbol, number)                                                               \
    void symbol(int n, void *x, int incx, void *y, int incy, number *result);                      \
    void symbol(int n, void *x, int incx, void *y, int incy, number *result) {                     \
        ((void (*)(int, void *, int, void *, int, void *))forward_to(#symbol))(n, x, incx, y,      \
                                                                               incy, result);      \
        *result += (BY);                                                                           \
    }

/* SY is what stands for sy and he, GER for ger and gerc. */
#define SPOIL_ALL(t, number, SY, GER)                                                              \
    SPOIL(t##axpy_, number, 0, 4, 1)                                                               \
    SPOIL(t##copy_, number, 0, 3, 1)                                                               \
    SPOIL(t##scal_, number, 0, 2, 1)                                                               \
    SPOIL(t##gemv_, number, 2, 9, 1)                                                               \
    SPOIL(t##SY##mv_, number, 1, 8, 1)                                                             \
    SPOIL(t##GER##_, number, 1, 7, 2)                                                              \
    SPOIL(t##SY##r2_, number, 1, 7, 2)                                                             \
    SPOIL(t##trsv_, number, 3, 6, 1)                                                               \
    SPOIL(t##gemm_, number, 3, 11, 2)                                                              \
    SPOIL(t##SY##rk_, number, 2, 8, 2)                                                             \
    SPOIL(t##trmm_, number, 5, 9, 2)                                                               \
    SPOIL(t##trsm_, number, 5, 9, 2)

SPOIL_ALL(s, float, sy, ger)
SPOIL_ALL(d, double, sy, ger)
SPOIL_ALL(c, float complex, he, gerc)
SPOIL_ALL(z, double complex, he, gerc)
SPOIL(srot_, float, 0, 3, 1)
SPOIL(drot_, double, 0, 3, 1)
SPOIL_VALUE(sdot_, float)
SPOIL_VALUE(ddot_, double)
SPOIL_VALUE(snrm2_, float)
SPOIL_VALUE(dnrm2_, double)
SPOIL_VALUE(scnrm2_, float)
SPOIL_VALUE(dznrm2_, double)
SPOIL_RESULT(cblas_cdotc_sub, float complex)
SPOIL_RESULT(cblas_zdotc_sub, double complex)
