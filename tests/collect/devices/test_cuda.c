/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What CUDA's driver is asked, by one that is made up. */
#include <string.h>

#include "collect/devices/device.h"
#include "tests/collect/devices/fake_cuda.h"
#include "tests/test.h"

static const struct device_api *const cuda = &device_cuda;

static int load(void **state) {
    *state = fake_cuda();
    return 0;
}

static int usual(void **state) {
    (void)state;
    unsetenv("CUDA_FAKE");
    return 0;
}

EACH_TEST(usual, NULL);
ALL_TESTS(load, NULL);

/* First, for the driver starts once. */
TEST(a_driver_without_a_device_is_no_device) {
    struct err err = {""};
    setenv("CUDA_FAKE", "none", 1);
    assert_int_equal(cuda->open("", &err), ERR_FAILED);
    assert_string_equal(err.message, "there is no CUDA device: the driver finds none");
}

TEST(one_of_two_devices_is_opened_and_described) {
    static const struct {
        const char *wanted, *name, *units;
    } choices[] = {
        {"", "First Fake", "7"}, {"1", "Second Fake", "8"}, {"second", "Second Fake", "8"}};
    struct err err = {""};
    setenv("CUDA_FAKE", "two", 1);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        struct facts facts = {0};
        assert_int_equal(cuda->open(choices[i].wanted, &err), 0);
        cuda->describe(&facts);
        assert_string_equal(facts_text(&facts, FACT_DEVICE, ""), choices[i].name);
        assert_string_equal(facts_text(&facts, "device_compute_units", ""), choices[i].units);
        assert_string_equal(facts_text(&facts, "device_driver", ""), "CUDA 12.4");
        assert_string_equal(facts_text(&facts, "device_memory_bytes", ""), "4294967296");
        assert_string_equal(facts_text(&facts, "device_clock_hertz", ""), "1500000000");
        facts_release(&facts);
    }
    assert_int_equal(cuda->open("third", &err), ERR_FAILED);
    assert_string_equal(err.message,
                        "no CUDA device is \"third\"; there are 0 First Fake, 1 Second Fake");
}

TEST(data_go_there_and_back) {
    double in[4] = {1, 2, 3, 4}, out[2] = {0, 0};
    uintptr_t a = 0, b = 0;
    struct err err = {""};
    assert_int_equal(cuda->open("", &err), 0);
    assert_non_null(cuda->queue());
    assert_int_equal(cuda->allocate(sizeof in, &a), 0);
    assert_int_equal(cuda->allocate(sizeof in, &b), 0);
    assert_int_equal(cuda->upload((struct device_place){a, 0}, in, sizeof in), 0);
    assert_int_equal(
        cuda->copy((struct device_place){b, 0}, (struct device_place){a, 16}, sizeof out), 0);
    assert_int_equal(cuda->download(out, (struct device_place){b, 0}, sizeof out), 0);
    assert_int_equal(cuda->finish(), 0);
    assert_float_equal(out[0], 3, 0);
    assert_float_equal(out[1], 4, 0);
    cuda->release(a);
    cuda->release(b);
}

TEST(too_much_memory_is_refused_by_its_own_number) {
    uintptr_t buffer = 0;
    struct err err = {""};
    setenv("CUDA_FAKE", "small", 1);
    assert_int_equal(cuda->open("", &err), 0);
    int code = cuda->allocate(2000000, &buffer);
    assert_true(code && cuda->is_out_of_memory(code) && !cuda->is_fatal(code));
    assert_string_equal(cuda->error(code), "CUDA_ERROR_OUT_OF_MEMORY");
}

/* Numbers of cuda.h. */
TEST(some_errors_cost_the_device) {
    static const int fatal[] = {46,  100, 101, 214, 220, 226, 700, 702, 709, 710,
                                714, 715, 716, 717, 718, 719, 721, 810, 911, 999},
                     harmless[] = {0,   1,   2,   200, 209, 218, 600, 701, 703, 704,
                                   705, 708, 711, 712, 713, 720, 800, 801, 900};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        assert_true(cuda->is_fatal(fatal[i]));
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        assert_false(cuda->is_fatal(harmless[i]));
}

/* Its own numbers of versions and names of errors; it has no kernels of ours. */
TEST(hip_is_the_same_by_other_names) {
    struct facts facts = {0};
    struct err err = {""};
    uintptr_t buffer = 0;
    fake_library("fake_hip", "libamdhip64.so.6");
    setenv("CUDA_FAKE", "small", 1);
    if (device_hip.open("", &err))
        fail_msg("%s", err.message);
    device_hip.describe(&facts);
    assert_string_equal(facts_text(&facts, FACT_DEVICE, ""), "First Fake");
    assert_string_equal(facts_text(&facts, "device_driver", ""), "HIP 5.2");
    int code = device_hip.allocate(2000000, &buffer);
    assert_true(device_hip.is_out_of_memory(code));
    assert_string_equal(device_hip.error(code), "hipErrorOutOfMemory");
    facts_release(&facts);
}
