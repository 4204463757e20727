/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuFFT and hipFFT, which has the same functions and numbers under other names (cufft.h,
 * hipfft.h); only handles differ. hipFFT, by rocFFT, is untested: no device of it was at hand. */
#include <stdio.h>

#include "collect/devices/device_library.h"
#include "collect/devices/device_transform.h"

/* Types of transforms, by is_real and is_single: Z2Z, C2C, D2Z, R2C. */
static const int types[2][2] = {{0x69, 0x29}, {0x6a, 0x2a}};
enum { FORWARD = -1 };

enum {
    PLAN_1D,
    PLAN_2D,
    PLAN_3D,
    SET_STREAM,
    DESTROY,
    EXECUTE_Z2Z,
    EXECUTE_C2C,
    EXECUTE_D2Z,
    EXECUTE_R2C,
    FUNCTIONS
};

static const char *const names[FUNCTIONS] = {
    "Plan1d",  "Plan2d",  "Plan3d",  "SetStream", "Destroy",
    "ExecZ2Z", "ExecC2C", "ExecD2Z", "ExecR2C",
};

static struct {
    bench_function functions[FUNCTIONS];
    void *stream;
} own;

#define CALL(type, function) ((type *)own.functions[function])

typedef uintptr_t address;

/* The functions for one type of HANDLE. */
#define TRANSFORMS_OF(of, its_handle)                                                              \
    typedef int of##_plan_1d(its_handle *plan, int n, int type, int batch);                        \
    typedef int of##_plan_2d(its_handle *plan, int n0, int n1, int type);                          \
    typedef int of##_plan_3d(its_handle *plan, int n0, int n1, int n2, int type);                  \
    typedef int of##_set_stream(its_handle plan, void *stream);                                    \
    typedef int of##_destroy_plan(its_handle plan);                                                \
    typedef int of##_from_complex(its_handle plan, address in, address out, int direction);        \
    typedef int of##_from_real(its_handle plan, address in, address out);                          \
                                                                                                   \
    static int of##_plan(const struct device_transform *t, uintptr_t *handle) {                    \
        its_handle made = (its_handle)0;                                                           \
        int n = t->n, type = types[t->is_real][t->is_single];                                      \
        int code = t->dimensions == 1   ? CALL(of##_plan_1d, PLAN_1D)(&made, n, type, 1)           \
                   : t->dimensions == 2 ? CALL(of##_plan_2d, PLAN_2D)(&made, n, n, type)           \
                                        : CALL(of##_plan_3d, PLAN_3D)(&made, n, n, n, type);       \
        *handle = (uintptr_t)made;                                                                 \
        if (code)                                                                                  \
            return code;                                                                           \
        code = CALL(of##_set_stream, SET_STREAM)(made, own.stream);                                \
        if (code)                                                                                  \
            CALL(of##_destroy_plan, DESTROY)(made);                                                \
        return code;                                                                               \
    }                                                                                              \
                                                                                                   \
    static int of##_execute(const struct device_transform *t, uintptr_t handle,                    \
                            struct device_place in, struct device_place out) {                     \
        its_handle made = (its_handle)handle;                                                      \
        address from = in.buffer + in.offset, to = out.buffer + out.offset;                        \
        return t->is_real                                                                          \
                   ? CALL(of##_from_real, EXECUTE_D2Z + t->is_single)(made, from, to)              \
                   : CALL(of##_from_complex, EXECUTE_Z2Z + t->is_single)(made, from, to, FORWARD); \
    }                                                                                              \
                                                                                                   \
    static void of##_destroy(uintptr_t handle) {                                                   \
        CALL(of##_destroy_plan, DESTROY)((its_handle)handle);                                      \
    }                                                                                              \
                                                                                                   \
    static const struct device_transforms of##_transforms = {of##_plan, of##_execute, of##_destroy}

TRANSFORMS_OF(cufft, int);
TRANSFORMS_OF(hipfft, void *);

static int open_library(const char *prefix, const struct device_api *api, void *library,
                        struct err *err) {
    for (size_t i = 0; i < FUNCTIONS; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s%s", prefix, names[i]);
        own.functions[i] = device_function(library, name);
        if (!own.functions[i])
            return err_set(err, ERR_FAILED, "the library lacks %s", name);
    }
    own.stream = api->queue();
    return 0;
}

static int open_cufft(void *library, struct err *err) {
    return open_library("cufft", &device_cuda, library, err);
}

static int open_hipfft(void *library, struct err *err) {
    return open_library("hipfft", &device_hip, library, err);
}

/* cufftResult and hipfftResult. */
static const struct device_error numbers[] = {
    {1, "an invalid plan", 0},   {2, "allocation failed", 1},
    {3, "an invalid type", 0},   {4, "an invalid value", 0},
    {5, "an internal error", 0}, {6, "execution failed", 0},
    {7, "setting up failed", 0}, {8, "an invalid size", 0},
    {9, "unaligned data", 0},    {11, "an invalid device", 0},
    {13, "no workspace", 0},     {14, "not implemented", 0},
    {16, "not supported", 0},    {0},
};
static const struct device_errors cufft_errors = {"cuFFT", numbers},
                                  hipfft_errors = {"hipFFT", numbers};

const struct device_library device_cufft = {.symbol = "cufftExecC2C",
                                            .api = &device_cuda,
                                            .errors = &cufft_errors,
                                            .transforms = &cufft_transforms,
                                            .open = open_cufft};
const struct device_library device_hipfft = {.symbol = "hipfftExecC2C",
                                             .api = &device_hip,
                                             .errors = &hipfft_errors,
                                             .transforms = &hipfft_transforms,
                                             .open = open_hipfft};
