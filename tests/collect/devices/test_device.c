/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "tests/collect/devices/made_up_device.h"
#include "tests/test.h"

static int forget(void **state) {
    (void)state;
    made_up.finishing = 0;
    device_forget();
    return 0;
}

/* --- choosing --- */

static const char *const three[] = {"Fast One", "Slow One", "Other"};

static void name_of(size_t i, char *name, size_t size) {
    snprintf(name, size, "%s", three[i]);
}

EACH_TEST(forget, NULL);

TEST(every_kind_has_its_table) {
    assert_ptr_equal(device_api_of(BENCH_OPENCL), &device_opencl);
    assert_ptr_equal(device_api_of(BENCH_CUDA), &device_cuda);
    assert_ptr_equal(device_api_of(BENCH_HIP), &device_hip);
    assert_null(device_api_of((enum bench_device)(BENCH_HIP + 1)));
    assert_null(device_api_of((enum bench_device) - 1));
}

TEST(a_device_is_chosen_by_number_or_part_of_its_name) {
    static const struct {
        const char *wanted;
        size_t chosen;
    } choices[] = {
        {"", 1}, {"0", 0}, {"2", 2}, {"fast", 0}, {"ONE", 0}, {"slow o", 1}, {"her", 2},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        struct err err = {""};
        size_t chosen = 99;
        assert_int_equal(device_choose(choices[i].wanted, 3, 1, name_of, "CUDA", &chosen, &err), 0);
        assert_int_equal(chosen, choices[i].chosen);
    }
}

TEST(a_device_that_is_not_there_is_answered_with_the_list) {
    static const char *const wanted[] = {"3", "-1", "1x", "none", "18446744073709551616"};
    struct err err = {""};
    char expected[128];
    size_t chosen = 99;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_int_equal(device_choose(wanted[i], 3, 0, name_of, "HIP", &chosen, &err), ERR_FAILED);
        snprintf(expected, sizeof expected,
                 "no HIP device is \"%s\"; there are 0 Fast One, 1 Slow One, 2 Other", wanted[i]);
        assert_string_equal(err.message, expected);
    }
    device_choose("x", 1, 0, name_of, "HIP", &chosen, &err);
    assert_string_equal(err.message, "no HIP device is \"x\"; there is 0 Fast One");
    assert_int_equal(chosen, 99);
}

/* --- loading --- */

TEST(the_first_library_that_is_there_is_taken) {
    static const char *const names[] = {"libno-such.so.1", "libm.so.6", NULL};
    static const char *const cosine[] = {"cos"}, *const wrong[] = {"cos", "no_such_function"};
    bench_function functions[2] = {NULL, NULL};
    struct err err = {""};
    assert_int_equal(device_load(names, cosine, functions, 1, "mathematics", &err), 0);
    assert_float_equal(((double (*)(double))functions[0])(0), 1, 0);
    assert_int_equal(device_load(names, wrong, functions, 2, "mathematics", &err), ERR_FAILED);
    assert_string_equal(err.message, "the mathematics driver libm.so.6 lacks no_such_function");
}

TEST(a_driver_that_is_missing_is_named) {
    static const char *const names[] = {"libno-such.so.1", NULL}, *const needed[] = {"f"};
    bench_function function;
    struct err err = {""};
    assert_int_equal(device_load(names, needed, &function, 1, "CUDA", &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "there is no CUDA driver here: "));
    assert_non_null(strstr(err.message, "libno-such.so.1"));
}

TEST(numbers_are_sent_as_text) {
    struct facts facts = {0};
    device_add_number(&facts, "device_memory_bytes", 150754820096.0);
    assert_string_equal(facts_text(&facts, "device_memory_bytes", ""), "150754820096");
    facts_release(&facts);
}

/* --- failures --- */

TEST(a_number_of_the_driver_is_named) {
    static const struct {
        int number;
        const char *text;
    } failures[] = {
        {MADE_UP_FAULT, "axpy: made-up error 5, MADE_UP_FAULT"},
        {6, "axpy: made-up error 6"},
        {MADE_UP_FULL, "out of device memory: axpy (MADE_UP_FULL)"},
    };
    assert_int_equal(device_check(&made_up_device, 0, "axpy"), 0);
    assert_null(device_failure());
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        assert_int_equal(device_check(&made_up_device, failures[i].number, "axpy"),
                         failures[i].number);
        assert_string_equal(device_failure(), failures[i].text);
        device_forget();
        assert_null(device_failure());
    }
}

TEST(only_the_first_failure_is_kept) {
    device_fail("the first");
    device_fail("the second");
    device_check(&made_up_device, MADE_UP_FAULT, "the third");
    assert_string_equal(device_failure(), "the first");
}

TEST(a_number_of_a_library_is_its_own) {
    static const struct {
        int number;
        const char *text;
    } failures[] = {
        {3, "out of device memory: gemm: libmadeup error 3, no room"},
        {4, "gemm: libmadeup error 4, no luck"},
        {9, "gemm: libmadeup error 9"},
        {-9, "gemm: made-up error -9"}, /* the driver's */
    };
    assert_int_equal(device_check_library(&made_up_device, &made_up_errors, 0, "gemm"), 0);
    assert_null(device_failure());
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        device_check_library(&made_up_device, &made_up_errors, failures[i].number, "gemm");
        assert_string_equal(device_failure(), failures[i].text);
        device_forget();
    }
    device_check_library(&made_up_device, NULL, MADE_UP_FAULT, "gemm");
    assert_string_equal(device_failure(), "gemm: made-up error 5, MADE_UP_FAULT");
}

/* Last, for a device stays lost. */
TEST(what_a_library_calls_an_error_may_be_a_lost_device) {
    assert_int_equal(device_is_lost(), 0);
    made_up.finishing = MADE_UP_LOST;
    assert_int_equal(device_check_library(&made_up_device, &made_up_errors, 4, "gemm"), 4);
    assert_string_equal(device_failure(), "gemm: made-up error 7");
    assert_int_equal(device_is_lost(), 1);
    device_forget();
    assert_int_equal(device_is_lost(), 1);
}
