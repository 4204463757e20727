/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CLBlast: buffers with offsets in numbers, real and complex scalars by value (clblast_c.h). Its
 * events cover the last kernel only, and are not used. */
#include <string.h>

#include "collect/actions/blas.h"
#include "collect/devices/device_library.h"
#include "collect/devices/device_memory.h"

enum routine { AXPY, SCAL, DOT, DOTC, GEMV, GEMM, TRSM, ROUTINES };

/* cl_float2 and cl_double2 */
struct float2 {
    float s[2];
};
struct double2 {
    double s[2];
};

static struct {
    void *queue;
    bench_function calls[ROUTINES];
    size_t element;
} own;

/* --- arguments --- */

struct operand {
    void *buffer;
    size_t at; /* numbers */
};

static struct operand operand_at(struct device_place place) {
    return (struct operand){(void *)place.buffer, place.offset / own.element};
}

static struct operand use(const void *host, size_t numbers, unsigned access) {
    return operand_at(device_memory_use(host, numbers * own.element, access));
}

static struct operand use_vector(const void *x, int64_t n, int64_t inc, unsigned access) {
    return use(x, (size_t)((n - 1) * (inc < 0 ? -inc : inc) + 1), access);
}

static struct operand use_matrix(const void *a, int64_t rows, int64_t columns, int64_t ld,
                                 unsigned access) {
    return use(a, (size_t)((columns - 1) * ld + rows), access);
}

static int operation(const char *trans) {
    return *trans == 'N' ? BLAS_NO_TRANSPOSE : *trans == 'T' ? BLAS_TRANSPOSE : BLAS_ADJOINT;
}

/* What a routine overwrites without having read it, if BETA is 0. */
static unsigned access_by(const void *beta) {
    static const char zeros[sizeof(struct double2)] = {0};
    return memcmp(beta, zeros, own.element) == 0 ? DEVICE_WRITES : DEVICE_READS | DEVICE_WRITES;
}

/* --- routines --- */

typedef int call_dot(size_t n, void *result, size_t result_at, void *x, size_t x_at, size_t incx,
                     void *y, size_t y_at, size_t incy, void **queue, void **event);

static void dot(enum routine routine, int64_t n, const void *x, int64_t incx, const void *y,
                int64_t incy, struct operand result) {
    struct operand dx = use_vector(x, n, incx, DEVICE_READS);
    struct operand dy = use_vector(y, n, incy, DEVICE_READS);
    if (!device_failure())
        device_memory_done(((call_dot *)own.calls[routine])(
                               (size_t)n, result.buffer, result.at, dx.buffer, dx.at, (size_t)incx,
                               dy.buffer, dy.at, (size_t)incy, &own.queue, NULL),
                           "dot");
}

static float float_dot(blas_integer *n, const void *x, blas_integer *incx, const void *y,
                       blas_integer *incy) {
    float value;
    dot(DOT, *n, x, *incx, y, *incy, operand_at(device_memory_value()));
    device_memory_read_value(&value, sizeof value);
    return value;
}

static double double_dot(blas_integer *n, const void *x, blas_integer *incx, const void *y,
                         blas_integer *incy) {
    double value;
    dot(DOT, *n, x, *incx, y, *incy, operand_at(device_memory_value()));
    device_memory_read_value(&value, sizeof value);
    return value;
}

static void dotc(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy,
                 void *result) {
    dot(DOTC, n, x, incx, y, incy, use(result, 1, DEVICE_WRITES));
}

/* Each of the routines with scalars, for one type of these. */
#define ROUTINES_OF(of, scalar)                                                                    \
    typedef int call_##of##_axpy(size_t n, scalar alpha, void *x, size_t x_at, size_t incx,        \
                                 void *y, size_t y_at, size_t incy, void **queue, void **event);   \
    typedef int call_##of##_scal(size_t n, scalar alpha, void *x, size_t x_at, size_t incx,        \
                                 void **queue, void **event);                                      \
    typedef int call_##of##_gemv(int order, int trans, size_t m, size_t n, scalar alpha, void *a,  \
                                 size_t a_at, size_t lda, void *x, size_t x_at, size_t incx,       \
                                 scalar beta, void *y, size_t y_at, size_t incy, void **queue,     \
                                 void **event);                                                    \
    typedef int call_##of##_gemm(int order, int transa, int transb, size_t m, size_t n, size_t k,  \
                                 scalar alpha, void *a, size_t a_at, size_t lda, void *b,          \
                                 size_t b_at, size_t ldb, scalar beta, void *c, size_t c_at,       \
                                 size_t ldc, void **queue, void **event);                          \
    typedef int call_##of##_trsm(int order, int side, int uplo, int transa, int diag, size_t m,    \
                                 size_t n, scalar alpha, void *a, size_t a_at, size_t lda,         \
                                 void *b, size_t b_at, size_t ldb, void **queue, void **event);    \
                                                                                                   \
    static void of##_axpy(blas_integer *n, const void *alpha, const void *x, blas_integer *incx,   \
                          void *y, blas_integer *incy) {                                           \
        struct operand dx = use_vector(x, *n, *incx, DEVICE_READS);                                \
        struct operand dy = use_vector(y, *n, *incy, DEVICE_READS | DEVICE_WRITES);                \
        if (!device_failure())                                                                     \
            device_memory_done(                                                                    \
                ((call_##of##_axpy *)own.calls[AXPY])((size_t)*n, *(const scalar *)alpha,          \
                                                      dx.buffer, dx.at, (size_t)*incx, dy.buffer,  \
                                                      dy.at, (size_t)*incy, &own.queue, NULL),     \
                "axpy");                                                                           \
    }                                                                                              \
                                                                                                   \
    static void of##_scal(blas_integer *n, const void *alpha, void *x, blas_integer *incx) {       \
        struct operand dx = use_vector(x, *n, *incx, DEVICE_READS | DEVICE_WRITES);                \
        if (!device_failure())                                                                     \
            device_memory_done(((call_##of##_scal *)own.calls[SCAL])(                              \
                                   (size_t)*n, *(const scalar *)alpha, dx.buffer, dx.at,           \
                                   (size_t)*incx, &own.queue, NULL),                               \
                               "scal");                                                            \
    }                                                                                              \
                                                                                                   \
    static void of##_gemv(const char *trans, blas_integer *m, blas_integer *n, const void *alpha,  \
                          const void *a, blas_integer *lda, const void *x, blas_integer *incx,     \
                          const void *beta, void *y, blas_integer *incy, size_t trans_length) {    \
        (void)trans_length;                                                                        \
        int64_t in = *trans == 'N' ? *n : *m, out = *trans == 'N' ? *m : *n;                       \
        struct operand da = use_matrix(a, *m, *n, *lda, DEVICE_READS);                             \
        struct operand dx = use_vector(x, in, *incx, DEVICE_READS);                                \
        struct operand dy = use_vector(y, out, *incy, access_by(beta));                            \
        if (!device_failure())                                                                     \
            device_memory_done(((call_##of##_gemv *)own.calls[GEMV])(                              \
                                   BLAS_COLUMN_MAJOR, operation(trans), (size_t)*m, (size_t)*n,    \
                                   *(const scalar *)alpha, da.buffer, da.at, (size_t)*lda,         \
                                   dx.buffer, dx.at, (size_t)*incx, *(const scalar *)beta,         \
                                   dy.buffer, dy.at, (size_t)*incy, &own.queue, NULL),             \
                               "gemv");                                                            \
    }                                                                                              \
                                                                                                   \
    static void of##_gemm(const char *transa, const char *transb, blas_integer *m,                 \
                          blas_integer *n, blas_integer *k, const void *alpha, const void *a,      \
                          blas_integer *lda, const void *b, blas_integer *ldb, const void *beta,   \
                          void *c, blas_integer *ldc, size_t transa_length,                        \
                          size_t transb_length) {                                                  \
        (void)transa_length, (void)transb_length;                                                  \
        struct operand da = *transa == 'N' ? use_matrix(a, *m, *k, *lda, DEVICE_READS)             \
                                           : use_matrix(a, *k, *m, *lda, DEVICE_READS);            \
        struct operand db = *transb == 'N' ? use_matrix(b, *k, *n, *ldb, DEVICE_READS)             \
                                           : use_matrix(b, *n, *k, *ldb, DEVICE_READS);            \
        struct operand dc = use_matrix(c, *m, *n, *ldc, access_by(beta));                          \
        if (!device_failure())                                                                     \
            device_memory_done(((call_##of##_gemm *)own.calls[GEMM])(                              \
                                   BLAS_COLUMN_MAJOR, operation(transa), operation(transb),        \
                                   (size_t)*m, (size_t)*n, (size_t)*k, *(const scalar *)alpha,     \
                                   da.buffer, da.at, (size_t)*lda, db.buffer, db.at, (size_t)*ldb, \
                                   *(const scalar *)beta, dc.buffer, dc.at, (size_t)*ldc,          \
                                   &own.queue, NULL),                                              \
                               "gemm");                                                            \
    }                                                                                              \
                                                                                                   \
    static void of##_trsm(const char *side, const char *uplo, const char *transa,                  \
                          const char *diag, blas_integer *m, blas_integer *n, const void *alpha,   \
                          const void *a, blas_integer *lda, void *b, blas_integer *ldb,            \
                          size_t side_length, size_t uplo_length, size_t transa_length,            \
                          size_t diag_length) {                                                    \
        (void)side_length, (void)uplo_length, (void)transa_length, (void)diag_length;              \
        int64_t order = *side == 'L' ? *m : *n;                                                    \
        struct operand da = use_matrix(a, order, order, *lda, DEVICE_READS);                       \
        struct operand db = use_matrix(b, *m, *n, *ldb, DEVICE_READS | DEVICE_WRITES);             \
        if (!device_failure())                                                                     \
            device_memory_done(((call_##of##_trsm *)own.calls[TRSM])(                              \
                                   BLAS_COLUMN_MAJOR, BLAS_LEFT + (*side != 'L'),                  \
                                   BLAS_LOWER - (*uplo != 'L'), operation(transa),                 \
                                   BLAS_NOT_UNIT + (*diag != 'N'), (size_t)*m, (size_t)*n,         \
                                   *(const scalar *)alpha, da.buffer, da.at, (size_t)*lda,         \
                                   db.buffer, db.at, (size_t)*ldb, &own.queue, NULL),              \
                               "trsm");                                                            \
    }                                                                                              \
    _Static_assert(sizeof(scalar) <= sizeof(struct double2), "as large as access_by knows")

ROUTINES_OF(s, float);
ROUTINES_OF(d, double);
ROUTINES_OF(c, struct float2);
ROUTINES_OF(z, struct double2);

/* --- the library --- */

static int open_library(void *library, struct err *err) {
    (void)library, (void)err;
    own.queue = device_opencl.queue();
    return 0;
}

static void set(size_t i, bench_function function, size_t element) {
    own.calls[i] = function;
    own.element = element;
}

#define F(routine) (bench_function)(routine)
#define ALL(routine)                                                                               \
    { F(s_##routine), F(d_##routine), F(c_##routine), F(z_##routine) }

static const struct device_routine routines[] = {
    [AXPY] = {"?axpy_", "CLBlast?axpy", ALL(axpy)},
    [SCAL] = {"?scal_", "CLBlast?scal", ALL(scal)},
    [DOT] = {"?dot_", "CLBlast?dot", {F(float_dot), F(double_dot)}},
    [DOTC] = {"cblas_?dotc_sub", "CLBlast?dotc", {NULL, NULL, F(dotc), F(dotc)}},
    [GEMV] = {"?gemv_", "CLBlast?gemv", ALL(gemv)},
    [GEMM] = {"?gemm_", "CLBlast?gemm", ALL(gemm)},
    [TRSM] = {"?trsm_", "CLBlast?trsm", ALL(trsm)},
    [ROUTINES] = {0},
};

const struct device_library device_clblast = {.symbol = "CLBlastSaxpy",
                                              .api = &device_opencl,
                                              .has_capitals = 1,
                                              .routines = routines,
                                              .open = open_library,
                                              .set = set};
