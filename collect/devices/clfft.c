/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clFFT: plans are made in many small steps (clFFT.h, version 2). It scales only backward
 * transforms by itself; the first of its dimensions is the last of FFTW's, and it knows by strides
 * alone that rows of half of the complex numbers are shorter. */
#include "collect/devices/device_library.h"
#include "collect/devices/device_transform.h"

enum { CL_QUEUE_CONTEXT = 0x1090 }; /* of OpenCL */
enum {
    COMPLEX_INTERLEAVED = 1,
    HERMITIAN_INTERLEAVED = 3,
    REAL = 5,
    SINGLE = 1,
    DOUBLE = 2,
    OUT_OF_PLACE = 2,
    FORWARD = -1,
};

enum {
    SETUP,
    CREATE,
    SET_PRECISION,
    SET_LAYOUT,
    SET_LOCATION,
    SET_SCALE,
    SET_IN_STRIDE,
    SET_OUT_STRIDE,
    SET_DISTANCE,
    BAKE,
    EXECUTE,
    DESTROY,
    QUEUE_INFO,
    FUNCTIONS
};

static const char *const names[FUNCTIONS] = {
    "clfftSetup",
    "clfftCreateDefaultPlan",
    "clfftSetPlanPrecision",
    "clfftSetLayout",
    "clfftSetResultLocation",
    "clfftSetPlanScale",
    "clfftSetPlanInStride",
    "clfftSetPlanOutStride",
    "clfftSetPlanDistance",
    "clfftBakePlan",
    "clfftEnqueueTransform",
    "clfftDestroyPlan",
    "clGetCommandQueueInfo",
};

struct setup {
    uint32_t major, minor, patch;
    uint64_t debugging;
};

typedef int set_up(const struct setup *setup);
typedef int create(size_t *plan, void *context, int dimensions, const size_t *lengths);
typedef int set_number(size_t plan, int number);
typedef int set_layout(size_t plan, int in, int out);
typedef int set_scale(size_t plan, int direction, float scale);
typedef int set_stride(size_t plan, int dimensions, const size_t *strides);
typedef int set_distance(size_t plan, size_t in, size_t out);
typedef int bake(size_t plan, uint32_t queues, void **queue, void *notify, void *data);
typedef int transform_by(size_t plan, int direction, uint32_t queues, void **queue, uint32_t waits,
                         const void *events, void *event, void **in, void **out, void *temporary);
typedef int destroy_plan(size_t *plan);
typedef int get_queue_info(void *queue, uint32_t what, size_t size, void *value, size_t *used);

static struct {
    bench_function functions[FUNCTIONS];
    void *queue, *context;
} own;

#define CALL(type, function) ((type *)own.functions[function])

static int open_library(void *library, struct err *err) {
    static const struct setup setup = {2, 12, 2, 0};
    for (size_t i = 0; i < FUNCTIONS; i++) {
        own.functions[i] = device_function(library, names[i]);
        if (!own.functions[i])
            return err_set(err, ERR_FAILED, "this clFFT lacks %s", names[i]);
    }
    own.queue = device_opencl.queue();
    int code = CALL(get_queue_info, QUEUE_INFO)(own.queue, CL_QUEUE_CONTEXT, sizeof own.context,
                                                &own.context, NULL);
    if (!code)
        code = CALL(set_up, SETUP)(&setup);
    return code ? err_set(err, ERR_FAILED, "clFFT does not start on this device: error %d", code)
                : 0;
}

static int plan(const struct device_transform *transform, uintptr_t *handle) {
    size_t made, n = (size_t)transform->n, row = transform->is_real ? n / 2 + 1 : n;
    size_t lengths[3] = {n, n, n}, in[4] = {1, n, n * n, n * n * n},
           out[4] = {1, row, row * n, row * n * n};
    int dimensions = transform->dimensions;
    int code = CALL(create, CREATE)(&made, own.context, dimensions, lengths);
    if (code)
        return code;
    code = CALL(set_number, SET_PRECISION)(made, transform->is_single ? SINGLE : DOUBLE);
    if (!code)
        code = CALL(set_layout,
                    SET_LAYOUT)(made, transform->is_real ? REAL : COMPLEX_INTERLEAVED,
                                transform->is_real ? HERMITIAN_INTERLEAVED : COMPLEX_INTERLEAVED);
    if (!code)
        code = CALL(set_number, SET_LOCATION)(made, OUT_OF_PLACE);
    if (!code)
        code = CALL(set_scale, SET_SCALE)(made, FORWARD, 1);
    if (!code)
        code = CALL(set_stride, SET_IN_STRIDE)(made, dimensions, in);
    if (!code)
        code = CALL(set_stride, SET_OUT_STRIDE)(made, dimensions, out);
    if (!code)
        code = CALL(set_distance, SET_DISTANCE)(made, in[dimensions], out[dimensions]);
    if (!code)
        code = CALL(bake, BAKE)(made, 1, &own.queue, NULL, NULL);
    if (code)
        CALL(destroy_plan, DESTROY)(&made);
    *handle = made;
    return code;
}

/* Arrays of transforms have buffers of their own, so that offsets, which clFFT lacks, are 0. */
static int execute(const struct device_transform *transform, uintptr_t handle,
                   struct device_place in, struct device_place out) {
    void *buffers[2] = {(void *)in.buffer, (void *)out.buffer};
    (void)transform;
    if (in.offset || out.offset)
        device_fail("clFFT transforms whole arrays only");
    return device_failure() ? 0
                            : CALL(transform_by, EXECUTE)(handle, FORWARD, 1, &own.queue, 0, NULL,
                                                          NULL, &buffers[0], &buffers[1], NULL);
}

static void destroy(uintptr_t handle) {
    size_t made = handle;
    CALL(destroy_plan, DESTROY)(&made);
}

static const struct device_transforms transforms = {plan, execute, destroy};

static const struct device_error numbers[] = {
    {4096, "a bug in clFFT", 0},
    {4097, "lengths may have no prime factors but 2, 3, 5, 7, 11 and 13", 0},
    {4102, "an invalid plan", 0},
    {4103, "the device has no double precision", 0},
    {4104, "planned for another device", 0},
    {0},
};
static const struct device_errors errors = {"clFFT", numbers};

const struct device_library device_clfft = {.symbol = "clfftEnqueueTransform",
                                            .api = &device_opencl,
                                            .errors = &errors,
                                            .transforms = &transforms,
                                            .open = open_library};
