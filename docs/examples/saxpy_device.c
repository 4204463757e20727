/* saxpy_device: y := a x + y as a loop, as a kernel of our own on an OpenCL device, and by CLBlast
 * there. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clblast_c.h>
#include <stdlib.h>

#include <benchmat/action.h>

typedef void saxpy(struct bench *bench, int64_t calls);

static float *x, *y;
static cl_context context;
static cl_command_queue queue;
static cl_kernel compiled;
static cl_mem on_device[2]; /* x and y */

static void loop(struct bench *bench, int64_t calls) {
    for (int64_t c = 0; c < calls; c++)
        for (int64_t i = 0; i < bench->size; i++)
            y[i] += 0.5f * x[i];
}

static const char *const source =
    "kernel void saxpy(float a, global const float *x, global float *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] += a * x[i];\n"
    "}\n";

static void kernel(struct bench *bench, int64_t calls) {
    size_t n = (size_t)bench->size;
    bench_device_begin(bench, BENCH_OPENCL, queue);
    for (int64_t c = 0; c < calls; c++)
        clEnqueueNDRangeKernel(queue, compiled, 1, NULL, &n, NULL, 0, NULL, NULL);
    bench_device_end(bench);
}

static void clblast(struct bench *bench, int64_t calls) {
    size_t n = (size_t)bench->size;
    bench_device_begin(bench, BENCH_OPENCL, queue);
    for (int64_t c = 0; c < calls; c++)
        CLBlastSaxpy(n, 0.5f, on_device[0], 0, 1, on_device[1], 0, 1, &queue, NULL);
    bench_device_end(bench);
}

/* --- around the calls: none of this is timed --- */

static int setup(struct bench *bench) {
    x = bench_array(bench, (size_t)bench->size);
    y = bench_output(bench, bench_array(bench, (size_t)bench->size), (size_t)bench->size);
    return 0;
}

static int fail(struct bench *bench, const char *why) {
    bench_fail(bench, why);
    return 1;
}

/* Compiles the kernel; what the compiler says of a mistake becomes the reason of the failure. */
static int compile(struct bench *bench, cl_device_id device) {
    size_t bytes = 0;
    float a = 0.5f;
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL)) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
        char *log = calloc(bytes + 1, 1);
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
        fail(bench, log ? log : "it does not compile");
        free(log);
        return 1;
    }
    compiled = clCreateKernel(program, "saxpy", NULL);
    clSetKernelArg(compiled, 0, sizeof a, &a);
    for (cl_uint i = 0; i < 2; i++)
        clSetKernelArg(compiled, i + 1, sizeof on_device[i], &on_device[i]);
    return 0;
}

static int begin_round(struct bench *bench) {
    cl_platform_id platform;
    cl_device_id device;
    int error = 0;
    if (clGetPlatformIDs(1, &platform, NULL) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return fail(bench, "there is no OpenCL device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
    for (int i = 0; i < 2 && !error; i++)
        on_device[i] = clCreateBuffer(context, CL_MEM_READ_WRITE,
                                      (size_t)bench->size * sizeof *x, NULL, &error);
    return error ? fail(bench, "out of device memory") : compile(bench, device);
}

static int begin_batch(struct bench *bench) {
    size_t bytes = (size_t)bench->size * sizeof *x;
    return clEnqueueWriteBuffer(queue, on_device[0], 1, 0, bytes, x, 0, NULL, NULL) ||
           clEnqueueWriteBuffer(queue, on_device[1], 1, 0, bytes, y, 0, NULL, NULL);
}

static void end_batch(struct bench *bench) {
    size_t bytes = (size_t)bench->size * sizeof *x;
    if (bench->routines[0] != (bench_function)loop)
        clEnqueueReadBuffer(queue, on_device[1], 1, 0, bytes, y, 0, NULL, NULL);
}

static void end_round(struct bench *bench) {
    (void)bench;
    for (int i = 0; i < 2; i++)
        clReleaseMemObject(on_device[i]);
    clReleaseKernel(compiled);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

static void calculate(struct bench *bench, int64_t calls) {
    ((saxpy *)bench->routines[0])(bench, calls);
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "saxpy_device",
    .about = "y := a x + y",
    .types = "s",
    .size_means = "length of x and y",
    .largest = 10000000,
    .setup = setup,
    .begin_round = begin_round,
    .end_round = end_round,
    .begin_batch = begin_batch,
    .end_batch = end_batch,
    .calculate = calculate,
    .implementations =
        (const struct bench_implementation[]){BENCH_IMPLEMENTATION(loop),
                                              BENCH_IMPLEMENTATION(kernel),
                                              BENCH_IMPLEMENTATION(clblast), {0}},
};
