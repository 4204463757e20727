/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/devices/device_kernel.h"

#include <stdio.h>
#include <string.h>

#include "collect/actions/ceilings.h"
#include "collect/devices/device_memory.h"

static struct {
    const struct device_api *api;
    struct device_shape shape;
    void *kernel;
} own;

/* --- arguments --- */

union number {
    float s;
    double d;
};

static struct device_argument as_number(const struct bench *bench, double value,
                                        union number *number) {
    if (bench_is_single(bench))
        number->s = (float)value;
    else
        number->d = value;
    return (struct device_argument){number, bench->element};
}

/* The kernel's arrays begin where their buffers do, because none of them is renewed. */
static uintptr_t use(const struct bench *bench, const void *array, size_t count, unsigned access) {
    return device_memory_use(array, count * bench->element, access).buffer;
}

static struct device_argument as_buffer(const uintptr_t *buffer) {
    return (struct device_argument){buffer, sizeof *buffer};
}

static void launch(size_t groups, size_t group, const struct device_argument *arguments,
                   size_t count, const char *name) {
    if (!device_failure())
        device_check(own.api, own.api->launch(own.kernel, groups, group, arguments, count), name);
    device_memory_done(0, name);
}

/* --- stream_triad --- */

static void stream_triad(struct bench *bench) {
    const struct stream_triad *t = bench->state;
    const int64_t n = bench->size;
    enum { GROUP = 256 };
    union number s;
    uintptr_t a = use(bench, t->a, (size_t)n, DEVICE_WRITES),
              b = use(bench, t->b, (size_t)n, DEVICE_READS),
              c = use(bench, t->c, (size_t)n, DEVICE_READS);
    const struct device_argument arguments[] = {
        as_buffer(&a), as_buffer(&b), as_buffer(&c), as_number(bench, t->s, &s), {&n, sizeof n}};
    size_t of_group = GROUP * own.shape.width;
    launch(((size_t)n + of_group - 1) / of_group, GROUP, arguments, 5, "stream_triad");
}

/* --- peak_flops --- */

static void peak_flops(struct bench *bench) {
    const struct peak_flops *t = bench->state;
    const struct device_shape *shape = &own.shape;
    const int64_t n = bench->size;
    union number factor, summand;
    uintptr_t x = use(bench, t->x, PEAK_NUMBERS, DEVICE_WRITES),
              y = use(bench, t->y, PEAK_NUMBERS, DEVICE_READS);
    /* Whole copies, in whole groups, of either of which there are a power of two items. */
    size_t of_copy = PEAK_NUMBERS / (PEAK_CHAINS * shape->width);
    size_t step = shape->group > of_copy ? shape->group : of_copy;
    size_t least = shape->units * shape->items;
    size_t items = (least + step - 1) / step * step;
    const struct device_argument arguments[] = {as_buffer(&x),
                                                as_buffer(&y),
                                                as_number(bench, PEAK_A, &factor),
                                                as_number(bench, PEAK_B, &summand),
                                                {&n, sizeof n}};
    launch(items / shape->group, shape->group, arguments, 5, "peak_flops");
    bench_count(bench, BENCH_OPERATIONS,
                2.0 * (double)n * (double)items * (double)(PEAK_CHAINS * shape->width));
}

/* --- OpenCL C --- */

/* Before it stand definitions of REAL, VECTOR, its WIDTH, EACH and IS_CPU, where stores that bypass
 * the caches spare reading what is overwritten. A product and a sum are
 * contracted to a fused operation, as OpenCL has it unless told otherwise. Copies store the same
 * numbers at the same places, so that no compiler can leave any of them out. */
static const char opencl_source[] =
    "#if IS_CPU && defined __has_builtin\n"
    "#if __has_builtin(__builtin_nontemporal_store)\n"
    "#define SET(to, vector) __builtin_nontemporal_store(vector, to)\n"
    "#endif\n"
    "#endif\n"
    "#ifndef SET\n"
    "#define SET(to, vector) *(to) = (vector)\n"
    "#endif\n"
    "kernel void stream_triad(global REAL *a, global const REAL *b, global const REAL *c, REAL s,\n"
    "                         long n) {\n"
    "    long i = get_global_id(0);\n"
    "    if ((i + 1) * WIDTH <= n) {\n"
    "        SET((global VECTOR *)a + i,\n"
    "            ((global const VECTOR *)b)[i] + s * ((global const VECTOR *)c)[i]);\n"
    "    } else {\n"
    "        for (long k = i * WIDTH; k < n; k++)\n"
    "            a[k] = b[k] + s * c[k];\n"
    "    }\n"
    "}\n"
    "kernel void peak_flops(global VECTOR *x, global const VECTOR *y, REAL a, REAL b, long n) {\n"
    "    size_t first = get_global_id(0) % (16 / WIDTH) * 12;\n"
    "#define LOAD(k) VECTOR v##k = y[first + k];\n"
    "#define STEP(k) v##k = v##k * a + b;\n"
    "#define STORE(k) x[first + k] = v##k;\n"
    "    EACH(LOAD)\n"
    "    for (; n >= 8; n -= 8) {\n"
    "        EACH(STEP) EACH(STEP) EACH(STEP) EACH(STEP)\n"
    "        EACH(STEP) EACH(STEP) EACH(STEP) EACH(STEP)\n"
    "    }\n"
    "    for (; n > 0; n--) {\n"
    "        EACH(STEP)\n"
    "    }\n"
    "    EACH(STORE)\n"
    "}\n";

_Static_assert(PEAK_CHAINS == 12, "the source counts them");

static void write_opencl(char *text, size_t size, char type) {
    const char *real = type == 's' ? "float" : "double";
    char width[24] = "";
    if (own.shape.width > 1)
        snprintf(width, sizeof width, "%zu", own.shape.width);
    snprintf(text, size,
             "%s#define REAL %s\n#define VECTOR %s%s\n#define WIDTH %zu\n#define IS_CPU %d\n"
             "#define EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11)\n%s",
             type == 's' ? "" : "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n", real, real,
             width, own.shape.width, own.shape.is_cpu, opencl_source);
}

/* --- PTX --- */

/* Appends SOURCE to TEXT, of which USED bytes are used; returns how many are then. */
static size_t append_ptx(char *text, size_t used, size_t size, const char *source, char type) {
    for (const char *c = source; *c && used < size - 4; c++) {
        const struct device_kernel_mark *mark = device_kernel_marks;
        while (mark->mark && mark->mark != *c)
            mark++;
        if (mark->mark)
            used = append_ptx(text, used, size, mark->text, type);
        else if (*c == '?')
            used += (size_t)snprintf(text + used, size - used, type == 's' ? "f32" : "f64");
        else
            text[used++] = *c == '#' ? (type == 's' ? '2' : '3') : *c;
    }
    text[used] = '\0';
    return used;
}

static void write_ptx(char *text, size_t size, char type) {
    append_ptx(text, 0, size, device_kernel_ptx, type);
}

static int compile(const char *name, char type, struct err *err) {
    static char text[16384];
    (own.api->takes_ptx ? write_ptx : write_opencl)(text, sizeof text, type);
    return own.api->compile(text, name, &own.kernel, err);
}

/* --- the table --- */

static const struct {
    const char *name;
    void (*function)(struct bench *bench);
} kernels[] = {{"peak_flops", peak_flops}, {"stream_triad", stream_triad}};

static size_t find(const char *name) {
    size_t i = 0;
    while (i < sizeof kernels / sizeof *kernels && strcmp(kernels[i].name, name) != 0)
        i++;
    return i;
}

int device_kernel_is_of(const char *name) {
    return find(name) < sizeof kernels / sizeof *kernels;
}

int device_kernel_open(const struct device_api *api, const char *name, char type,
                       bench_function *function, struct err *err) {
    size_t i = find(name);
    if (!api->compile)
        return err_set(err, ERR_FAILED,
                       "there is no kernel of %s for %s; a roofline takes the ceiling by --peak",
                       name, api->name);
    own.api = api;
    api->shape(type, &own.shape);
    *function = (bench_function)kernels[i].function;
    return compile(name, type, err);
}
