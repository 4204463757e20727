/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/measuring/measure.h"
#include "collect/harness/clock.h"
#include "tests/collect/clocks.h"

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

static void without_more_ado_there_are_the_rounds_asked_for(void **state) {
    (void)state;
    assert_int_equal(stopping_most_rounds(&settings), 5);
    assert_null(stopping_reason(&stopping, 4, 5));
    assert_string_equal(stopping_reason(&stopping, 5, 5), "rounds");
}

static void with_a_precision_there_is_room_for_more(void **state) {
    (void)state;
    wants(0.01, INFINITY);
    assert_int_equal(stopping_most_rounds(&settings), PRECISION_MOST_ROUNDS);
    settings.rounds = 2 * PRECISION_MOST_ROUNDS;
    assert_int_equal(stopping_most_rounds(&settings), 2 * PRECISION_MOST_ROUNDS);
}

static void it_ends_when_all_are_precise_but_not_before_the_rounds_asked_for(void **state) {
    (void)state;
    wants(0.01, 0.011);
    assert_null(stopping_reason(&stopping, 50, 100));
    wants(0.01, 0.009);
    assert_null(stopping_reason(&stopping, 4, 100));
    assert_string_equal(stopping_reason(&stopping, 5, 100), "precision");
}

static void the_maximal_time_leaves_the_first_round(void **state) {
    (void)state;
    wants(0.01, 0.5);
    stopping.begin = wall_clock_now() - 100;
    assert_null(stopping_reason(&stopping, 1, 100));
    settings.max_time = 99;
    assert_null(stopping_reason(&stopping, 0, 100));
    assert_string_equal(stopping_reason(&stopping, 1, 100), "max-time");
}

static void rounds_that_were_given_are_made_whatever_the_time(void **state) {
    (void)state;
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

static void by_default_rounds_end_when_2_percent_would_show(void **state) {
    (void)state;
    assert_null(reason_by_default(NAN, 1, 50, 4));
    assert_null(reason_by_default(0.021, 1, 50, 5));
    assert_string_equal(reason_by_default(0.02, 1, 50, 5), "precision");
    assert_string_equal(reason_by_default(0.021, 1, 50, 100), "rounds");
}

static void or_when_the_next_would_not_end_within_the_minute(void **state) {
    (void)state;
    assert_null(reason_by_default(0.05, 50, 50, 5));
    assert_string_equal(reason_by_default(0.05, 51, 50, 5), "max-time");
}

static void however_long_five_rounds_take(void **state) {
    (void)state;
    assert_null(reason_by_default(NAN, 100, -100, 4));
    assert_string_equal(reason_by_default(0.05, 100, -200, 5), "max-time");
}

static void without_a_ratio_five_are_enough(void **state) {
    (void)state;
    assert_string_equal(reason_by_default(NAN, 1, 50, 5), "rounds");
}

static void room_is_for_the_rounds_that_may_end_in_time(void **state) {
    (void)state;
    double until = wall_clock_now() + 60;
    assert_int_equal(stopping_room(&settings, until, 0.1), 5);
    settings.detectable = 0.02;
    assert_int_equal(stopping_room(&settings, until, 0.1), PRECISION_MOST_ROUNDS);
    assert_int_equal(stopping_room(&settings, until, 6), 20);
    assert_int_equal(stopping_room(&settings, until, 1000), 5);
    assert_int_equal(stopping_room(&settings, until - 100, 1), 5);
}

static void what_would_show_is_recorded(void **state) {
    (void)state;
    struct facts facts = {0};
    reason_by_default(0.03, 1, 50, 5);
    stopping_record(&stopping, "max-time", &facts);
    assert_float_equal(facts_find(&facts, "detectable_reached")->real, 0.03, 0);
    assert_string_equal(facts_text(&facts, "rounds_ended_by", ""), "max-time");
    assert_int_equal(facts.count, 2);
    facts_release(&facts);
}

static void what_was_wanted_and_reached_is_recorded(void **state) {
    (void)state;
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

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(without_more_ado_there_are_the_rounds_asked_for),
        TEST(with_a_precision_there_is_room_for_more),
        TEST(it_ends_when_all_are_precise_but_not_before_the_rounds_asked_for),
        TEST(the_maximal_time_leaves_the_first_round),
        TEST(rounds_that_were_given_are_made_whatever_the_time),
        TEST(by_default_rounds_end_when_2_percent_would_show),
        TEST(or_when_the_next_would_not_end_within_the_minute),
        TEST(however_long_five_rounds_take),
        TEST(without_a_ratio_five_are_enough),
        TEST(room_is_for_the_rounds_that_may_end_in_time),
        TEST(what_would_show_is_recorded),
        TEST(what_was_wanted_and_reached_is_recorded),
    };
    return cmocka_run_group_tests_name("collect/measuring/measure_stopping", tests, NULL, NULL);
}
