/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "collect/devices/device.h"
#include "collect/devices/device_clock.h"
#include "tests/collect/devices/fake_cuda.h"

static int load(void **state) {
    *state = fake_cuda();
    return 0;
}

static void between_two_marks_the_device_says_how_long(void **state) {
    (void)state;
    int queue;
    double seconds = -1;
    struct err err;
    assert_int_equal(device_cuda.open("", &err), 0);
    assert_null(device_clock.begin(BENCH_CUDA, &queue));
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    assert_null(device_clock.end(&seconds));
    assert_true(seconds >= 0.02 && seconds < 20);
    assert_null(device_clock.begin(BENCH_CUDA, &queue));
    assert_null(device_clock.end(&seconds));
    assert_true(seconds >= 0 && seconds < 0.02);
}

static void an_unknown_kind_is_refused(void **state) {
    (void)state;
    assert_string_equal(device_clock.begin((enum bench_device)99, NULL),
                        "it times a device of an unknown kind");
}

/* Last, for a driver that is lost stays so. */
static void what_the_driver_says_at_a_mark_is_told(void **state) {
    int queue;
    double seconds;
    int *lost = dlsym(*state, "fake_is_lost");
    assert_non_null(lost);
    assert_null(device_clock.begin(BENCH_CUDA, &queue));
    *lost = 1;
    assert_string_equal(device_clock.end(&seconds),
                        "marking the end: CUDA error 700, CUDA_ERROR_ILLEGAL_ADDRESS");
    assert_string_equal(device_clock.begin(BENCH_CUDA, &queue),
                        "marking the beginning: CUDA error 700, CUDA_ERROR_ILLEGAL_ADDRESS");
    assert_int_equal(device_is_lost(), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between_two_marks_the_device_says_how_long),
        cmocka_unit_test(an_unknown_kind_is_refused),
        cmocka_unit_test(what_the_driver_says_at_a_mark_is_told),
    };
    return cmocka_run_group_tests_name("collect/devices/device_clock", tests, load, NULL);
}
