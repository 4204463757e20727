/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lapack.h: the types of the LAPACK routines that the built-in actions call, and the work space
 * they need.
 *
 * One form serves all types if the arguments are the same for real and complex matrices; if complex
 * matrices need one more argument, there are two forms. After their other arguments the routines
 * take the length of each text. Integers are int64_t for libraries of either width: see action.h.
 * Arrays of integers have the library's width; only residual_of_lu needs to know it.
 *
 * Arrays have the bench's type, except these real ones: d, e, s, w of a Hermitian matrix, wr, wi
 * and rwork. */
#ifndef BENCHMAT_COLLECT_ACTIONS_LAPACK_H
#define BENCHMAT_COLLECT_ACTIONS_LAPACK_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"

typedef void lapack_potrf(const char *uplo, const int64_t *n, void *a, const int64_t *lda,
                          int64_t *info, size_t uplo_length);
typedef void lapack_getrf(const int64_t *m, const int64_t *n, void *a, const int64_t *lda,
                          void *ipiv, int64_t *info);
typedef void lapack_getc2(const int64_t *n, void *a, const int64_t *lda, void *ipiv, void *jpiv,
                          int64_t *info);
typedef void lapack_gesv(const int64_t *n, const int64_t *nrhs, void *a, const int64_t *lda,
                         void *ipiv, void *b, const int64_t *ldb, int64_t *info);
typedef void lapack_geqrf(const int64_t *m, const int64_t *n, void *a, const int64_t *lda,
                          void *tau, void *work, const int64_t *lwork, int64_t *info);
typedef void lapack_gels(const char *trans, const int64_t *m, const int64_t *n, const int64_t *nrhs,
                         void *a, const int64_t *lda, void *b, const int64_t *ldb, void *work,
                         const int64_t *lwork, int64_t *info, size_t trans_length);
typedef void lapack_gehrd(const int64_t *n, const int64_t *ilo, const int64_t *ihi, void *a,
                          const int64_t *lda, void *tau, void *work, const int64_t *lwork,
                          int64_t *info);
typedef void lapack_sytrd(const char *uplo, const int64_t *n, void *a, const int64_t *lda, void *d,
                          void *e, void *tau, void *work, const int64_t *lwork, int64_t *info,
                          size_t uplo_length);

typedef void lapack_syev(const char *jobz, const char *uplo, const int64_t *n, void *a,
                         const int64_t *lda, void *w, void *work, const int64_t *lwork,
                         int64_t *info, size_t jobz_length, size_t uplo_length);
typedef void lapack_heev(const char *jobz, const char *uplo, const int64_t *n, void *a,
                         const int64_t *lda, void *w, void *work, const int64_t *lwork, void *rwork,
                         int64_t *info, size_t jobz_length, size_t uplo_length);

typedef void lapack_real_gesvd(const char *jobu, const char *jobvt, const int64_t *m,
                               const int64_t *n, void *a, const int64_t *lda, void *s, void *u,
                               const int64_t *ldu, void *vt, const int64_t *ldvt, void *work,
                               const int64_t *lwork, int64_t *info, size_t jobu_length,
                               size_t jobvt_length);
typedef void lapack_complex_gesvd(const char *jobu, const char *jobvt, const int64_t *m,
                                  const int64_t *n, void *a, const int64_t *lda, void *s, void *u,
                                  const int64_t *ldu, void *vt, const int64_t *ldvt, void *work,
                                  const int64_t *lwork, void *rwork, int64_t *info,
                                  size_t jobu_length, size_t jobvt_length);

typedef void lapack_real_geev(const char *jobvl, const char *jobvr, const int64_t *n, void *a,
                              const int64_t *lda, void *wr, void *wi, void *vl, const int64_t *ldvl,
                              void *vr, const int64_t *ldvr, void *work, const int64_t *lwork,
                              int64_t *info, size_t jobvl_length, size_t jobvr_length);
typedef void lapack_complex_geev(const char *jobvl, const char *jobvr, const int64_t *n, void *a,
                                 const int64_t *lda, void *w, void *vl, const int64_t *ldvl,
                                 void *vr, const int64_t *ldvr, void *work, const int64_t *lwork,
                                 void *rwork, int64_t *info, size_t jobvl_length,
                                 size_t jobvr_length);

/* A work space size, in numbers, with which every routine above runs at full speed for a matrix of
 * order N. The least size differs, but all may use blocks of up to 64 columns (ilaenv), xGEEV two
 * of them, besides some vectors; xGEHRD wants 65 * 64 numbers more. A routine cannot be asked in
 * setup, so one generous size serves all. */
static inline int64_t lapack_work(int64_t n) {
    return 136 * n + 65 * 64;
}

static inline size_t lapack_real_bytes(const struct bench *bench) {
    return bench_is_single(bench) ? sizeof(float) : sizeof(double);
}

static inline char lapack_real_type(const struct bench *bench) {
    return bench_is_single(bench) ? 's' : 'd';
}

#endif
