/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spoiled_lapack.h: a LAPACK that hands every call on to an installed one and then spoils one
 * number of the answer. fake.h compiles it behind a test's own lines, which define:
 *
 *     BEHIND   the paths of the installed one's objects, in order: "a.so", "b.so"
 *     PLACE    where to spoil, of enum place
 *     BY_S, BY_D  what to add there, in single and in double precision
 *
 * Integers are 32 bits wide. It includes itself once per type of number. */
#ifndef NUMBER

#    include <complex.h>
#    include <dlfcn.h>
#    include <stddef.h>
#    include <stdlib.h>

enum place {
    NOWHERE,
    /* Of the first matrix or vector: its last element, the last one of its first column, the first
     * one of its last column; the last elements of others, as every routine below says. */
    LAST,
    BELOW,
    ABOVE,
    SECOND,
    THIRD,
    FOURTH,
    /* Of the pivots of rows the first and the last, of columns the first; and what is to be 0. */
    PIVOT,
    LAST_PIVOT,
    COLUMN_PIVOT,
    INFO
};

typedef void function(void);

static function *behind(const char *name) {
    static const char *const paths[] = {BEHIND};
    void *library = NULL;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        library = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, name) : NULL;
    if (!symbol)
        abort();
    return (function *)symbol;
}

/* Puts another row in place of a pivot, or one that there is not. */
static void spoil_pivot(enum place place, int *pivots, int n, int k) {
    if (PLACE == place)
        pivots[k] = n > 1 ? pivots[k] % n + 1 : 2;
}

static void spoil_info(int *info, int n) {
    if (PLACE == INFO)
        *info = n;
}

static int square(int n) {
    return n * n;
}

#    define SPOIL(place, type, array, index)                                                       \
        if (PLACE == place)                                                                        \
        ((type *)(array))[index] += (type)BY
#    define SPOIL_MATRIX(place, matrix)                                                            \
        SPOIL(place, NUMBER, matrix, square(n) - 1);                                               \
        if (place == LAST) {                                                                       \
            SPOIL(BELOW, NUMBER, matrix, n - 1);                                                   \
            SPOIL(ABOVE, NUMBER, matrix, square(n) - n);                                           \
        }
#    define JOIN_(letter, name)  letter##name
#    define JOIN(letter, name)   JOIN_(letter, name)
#    define TEXT_(name)          #    name
#    define TEXT(name)           TEXT_(name)
#    define NAME(name)           JOIN(LETTER, name)
#    define FORWARD(name, types) (*(void(*) types)behind(TEXT(NAME(name))))

#    define LETTER s
#    define NUMBER float
#    define REAL   float
#    define BY     BY_S
#    include "tests/collect/spoiled_lapack.h"
#    define LETTER d
#    define NUMBER double
#    define REAL   double
#    define BY     BY_D
#    include "tests/collect/spoiled_lapack.h"
#    define COMPLEX
#    define LETTER c
#    define NUMBER float complex
#    define REAL   float
#    define BY     BY_S
#    include "tests/collect/spoiled_lapack.h"
#    define LETTER z
#    define NUMBER double complex
#    define REAL   double
#    define BY     BY_D
#    include "tests/collect/spoiled_lapack.h"

#else

void NAME(potrf_)(char *uplo, int *np, void *a, int *lda, int *info, size_t length) {
    int n = *np;
    FORWARD(potrf_, (char *, int *, void *, int *, int *, size_t))(uplo, np, a, lda, info, length);
    SPOIL_MATRIX(LAST, a);
    spoil_info(info, n);
}

void NAME(getrf_)(int *m, int *np, void *a, int *lda, int *pivots, int *info) {
    int n = *np;
    FORWARD(getrf_, (int *, int *, void *, int *, int *, int *))(m, np, a, lda, pivots, info);
    SPOIL_MATRIX(LAST, a);
    spoil_pivot(PIVOT, pivots, n, 0);
    spoil_pivot(LAST_PIVOT, pivots, n, n - 1);
    spoil_info(info, n);
}

void NAME(getc2_)(int *np, void *a, int *lda, int *rows, int *columns, int *info) {
    int n = *np;
    FORWARD(getc2_, (int *, void *, int *, int *, int *, int *))(np, a, lda, rows, columns, info);
    SPOIL_MATRIX(LAST, a);
    spoil_pivot(PIVOT, rows, n, 0);
    spoil_pivot(LAST_PIVOT, rows, n, n - 1);
    spoil_pivot(COLUMN_PIVOT, columns, n, 0);
    spoil_info(info, n);
}

void NAME(gesv_)(int *np, int *nrhs, void *a, int *lda, int *pivots, void *b, int *ldb, int *info) {
    int n = *np;
    FORWARD(gesv_, (int *, int *, void *, int *, int *, void *, int *, int *))
    (np, nrhs, a, lda, pivots, b, ldb, info);
    SPOIL_MATRIX(LAST, a);
    SPOIL(SECOND, NUMBER, b, n - 1);
    spoil_pivot(PIVOT, pivots, n, 0);
    spoil_pivot(LAST_PIVOT, pivots, n, n - 1);
    spoil_info(info, n);
}

void NAME(geqrf_)(int *m, int *np, void *a, int *lda, void *tau, void *work, int *lwork,
                  int *info) {
    int n = *np;
    FORWARD(geqrf_, (int *, int *, void *, int *, void *, void *, int *, int *))
    (m, np, a, lda, tau, work, lwork, info);
    SPOIL_MATRIX(LAST, a);
    SPOIL(SECOND, NUMBER, tau, n - 1);
    SPOIL(THIRD, NUMBER, tau, 0);
    spoil_info(info, n);
}

void NAME(gels_)(char *trans, int *m, int *np, int *nrhs, void *a, int *lda, void *b, int *ldb,
                 void *work, int *lwork, int *info, size_t length) {
    int n = *np;
    FORWARD(gels_, (char *, int *, int *, int *, void *, int *, void *, int *, void *, int *, int *,
                    size_t))
    (trans, m, np, nrhs, a, lda, b, ldb, work, lwork, info, length);
    SPOIL(LAST, NUMBER, b, n - 1);
    SPOIL(BELOW, NUMBER, b, 0);
    spoil_info(info, n);
}

void NAME(gehrd_)(int *np, int *ilo, int *ihi, void *a, int *lda, void *tau, void *work, int *lwork,
                  int *info) {
    int n = *np;
    FORWARD(gehrd_, (int *, int *, int *, void *, int *, void *, void *, int *, int *))
    (np, ilo, ihi, a, lda, tau, work, lwork, info);
    SPOIL_MATRIX(LAST, a);
    if (n > 1) {
        SPOIL(SECOND, NUMBER, tau, n - 2);
        SPOIL(THIRD, NUMBER, tau, 0);
    }
    spoil_info(info, n);
}

#    ifdef COMPLEX
#        define TRD hetrd_
#    else
#        define TRD sytrd_
#    endif
void NAME(TRD)(char *uplo, int *np, void *a, int *lda, void *d, void *e, void *tau, void *work,
               int *lwork, int *info, size_t length) {
    int n = *np;
    FORWARD(TRD,
            (char *, int *, void *, int *, void *, void *, void *, void *, int *, int *, size_t))
    (uplo, np, a, lda, d, e, tau, work, lwork, info, length);
    SPOIL_MATRIX(LAST, a);
    SPOIL(SECOND, REAL, d, n - 1);
    if (n > 1) {
        SPOIL(THIRD, REAL, e, n - 2);
        SPOIL(FOURTH, NUMBER, tau, n - 2);
    }
    spoil_info(info, n);
}
#    undef TRD

#    ifdef COMPLEX
void NAME(heev_)(char *jobz, char *uplo, int *np, void *a, int *lda, void *w, void *work,
                 int *lwork, void *rwork, int *info, size_t x, size_t y) {
    int n = *np;
    FORWARD(heev_, (char *, char *, int *, void *, int *, void *, void *, int *, void *, int *,
                    size_t, size_t))
    (jobz, uplo, np, a, lda, w, work, lwork, rwork, info, x, y);
#    else
void NAME(syev_)(char *jobz, char *uplo, int *np, void *a, int *lda, void *w, void *work,
                 int *lwork, int *info, size_t x, size_t y) {
    int n = *np;
    FORWARD(syev_,
            (char *, char *, int *, void *, int *, void *, void *, int *, int *, size_t, size_t))
    (jobz, uplo, np, a, lda, w, work, lwork, info, x, y);
#    endif
    SPOIL_MATRIX(LAST, a);
    SPOIL(SECOND, REAL, w, n - 1);
    SPOIL(THIRD, REAL, w, 0);
    spoil_info(info, n);
}

#    ifdef COMPLEX
void NAME(gesvd_)(char *jobu, char *jobvt, int *m, int *np, void *a, int *lda, void *s, void *u,
                  int *ldu, void *vt, int *ldvt, void *work, int *lwork, void *rwork, int *info,
                  size_t x, size_t y) {
    int n = *np;
    FORWARD(gesvd_, (char *, char *, int *, int *, void *, int *, void *, void *, int *, void *,
                     int *, void *, int *, void *, int *, size_t, size_t))
    (jobu, jobvt, m, np, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, info, x, y);
#    else
void NAME(gesvd_)(char *jobu, char *jobvt, int *m, int *np, void *a, int *lda, void *s, void *u,
                  int *ldu, void *vt, int *ldvt, void *work, int *lwork, int *info, size_t x,
                  size_t y) {
    int n = *np;
    FORWARD(gesvd_, (char *, char *, int *, int *, void *, int *, void *, void *, int *, void *,
                     int *, void *, int *, int *, size_t, size_t))
    (jobu, jobvt, m, np, a, lda, s, u, ldu, vt, ldvt, work, lwork, info, x, y);
#    endif
    SPOIL_MATRIX(LAST, u);
    SPOIL_MATRIX(SECOND, vt);
    SPOIL(THIRD, REAL, s, n - 1);
    SPOIL(FOURTH, REAL, s, 0);
    spoil_info(info, n);
}

#    ifdef COMPLEX
void NAME(geev_)(char *jobvl, char *jobvr, int *np, void *a, int *lda, void *w, void *vl, int *ldvl,
                 void *vr, int *ldvr, void *work, int *lwork, void *rwork, int *info, size_t x,
                 size_t y) {
    int n = *np;
    FORWARD(geev_, (char *, char *, int *, void *, int *, void *, void *, int *, void *, int *,
                    void *, int *, void *, int *, size_t, size_t))
    (jobvl, jobvr, np, a, lda, w, vl, ldvl, vr, ldvr, work, lwork, rwork, info, x, y);
    SPOIL(THIRD, REAL, w, 2 * n - 1); /* an imaginary part */
#    else
void NAME(geev_)(char *jobvl, char *jobvr, int *np, void *a, int *lda, void *w, void *wi, void *vl,
                 int *ldvl, void *vr, int *ldvr, void *work, int *lwork, int *info, size_t x,
                 size_t y) {
    int n = *np;
    FORWARD(geev_, (char *, char *, int *, void *, int *, void *, void *, void *, int *, void *,
                    int *, void *, int *, int *, size_t, size_t))
    (jobvl, jobvr, np, a, lda, w, wi, vl, ldvl, vr, ldvr, work, lwork, info, x, y);
    SPOIL(THIRD, NUMBER, wi, n - 1);
#    endif
    SPOIL_MATRIX(LAST, vr);
    SPOIL(SECOND, NUMBER, w, n - 1);
    SPOIL(FOURTH, NUMBER, w, 0);
    spoil_info(info, n);
}

#    undef LETTER
#    undef NUMBER
#    undef REAL
#    undef BY

#endif
