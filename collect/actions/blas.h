/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blas.h: how the BLAS and LAPACK routines of the built-in actions are called.
 *
 * The Fortran forms serve both types, for they take every scalar by address; behind the others they
 * take the length of each text. Integers are int64_t for libraries of either width: see action.h.
 */
#ifndef BENCHMAT_COLLECT_ACTIONS_BLAS_H
#define BENCHMAT_COLLECT_ACTIONS_BLAS_H

#include <stddef.h>
#include <stdint.h>

enum { BLAS_COLUMN_MAJOR = 102, BLAS_NO_TRANSPOSE = 111 };

typedef void blas_scal(const int64_t *n, const void *a, void *x, const int64_t *incx);
typedef void blas_cblas_sscal(int64_t n, float a, float *x, int64_t incx);
typedef void blas_cblas_dscal(int64_t n, double a, double *x, int64_t incx);

typedef void blas_axpy(const int64_t *n, const void *a, const void *x, const int64_t *incx, void *y,
                       const int64_t *incy);
typedef void blas_cblas_saxpy(int64_t n, float a, const float *x, int64_t incx, float *y,
                              int64_t incy);
typedef void blas_cblas_daxpy(int64_t n, double a, const double *x, int64_t incx, double *y,
                              int64_t incy);

typedef float blas_sdot(const int64_t *n, const void *x, const int64_t *incx, const void *y,
                        const int64_t *incy);
typedef double blas_ddot(const int64_t *n, const void *x, const int64_t *incx, const void *y,
                         const int64_t *incy);
typedef float blas_cblas_sdot(int64_t n, const float *x, int64_t incx, const float *y,
                              int64_t incy);
typedef double blas_cblas_ddot(int64_t n, const double *x, int64_t incx, const double *y,
                               int64_t incy);

typedef void blas_gemv(const char *trans, const int64_t *m, const int64_t *n, const void *alpha,
                       const void *a, const int64_t *lda, const void *x, const int64_t *incx,
                       const void *beta, void *y, const int64_t *incy, size_t trans_length);
typedef void blas_cblas_sgemv(int order, int trans, int64_t m, int64_t n, float alpha,
                              const float *a, int64_t lda, const float *x, int64_t incx, float beta,
                              float *y, int64_t incy);
typedef void blas_cblas_dgemv(int order, int trans, int64_t m, int64_t n, double alpha,
                              const double *a, int64_t lda, const double *x, int64_t incx,
                              double beta, double *y, int64_t incy);

typedef void blas_gemm(const char *transa, const char *transb, const int64_t *m, const int64_t *n,
                       const int64_t *k, const void *alpha, const void *a, const int64_t *lda,
                       const void *b, const int64_t *ldb, const void *beta, void *c,
                       const int64_t *ldc, size_t transa_length, size_t transb_length);
typedef void blas_cblas_sgemm(int order, int transa, int transb, int64_t m, int64_t n, int64_t k,
                              float alpha, const float *a, int64_t lda, const float *b, int64_t ldb,
                              float beta, float *c, int64_t ldc);
typedef void blas_cblas_dgemm(int order, int transa, int transb, int64_t m, int64_t n, int64_t k,
                              double alpha, const double *a, int64_t lda, const double *b,
                              int64_t ldb, double beta, double *c, int64_t ldc);

typedef void lapack_potrf(const char *uplo, const int64_t *n, void *a, const int64_t *lda,
                          int64_t *info, size_t uplo_length);

#endif
