/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "collect/design/actions.h"
#include "collect/devices/device_kernel.h"
#include "tests/collect/devices/made_up_device.h"
#include "tests/test.h"

TEST(each_action_that_is_said_to_have_a_kernel_has_one) {
    size_t count = 0;
    for (const struct bench_action *const *a = actions; *a; a++) {
        assert_int_equal(device_kernel_is_of((*a)->name), actions_have_kernel((*a)->name));
        assert_true(!actions_have_kernel((*a)->name) || (*a)->implementations);
        count += actions_have_kernel((*a)->name) != 0;
    }
    assert_int_equal(count, 2);
}

TEST(where_nothing_compiles_the_way_out_is_told) {
    bench_function function = NULL;
    struct err err = {""};
    assert_int_equal(device_kernel_open(&made_up_device, "peak_flops", 'd', &function, &err),
                     ERR_FAILED);
    assert_string_equal(err.message, "there is no kernel of peak_flops for made-up; a roofline "
                                     "takes the ceiling by --peak");
}

TEST(what_the_compiler_says_is_told_in_one_line) {
    void *kernel = NULL;
    struct err err = {""};
    if (device_opencl.open("", &err))
        skip_for("needs a device of OpenCL: %s", err.message);
    assert_int_equal(
        device_opencl.compile("kernel void f() {\n no_such();\n}\n", "f", &kernel, &err),
        ERR_FAILED);
    assert_non_null(strstr(err.message, "its kernel does not compile: OpenCL error -11: "));
    assert_non_null(strstr(err.message, "no_such"));
    assert_null(strchr(err.message, '\n'));
    assert_null(kernel);
    assert_int_equal(device_opencl.compile("kernel void f() {}", "g", &kernel, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "OpenCL error -46")); /* CL_INVALID_KERNEL_NAME */
    assert_int_equal(device_opencl.compile("kernel void f() {}", "f", &kernel, &err), 0);
    assert_non_null(kernel);
}

TEST(a_kernel_runs_once_for_each_item) {
    struct device_shape shape = {0};
    struct err err = {""};
    bench_function function = NULL;
    uintptr_t buffer = 0;
    int counts[12] = {0}, three = 3;
    void *kernel;
    if (device_opencl.open("", &err))
        skip_for("needs a device of OpenCL: %s", err.message);
    device_opencl.shape('s', &shape);
    assert_true(shape.units >= 1 && shape.items >= 1 && shape.group >= 1);
    assert_true(192 % (12 * shape.width) == 0);
    assert_int_equal(device_kernel_open(&device_opencl, "stream_triad", 's', &function, &err), 0);
    assert_non_null(function);
    assert_int_equal(device_opencl.compile("kernel void add(global int *a, int b) {"
                                           " a[get_global_id(0)] += b + get_group_id(0); }",
                                           "add", &kernel, &err),
                     0);
    assert_int_equal(device_opencl.allocate(sizeof counts, &buffer), 0);
    struct device_place place = {buffer, 0};
    const struct device_argument arguments[] = {{&buffer, sizeof buffer}, {&three, sizeof three}};
    device_opencl.upload(place, counts, sizeof counts);
    assert_int_equal(device_opencl.launch(kernel, 3, 4, arguments, 2), 0);
    device_opencl.download(counts, place, sizeof counts);
    device_opencl.finish();
    for (int i = 0; i < 12; i++)
        assert_int_equal(counts[i], 3 + i / 4);
    device_opencl.release(buffer);
}
