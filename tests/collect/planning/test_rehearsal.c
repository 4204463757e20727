/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/harness/clock.h"
#include "collect/planning/rehearsal.h"
#include "tests/collect/planned.h"

static struct plan plan;

/* A plan of turns that take what they take divided by FACTOR. */
static void plan_too_quick(double factor) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "judge", rig.builtin);
    plan = planned("axpy", 'd', "1000,2000", 0);
    for (size_t p = 0; p < plan.count; p++) {
        struct cell *cell = &plan.points[p].cells[0];
        cell->turn_seconds = 0;
        cell->call_wall = cell->call_seconds / factor;
    }
}

static int rehearse(double seconds) {
    struct worker_pool pool;
    struct err err = {""};
    rig_pool(&rig, &pool, "axpy", 'd', 1, (size_t)256 << 20);
    int status = plan_rehearse(&plan, &pool, &rig.settings, seconds, &rig.observer, &err);
    worker_pool_end(&pool);
    return status;
}

static void turns_that_take_longer_make_the_plan_longer(void **state) {
    (void)state;
    plan_too_quick(10);
    double before = plan_round_seconds(&plan);
    assert_int_equal(rehearse(0.01), 0);
    assert_true(plan.slowdown > 8);
    assert_true(plan_round_seconds(&plan) > 5 * before);
    plan_release(&plan);
}

static void a_plan_is_never_made_shorter(void **state) {
    (void)state;
    plan_too_quick(1e-6);
    assert_int_equal(rehearse(0.01), 0);
    assert_true(plan.slowdown == 1);
    plan_release(&plan);
}

static void a_library_that_fails_is_left_to_the_rounds(void **state) {
    (void)state;
    plan_too_quick(10);
    rig.libraries.count = 1;
    free(rig.items[0].paths[0]);
    rig.items[0].paths[0] = strdup("/nonexistent.so");
    assert_int_equal(rehearse(0.01), 0);
    assert_true(plan.slowdown == 0);
    assert_int_equal(plan.points[0].cells[0].status, CELL_OK);
    rig.libraries.count = 2;
    plan_release(&plan);
}

static void trials_are_not_rehearsed(void **state) {
    (void)state;
    plan_too_quick(10);
    plan.trial = 0.5;
    double begin = wall_clock_now();
    assert_int_equal(rehearse(100), 0);
    assert_true(wall_clock_now() - begin < 50);
    assert_true(plan.slowdown == 0);
    plan_release(&plan);
}

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, planned_begin, planned_end)
    const struct CMUnitTest tests[] = {
        TEST(turns_that_take_longer_make_the_plan_longer),
        TEST(a_plan_is_never_made_shorter),
        TEST(a_library_that_fails_is_left_to_the_rounds),
        TEST(trials_are_not_rehearsed),
    };
    return cmocka_run_group_tests_name("collect/planning/rehearsal", tests, NULL, NULL);
}
