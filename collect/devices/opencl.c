/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices by OpenCL. Names and numbers are those of the OpenCL specification, version 1.2, which
 * all drivers have; its headers are not needed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/devices/device.h"

typedef void *cl_object; /* platform, device, context, queue, memory, event, program */

enum {
    CL_SUCCESS = 0,
    CL_DEVICE_NOT_FOUND = -1,
    CL_DEVICE_NOT_AVAILABLE = -2,
    CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
    CL_OUT_OF_RESOURCES = -5,
    CL_OUT_OF_HOST_MEMORY = -6,
    CL_INVALID_BUFFER_SIZE = -61,
    CL_PLATFORM_NOT_FOUND_KHR = -1001,
    CL_ILLEGAL_ACCESS_NV = -9999,

    CL_QUEUE_PROFILING_ENABLE = 2,
    CL_MEM_READ_WRITE = 1,
    CL_DEVICE_TYPE_CPU = 2,
    CL_DEVICE_TYPE_GPU = 4,
    CL_PROGRAM_BUILD_LOG = 0x1183,
    CL_PROFILING_COMMAND_END = 0x1283,

    CL_PLATFORM_VERSION = 0x0901,
    CL_DEVICE_TYPE = 0x1000,
    CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT = 0x100A,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE = 0x100B,
    CL_DEVICE_MAX_CLOCK_FREQUENCY = 0x100C,
    CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
    CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
    CL_DEVICE_ERROR_CORRECTION_SUPPORT = 0x1024,
    CL_DEVICE_NAME = 0x102B,
    CL_DRIVER_VERSION = 0x102D,
    CL_DEVICE_PLATFORM = 0x1031,
};
#define CL_DEVICE_TYPE_ALL UINT64_C(0xFFFFFFFF)

/* --- the functions --- */

enum {
    GET_PLATFORMS,
    GET_PLATFORM_INFO,
    GET_DEVICES,
    GET_DEVICE_INFO,
    CREATE_CONTEXT,
    CREATE_QUEUE,
    CREATE_BUFFER,
    RELEASE_BUFFER,
    READ_BUFFER,
    WRITE_BUFFER,
    COPY_BUFFER,
    MARK,
    WAIT,
    PROFILE,
    RELEASE_EVENT,
    FINISH,
    CREATE_PROGRAM,
    BUILD_PROGRAM,
    GET_BUILD_INFO,
    CREATE_KERNEL,
    SET_ARGUMENT,
    LAUNCH,
    FUNCTIONS
};

static const char *const names[FUNCTIONS] = {
    "clGetPlatformIDs",
    "clGetPlatformInfo",
    "clGetDeviceIDs",
    "clGetDeviceInfo",
    "clCreateContext",
    "clCreateCommandQueue",
    "clCreateBuffer",
    "clReleaseMemObject",
    "clEnqueueReadBuffer",
    "clEnqueueWriteBuffer",
    "clEnqueueCopyBuffer",
    "clEnqueueMarkerWithWaitList",
    "clWaitForEvents",
    "clGetEventProfilingInfo",
    "clReleaseEvent",
    "clFinish",
    "clCreateProgramWithSource",
    "clBuildProgram",
    "clGetProgramBuildInfo",
    "clCreateKernel",
    "clSetKernelArg",
    "clEnqueueNDRangeKernel",
};

typedef int get_ids(uint32_t room, cl_object *ids, uint32_t *count);
typedef int get_devices(cl_object platform, uint64_t type, uint32_t room, cl_object *ids,
                        uint32_t *count);
typedef int get_info(cl_object object, uint32_t what, size_t size, void *value, size_t *used);
typedef cl_object create_context(const intptr_t *properties, uint32_t count, const cl_object *ids,
                                 void *notify, void *data, int *code);
typedef cl_object create_queue(cl_object context, cl_object device, uint64_t properties, int *code);
typedef cl_object create_buffer(cl_object context, uint64_t flags, size_t bytes, void *host,
                                int *code);
typedef int release(cl_object object);
typedef int read_buffer(cl_object queue, cl_object buffer, uint32_t blocks, size_t offset,
                        size_t bytes, void *host, uint32_t waits, const cl_object *events,
                        cl_object *event);
typedef int write_buffer(cl_object queue, cl_object buffer, uint32_t blocks, size_t offset,
                         size_t bytes, const void *host, uint32_t waits, const cl_object *events,
                         cl_object *event);
typedef int copy_buffer(cl_object queue, cl_object from, cl_object to, size_t from_offset,
                        size_t to_offset, size_t bytes, uint32_t waits, const cl_object *events,
                        cl_object *event);
typedef int mark_queue(cl_object queue, uint32_t waits, const cl_object *events, cl_object *event);
typedef cl_object create_program(cl_object context, uint32_t count, const char **texts,
                                 const size_t *lengths, int *code);
typedef int build_program(cl_object program, uint32_t count, const cl_object *devices,
                          const char *options, void *notify, void *data);
typedef int get_build_info(cl_object program, cl_object device, uint32_t what, size_t size,
                           void *value, size_t *used);
typedef cl_object create_kernel(cl_object program, const char *name, int *code);
typedef int set_argument(cl_object kernel, uint32_t number, size_t bytes, const void *value);
typedef int launch_kernel(cl_object queue, cl_object kernel, uint32_t dimensions,
                          const size_t *offsets, const size_t *items, const size_t *group,
                          uint32_t waits, const cl_object *events, cl_object *event);
typedef int wait_for(uint32_t count, const cl_object *events);

static struct {
    bench_function functions[FUNCTIONS];
    int is_loaded;
    cl_object devices[64];
    uint32_t device_count;
    cl_object device, context, queue, marks[2];
} own;

#define CALL(type, function) ((type *)own.functions[function])

/* --- opening --- */

static int load(struct err *err) {
    static const char *const libraries[] = {"libOpenCL.so.1", NULL};
    int status =
        own.is_loaded ? 0 : device_load(libraries, names, own.functions, FUNCTIONS, "OpenCL", err);
    own.is_loaded = status == 0;
    return status;
}

static void name_of(size_t i, char *name, size_t size) {
    CALL(get_info, GET_DEVICE_INFO)(own.devices[i], CL_DEVICE_NAME, size, name, NULL);
}

/* All devices, of all platforms in the loader's order. */
static int find_devices(struct err *err) {
    cl_object platforms[16];
    uint32_t platform_count = 0, most = sizeof own.devices / sizeof *own.devices;
    int code = CALL(get_ids, GET_PLATFORMS)(16, platforms, &platform_count);
    if (code || !platform_count)
        return err_set(err, ERR_FAILED,
                       "there is no OpenCL device: no driver is installed (/etc/OpenCL/vendors)");
    own.device_count = 0;
    for (uint32_t p = 0; p < platform_count && p < 16; p++) {
        uint32_t count = 0;
        code = CALL(get_devices, GET_DEVICES)(platforms[p], CL_DEVICE_TYPE_ALL,
                                              most - own.device_count,
                                              own.devices + own.device_count, &count);
        if (code == CL_SUCCESS)
            own.device_count += count < most - own.device_count ? count : most - own.device_count;
        if (own.device_count == most)
            break;
    }
    return own.device_count
               ? 0
               : err_set(err, ERR_FAILED, "there is no OpenCL device: the driver finds none");
}

static uint64_t number_of(uint32_t what, size_t bytes) {
    uint64_t number = 0; /* little-endian */
    CALL(get_info, GET_DEVICE_INFO)(own.device, what, bytes, &number, NULL);
    return number;
}

/* The first GPU, or else the first device. */
static size_t usual_device(void) {
    for (size_t i = 0; i < own.device_count; i++) {
        own.device = own.devices[i];
        if (number_of(CL_DEVICE_TYPE, 8) & CL_DEVICE_TYPE_GPU)
            return i;
    }
    return 0;
}

static int open_device(const char *wanted, struct err *err) {
    size_t chosen;
    int code = 0, status = load(err);
    if (status == 0)
        status = find_devices(err);
    if (status == 0)
        status = device_choose(wanted, own.device_count, usual_device(), name_of, "OpenCL", &chosen,
                               err);
    if (status)
        return status;
    own.device = own.devices[chosen];
    own.context = CALL(create_context, CREATE_CONTEXT)(NULL, 1, &own.device, NULL, NULL, &code);
    if (own.context)
        own.queue = CALL(create_queue, CREATE_QUEUE)(own.context, own.device,
                                                     CL_QUEUE_PROFILING_ENABLE, &code);
    return own.queue ? 0 : err_set(err, ERR_FAILED, "cannot use the OpenCL device: error %d", code);
}

static void *queue(void) {
    return own.queue;
}

/* --- memory --- */

/* Drivers allocate late, so that too much is noticed only in a call: compare it first. */
static int allocate(size_t bytes, uintptr_t *buffer) {
    int code = 0;
    if (bytes > number_of(CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8) ||
        bytes > number_of(CL_DEVICE_GLOBAL_MEM_SIZE, 8))
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    cl_object made =
        CALL(create_buffer, CREATE_BUFFER)(own.context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    *buffer = (uintptr_t)made;
    return code == CL_OUT_OF_RESOURCES ? CL_MEM_OBJECT_ALLOCATION_FAILURE : code;
}

static void release_buffer(uintptr_t buffer) {
    CALL(release, RELEASE_BUFFER)((cl_object)buffer);
}

static int upload(struct device_place to, const void *from, size_t bytes) {
    return CALL(write_buffer, WRITE_BUFFER)(own.queue, (cl_object)to.buffer, 0, to.offset, bytes,
                                            from, 0, NULL, NULL);
}

static int download(void *to, struct device_place from, size_t bytes) {
    return CALL(read_buffer, READ_BUFFER)(own.queue, (cl_object)from.buffer, 0, from.offset, bytes,
                                          to, 0, NULL, NULL);
}

static int copy(struct device_place to, struct device_place from, size_t bytes) {
    return CALL(copy_buffer, COPY_BUFFER)(own.queue, (cl_object)from.buffer, (cl_object)to.buffer,
                                          from.offset, to.offset, bytes, 0, NULL, NULL);
}

static int finish(void) {
    return CALL(release, FINISH)(own.queue);
}

/* --- time --- */

static int mark(void *where, int is_end) {
    cl_object *event = &own.marks[is_end];
    if (*event)
        CALL(release, RELEASE_EVENT)(*event);
    *event = NULL;
    return CALL(mark_queue, MARK)(where, 0, NULL, event);
}

static int elapsed(double *seconds) {
    uint64_t moments[2] = {0, 0}; /* nanoseconds */
    int code = CALL(wait_for, WAIT)(1, &own.marks[1]);
    for (int i = 0; i < 2 && !code; i++)
        code = CALL(get_info, PROFILE)(own.marks[i], CL_PROFILING_COMMAND_END, sizeof moments[i],
                                       &moments[i], NULL);
    *seconds = 1e-9 * (double)(int64_t)(moments[1] - moments[0]);
    return code;
}

/* --- kernels --- */

/* Sets LINE to the beginning of what the compiler said, without its ends of lines. A driver gives
 * all of that or nothing. */
static void read_log(cl_object program, char *line, size_t size) {
    const size_t most = 1 << 20;
    size_t bytes = 0;
    get_build_info *info = CALL(get_build_info, GET_BUILD_INFO);
    int code = info(program, own.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
    char *log = !code && bytes <= most ? calloc(bytes + 1, 1) : NULL;
    line[0] = '\0';
    if (log && info(program, own.device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL) == 0)
        snprintf(line, size, "%s", log);
    free(log);
    for (char *c = line; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
}

static int compile(const char *source, const char *name, void **kernel, struct err *err) {
    char log[200] = "";
    int code = 0;
    cl_object program = CALL(create_program, CREATE_PROGRAM)(own.context, 1, &source, NULL, &code);
    if (program)
        code = CALL(build_program, BUILD_PROGRAM)(program, 1, &own.device, "", NULL, NULL);
    if (program && code)
        read_log(program, log, sizeof log);
    *kernel = program && !code ? CALL(create_kernel, CREATE_KERNEL)(program, name, &code) : NULL;
    return *kernel ? 0
                   : err_set(err, ERR_FAILED, "its kernel does not compile: OpenCL error %d%s%s",
                             code, log[0] ? ": " : "", log);
}

static void shape(char type, struct device_shape *shape) {
    int is_cpu = (number_of(CL_DEVICE_TYPE, 8) & CL_DEVICE_TYPE_CPU) != 0;
    uint32_t width_of = type == 's' ? CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT
                                    : CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE;
    size_t units = number_of(CL_DEVICE_MAX_COMPUTE_UNITS, 4), width = number_of(width_of, 4);
    *shape = (struct device_shape){.units = units ? units : 1,
                                   .width = width ? width : 1,
                                   .items = is_cpu ? 8 : 2048,
                                   .group = is_cpu ? 1 : 256,
                                   .is_cpu = is_cpu};
}

static int launch(void *kernel, size_t groups, size_t group,
                  const struct device_argument *arguments, size_t count) {
    size_t items = groups * group;
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = CALL(set_argument, SET_ARGUMENT)(kernel, (uint32_t)i, arguments[i].bytes,
                                                arguments[i].value);
    return code ? code
                : CALL(launch_kernel, LAUNCH)(own.queue, kernel, 1, NULL, &items, &group, 0, NULL,
                                              NULL);
}

/* --- errors --- */

static const char *error(int number) {
    static const struct {
        int number;
        const char *name;
    } errors[] = {
        {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
        {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
        {-3, "CL_COMPILER_NOT_AVAILABLE"},
        {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
        {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
        {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
        {-7, "CL_PROFILING_INFO_NOT_AVAILABLE: was the queue made without profiling?"},
        {-11, "CL_BUILD_PROGRAM_FAILURE"},
        {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
        {-36, "CL_INVALID_COMMAND_QUEUE"},
        {-52, "CL_INVALID_KERNEL_ARGS"},
        {-54, "CL_INVALID_WORK_GROUP_SIZE"},
        {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
        {-1024, "not implemented"}, /* this and those below are of clblast_c.h */
        {-1022, "invalid matrix A"},
        {-1021, "invalid matrix B"},
        {-1020, "invalid matrix C"},
        {-1019, "invalid vector x"},
        {-1018, "invalid vector y"},
        {-1017, "invalid dimension"},
        {-1016, "invalid leading dimension of A"},
        {-1015, "invalid leading dimension of B"},
        {-1014, "invalid leading dimension of C"},
        {-1013, "invalid increment of x"},
        {-1012, "invalid increment of y"},
        {-1011, "matrix A is too small"},
        {-1010, "matrix B is too small"},
        {-1009, "matrix C is too small"},
        {-1008, "vector x is too small"},
        {-1007, "vector y is too small"},
        {-2050, "the temporary buffer is too small"},
        {-2046, "the device has too little local memory"},
        {-2045, "the device has no half precision"},
        {-2044, "the device has no double precision"},
        {-2043, "invalid scalar"},
        {-2042, "the scalar is too small"},
        {-2041, "the device is not in the database"},
        {-2040, "unknown"},
        {-2039, "unexpected"},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].number == number)
            return errors[i].name;
    return NULL;
}

static int is_out_of_memory(int number) {
    return number == CL_MEM_OBJECT_ALLOCATION_FAILURE || number == CL_OUT_OF_HOST_MEMORY ||
           number == CL_INVALID_BUFFER_SIZE;
}

/* NVIDIA's driver says CL_OUT_OF_RESOURCES of a kernel that went wrong. */
static int is_fatal(int number) {
    return number == CL_DEVICE_NOT_AVAILABLE || number == CL_OUT_OF_RESOURCES ||
           number == CL_ILLEGAL_ACCESS_NV;
}

/* --- facts --- */

static void describe(struct facts *facts) {
    char text[256] = "", platform[128] = "", driver[128] = "";
    cl_object of = NULL;
    get_info *info = CALL(get_info, GET_DEVICE_INFO);
    info(own.device, CL_DEVICE_NAME, sizeof text, text, NULL);
    facts_set_text(facts, FACT_DEVICE, text);
    info(own.device, CL_DEVICE_PLATFORM, sizeof of, &of, NULL);
    CALL(get_info, GET_PLATFORM_INFO)(of, CL_PLATFORM_VERSION, sizeof platform, platform, NULL);
    info(own.device, CL_DRIVER_VERSION, sizeof driver, driver, NULL);
    snprintf(text, sizeof text, "%s, driver %s", platform, driver);
    facts_set_text(facts, "device_driver", text);
    static const struct {
        const char *name;
        uint32_t what;
        size_t bytes;
        double unit;
    } numbers[] = {
        {"device_compute_units", CL_DEVICE_MAX_COMPUTE_UNITS, 4, 1},
        {"device_clock_hertz", CL_DEVICE_MAX_CLOCK_FREQUENCY, 4, 1000000},
        {"device_memory_bytes", CL_DEVICE_GLOBAL_MEM_SIZE, 8, 1},
        {"device_ecc", CL_DEVICE_ERROR_CORRECTION_SUPPORT, 4, 1},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        device_add_number(facts, numbers[i].name,
                          (double)number_of(numbers[i].what, numbers[i].bytes) * numbers[i].unit);
}

const struct device_api device_opencl = {
    .name = "OpenCL",
    .load = load,
    .open = open_device,
    .queue = queue,
    .allocate = allocate,
    .release = release_buffer,
    .upload = upload,
    .download = download,
    .copy = copy,
    .finish = finish,
    .mark = mark,
    .elapsed = elapsed,
    .compile = compile,
    .shape = shape,
    .launch = launch,
    .error = error,
    .is_out_of_memory = is_out_of_memory,
    .is_fatal = is_fatal,
    .describe = describe,
};
