/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A CUDA driver and a cuBLAS whose devices are this machine's CPU: as much of both as bench-collect
 * calls. One file is both libcuda.so.1 and libcublas.so. CUDA_FAKE is a list of words:
 *
 *     none         the driver finds no device
 *     two          there are two
 *     small        a device has 1 MB
 *     hang=N       axpy with n = N never returns
 *     lost=N       axpy with n = N loses the device for the process
 *     wrong=N      axpy with n = N forgets the last number
 *     ptx          no kernel compiles
 *     ticks        a device has a clock that goes on by n picoseconds in axpy, and at no other time
 *     compile=N    axpy with n = N has a kernel that does not compile */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fake_ptx.h"

enum { INVALID = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, ILLEGAL_ADDRESS = 700 };
enum { INVALID_PTX = 218, NOT_FOUND = 500 };
enum { EXECUTION_FAILED = 13 }; /* of the library */

#ifndef VERSION
#    define VERSION 12040
#endif

static size_t used;
/* For tests in the same process. */
int fake_is_lost;
int64_t fake_clock; /* nanoseconds; above 0: what the device's clock says */

static int has(const char *word) {
    const char *fake = getenv("CUDA_FAKE");
    return fake && strstr(fake, word);
}

static int is_size(const char *word, int n) {
    const char *fake = getenv("CUDA_FAKE"), *at = fake ? strstr(fake, word) : NULL;
    return at && atoi(at + strlen(word)) == n;
}

/* --- the driver --- */

int cuInit(unsigned flags) {
    fake_clock += has("ticks");
    return flags ? INVALID : has("none") ? NO_DEVICE : 0;
}

int cuDeviceGetCount(int *count) {
    *count = has("two") ? 2 : 1;
    return 0;
}

int cuDeviceGet(int *device, int ordinal) {
    *device = ordinal;
    return 0;
}

int cuDeviceGetName(char *name, int size, int device) {
    snprintf(name, (size_t)size, device ? "Second Fake" : "First Fake");
    return 0;
}

static size_t memory(void) {
    return has("small") ? 1000000 : (size_t)1 << 32;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device) {
    *bytes = device < 0 ? 0 : memory();
    return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
    *value = attribute == 16 ? 7 + device : attribute == 13 ? 1500000 : 1;
    return 0;
}

int cuDeviceGetPCIBusId(char *bus, int size, int device) {
    snprintf(bus, (size_t)size, "0000:0%d:00.0", device);
    return 0;
}

int cuDriverGetVersion(int *version) {
    *version = VERSION;
    return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
    static int contexts[2];
    *context = &contexts[device];
    return 0;
}

int cuCtxSetCurrent(void *context) {
    return context ? 0 : INVALID;
}

/* Each allocation has its size before it. */
int cuMemAlloc_v2(uintptr_t *address, size_t bytes) {
    if (bytes > memory() - used)
        return OUT_OF_MEMORY;
    size_t *block = malloc(64 + bytes);
    *block = bytes;
    used += bytes;
    memset((char *)block + 64, 0xff, bytes);
    *address = (uintptr_t)block + 64;
    return 0;
}

int cuMemFree_v2(uintptr_t address) {
    size_t *block = (size_t *)(address - 64);
    used -= *block;
    free(block);
    return 0;
}

static int move(void *to, const void *from, size_t bytes) {
    if (fake_is_lost)
        return ILLEGAL_ADDRESS;
    memcpy(to, from, bytes);
    return 0;
}

int cuMemcpyHtoDAsync_v2(uintptr_t to, const void *from, size_t bytes, void *stream) {
    return stream ? move((void *)to, from, bytes) : INVALID;
}

int cuMemcpyDtoHAsync_v2(void *to, uintptr_t from, size_t bytes, void *stream) {
    return stream ? move(to, (void *)from, bytes) : INVALID;
}

int cuMemcpyDtoDAsync_v2(uintptr_t to, uintptr_t from, size_t bytes, void *stream) {
    return stream ? move((void *)to, (void *)from, bytes) : INVALID;
}

int cuStreamCreate(void **stream, unsigned flags) {
    static char streams[64]; /* there is one queue, whatever it is called */
    *stream = streams;
    return flags ? INVALID : 0;
}

int cuStreamSynchronize(void *stream) {
    (void)stream;
    return fake_is_lost ? ILLEGAL_ADDRESS : 0;
}

int cuEventCreate(void **event, unsigned flags) {
    *event = calloc(1, sizeof(struct timespec));
    return flags ? INVALID : 0;
}

int cuEventRecord(void *event, void *stream) {
    (void)stream;
    if (fake_is_lost)
        return ILLEGAL_ADDRESS;
    if (fake_clock == 0)
        return clock_gettime(CLOCK_MONOTONIC, event);
    *(struct timespec *)event = (struct timespec){fake_clock / 1000000000, fake_clock % 1000000000};
    return 0;
}

int cuEventSynchronize(void *event) {
    (void)event;
    return fake_is_lost ? ILLEGAL_ADDRESS : 0;
}

int cuEventElapsedTime(float *milliseconds, void *begin, void *end) {
    struct timespec *a = begin, *b = end;
    *milliseconds =
        (float)((double)(b->tv_sec - a->tv_sec) * 1e3 + (double)(b->tv_nsec - a->tv_nsec) * 1e-6);
    return 0;
}

int cuGetErrorName(int number, const char **name) {
    *name = number == OUT_OF_MEMORY     ? "CUDA_ERROR_OUT_OF_MEMORY"
            : number == ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                                        : "CUDA_ERROR";
    return 0;
}

/* --- kernels --- */

static struct module {
    char text[16384];
    struct ptx_kernel kernel; /* that was asked for */
} module;

int cuModuleLoadDataEx(void **made, const void *image, unsigned count, int *options,
                       void **values) {
    snprintf(module.text, sizeof module.text, "%s", (const char *)image);
    *made = &module;
    if (count != 2 || options[0] != 5 || options[1] != 6)
        return INVALID;
    if (strncmp(module.text, ".version ", 9) == 0 && !has("ptx"))
        return 0;
    snprintf(values[0], (size_t)(uintptr_t)values[1], "ptxas error\nin line 1");
    return INVALID_PTX;
}

int cuModuleGetFunction(void **function, void *from, const char *name) {
    *function = from;
    return ptx_read(&module.kernel, module.text, name) ? 0 : NOT_FOUND;
}

int cuLaunchKernel(struct module *function, unsigned groups, unsigned y, unsigned z, unsigned group,
                   unsigned group_y, unsigned group_z, unsigned shared, void *stream,
                   void **arguments, void **extra) {
    if (!groups || !group || y != 1 || z != 1 || group_y != 1 || group_z != 1 || shared || extra ||
        !stream)
        return INVALID;
    for (unsigned g = 0; g < groups; g++)
        for (unsigned i = 0; i < group; i++)
            ptx_run(&function->kernel, arguments, g, group, i);
    return 0;
}

/* --- the library --- */

struct handle {
    void *stream;
    int mode; /* 1: scalars are on the device */
};

int cublasCreate_v2(struct handle **handle) {
    *handle = calloc(1, sizeof **handle);
    return *handle ? 0 : 3;
}

int cublasSetStream_v2(struct handle *handle, void *stream) {
    handle->stream = stream;
    return stream ? 0 : 7;
}

int cublasSetPointerMode_v2(struct handle *handle, int mode) {
    handle->mode = mode;
    return 0;
}

/* As drivers do, which print what their compiler says. */
static int has_no_kernel(int n) {
    if (!is_size("compile=", n))
        return 0;
    printf("kernel.cl:3:9: error: use of 'no_such'\n    y[i] += no_such;\n            ^\n"
           "and more that nobody reads\n");
    fflush(stdout);
    return 1;
}

#define OF_TYPE(letter, type)                                                                      \
    int cublas##letter##axpy_v2(struct handle *handle, int n, const type *alpha, const type *x,    \
                                int incx, type *y, int incy) {                                     \
        if (handle->mode || !handle->stream)                                                       \
            return 7;                                                                              \
        if (has_no_kernel(n))                                                                      \
            return EXECUTION_FAILED;                                                               \
        while (is_size("hang=", n))                                                                \
            pause();                                                                               \
        fake_is_lost |= is_size("lost=", n);                                                       \
        fake_clock += fake_clock ? n / 1000 : 0;                                                   \
        for (int i = 0; i < n - is_size("wrong=", n); i++)                                         \
            y[i * incy] += *alpha * x[i * incx];                                                   \
        return 0;                                                                                  \
    }                                                                                              \
    int cublas##letter##scal_v2(struct handle *handle, int n, const type *alpha, type *x,          \
                                int incx) {                                                        \
        for (int i = 0; i < n; i++)                                                                \
            x[i * incx] *= *alpha;                                                                 \
        return handle->mode ? 7 : 0;                                                               \
    }                                                                                              \
    int cublas##letter##dot_v2(struct handle *handle, int n, const type *x, int incx,              \
                               const type *y, int incy, type *result) {                            \
        type sum = 0;                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            sum += x[i * incx] * y[i * incy];                                                      \
        *result = sum;                                                                             \
        return handle->mode ? 0 : 7;                                                               \
    }                                                                                              \
    int cublas##letter##gemm_v2(struct handle *handle, int transa, int transb, int m, int n,       \
                                int k, const type *alpha, const type *a, int lda, const type *b,   \
                                int ldb, const type *beta, type *c, int ldc) {                     \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < m; i++) {                                                          \
                type sum = 0;                                                                      \
                for (int l = 0; l < k; l++)                                                        \
                    sum += (transa ? a[i * lda + l] : a[l * lda + i]) *                            \
                           (transb ? b[l * ldb + j] : b[j * ldb + l]);                             \
                c[j * ldc + i] = *alpha * sum + (*beta != 0 ? *beta * c[j * ldc + i] : 0);         \
            }                                                                                      \
        return handle->mode ? 7 : 0;                                                               \
    }                                                                                              \
    int cublas##letter##gemv_v2(struct handle *handle, int trans, int m, int n, const type *alpha, \
                                const type *a, int lda, const type *x, int incx, const type *beta, \
                                type *y, int incy) {                                               \
        if (incx != 1 || incy != 1)                                                                \
            return 7;                                                                              \
        return cublas##letter##gemm_v2(handle, trans, 0, trans ? n : m, 1, trans ? m : n, alpha,   \
                                       a, lda, x, trans ? m : n, beta, y, trans ? n : m);          \
    }                                                                                              \
    int cublas##letter##trsm_v2(struct handle *handle, int side, int uplo, int trans, int diag,    \
                                int m, int n, const type *alpha, const type *a, int lda, type *b,  \
                                int ldb) {                                                         \
        if (handle->mode || side || uplo || trans || diag)                                         \
            return 15;                                                                             \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < m; i++) {                                                          \
                type sum = *alpha * b[j * ldb + i];                                                \
                for (int l = 0; l < i; l++)                                                        \
                    sum -= a[l * lda + i] * b[j * ldb + l];                                        \
                b[j * ldb + i] = sum / a[i * lda + i];                                             \
            }                                                                                      \
        return 0;                                                                                  \
    }

OF_TYPE(S, float)
OF_TYPE(D, double)
