/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds that are planned by the first of them. */
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "tests/collect/clocks.h"
#include "tests/collect/measuring.h"
#include "tests/test.h"

static size_t asked, asked_after;

static int plan_seven(struct round_planner *planner, const struct measurement *measurement,
                      const struct settings *settings, size_t rounds, struct rounds_plan *planned,
                      struct err *err) {
    (void)planner, (void)settings, (void)err;
    asked++;
    asked_after = rounds;
    assert_true(facts_find(&measurement->facts, FACT_ROUND_SECONDS)->real > 0);
    planned->rounds = 7;
    snprintf(planned->from, sizeof planned->from, "%zu rounds", rounds);
    return 0;
}

static struct precision_widest claim_two_percent(struct precision *precision,
                                                 const struct measurement *measurement,
                                                 size_t rounds) {
    (void)precision, (void)measurement, (void)rounds;
    return (struct precision_widest){0.02, 0, "two"};
}

static void prepare(uint64_t rounds) {
    static struct precision claims = {.widest = claim_two_percent};
    static struct round_planner planner = {NULL, plan_seven};
    asked = asked_after = 0;
    rig.settings.plan_for = 0.01;
    rig.settings.rounds = rounds;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 1);
    plan.points[0].seeds = 1;
    setup.precision = &claims;
    setup.planner = &planner;
}

EACH_TEST(measuring_begin, measuring_end);

TEST(rounds_are_planned_once_by_the_first) {
    prepare(3);
    assert_int_equal(m->rounds, PRECISION_MOST_ROUNDS);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->rounds, 7);
    assert_int_equal(asked, 1);
    assert_int_equal(asked_after, 3);
    assert_int_equal(facts_find(&m->facts, "planned_rounds")->integer, 7);
    assert_string_equal(facts_text(&m->facts, "planned_by", ""), "3 rounds");
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "plan");
    assert_true(facts_find(&m->facts, "precision_target")->real == 0.01);
    assert_true(facts_find(&m->facts, "precision_reached")->real == 0.02);
}

TEST(what_was_planned_before_is_not_planned_again) {
    rig.settings.planned = 4;
    prepare(4);
    assert_int_equal(m->rounds, 4);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->rounds, 4);
    assert_int_equal(asked, 0);
}

TEST(the_maximal_time_ends_a_plan) {
    prepare(3);
    rig.settings.max_time = 1e-9;
    assert_int_equal(measured(), 0);
    assert_int_equal(m->rounds, 1);
    assert_int_equal(asked, 0);
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "max-time");
}

TEST(there_is_room_for_twice_the_first_rounds) {
    struct settings settings = SETTINGS_DEFAULT;
    settings.plan_for = 0.01;
    settings.rounds = 80;
    assert_int_equal(stopping_most_rounds(&settings), 160);
    settings.planned = 900;
    settings.rounds = 900;
    assert_int_equal(stopping_most_rounds(&settings), 900);
}

TEST(what_a_round_takes_is_recorded) {
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 1);
    assert_int_equal(measured(), 0);
    double round = facts_find(&m->facts, FACT_ROUND_SECONDS)->real;
    double start = facts_find(&m->facts, FACT_ROUND_START_SECONDS)->real;
    assert_true(0 < start && start < round);
}

static void pass_a_second(struct rig *r, const struct progress *progress) {
    (void)r, (void)progress;
    clocks_pass(1);
}

TEST(it_is_that_of_all_turns) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_by_hand("axpy", 1);
    rig.watch = pass_a_second;
    clocks_stop();
    int status = measured();
    clocks_go();
    assert_int_equal(status, 0);
    assert_true(facts_find(&m->facts, FACT_ROUND_SECONDS)->real == 2 * SEEDS);
    assert_true(facts_find(&m->facts, FACT_ROUND_START_SECONDS)->real == 0);
}
