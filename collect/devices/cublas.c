/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuBLAS and rocBLAS: handles, addresses on the device, all scalars by address. Constants and
 * arguments are those of cublas_v2.h and rocblas.h. rocBLAS is untested: no device of it was at
 * hand. */
#include <stdio.h>
#include <string.h>

#include "collect/actions/blas.h"
#include "collect/devices/device_library.h"
#include "collect/devices/device_memory.h"

enum routine { AXPY, SCAL, DOT, DOTC, GEMV, GEMM, TRSM, ROUTINES };

/* What the letters of the BLAS are for a library. */
struct constants {
    int no_transpose, transpose, adjoint, upper, lower, left, right, not_unit, unit;
    int host, device; /* where scalars lie */
};

static const struct flavour {
    const char *name, *create, *set_stream, *set_pointer_mode;
    struct constants constants;
} cublas = {"cuBLAS",
            "cublasCreate_v2",
            "cublasSetStream_v2",
            "cublasSetPointerMode_v2",
            {0, 1, 2, 1, 0, 0, 1, 0, 1, 0, 1}},
  rocblas = {"rocBLAS",
             "rocblas_create_handle",
             "rocblas_set_stream",
             "rocblas_set_pointer_mode",
             {111, 112, 113, 121, 122, 141, 142, 131, 132, 0, 1}};

typedef int create(void **handle);
typedef int set_stream(void *handle, void *stream);
typedef int set_pointer_mode(void *handle, int mode);

static struct {
    const struct flavour *flavour;
    void *handle;
    set_pointer_mode *set_pointer_mode;
    bench_function calls[ROUTINES];
    size_t element;
} own;

/* --- arguments --- */

typedef uintptr_t address;

static address use(const void *host, size_t numbers, unsigned access) {
    struct device_place place = device_memory_use(host, numbers * own.element, access);
    return place.buffer + place.offset;
}

static address use_vector(const void *x, int64_t n, int64_t inc, unsigned access) {
    return use(x, (size_t)((n - 1) * (inc < 0 ? -inc : inc) + 1), access);
}

static address use_matrix(const void *a, int64_t rows, int64_t columns, int64_t lda,
                          unsigned access) {
    return use(a, (size_t)((columns - 1) * lda + rows), access);
}

/* What the routine overwrites without having read it, if BETA is 0. */
static unsigned access_by(const void *beta) {
    const unsigned char *bytes = beta;
    int is_zero = 1;
    for (size_t i = 0; i < own.element; i++)
        is_zero &= !bytes[i];
    return is_zero ? DEVICE_WRITES : DEVICE_READS | DEVICE_WRITES;
}

/* A scalar where the library wants it: cuBLAS reads complex ones as 16 bytes at a multiple of 16,
 * and a caller's may lie anywhere. */
struct scalar {
    _Alignas(16) unsigned char bytes[16];
};

static struct scalar aligned(const void *value) {
    struct scalar scalar;
    memcpy(scalar.bytes, value, own.element);
    return scalar;
}

static int operation(const char *trans) {
    const struct constants *c = &own.flavour->constants;
    return *trans == 'N' ? c->no_transpose : *trans == 'T' ? c->transpose : c->adjoint;
}

/* --- routines --- */

typedef int call_axpy(void *handle, int n, const void *alpha, address x, int incx, address y,
                      int incy);
typedef int call_scal(void *handle, int n, const void *alpha, address x, int incx);
typedef int call_dot(void *handle, int n, address x, int incx, address y, int incy, address result);
typedef int call_gemv(void *handle, int trans, int m, int n, const void *alpha, address a, int lda,
                      address x, int incx, const void *beta, address y, int incy);
typedef int call_gemm(void *handle, int transa, int transb, int m, int n, int k, const void *alpha,
                      address a, int lda, address b, int ldb, const void *beta, address c, int ldc);
typedef int call_trsm(void *handle, int side, int uplo, int trans, int diag, int m, int n,
                      const void *alpha, address a, int lda, address b, int ldb);

#define CALL(type, routine) ((type *)own.calls[routine])

static void axpy(blas_integer *n, const void *alpha, const void *x, blas_integer *incx, void *y,
                 blas_integer *incy) {
    address dx = use_vector(x, *n, *incx, DEVICE_READS);
    address dy = use_vector(y, *n, *incy, DEVICE_READS | DEVICE_WRITES);
    if (!device_failure() && device_library_fits(*n))
        device_memory_done(CALL(call_axpy, AXPY)(own.handle, (int)*n, aligned(alpha).bytes, dx,
                                                 (int)*incx, dy, (int)*incy),
                           "axpy");
}

static void scal(blas_integer *n, const void *alpha, void *x, blas_integer *incx) {
    address dx = use_vector(x, *n, *incx, DEVICE_READS | DEVICE_WRITES);
    if (!device_failure() && device_library_fits(*n))
        device_memory_done(
            CALL(call_scal, SCAL)(own.handle, (int)*n, aligned(alpha).bytes, dx, (int)*incx),
            "scal");
}

/* The result is left on the device: to have it here would be to wait for it. */
static void dot(enum routine routine, int64_t n, const void *x, int64_t incx, const void *y,
                int64_t incy, address result) {
    address dx = use_vector(x, n, incx, DEVICE_READS), dy = use_vector(y, n, incy, DEVICE_READS);
    if (device_failure() || !device_library_fits(n))
        return;
    own.set_pointer_mode(own.handle, own.flavour->constants.device);
    int code = CALL(call_dot, routine)(own.handle, (int)n, dx, (int)incx, dy, (int)incy, result);
    own.set_pointer_mode(own.handle, own.flavour->constants.host);
    device_memory_done(code, "dot");
}

static float float_dot(blas_integer *n, const void *x, blas_integer *incx, const void *y,
                       blas_integer *incy) {
    float value;
    dot(DOT, *n, x, *incx, y, *incy, device_memory_value().buffer);
    device_memory_read_value(&value, sizeof value);
    return value;
}

static double double_dot(blas_integer *n, const void *x, blas_integer *incx, const void *y,
                         blas_integer *incy) {
    double value;
    dot(DOT, *n, x, *incx, y, *incy, device_memory_value().buffer);
    device_memory_read_value(&value, sizeof value);
    return value;
}

static void dotc(int64_t n, const void *x, int64_t incx, const void *y, int64_t incy,
                 void *result) {
    dot(DOTC, n, x, incx, y, incy, use(result, 1, DEVICE_WRITES));
}

static void gemv(const char *trans, blas_integer *m, blas_integer *n, const void *alpha,
                 const void *a, blas_integer *lda, const void *x, blas_integer *incx,
                 const void *beta, void *y, blas_integer *incy, size_t trans_length) {
    (void)trans_length;
    int64_t in = *trans == 'N' ? *n : *m, out = *trans == 'N' ? *m : *n;
    address da = use_matrix(a, *m, *n, *lda, DEVICE_READS);
    address dx = use_vector(x, in, *incx, DEVICE_READS);
    address dy = use_vector(y, out, *incy, access_by(beta));
    if (!device_failure() && device_library_fits(*m) && device_library_fits(*n))
        device_memory_done(CALL(call_gemv, GEMV)(own.handle, operation(trans), (int)*m, (int)*n,
                                                 aligned(alpha).bytes, da, (int)*lda, dx,
                                                 (int)*incx, aligned(beta).bytes, dy, (int)*incy),
                           "gemv");
}

static void gemm(const char *transa, const char *transb, blas_integer *m, blas_integer *n,
                 blas_integer *k, const void *alpha, const void *a, blas_integer *lda,
                 const void *b, blas_integer *ldb, const void *beta, void *c, blas_integer *ldc,
                 size_t transa_length, size_t transb_length) {
    (void)transa_length, (void)transb_length;
    address da = *transa == 'N' ? use_matrix(a, *m, *k, *lda, DEVICE_READS)
                                : use_matrix(a, *k, *m, *lda, DEVICE_READS);
    address db = *transb == 'N' ? use_matrix(b, *k, *n, *ldb, DEVICE_READS)
                                : use_matrix(b, *n, *k, *ldb, DEVICE_READS);
    address dc = use_matrix(c, *m, *n, *ldc, access_by(beta));
    if (!device_failure() && device_library_fits(*m) && device_library_fits(*n))
        device_memory_done(CALL(call_gemm, GEMM)(own.handle, operation(transa), operation(transb),
                                                 (int)*m, (int)*n, (int)*k, aligned(alpha).bytes,
                                                 da, (int)*lda, db, (int)*ldb, aligned(beta).bytes,
                                                 dc, (int)*ldc),
                           "gemm");
}

static void trsm(const char *side, const char *uplo, const char *transa, const char *diag,
                 blas_integer *m, blas_integer *n, const void *alpha, const void *a,
                 blas_integer *lda, void *b, blas_integer *ldb, size_t side_length,
                 size_t uplo_length, size_t transa_length, size_t diag_length) {
    (void)side_length, (void)uplo_length, (void)transa_length, (void)diag_length;
    const struct constants *c = &own.flavour->constants;
    int64_t order = *side == 'L' ? *m : *n;
    address da = use_matrix(a, order, order, *lda, DEVICE_READS);
    address db = use_matrix(b, *m, *n, *ldb, DEVICE_READS | DEVICE_WRITES);
    if (!device_failure() && device_library_fits(*m) && device_library_fits(*n))
        device_memory_done(
            CALL(call_trsm, TRSM)(own.handle, *side == 'L' ? c->left : c->right,
                                  *uplo == 'L' ? c->lower : c->upper, operation(transa),
                                  *diag == 'N' ? c->not_unit : c->unit, (int)*m, (int)*n,
                                  aligned(alpha).bytes, da, (int)*lda, db, (int)*ldb),
            "trsm");
}

/* --- the libraries --- */

static int open_library(const struct flavour *flavour, const struct device_api *api, void *library,
                        struct err *err) {
    create *make = (create *)device_function(library, flavour->create);
    set_stream *stream = (set_stream *)device_function(library, flavour->set_stream);
    own.set_pointer_mode = (set_pointer_mode *)device_function(library, flavour->set_pointer_mode);
    own.flavour = flavour;
    if (!make || !stream || !own.set_pointer_mode)
        return err_set(err, ERR_FAILED, "this %s lacks %s, %s or %s", flavour->name,
                       flavour->create, flavour->set_stream, flavour->set_pointer_mode);
    int code = make(&own.handle);
    if (!code)
        code = stream(own.handle, api->queue());
    return code ? err_set(err, ERR_FAILED, "%s does not start on this device: error %d",
                          flavour->name, code)
                : 0;
}

static int open_cublas(void *library, struct err *err) {
    return open_library(&cublas, &device_cuda, library, err);
}

static int open_rocblas(void *library, struct err *err) {
    return open_library(&rocblas, &device_hip, library, err);
}

static void set(size_t i, bench_function function, size_t element) {
    own.calls[i] = function;
    own.element = element;
}

/* cublasStatus_t and rocblas_status */
static const struct device_error cublas_numbers[] = {
    {1, "not initialized", 0},    {3, "allocation failed", 1}, {7, "an invalid value", 0},
    {8, "not on this device", 0}, {11, "mapping failed", 0},   {13, "execution failed", 0},
    {14, "an internal error", 0}, {15, "not supported", 0},    {0},
};
static const struct device_error rocblas_numbers[] = {
    {1, "an invalid handle", 0},  {2, "not implemented", 0},
    {3, "an invalid pointer", 0}, {4, "an invalid size", 0},
    {5, "no memory", 1},          {6, "an internal error", 0},
    {11, "an invalid value", 0},  {0},
};
static const struct device_errors cublas_errors = {"cuBLAS", cublas_numbers},
                                  rocblas_errors = {"rocBLAS", rocblas_numbers};

#define F(routine) (bench_function)(routine)
#define ALL(routine)                                                                               \
    { F(routine), F(routine), F(routine), F(routine) }

static const struct device_routine cublas_routines[] = {
    [AXPY] = {"?axpy_", "cublas?axpy_v2", ALL(axpy)},
    [SCAL] = {"?scal_", "cublas?scal_v2", ALL(scal)},
    [DOT] = {"?dot_", "cublas?dot_v2", {F(float_dot), F(double_dot)}},
    [DOTC] = {"cblas_?dotc_sub", "cublas?dotc_v2", {NULL, NULL, F(dotc), F(dotc)}},
    [GEMV] = {"?gemv_", "cublas?gemv_v2", ALL(gemv)},
    [GEMM] = {"?gemm_", "cublas?gemm_v2", ALL(gemm)},
    [TRSM] = {"?trsm_", "cublas?trsm_v2", ALL(trsm)},
    [ROUTINES] = {0},
};

static const struct device_routine rocblas_routines[] = {
    [AXPY] = {"?axpy_", "rocblas_?axpy", ALL(axpy)},
    [SCAL] = {"?scal_", "rocblas_?scal", ALL(scal)},
    [DOT] = {"?dot_", "rocblas_?dot", {F(float_dot), F(double_dot)}},
    [DOTC] = {"cblas_?dotc_sub", "rocblas_?dotc", {NULL, NULL, F(dotc), F(dotc)}},
    [GEMV] = {"?gemv_", "rocblas_?gemv", ALL(gemv)},
    [GEMM] = {"?gemm_", "rocblas_?gemm", ALL(gemm)},
    [TRSM] = {"?trsm_", "rocblas_?trsm", ALL(trsm)},
    [ROUTINES] = {0},
};

const struct device_library device_cublas = {.symbol = "cublasCreate_v2",
                                             .api = &device_cuda,
                                             .errors = &cublas_errors,
                                             .has_capitals = 1,
                                             .routines = cublas_routines,
                                             .open = open_cublas,
                                             .set = set};
const struct device_library device_rocblas = {.symbol = "rocblas_create_handle",
                                              .api = &device_hip,
                                              .errors = &rocblas_errors,
                                              .routines = rocblas_routines,
                                              .open = open_rocblas,
                                              .set = set};
