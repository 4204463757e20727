/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/planning/budget.h"
#include "tests/test.h"

enum { POINTS = 3, LIBRARIES = 2 };

static struct cell cells[POINTS][LIBRARIES];
static struct point points[POINTS];

/* Three sizes over two libraries, the second of which is twice as slow; starting takes 20 ms. */
static struct plan plan_of(double call_seconds) {
    for (size_t p = 0; p < POINTS; p++) {
        points[p] =
            (struct point){.design_point = {.size = 1 + (int64_t)p}, .seeds = 1, .cells = cells[p]};
        for (size_t i = 0; i < LIBRARIES; i++) {
            double seconds = call_seconds * (double)(1 + i) * pow(10, (double)p);
            cells[p][i] = (struct cell){.status = CELL_OK,
                                        .calls = 1,
                                        .call_seconds = seconds,
                                        .call_wall = 1.25 * seconds,
                                        .turn_seconds = 1e-4};
        }
    }
    return (struct plan){.points = points,
                         .count = POINTS,
                         .library_count = LIBRARIES,
                         .shortest = 2e-5,
                         .start_seconds = 0.02,
                         .put_seconds = 0.004};
}

static double all_rounds(const struct plan *plan, const struct settings *settings) {
    return (double)settings->rounds * plan_round_seconds(plan);
}

TEST(the_rounds_fill_the_time) {
    static const double times[] = {0.5, 1.2, 5, 60, 600};
    for (size_t t = 0; t < sizeof times / sizeof *times; t++) {
        struct settings settings = SETTINGS_DEFAULT;
        struct plan plan = plan_of(1e-7);
        double seconds = budget_settle(&plan, &settings, times[t]);
        assert_true(seconds <= times[t] * 1.001 && seconds > 0.9 * times[t]);
        assert_true(fabs(seconds - all_rounds(&plan, &settings)) < 1e-9);
        assert_true(settings.rounds >= 5);
        for (size_t p = 0; p < POINTS; p++)
            assert_uint_in_range(plan.points[p].seeds, 1, settings.max_seeds);
    }
}

/* Where there is no room for two whole periods of interruptions, turns are as quick as elsewhere.
 */
TEST(batches_last_whole_periods_of_interruptions_if_they_fit) {
    struct settings settings = SETTINGS_DEFAULT;
    struct plan plan = plan_of(1e-7);
    plan.interruptions = (struct interruptions){.rate = 1000, .period = 1e-3};
    double seconds = budget_settle(&plan, &settings, 5);
    assert_true(seconds <= 5.001 && seconds > 4.5 && plan.interruptions.period > 0);
    assert_true(plan.points[0].seeds >= 2);
    assert_float_equal((double)cells[0][0].calls * cells[0][0].call_seconds, 1e-3, 1e-6);

    settings = SETTINGS_DEFAULT;
    plan = plan_of(1e-7);
    plan.interruptions = (struct interruptions){.rate = 250, .period = 4e-3};
    seconds = budget_settle(&plan, &settings, 0.25);
    assert_true(seconds <= 0.25025 && plan.interruptions.period == 0);
    assert_true((double)cells[0][0].calls * cells[0][0].call_seconds < 1e-3);
}

/* A second measurement of the reference takes its time too. */
TEST(the_control_has_its_share) {
    struct settings settings = SETTINGS_DEFAULT;
    struct plan plan = plan_of(1e-7);
    plan.put_seconds = 0;
    double without = plan_round_seconds(&plan);
    plan.control = 1;
    double with = plan_round_seconds(&plan);
    double reference = 0;
    for (size_t p = 0; p < POINTS; p++)
        reference += plan_turn_seconds(&plan, &cells[p][0]);
    assert_true(fabs(with - without - reference) < 1e-12);
    assert_true(budget_settle(&plan, &settings, 1.2) <= 1.2 * 1.001);
}

TEST(what_was_given_stays) {
    struct settings settings = SETTINGS_DEFAULT;
    struct plan plan = plan_of(1e-7);
    settings.fixed = SETTINGS_FIX_ROUNDS | SETTINGS_FIX_MAX_SEEDS;
    settings.rounds = 4;
    settings.max_seeds = 6;
    double seconds = budget_settle(&plan, &settings, 3);
    assert_int_equal(settings.rounds, 4);
    assert_int_equal(settings.max_seeds, 6);
    assert_true(seconds > 2.7 && seconds <= 3.003);
    plan = plan_of(1e-7);
    settings = SETTINGS_DEFAULT;
    settings.fixed = SETTINGS_FIX_STAGE_TIME;
    settings.stage_time = 0.02;
    seconds = budget_settle(&plan, &settings, 3);
    assert_true(settings.stage_time == 0.02);
    assert_true(seconds <= 3.003 && seconds > 1.5);
}

/* With one call of 10 s there is nothing left to choose. */
TEST(the_least_possible_is_told) {
    struct settings settings = SETTINGS_DEFAULT;
    struct plan plan = plan_of(0.05);
    double seconds = budget_settle(&plan, &settings, 2);
    assert_int_equal(settings.rounds, BUDGET_LEAST_ROUNDS);
    assert_true(seconds > 3 * 1.25 * 10);
    for (size_t p = 0; p < POINTS; p++) {
        assert_int_equal(plan.points[p].seeds, 1);
        assert_int_equal(cells[p][1].calls, 1);
        assert_int_equal(cells[p][0].calls, 2);
    }
}

TEST(starting_takes_no_more_than_an_eighth_of_many_rounds) {
    struct settings settings = SETTINGS_DEFAULT;
    struct plan plan = plan_of(1e-7);
    budget_settle(&plan, &settings, 4);
    assert_true(settings.rounds > 5);
    assert_true((double)settings.rounds * 0.02 <= 4.0 / 8);
    plan.start_seconds = 1;
    settings = SETTINGS_DEFAULT;
    budget_settle(&plan, &settings, 8);
    assert_uint_in_range(settings.rounds, 3, 5);
}

TEST(a_library_that_is_lost_takes_no_time) {
    struct settings settings = SETTINGS_DEFAULT;
    struct plan plan = plan_of(1e-7);
    double before = budget_keep(&plan, &settings);
    for (size_t p = 0; p < POINTS; p++)
        cells[p][1].status = CELL_CRASHED;
    assert_true(budget_keep(&plan, &settings) < before);
    for (size_t p = 0; p < POINTS; p++)
        for (size_t i = 0; i < LIBRARIES; i++)
            cells[p][i].status = CELL_CRASHED;
    double seconds = budget_settle(&plan, &settings, 3);
    assert_true(isfinite(seconds) && seconds <= 3.003);
}

/* Emptying the caches before each call is most of what a batch takes. */
TEST(with_cold_caches_it_is_the_emptying_that_counts) {
    struct settings settings = SETTINGS_DEFAULT;
    struct plan plan = plan_of(1e-7);
    plan.eviction = (struct eviction){.bytes = 1 << 26, .seconds = 0.005};
    for (size_t p = 0; p < POINTS; p++)
        for (size_t i = 0; i < LIBRARIES; i++)
            cells[p][i].call_wall = 0.005;
    assert_true(budget_settle(&plan, &settings, 10) <= 10.01);
    for (size_t p = 0; p < POINTS; p++)
        assert_uint_in_range(cells[p][0].calls, 1, 40);
}

/* Of a time from 0 to 10. */
static int allows(double now, double next, size_t done) {
    const struct budget_clock clock = {0, now, 10};
    return budget_allows_round(&clock, next, done);
}

TEST(more_rounds_are_made_while_they_end_in_time) {
    assert_true(allows(8, 2, 4));
    assert_true(allows(8, 2.4, 4));
    assert_false(allows(8, 2.6, 4));
    assert_false(allows(10.4, 0.2, 4));
}

TEST(two_rounds_are_made_in_any_case_and_the_third_if_it_is_not_late) {
    assert_true(allows(100, 50, 0));
    assert_true(allows(100, 50, 1));
    assert_true(allows(8, 3.9, 2));
    assert_false(allows(8, 4.1, 2));
}

/* Rounds of DURATION: when do they end, if what each takes is known? */
TEST(rounds_of_any_duration_end_within_a_quarter_of_the_time) {
    for (double duration = 0.01; duration < 6; duration *= 1.05) {
        double now = 0;
        for (size_t done = 0; allows(now, duration, done); done++)
            now += duration;
        assert_true(now >= 7.5 && now <= 12.5);
    }
}

/* So that on a busy machine, where each takes twice as long, fewer still end in time. */
TEST(there_are_eight_rounds_or_more_where_that_is_possible) {
    static const double starts[] = {0.001, 0.02, 0.2};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct settings settings = SETTINGS_DEFAULT;
        struct plan plan = plan_of(1e-7);
        plan.start_seconds = starts[i];
        budget_settle(&plan, &settings, 5);
        assert_true(settings.rounds >= 8);
    }
}

TEST(keeping_takes_some_time_anywhere) {
    double here = budget_put_seconds("results.h5");
    assert_true(here > 0 && here < 60);
    double nowhere = budget_put_seconds("/nonexistent/results.h5");
    assert_true(nowhere > 0 && nowhere <= here);
}

/* --- trials --- */

/* The same points, with a trial at each; a process for it takes 10 ms. */
static struct plan plan_of_trials(void) {
    struct plan plan = plan_of(1e-7);
    plan.trial = SETTINGS_TRIAL;
    for (size_t p = 0; p < POINTS; p++)
        for (size_t i = 0; i < LIBRARIES; i++)
            cells[p][i].turn_seconds = 0.01;
    return plan;
}

/* Settles trials for TIME; the round has six of them. */
static double settled(struct settings *settings, double time) {
    struct plan plan = plan_of_trials();
    double seconds = budget_settle(&plan, settings, time);
    assert_true(plan.trial == settings->trial && settings->max_seeds == 1);
    assert_true(fabs(seconds - all_rounds(&plan, settings)) < 1e-9);
    assert_true(all_rounds(&plan, settings) > (double)settings->rounds * 6 * (plan.trial + 0.01));
    for (size_t p = 0; p < POINTS; p++) {
        assert_int_equal(plan.points[p].seeds, 1);
        for (size_t i = 0; i < LIBRARIES; i++)
            assert_int_equal(cells[p][i].calls, 1);
    }
    return seconds;
}

TEST(trials_fill_the_time) {
    static const double times[] = {10, 20, 60, 600, 6000};
    for (size_t t = 0; t < sizeof times / sizeof *times; t++) {
        struct settings settings = SETTINGS_DEFAULT;
        double seconds = settled(&settings, times[t]);
        assert_true(seconds <= times[t] * 1.001 && seconds > 0.9 * times[t]);
        assert_uint_in_range(settings.rounds, 19, 400);
        assert_true(settings.trial >= 0.05);
        if (times[t] < 60)
            assert_true(settings.trial < SETTINGS_TRIAL);
        if (times[t] == 600)
            assert_true(settings.trial == SETTINGS_TRIAL);
        if (times[t] == 6000)
            assert_true(settings.trial > SETTINGS_TRIAL);
    }
}

TEST(short_of_time_trials_stay_long_enough_to_be_believed) {
    struct settings settings = SETTINGS_DEFAULT;
    double seconds = settled(&settings, 0.1);
    assert_true(settings.trial == 0.05 && seconds > 0.1);
    assert_int_equal(settings.rounds, BUDGET_LEAST_ROUNDS);
}

TEST(given_rounds_and_trials_stay) {
    struct settings settings = SETTINGS_DEFAULT;
    settings.fixed = SETTINGS_FIX_ROUNDS;
    settings.rounds = 4;
    double seconds = settled(&settings, 30);
    assert_int_equal(settings.rounds, 4);
    assert_true(settings.trial > 1 && seconds > 27 && seconds <= 30.03);
    settings = SETTINGS_DEFAULT;
    settings.fixed = SETTINGS_FIX_TRIAL;
    settings.trial = 0.001;
    seconds = settled(&settings, 10);
    assert_true(settings.trial == 0.001 && seconds > 9 && seconds <= 10);
    settings.fixed |= SETTINGS_FIX_ROUNDS;
    settings.rounds = 7;
    settled(&settings, 10);
    assert_true(settings.trial == 0.001 && settings.rounds == 7);
}

/* No trial can be made: rounds must not grow without bounds. */
TEST(where_nobody_is_left_few_rounds_are_made) {
    struct settings settings = SETTINGS_DEFAULT;
    struct plan plan = plan_of_trials();
    plan.start_seconds = plan.put_seconds = 0;
    for (size_t p = 0; p < POINTS; p++)
        for (size_t i = 0; i < LIBRARIES; i++)
            cells[p][i].status = CELL_CRASHED;
    assert_true(budget_settle(&plan, &settings, 10) == 0);
    assert_int_equal(settings.rounds, BUDGET_LEAST_ROUNDS);
    assert_true(settings.trial == SETTINGS_TRIAL);
    settings.fixed = SETTINGS_FIX_ROUNDS;
    settings.rounds = 5;
    assert_true(budget_settle(&plan, &settings, 10) == 0);
    assert_true(settings.trial == SETTINGS_TRIAL && settings.rounds == 5);
}
