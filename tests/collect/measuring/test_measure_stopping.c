/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/measuring/measure.h"
#include "collect/harness/clock.h"

static struct settings settings;
static struct stopping stopping;

static int begin(void **state) {
    (void)state;
    settings = SETTINGS_DEFAULT;
    stopping = (struct stopping){.settings = &settings, .begin = wall_clock_now()};
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
    assert_string_equal(stopping_reason(&stopping, 4, 5), "time");
    settings.fixed = SETTINGS_FIX_ROUNDS;
    assert_null(stopping_reason(&stopping, 4, 5));
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
#define TEST(function) cmocka_unit_test_setup(function, begin)
    const struct CMUnitTest tests[] = {
        TEST(without_more_ado_there_are_the_rounds_asked_for),
        TEST(with_a_precision_there_is_room_for_more),
        TEST(it_ends_when_all_are_precise_but_not_before_the_rounds_asked_for),
        TEST(the_maximal_time_leaves_the_first_round),
        TEST(rounds_that_were_given_are_made_whatever_the_time),
        TEST(what_was_wanted_and_reached_is_recorded),
    };
    return cmocka_run_group_tests_name("collect/measuring/measure_stopping", tests, NULL, NULL);
}
