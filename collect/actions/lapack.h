/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lapack.h: how the LAPACK routines of the built-in actions are called, and what they need.
 *
 * One form serves all types where the arguments are the same for real and for complex matrices;
 * where complex ones have an argument more, there are two. Behind the others they take the length
 * of each text. Integers are int64_t for libraries of either width: see action.h. Arrays of
 * integers have the library's width, which only residual_exchange needs to know.
 *
 * Arrays have the bench's type, except those called real here: d, e, s, w of a Hermitian matrix,
 * wr, wi and rwork.
 */
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

/* How many numbers of work space make every routine above, for a matrix of order N, run as fast as
 * it can: what the least is differs, and all may use blocks of up to 64 columns (ilaenv), xGEEV two
 * of them, besides some vectors; xGEHRD wants 65 * 64 numbers more. No routine may be asked in
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
