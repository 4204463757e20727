/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <time.h>

#include "collect/harness/clock.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

__typeof__(clock_gettime) __wrap_clock_gettime;
__typeof__(clock_getres) __real_clock_getres, __wrap_clock_getres;

/* A clock of which each reading takes COST, and which only shows whole STEPs: nanoseconds. */
static int64_t cost, step, claimed, passed, readings, backward_at;
static int is_made_up;

int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    if (!is_made_up)
        return clocks_read(clock, now);
    passed += ++readings == backward_at ? -1000000 : cost;
    *now = (struct timespec){passed / step * step / 1000000000, passed / step * step % 1000000000};
    return 0;
}

int __wrap_clock_getres(clockid_t clock, struct timespec *resolution) {
    if (!is_made_up)
        return __real_clock_getres(clock, resolution);
    *resolution = (struct timespec){0, claimed};
    return 0;
}

static void make_up(int64_t own_cost, int64_t own_step, int64_t own_claim) {
    is_made_up = 1;
    passed = 5000000000;
    readings = backward_at = 0;
    cost = own_cost;
    step = own_step;
    claimed = own_claim;
}

static int believe(void **state) {
    (void)state;
    is_made_up = 0;
    return 0;
}

EACH_TEST(NULL, believe);

TEST(time_passes_forward) {
    struct instant before = clock_now();
    for (int i = 0; i < 100000; i++) {
        struct instant now = clock_now();
        assert_true(now.nanoseconds >= before.nanoseconds);
        before = now;
    }
}

TEST(seconds_are_those_that_passed) {
    make_up(20000000, 1, 1);
    struct instant before = clock_now();
    assert_float_equal(clock_seconds(before, clock_now()), 0.02, 1e-12);
    double wall = wall_clock_now();
    assert_true(fabs(wall_clock_now() - wall - 0.02) < 1e-9);
}

TEST(seconds_are_exact_far_from_the_origin) {
    struct instant late = {INT64_C(4000000000000000000)}, later = {INT64_C(4000000000000000001)};
    assert_true(clock_seconds(late, later) == 1e-9);
    assert_true(clock_seconds(later, late) == -1e-9);
}

TEST(a_fine_clock_has_the_resolution_that_it_claims) {
    struct clock clock;
    make_up(25, 1, 3);
    assert_int_equal(clock_examine(&clock, NULL), 0);
    assert_float_equal(clock.resolution, 3e-9, 1e-15);
    assert_float_equal(clock.cost, 25e-9, 1e-15);
}

TEST(a_coarse_clock_has_the_resolution_that_it_shows) {
    struct clock clock;
    make_up(25, 4000, 1);
    assert_int_equal(clock_examine(&clock, NULL), 0);
    assert_float_equal(clock.resolution, 4e-6, 1e-15);
    assert_float_equal(clock.cost, 25e-9, 4e-9);
}

TEST(a_clock_that_ran_backward_is_refused) {
    struct clock clock;
    struct err err = {""};
    make_up(25, 1, 1);
    backward_at = 12345;
    assert_int_equal(clock_examine(&clock, &err), ERR_FAILED);
    assert_string_equal(err.message, "the monotonic clock ran backward");
}
