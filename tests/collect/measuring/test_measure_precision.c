/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds until a precision is reached. */
#include <signal.h>
#include <time.h>

#include "collect/harness/clock.h"
#include "tests/collect/measuring.h"
#include "tests/test.h"

static size_t asked; /* how often the precision was asked for */

/* Claims +-8 %, 4 %, 2 %, ... after the first, second, third round. */
static struct precision_widest claim_halves(struct precision *precision,
                                            const struct measurement *measurement, size_t rounds) {
    (void)precision;
    asked++;
    return (struct precision_widest){0.16 / (double)(1 << rounds), measurement->sizes[0], "two"};
}

static void measure_until(double precision, double max_time) {
    static struct precision claims = {.widest = claim_halves};
    asked = 0;
    rig.settings.precision = precision;
    rig.settings.max_time = max_time;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 2);
    plan.points[0].seeds = plan.points[1].seeds = 1;
    setup.precision = &claims;
    assert_int_equal(m->rounds, PRECISION_MOST_ROUNDS);
    assert_int_equal(measured(), 0);
}

EACH_TEST(measuring_begin, measuring_end);

TEST(rounds_are_added_until_all_ratios_are_precise) {
    measure_until(0.005, 600);
    assert_int_equal(m->rounds, 5);
    assert_int_equal(asked, 5);
    for (size_t p = 0; p < 2; p++)
        for (size_t r = 0; r < 5; r++)
            assert_int_equal(count_samples(&m->series[0], p, r), 1);
    assert_true(facts_find(&m->facts, "precision_target")->real == 0.005);
    assert_true(facts_find(&m->facts, "precision_reached")->real == 0.005);
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "precision");
}

TEST(the_rounds_asked_for_are_measured_even_if_fewer_would_do) {
    measure_until(0.5, 600);
    assert_int_equal(m->rounds, rig.settings.rounds);
}

TEST(no_round_is_begun_after_the_maximal_time_but_the_first) {
    measure_until(0.0001, 1e-9);
    assert_int_equal(m->rounds, 1);
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "max-time");
}

/* Claims that 16 %, 8 %, 4 % ... would be shown after five, six, seven rounds. */
static double claim_shown(struct precision *precision, const struct measurement *measurement) {
    (void)precision, (void)measurement;
    return 0.16 / (double)(1 << asked++);
}

static void plan_by_default(double seconds) {
    static struct precision claims = {claim_halves, claim_shown};
    asked = 0;
    rig.settings.detectable = 0.02;
    rig.settings.rounds = 5;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 3);
    setup.precision = &claims;
    setup.until = wall_clock_now() + seconds;
}

TEST(rounds_are_added_until_2_percent_would_show) {
    plan_by_default(600);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->rounds, 8);
    assert_int_equal(asked, 4);
    assert_true(facts_find(&m->facts, "detectable_reached")->real == 0.02);
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "precision");
}

TEST(the_minute_leaves_five_rounds) {
    plan_by_default(-100);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->rounds, 5);
    assert_non_null(strstr(rig.notes, "axpy: rounds take longer than planned; 5 will take about "));
    assert_true(facts_find(&m->facts, "detectable_reached")->real == 0.16);
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "max-time");
}

TEST(a_resumed_run_ends_by_the_same_rule) {
    struct err err;
    plan_by_default(600);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measured(), ERR_INTERRUPTED);
    assert_int_equal(m->rounds, 5);
    assert_false(stopping_has_ended(m));
    rig.watch = NULL;
    assert_int_equal(
        measurement_extend_rounds(m, stopping_room(&rig.settings, setup.until, 0.01), &err), 0);
    assert_int_equal(measured_on(), 0);
    assert_int_equal(m->rounds, 8);
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "precision");
}

TEST(interrupted_it_has_room_for_the_rounds_asked_for) {
    static struct precision claims = {.widest = claim_halves};
    rig.settings.precision = 0.001;
    rig.settings.rounds = 4;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 3);
    setup.precision = &claims;
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measured(), ERR_INTERRUPTED);
    assert_int_equal(m->rounds, 4);
    assert_int_equal(count_samples(&m->series[0], 2, 0), SEEDS);
    assert_int_equal(count_samples(&m->series[0], 0, 1), SEEDS);
    assert_int_equal(count_samples(&m->series[0], 2, 3), 0);
}
