/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/session/session.h"
#include "tests/collect/rig.h"

static struct rig rig;
static struct run *run;
static struct session session;
static struct spending spending;

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    run = run_new();
    spending_begin(&spending);
    session = rig_session(&rig);
    session.spending = &spending;
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

static void the_harness_tells_clock_and_overhead(void **state) {
    (void)state;
    struct err err = {""};
    assert_int_equal(calibrate_harness(&session, run, &err), 0);
    assert_true(facts_find(&run->facts, "harness_overhead")->real > 0);
    assert_true(facts_find(&run->facts, "clock_cost")->real > 0);
    assert_true(facts_find(&run->facts, "clock_resolution")->real > 0);
    assert_non_null(facts_find(&run->facts, "worker_address_randomisation"));
    assert_true(spending.seconds[SPENDING_PLANNING] > 0);
}

static void eviction_sweeps_through_more_than_any_cache_holds(void **state) {
    (void)state;
    struct err err = {""};
    size_t largest = environment_cache_bytes();
    struct eviction eviction = {.seconds = -1};
    assert_int_equal(calibrate_eviction(&session, &eviction, &err), 0);
    assert_int_equal(eviction.bytes, 2 * (largest ? largest : CALIBRATE_LARGE_CACHE));
    assert_true(eviction.seconds > 0 && eviction.empty > 0);
}

static void an_interruption_ends_it(void **state) {
    (void)state;
    struct err err = {""};
    struct eviction eviction;
    rig.stop = 1;
    assert_int_equal(calibrate_harness(&session, run, &err), ERR_INTERRUPTED);
    assert_int_equal(calibrate_eviction(&session, &eviction, &err), ERR_INTERRUPTED);
    assert_null(facts_find(&run->facts, "harness_overhead"));
}

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(the_harness_tells_clock_and_overhead),
        TEST(eviction_sweeps_through_more_than_any_cache_holds),
        TEST(an_interruption_ends_it),
    };
    return cmocka_run_group_tests_name("collect/session/session_calibrate", tests, NULL, NULL);
}
