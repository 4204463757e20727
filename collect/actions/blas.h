/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blas.h: calls the BLAS routines of the built-in actions, from a loop that contains nothing else.
 *
 * One action serves two languages and four types of number. One Fortran form of each routine serves
 * all types, because Fortran takes every scalar by address; after its other arguments it takes the
 * length of each text. C takes a real scalar by value and a complex one by address, so that there
 * are three C forms. Integers are int64_t for libraries of either width: see action.h.
 *
 *     BLAS_CALLS(s->scalars, axpy, (&n, alpha, s->x, &one, s->y, &one),
 *                (n, alpha, s->x, 1, s->y, 1));
 *
 * in an action's calculate, whose parameters must be called `bench` and `calls`, makes one loop for
 * each of the four forms and runs one of them. */
#ifndef BENCHMAT_COLLECT_ACTIONS_BLAS_H
#define BENCHMAT_COLLECT_ACTIONS_BLAS_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"

/* The CBLAS constants that C routines take in place of Fortran's letters. */
enum {
    BLAS_COLUMN_MAJOR = 102,
    BLAS_NO_TRANSPOSE = 111,
    BLAS_TRANSPOSE = 112,
    BLAS_ADJOINT = 113,
    BLAS_LOWER = 122,
    BLAS_NOT_UNIT = 131,
    BLAS_LEFT = 141
};

/* The scalars of an action, of the bench's type, from bench_scalar or bench_complex_scalar. */
struct blas_scalars {
    union bench_scalar alpha, beta;
};

/* --- the Fortran forms ----------------------------------------------------------------------- */

typedef const int64_t blas_integer;

typedef void blas_copy(blas_integer *n, const void *x, blas_integer *incx, void *y,
                       blas_integer *incy);
typedef void blas_scal(blas_integer *n, const void *alpha, void *x, blas_integer *incx);
typedef void blas_axpy(blas_integer *n, const void *alpha, const void *x, blas_integer *incx,
                       void *y, blas_integer *incy);
typedef void blas_rot(blas_integer *n, void *x, blas_integer *incx, void *y, blas_integer *incy,
                      const void *cosine, const void *sine);
typedef float blas_float_dot(blas_integer *n, const void *x, blas_integer *incx, const void *y,
                             blas_integer *incy);
typedef double blas_double_dot(blas_integer *n, const void *x, blas_integer *incx, const void *y,
                               blas_integer *incy);
typedef float blas_float_nrm2(blas_integer *n, const void *x, blas_integer *incx);
typedef double blas_double_nrm2(blas_integer *n, const void *x, blas_integer *incx);

typedef void blas_gemv(const char *trans, blas_integer *m, blas_integer *n, const void *alpha,
                       const void *a, blas_integer *lda, const void *x, blas_integer *incx,
                       const void *beta, void *y, blas_integer *incy, size_t trans_length);
typedef void blas_symv(const char *uplo, blas_integer *n, const void *alpha, const void *a,
                       blas_integer *lda, const void *x, blas_integer *incx, const void *beta,
                       void *y, blas_integer *incy, size_t uplo_length);
typedef void blas_ger(blas_integer *m, blas_integer *n, const void *alpha, const void *x,
                      blas_integer *incx, const void *y, blas_integer *incy, void *a,
                      blas_integer *lda);
typedef void blas_syr2(const char *uplo, blas_integer *n, const void *alpha, const void *x,
                       blas_integer *incx, const void *y, blas_integer *incy, void *a,
                       blas_integer *lda, size_t uplo_length);
typedef void blas_trsv(const char *uplo, const char *trans, const char *diag, blas_integer *n,
                       const void *a, blas_integer *lda, void *x, blas_integer *incx,
                       size_t uplo_length, size_t trans_length, size_t diag_length);

typedef void blas_gemm(const char *transa, const char *transb, blas_integer *m, blas_integer *n,
                       blas_integer *k, const void *alpha, const void *a, blas_integer *lda,
                       const void *b, blas_integer *ldb, const void *beta, void *c,
                       blas_integer *ldc, size_t transa_length, size_t transb_length);
typedef void blas_syrk(const char *uplo, const char *trans, blas_integer *n, blas_integer *k,
                       const void *alpha, const void *a, blas_integer *lda, const void *beta,
                       void *c, blas_integer *ldc, size_t uplo_length, size_t trans_length);
/* trmm and trsm */
typedef void blas_tr_m(const char *side, const char *uplo, const char *transa, const char *diag,
                       blas_integer *m, blas_integer *n, const void *alpha, const void *a,
                       blas_integer *lda, void *b, blas_integer *ldb, size_t side_length,
                       size_t uplo_length, size_t transa_length, size_t diag_length);

/* --- the C forms: blas_s_axpy, blas_d_axpy, and blas_z_axpy for both complex types ----------- */

#define BLAS_C_FORMS(form, scalar)                                                                 \
    typedef void form##_copy(int64_t n, const void *x, int64_t incx, void *y, int64_t incy);       \
    typedef void form##_scal(int64_t n, scalar alpha, void *x, int64_t incx);                      \
    typedef void form##_axpy(int64_t n, scalar alpha, const void *x, int64_t incx, void *y,        \
                             int64_t incy);                                                        \
    typedef void form##_rot(int64_t n, void *x, int64_t incx, void *y, int64_t incy,               \
                            scalar cosine, scalar sine);                                           \
                                                                                                   \
    typedef void form##_gemv(int order, int trans, int64_t m, int64_t n, scalar alpha,             \
                             const void *a, int64_t lda, const void *x, int64_t incx, scalar beta, \
                             void *y, int64_t incy);                                               \
    typedef void form##_symv(int order, int uplo, int64_t n, scalar alpha, const void *a,          \
                             int64_t lda, const void *x, int64_t incx, scalar beta, void *y,       \
                             int64_t incy);                                                        \
    typedef void form##_ger(int order, int64_t m, int64_t n, scalar alpha, const void *x,          \
                            int64_t incx, const void *y, int64_t incy, void *a, int64_t lda);      \
    typedef void form##_syr2(int order, int uplo, int64_t n, scalar alpha, const void *x,          \
                             int64_t incx, const void *y, int64_t incy, void *a, int64_t lda);     \
    typedef void form##_trsv(int order, int uplo, int trans, int diag, int64_t n, const void *a,   \
                             int64_t lda, void *x, int64_t incx);                                  \
                                                                                                   \
    typedef void form##_gemm(int order, int transa, int transb, int64_t m, int64_t n, int64_t k,   \
                             scalar alpha, const void *a, int64_t lda, const void *b, int64_t ldb, \
                             scalar beta, void *c, int64_t ldc);                                   \
    typedef void form##_syrk(int order, int uplo, int trans, int64_t n, int64_t k, scalar alpha,   \
                             const void *a, int64_t lda, scalar beta, void *c, int64_t ldc);       \
    typedef void form##_tr_m(int order, int side, int uplo, int transa, int diag, int64_t m,       \
                             int64_t n, scalar alpha, const void *a, int64_t lda, void *b,         \
                             int64_t ldb)

BLAS_C_FORMS(blas_s, float);
BLAS_C_FORMS(blas_d, double);
BLAS_C_FORMS(blas_z, const void *);

/* These take no scalar but return a result; the complex one goes to an address. */
typedef float blas_c_float_dot(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy);
typedef double blas_c_double_dot(int64_t n, const void *x, int64_t incx, const void *y,
                                 int64_t incy);
typedef void blas_c_dotc_sub(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy,
                             void *result);
typedef float blas_c_float_nrm2(int64_t n, const void *x, int64_t incx);
typedef double blas_c_double_nrm2(int64_t n, const void *x, int64_t incx);

/* --- the loops ------------------------------------------------------------------------------- */

/* Calls the action's only routine, whose function types are blas_NAME and FORM_NAME (blas_s, blas_d
 * or blas_z). The argument lists, in parentheses, may use
 *     alpha, beta  the SCALARS, as the form takes them
 *     at           the offset, in bytes, of this call's copy from the start of a renewed array */
#define BLAS_CALLS(scalars, name, fortran, c)                                                      \
    BLAS_LOOPS(scalars, bench_is_complex(bench), BLAS_ONLY, name, name fortran, name c)

/* The same for a routine whose complex form takes real scalars: herk. */
#define BLAS_CALLS_OF_REAL(scalars, name, fortran, c)                                              \
    BLAS_LOOPS(scalars, 0, BLAS_ONLY, name, name fortran, name c)

/* The same for any statements in place of one call; DECLARE(form, NAMES) declares the routines. */
#define BLAS_LOOPS(scalars, by_address, DECLARE, names, fortran, c)                                \
    do {                                                                                           \
        if (!bench->c_interface) {                                                                 \
            BLAS_SCALARS(const void *const, &(scalars).alpha, &(scalars).beta)                     \
            DECLARE(blas, names)                                                                   \
            BLAS_LOOP(fortran)                                                                     \
        } else if (by_address) {                                                                   \
            BLAS_SCALARS(const void *const, &(scalars).alpha, &(scalars).beta)                     \
            DECLARE(blas_z, names)                                                                 \
            BLAS_LOOP(c)                                                                           \
        } else if (bench_is_single(bench)) {                                                       \
            BLAS_SCALARS(const float, (scalars).alpha.s, (scalars).beta.s)                         \
            DECLARE(blas_s, names)                                                                 \
            BLAS_LOOP(c)                                                                           \
        } else {                                                                                   \
            BLAS_SCALARS(const double, (scalars).alpha.d, (scalars).beta.d)                        \
            DECLARE(blas_d, names)                                                                 \
            BLAS_LOOP(c)                                                                           \
        }                                                                                          \
    } while (0)

/* Declares routine number I of the action, in that FORM, as NAME. */
#define BLAS_ROUTINE(form, name, i) form##_##name *name = (form##_##name *)bench->routines[i];
#define BLAS_ONLY(form, name)       BLAS_ROUTINE(form, name, 0)

#define BLAS_SCALARS(type, a, b)                                                                   \
    type alpha = (a);                                                                              \
    type beta = (b);                                                                               \
    (void)alpha, (void)beta;

#define BLAS_LOOP(statements)                                                                      \
    for (size_t call = 0, at = 0; call < (size_t)calls; call++, at += bench->copy_stride) {        \
        (void)at;                                                                                  \
        statements;                                                                                \
    }

/* Calls the action's only routine, which returns a real number, and stores the number in RESULT. */
#define BLAS_VALUES(name, result, fortran, c)                                                      \
    do {                                                                                           \
        if (bench_is_single(bench) && bench->c_interface)                                          \
            BLAS_VALUE(blas_c_float_##name, name, (float *)(result), name c)                       \
        else if (bench_is_single(bench))                                                           \
            BLAS_VALUE(blas_float_##name, name, (float *)(result), name fortran)                   \
        else if (bench->c_interface)                                                               \
            BLAS_VALUE(blas_c_double_##name, name, (double *)(result), name c)                     \
        else                                                                                       \
            BLAS_VALUE(blas_double_##name, name, (double *)(result), name fortran)                 \
    } while (0)

#define BLAS_VALUE(form, name, result, value)                                                      \
    {                                                                                              \
        form *name = (form *)bench->routines[0];                                                   \
        BLAS_LOOP(*(result) = value)                                                               \
    }

/* --- shared by many actions ------------------------------------------------------------------ */

static inline double blas_bytes(const struct bench *bench, double elements) {
    return elements * (double)bench->element;
}

/* The tolerance of an answer whose numbers are dot products of length n (see dot.c): the largest
 * error of many is several times the usual one. Each part of a complex number is the sum of twice
 * as many products. */
static inline double blas_product_tolerance(const struct bench *bench) {
    return (bench_is_complex(bench) ? 2 : 1) * (4 + 4 * (double)bench->size);
}

#endif
