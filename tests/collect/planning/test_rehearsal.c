/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>

#include "collect/planning/rehearsal.h"
#include "tests/collect/clocks.h"
#include "tests/collect/planned.h"
#include "tests/test.h"

static struct plan plan;

static double slower; /* turns take so many times what the plan says */
static size_t turns;

static void pass_a_turn(struct rig *r, const struct progress *progress) {
    (void)r;
    for (size_t p = 0; p < plan.count; p++)
        if (plan.points[p].design_point.size == progress->design_point->size)
            clocks_pass(slower * plan_turn_seconds(&plan, &plan.points[p].cells[0]));
    turns++;
}

/* A plan of a millisecond a turn. */
static void plan_turns_of_a_millisecond(double factor) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "judge", rig.builtin);
    plan = planned("axpy", 'd', "1000,2000", 0);
    for (size_t p = 0; p < plan.count; p++) {
        struct cell *cell = &plan.points[p].cells[0];
        cell->turn_seconds = 0;
        cell->call_wall = 1e-3 / (double)cell->calls;
    }
    slower = factor;
    turns = 0;
    rig.watch = pass_a_turn;
    clocks_stop();
}

static int end(void **state) {
    clocks_go();
    return planned_end(state);
}

static int rehearse(double seconds) {
    struct worker_pool pool;
    struct err err = {""};
    rig_pool(&rig, &pool, "axpy", 'd', 1, (size_t)256 << 20);
    int status = plan_rehearse(&plan, &pool, &rig.settings, seconds, &rig.observer, &err);
    worker_pool_end(&pool);
    return status;
}

EACH_TEST(planned_begin, end);

TEST(turns_that_take_longer_make_the_plan_longer) {
    plan_turns_of_a_millisecond(10);
    double before = plan_round_seconds(&plan);
    assert_int_equal(rehearse(0.045), 0);
    assert_float_equal(plan.slowdown, 10, 1e-5);
    assert_float_equal(plan_round_seconds(&plan) / before, 10, 1e-5);
    assert_int_equal(turns, 5); /* of 10 ms each */
    plan_release(&plan);
}

TEST(a_plan_is_never_made_shorter) {
    plan_turns_of_a_millisecond(0.5);
    assert_int_equal(rehearse(0.01), 0);
    assert_true(plan.slowdown == 1);
    plan_release(&plan);
}

TEST(a_library_that_fails_is_left_to_the_rounds) {
    plan_turns_of_a_millisecond(10);
    rig.libraries.count = 1;
    free(rig.items[0].paths[0]);
    rig.items[0].paths[0] = strdup("/nonexistent.so");
    assert_int_equal(rehearse(0.01), 0);
    assert_true(plan.slowdown == 0);
    assert_int_equal(plan.points[0].cells[0].status, CELL_OK);
    rig.libraries.count = 2;
    plan_release(&plan);
}

TEST(trials_are_not_rehearsed) {
    plan_turns_of_a_millisecond(10);
    plan.trial = 0.5;
    assert_int_equal(rehearse(100), 0);
    assert_int_equal(turns, 0);
    assert_true(plan.slowdown == 0);
    plan_release(&plan);
}
