/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "collect/harness/clock.h"

static void time_passes_forward(void **state) {
    (void)state;
    struct instant before = clock_now();
    for (int i = 0; i < 100000; i++) {
        struct instant now = clock_now();
        assert_true(now.nanoseconds >= before.nanoseconds);
        before = now;
    }
}

static void seconds_are_those_slept(void **state) {
    (void)state;
    struct instant before = clock_now();
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    double seconds = clock_seconds(before, clock_now());
    assert_true(seconds >= 0.02 && seconds < 1);
}

static void seconds_are_exact_far_from_the_origin(void **state) {
    (void)state;
    struct instant late = {INT64_C(4000000000000000000)}, later = {INT64_C(4000000000000000001)};
    assert_true(clock_seconds(late, later) == 1e-9);
    assert_true(clock_seconds(later, late) == -1e-9);
}

static void examining_tells_resolution_and_cost(void **state) {
    (void)state;
    struct clock clock;
    struct err err = {""};
    assert_int_equal(clock_examine(&clock, &err), 0);
    assert_true(clock.resolution >= 1e-9 && clock.resolution < 0.02);
    assert_true(clock.cost > 1e-10 && clock.cost < 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_passes_forward),
        cmocka_unit_test(seconds_are_those_slept),
        cmocka_unit_test(seconds_are_exact_far_from_the_origin),
        cmocka_unit_test(examining_tells_resolution_and_cost),
    };
    return cmocka_run_group_tests_name("collect/harness/clock", tests, NULL, NULL);
}
