/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/measuring/measure.h"
#include "collect/harness/clock.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

static struct settings settings;
static struct stopping stopping;

static int begin(void **state) {
    (void)state;
    clocks_stop();
    settings = SETTINGS_DEFAULT;
    stopping = (struct stopping){.settings = &settings, .begin = wall_clock_now()};
    return 0;
}

static int end(void **state) {
    (void)state;
    clocks_go();
    return 0;
}

static void wants(double precision, double reached) {
    settings.precision = precision;
    stopping.widest = (struct precision_widest){reached, 10, "openblas"};
}

EACH_TEST(begin, end);

TEST(without_more_ado_there_are_the_rounds_asked_for) {
    assert_int_equal(stopping_most_rounds(&settings), 5);
    assert_null(stopping_reason(&stopping, 4, 5));
    assert_string_equal(stopping_reason(&stopping, 5, 5), "rounds");
}

TEST(with_a_precision_there_is_room_for_more) {
    wants(0.01, INFINITY);
    assert_int_equal(stopping_most_rounds(&settings), PRECISION_MOST_ROUNDS);
    settings.rounds = 2 * PRECISION_MOST_ROUNDS;
    assert_int_equal(stopping_most_rounds(&settings), 2 * PRECISION_MOST_ROUNDS);
}

TEST(it_ends_when_all_are_precise_but_not_before_the_rounds_asked_for) {
    wants(0.01, 0.011);
    assert_null(stopping_reason(&stopping, 50, 100));
    wants(0.01, 0.009);
    assert_null(stopping_reason(&stopping, 4, 100));
    assert_string_equal(stopping_reason(&stopping, 5, 100), "precision");
}

TEST(the_maximal_time_leaves_the_first_round) {
    wants(0.01, 0.5);
    stopping.begin = wall_clock_now() - 100;
    assert_null(stopping_reason(&stopping, 1, 100));
    settings.max_time = 99;
    assert_null(stopping_reason(&stopping, 0, 100));
    assert_string_equal(stopping_reason(&stopping, 1, 100), "max-time");
}

TEST(rounds_that_were_given_are_made_whatever_the_time) {
    settings.time = 10;
    stopping.begin = wall_clock_now() - 100;
    stopping.until = stopping.begin + 10;
    stopping.next = 25;
    assert_string_equal(stopping_reason(&stopping, 4, 5), "time");
    settings.fixed = SETTINGS_FIX_ROUNDS;
    assert_null(stopping_reason(&stopping, 4, 5));
}

/* SHOWN would be shown after the rounds so far, the next takes NEXT seconds, and LEFT are left. */
static const char *reason_by_default(double shown, double next, double left, size_t rounds) {
    settings.detectable = 0.02;
    stopping.detectable = shown;
    stopping.next = next;
    stopping.until = wall_clock_now() + left;
    return stopping_reason(&stopping, rounds, 100);
}

TEST(by_default_rounds_end_when_2_percent_would_show) {
    assert_null(reason_by_default(NAN, 1, 50, 4));
    assert_null(reason_by_default(0.021, 1, 50, 5));
    assert_string_equal(reason_by_default(0.02, 1, 50, 5), "precision");
    assert_string_equal(reason_by_default(0.021, 1, 50, 100), "rounds");
}

TEST(or_when_the_next_would_not_end_within_the_minute) {
    assert_null(reason_by_default(0.05, 50, 50, 5));
    assert_string_equal(reason_by_default(0.05, 51, 50, 5), "max-time");
}

TEST(however_long_five_rounds_take) {
    assert_null(reason_by_default(NAN, 100, -100, 4));
    assert_string_equal(reason_by_default(0.05, 100, -200, 5), "max-time");
}

TEST(without_a_ratio_five_are_enough) {
    assert_string_equal(reason_by_default(NAN, 1, 50, 5), "rounds");
}

TEST(room_is_for_the_rounds_that_may_end_in_time) {
    double until = wall_clock_now() + 60;
    assert_int_equal(stopping_room(&settings, until, 0.1), 5);
    settings.detectable = 0.02;
    assert_int_equal(stopping_room(&settings, until, 0.1), PRECISION_MOST_ROUNDS);
    assert_int_equal(stopping_room(&settings, until, 6), 20);
    assert_int_equal(stopping_room(&settings, until, 1000), 5);
    assert_int_equal(stopping_room(&settings, until - 100, 1), 5);
}

TEST(what_would_show_is_recorded) {
    struct facts facts = {0};
    reason_by_default(0.03, 1, 50, 5);
    stopping_record(&stopping, "max-time", &facts);
    assert_float_equal(facts_find(&facts, "detectable_reached")->real, 0.03, 0);
    assert_string_equal(facts_text(&facts, "rounds_ended_by", ""), "max-time");
    assert_int_equal(facts.count, 2);
    facts_release(&facts);
}

TEST(what_was_wanted_and_reached_is_recorded) {
    struct facts facts = {0};
    stopping_record(&stopping, "rounds", &facts);
    assert_int_equal(facts.count, 0);
    wants(0.01, 0.009);
    stopping_record(&stopping, "precision", &facts);
    assert_float_equal(facts_find(&facts, "precision_target")->real, 0.01, 0);
    assert_float_equal(facts_find(&facts, "precision_reached")->real, 0.009, 0);
    assert_string_equal(facts_text(&facts, "rounds_ended_by", ""), "precision");
    facts_release(&facts);
}
