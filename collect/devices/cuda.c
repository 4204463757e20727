/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices by CUDA's driver interface, and by HIP's, whose functions take the same arguments under
 * other names. The context is the device's primary one, which the libraries use, too. */
#include <stdio.h>
#include <string.h>

#include "collect/devices/device.h"
#include "collect/devices/nvml.h"

enum { OUT_OF_MEMORY = 2, NO_DEVICE = 100 }; /* of both */

enum {
    INIT,
    DEVICE_COUNT,
    DEVICE_GET,
    DEVICE_NAME,
    DEVICE_MEMORY,
    DEVICE_ATTRIBUTE,
    DEVICE_BUS,
    DRIVER_VERSION,
    CONTEXT_RETAIN,
    CONTEXT_SET,
    ALLOCATE,
    RELEASE,
    UPLOAD,
    DOWNLOAD,
    COPY,
    STREAM_CREATE,
    STREAM_WAIT,
    EVENT_CREATE,
    EVENT_RECORD,
    EVENT_WAIT,
    EVENT_ELAPSED,
    ERROR_NAME,
    FUNCTIONS_OF_BOTH,
    MODULE_LOAD = FUNCTIONS_OF_BOTH, /* this and those below are CUDA's, as kernels of ours are */
    MODULE_FUNCTION,
    LAUNCH,
    FUNCTIONS
};

static const char *const cuda_names[FUNCTIONS] = {
    "cuInit",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetName",
    "cuDeviceTotalMem_v2",
    "cuDeviceGetAttribute",
    "cuDeviceGetPCIBusId",
    "cuDriverGetVersion",
    "cuDevicePrimaryCtxRetain",
    "cuCtxSetCurrent",
    "cuMemAlloc_v2",
    "cuMemFree_v2",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyDtoDAsync_v2",
    "cuStreamCreate",
    "cuStreamSynchronize",
    "cuEventCreate",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuEventElapsedTime",
    "cuGetErrorName",
    "cuModuleLoadDataEx",
    "cuModuleGetFunction",
    "cuLaunchKernel",
};

static const char *const hip_names[FUNCTIONS_OF_BOTH] = {
    "hipInit",
    "hipGetDeviceCount",
    "hipDeviceGet",
    "hipDeviceGetName",
    "hipDeviceTotalMem",
    "hipDeviceGetAttribute",
    "hipDeviceGetPCIBusId",
    "hipDriverGetVersion",
    "hipDevicePrimaryCtxRetain",
    "hipCtxSetCurrent",
    "hipMalloc",
    "hipFree",
    "hipMemcpyHtoDAsync",
    "hipMemcpyDtoHAsync",
    "hipMemcpyDtoDAsync",
    "hipStreamCreateWithFlags",
    "hipStreamSynchronize",
    "hipEventCreateWithFlags",
    "hipEventRecord",
    "hipEventSynchronize",
    "hipEventElapsedTime",
    "hipGetErrorName",
};

/* The numbers of attributes differ; 0: unknown. */
enum { UNITS, CLOCK, ECC, ATTRIBUTES };

static const struct flavour {
    const char *name, *libraries[4];
    const char *const *names;
    size_t functions;
    int major, minor; /* what they are multiplied by in a version's number */
    int attributes[ATTRIBUTES];
} cuda = {.name = "CUDA",
          .libraries = {"libcuda.so.1"},
          .names = cuda_names,
          .functions = FUNCTIONS,
          .major = 1000,
          .minor = 10,
          .attributes = {16, 13, 32}},
  hip = {.name = "HIP",
         .libraries = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"},
         .names = hip_names,
         .functions = FUNCTIONS_OF_BOTH,
         .major = 10000000,
         .minor = 100000,
         .attributes = {0, 0, 0}};

static struct {
    const struct flavour *flavour; /* NULL: not loaded */
    bench_function functions[FUNCTIONS];
    int device;
    void *stream, *marks[2];
    char bus[32];
} own;

typedef int takes_unsigned(unsigned value);
typedef int gives_int(int *value);
typedef int get_device(int *device, int ordinal);
typedef int get_name(char *name, int size, int device);
typedef int get_memory(size_t *bytes, int device);
typedef int get_attribute(int *value, int attribute, int device);
typedef int retain_context(void **context, int device);
typedef int takes_object(void *object);
typedef int allocate_memory(uintptr_t *address, size_t bytes);
typedef int release_memory(uintptr_t address);
typedef int upload_memory(uintptr_t to, const void *from, size_t bytes, void *stream);
typedef int download_memory(void *to, uintptr_t from, size_t bytes, void *stream);
typedef int copy_memory(uintptr_t to, uintptr_t from, size_t bytes, void *stream);
typedef int create(void **object, unsigned flags);
typedef int record(void *event, void *stream);
typedef int between(float *milliseconds, void *begin, void *end);
typedef int cuda_error_name(int number, const char **name);
typedef const char *hip_error_name(int number);
typedef int load_module(void **module, const void *image, unsigned count, int *options,
                        void **values);
typedef int get_function(void **function, void *module, const char *name);
typedef int launch_kernel(void *function, unsigned groups, unsigned groups_y, unsigned groups_z,
                          unsigned group, unsigned group_y, unsigned group_z, unsigned shared,
                          void *stream, void **arguments, void **extra);

#define CALL(type, function) ((type *)own.functions[function])

/* --- opening --- */

static int load(const struct flavour *flavour, struct err *err) {
    if (own.flavour == flavour)
        return 0;
    int status = device_load(flavour->libraries, flavour->names, own.functions, flavour->functions,
                             flavour->name, err);
    int code = status ? 0 : CALL(takes_unsigned, INIT)(0);
    if (code)
        status = err_set(err, ERR_FAILED,
                         code == NO_DEVICE ? "there is no %s device: the driver finds none"
                                           : "the %s driver does not start: error %d",
                         flavour->name, code);
    own.flavour = status ? NULL : flavour;
    return status;
}

static int load_cuda(struct err *err) {
    return load(&cuda, err);
}

static int load_hip(struct err *err) {
    return load(&hip, err);
}

static void name_of(size_t i, char *name, size_t size) {
    int device;
    if (CALL(get_device, DEVICE_GET)(&device, (int)i) == 0)
        CALL(get_name, DEVICE_NAME)(name, (int)size, device);
}

static const char *error(int number) {
    const char *name = NULL;
    if (own.flavour == &hip)
        return CALL(hip_error_name, ERROR_NAME)(number);
    return CALL(cuda_error_name, ERROR_NAME)(number, &name) == 0 ? name : NULL;
}

static int open_device(const struct flavour *flavour, const char *wanted, struct err *err) {
    int count = 0, status = load(flavour, err);
    size_t chosen;
    void *context;
    if (status)
        return status;
    if (CALL(gives_int, DEVICE_COUNT)(&count) || count < 1)
        return err_set(err, ERR_FAILED, "there is no %s device: the driver finds none",
                       flavour->name);
    status = device_choose(wanted, (size_t)count, 0, name_of, flavour->name, &chosen, err);
    if (status)
        return status;
    int code = CALL(get_device, DEVICE_GET)(&own.device, (int)chosen);
    if (!code)
        code = CALL(retain_context, CONTEXT_RETAIN)(&context, own.device);
    if (!code)
        code = CALL(takes_object, CONTEXT_SET)(context);
    /* Without the flag of a stream that does not wait for the default one. */
    if (!code)
        code = CALL(create, STREAM_CREATE)(&own.stream, 0);
    if (!code)
        CALL(get_name, DEVICE_BUS)(own.bus, sizeof own.bus, own.device);
    if (!code && flavour == &cuda)
        nvml_open(own.bus);
    return code ? err_set(err, ERR_FAILED, "cannot use the %s device: error %d, %s", flavour->name,
                          code, error(code) ? error(code) : "")
                : 0;
}

static int open_cuda(const char *wanted, struct err *err) {
    return open_device(&cuda, wanted, err);
}

static int open_hip(const char *wanted, struct err *err) {
    return open_device(&hip, wanted, err);
}

static void *queue(void) {
    return own.stream;
}

/* --- memory --- */

static int allocate(size_t bytes, uintptr_t *buffer) {
    return CALL(allocate_memory, ALLOCATE)(buffer, bytes);
}

static void release(uintptr_t buffer) {
    CALL(release_memory, RELEASE)(buffer);
}

static int upload(struct device_place to, const void *from, size_t bytes) {
    return CALL(upload_memory, UPLOAD)(to.buffer + to.offset, from, bytes, own.stream);
}

static int download(void *to, struct device_place from, size_t bytes) {
    return CALL(download_memory, DOWNLOAD)(to, from.buffer + from.offset, bytes, own.stream);
}

static int copy(struct device_place to, struct device_place from, size_t bytes) {
    return CALL(copy_memory, COPY)(to.buffer + to.offset, from.buffer + from.offset, bytes,
                                   own.stream);
}

static int finish(void) {
    return CALL(takes_object, STREAM_WAIT)(own.stream);
}

/* --- time --- */

static int mark(void *where, int is_end) {
    void **event = &own.marks[is_end];
    int code = *event ? 0 : CALL(create, EVENT_CREATE)(event, 0);
    return code ? code : CALL(record, EVENT_RECORD)(*event, where);
}

static int elapsed(double *seconds) {
    float milliseconds = 0;
    int code = CALL(takes_object, EVENT_WAIT)(own.marks[1]);
    if (!code)
        code = CALL(between, EVENT_ELAPSED)(&milliseconds, own.marks[0], own.marks[1]);
    *seconds = 1e-3 * (double)milliseconds;
    return code;
}

/* --- kernels --- */

enum { ERROR_LOG = 5, ERROR_LOG_BYTES = 6 }; /* CU_JIT_ERROR_LOG_BUFFER, ..._SIZE_BYTES */

static int compile(const char *source, const char *name, void **kernel, struct err *err) {
    char log[4096] = "";
    int options[] = {ERROR_LOG, ERROR_LOG_BYTES};
    void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)}, *module = NULL;
    int code = CALL(load_module, MODULE_LOAD)(&module, source, 2, options, values);
    if (!code)
        code = CALL(get_function, MODULE_FUNCTION)(kernel, module, name);
    for (char *c = log; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    return code ? err_set(err, ERR_FAILED, "its kernel does not compile: CUDA error %d, %s%s%.200s",
                          code, error(code) ? error(code) : "", log[0] ? ": " : "", log)
                : 0;
}

static void shape(char type, struct device_shape *shape) {
    int units = 1;
    (void)type;
    CALL(get_attribute, DEVICE_ATTRIBUTE)(&units, own.flavour->attributes[UNITS], own.device);
    *shape = (struct device_shape){
        .units = (size_t)(units > 0 ? units : 1), .width = 1, .items = 2048, .group = 256};
}

static int launch(void *kernel, size_t groups, size_t group,
                  const struct device_argument *arguments, size_t count) {
    void *values[8];
    for (size_t i = 0; i < count; i++)
        values[i] = (void *)(uintptr_t)arguments[i].value;
    return CALL(launch_kernel, LAUNCH)(kernel, (unsigned)groups, 1, 1, (unsigned)group, 1, 1, 0,
                                       own.stream, values, NULL);
}

/* --- errors --- */

static int is_out_of_memory(int number) {
    return number == OUT_OF_MEMORY;
}

/* Those after which the device is gone, or the context or the whole process cannot use it any more,
 * as cuda.h says of each. HIP has some of them, with the same numbers. */
static int is_fatal(int number) {
    static const int numbers[] = {
        46,  /* DEVICE_UNAVAILABLE */
        100, /* NO_DEVICE */
        101, /* INVALID_DEVICE */
        214, /* ECC_UNCORRECTABLE */
        220, /* NVLINK_UNCORRECTABLE */
        226, /* CONTAINED */
        700, /* ILLEGAL_ADDRESS */
        702, /* LAUNCH_TIMEOUT */
        709, /* CONTEXT_IS_DESTROYED */
        710, /* ASSERT */
        714, /* HARDWARE_STACK_ERROR */
        715, /* ILLEGAL_INSTRUCTION */
        716, /* MISALIGNED_ADDRESS */
        717, /* INVALID_ADDRESS_SPACE */
        718, /* INVALID_PC */
        719, /* LAUNCH_FAILED */
        721, /* TENSOR_MEMORY_LEAK */
        810, /* MPS_CLIENT_TERMINATED */
        911, /* EXTERNAL_DEVICE; HIP: hipErrorInvalidChannelDescriptor, of no call of ours */
        999, /* UNKNOWN */
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] == number)
            return 1;
    return 0;
}

/* --- facts --- */

static void describe(struct facts *facts) {
    static const struct {
        const char *name;
        int attribute;
        double unit;
    } numbers[] = {{"device_compute_units", UNITS, 1},
                   {"device_clock_hertz", CLOCK, 1000},
                   {"device_ecc", ECC, 1}};
    char text[256] = "";
    int version = 0;
    size_t bytes = 0;
    CALL(get_name, DEVICE_NAME)(text, sizeof text, own.device);
    facts_set_text(facts, FACT_DEVICE, text);
    CALL(gives_int, DRIVER_VERSION)(&version);
    snprintf(text, sizeof text, "%s %d.%d", own.flavour->name, version / own.flavour->major,
             version % own.flavour->major / own.flavour->minor);
    facts_set_text(facts, "device_driver", text);
    if (CALL(get_memory, DEVICE_MEMORY)(&bytes, own.device) == 0)
        device_add_number(facts, "device_memory_bytes", (double)bytes);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int value, attribute = own.flavour->attributes[numbers[i].attribute];
        if (attribute && !CALL(get_attribute, DEVICE_ATTRIBUTE)(&value, attribute, own.device))
            device_add_number(facts, numbers[i].name, value * numbers[i].unit);
    }
    if (own.flavour == &cuda)
        nvml_describe(facts);
}

#define STREAMS(api, its_load, its_open, ...)                                                      \
    {                                                                                              \
        .name = api, .load = its_load, .open = its_open, .queue = queue, .allocate = allocate,     \
        .release = release, .upload = upload, .download = download, .copy = copy,                  \
        .finish = finish, .mark = mark, .elapsed = elapsed, .error = error,                        \
        .is_out_of_memory = is_out_of_memory, .is_fatal = is_fatal, .describe = describe,          \
        __VA_ARGS__                                                                                \
    }

const struct device_api device_cuda = STREAMS("CUDA", load_cuda, open_cuda, .takes_ptx = 1,
                                              .compile = compile, .shape = shape, .launch = launch);
const struct device_api device_hip = STREAMS("HIP", load_hip, open_hip, .takes_ptx = 0);
