/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By whatever device of OpenCL there is, such as the CPU by pocl. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/devices/device.h"
#include "tests/test.h"

static const struct device_api *const opencl = &device_opencl;

static void open_or_skip(const char *wanted) {
    struct err err = {""};
    if (opencl->open("", &err))
        skip_for("needs a device of OpenCL: %s", err.message);
    assert_int_equal(opencl->open(wanted, &err), 0);
    device_forget();
}

TEST(a_device_is_opened_by_number_and_by_its_own_name) {
    struct facts facts = {0}, same = {0};
    struct err err = {""};
    open_or_skip("0");
    opencl->describe(&facts);
    const char *name = facts_text(&facts, FACT_DEVICE, "");
    assert_true(strlen(name) > 0);
    assert_int_equal(opencl->open(name, &err), 0);
    opencl->describe(&same);
    assert_string_equal(facts_text(&same, FACT_DEVICE, ""), name);
    assert_non_null(strstr(facts_text(&facts, "device_driver", ""), "OpenCL "));
    assert_true(atof(facts_text(&facts, "device_compute_units", "0")) >= 1);
    assert_true(atof(facts_text(&facts, "device_memory_bytes", "0")) > 1e6);
    assert_int_equal(opencl->open("no such device", &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "no OpenCL device is \"no such device\"; there "));
    assert_non_null(strstr(err.message, name));
    facts_release(&facts);
    facts_release(&same);
}

TEST(data_go_there_and_back) {
    double in[4] = {1, 2, 3, 4}, out[2] = {0, 0};
    uintptr_t a = 0, b = 0;
    open_or_skip("");
    assert_int_equal(opencl->allocate(sizeof in, &a), 0);
    assert_int_equal(opencl->allocate(sizeof in, &b), 0);
    assert_int_equal(opencl->upload((struct device_place){a, 0}, in, sizeof in), 0);
    assert_int_equal(
        opencl->copy((struct device_place){b, 8}, (struct device_place){a, 16}, sizeof out), 0);
    assert_int_equal(opencl->download(out, (struct device_place){b, 8}, sizeof out), 0);
    assert_int_equal(opencl->finish(), 0);
    assert_float_equal(out[0], 3, 0);
    assert_float_equal(out[1], 4, 0);
    opencl->release(a);
    opencl->release(b);
}

TEST(two_marks_are_in_their_order) {
    double seconds = -1;
    open_or_skip("");
    assert_int_equal(opencl->mark(opencl->queue(), 0), 0);
    assert_int_equal(opencl->mark(opencl->queue(), 1), 0);
    assert_int_equal(opencl->elapsed(&seconds), 0);
    assert_true(seconds >= 0 && seconds < 60);
}

TEST(too_much_memory_is_refused_at_once) {
    uintptr_t buffer = 0;
    open_or_skip("");
    int code = opencl->allocate((size_t)1 << 60, &buffer);
    assert_true(code && opencl->is_out_of_memory(code) && !opencl->is_fatal(code));
    assert_string_equal(opencl->error(code), "CL_MEM_OBJECT_ALLOCATION_FAILURE");
    assert_true(buffer == 0);
}

/* Numbers of cl.h; -9999 is NVIDIA's, and those below -1000 of clblast_c.h. */
TEST(errors_have_names_and_some_cost_the_device) {
    static const struct {
        int number;
        const char *name; /* NULL: unknown */
        int is_fatal, is_out_of_memory;
    } errors[] = {
        {-2, "CL_DEVICE_NOT_AVAILABLE", 1, 0},
        {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE", 0, 1},
        {-5, "CL_OUT_OF_RESOURCES", 1, 0},
        {-6, "CL_OUT_OF_HOST_MEMORY", 0, 1},
        {-11, "CL_BUILD_PROGRAM_FAILURE", 0, 0},
        {-61, "CL_INVALID_BUFFER_SIZE", 0, 1},
        {-1024, "not implemented", 0, 0},
        {-1022, "invalid matrix A", 0, 0},
        {-1018, "invalid vector y", 0, 0},
        {-1017, "invalid dimension", 0, 0},
        {-1016, "invalid leading dimension of A", 0, 0},
        {-1012, "invalid increment of y", 0, 0},
        {-1011, "matrix A is too small", 0, 0},
        {-1010, "matrix B is too small", 0, 0},
        {-1009, "matrix C is too small", 0, 0},
        {-1008, "vector x is too small", 0, 0},
        {-1007, "vector y is too small", 0, 0},
        {-2050, "the temporary buffer is too small", 0, 0},
        {-2046, "the device has too little local memory", 0, 0},
        {-2045, "the device has no half precision", 0, 0},
        {-2044, "the device has no double precision", 0, 0},
        {-2043, "invalid scalar", 0, 0},
        {-2041, "the device is not in the database", 0, 0},
        {-9999, NULL, 1, 0},
        {-12345, NULL, 0, 0},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        const char *name = opencl->error(errors[i].number);
        assert_int_equal(!name, !errors[i].name);
        if (name)
            assert_string_equal(name, errors[i].name);
        assert_int_equal(opencl->is_fatal(errors[i].number), errors[i].is_fatal);
        assert_int_equal(opencl->is_out_of_memory(errors[i].number), errors[i].is_out_of_memory);
    }
}

/* What compilers say is long where a kernel has many mistakes. */
TEST(a_kernel_that_does_not_compile_is_refused_with_the_first_mistake) {
    char *source = NULL;
    size_t size;
    void *kernel;
    struct err err = {""};
    open_or_skip("");
    FILE *out = open_memstream(&source, &size);
    assert_non_null(out);
    fputs("kernel void f() {\n", out);
    for (int i = 0; i < 64; i++)
        fprintf(out, "    no_such_function_%d();\n", i);
    fputs("}\n", out);
    fclose(out);
    assert_int_equal(opencl->compile(source, "f", &kernel, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "its kernel does not compile: OpenCL error -"));
    assert_non_null(strstr(err.message, "no_such_function_0"));
    assert_null(strchr(err.message, '\n'));
    free(source);
}
