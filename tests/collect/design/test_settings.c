/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/design/settings.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

TEST(a_limit_given_leaves_time_for_the_calls_asked_for) {
    struct settings settings = SETTINGS_DEFAULT;
    settings.timeout = 0.25;
    assert_true(settings_limit(&settings, &(struct terms){.flops = 1e9}, 77) == 154.25);
}

TEST(without_one_it_grows_with_operations_and_expectation) {
    struct settings settings = SETTINGS_DEFAULT;
    const struct terms product = {.flops = 2e9};
    assert_true(fabs(settings_limit(&settings, &product, 0) - 25) < 1e-9);
    assert_true(fabs(settings_limit(&settings, &product, 2) - 65) < 1e-9);
    assert_true(settings_limit(&settings, &(struct terms){0}, 0) == 5);
}

TEST(the_most_threads_are_the_last_of_the_list) {
    struct settings settings = SETTINGS_DEFAULT;
    assert_int_equal(factor_parse_values(&settings.threads, "4,1,2", NULL), 0);
    assert_int_equal(settings_most_threads(&settings), 4);
    settings_release(&settings);
    assert_int_equal(settings.threads.count, 0);
}

TEST(modes_have_the_names_of_jmh_too) {
    static const char *const names[MODES][2] = {{"avgt", "AverageTime"},
                                                {"ss", "SingleShotTime"},
                                                {"sample", "SampleTime"},
                                                {"thrpt", "Throughput"}};
    for (int mode = 0; mode < MODES; mode++) {
        assert_int_equal(mode_find(names[mode][0]), mode);
        assert_int_equal(mode_find(names[mode][1]), mode);
        assert_int_equal(mode_find(mode_name((enum mode)mode)), mode);
    }
    assert_int_equal(mode_find("ops"), MODES);
    assert_int_equal(mode_find(""), MODES);
}

TEST(the_defaults_are_usable) {
    struct settings settings = SETTINGS_DEFAULT;
    assert_true(settings.rounds >= 2 && settings.max_seeds >= 2 && settings.stage_time > 0);
    assert_int_equal(settings.type, 0);
    assert_int_equal(settings_most_threads(&settings), 1);
    assert_true(isnan(settings.tolerance));
    assert_null(settings.reference);
}

TEST(rounds_are_added_unless_something_else_says_how_many) {
    struct settings settings = SETTINGS_DEFAULT;
    settings_add_rounds(&settings);
    assert_true(settings.detectable == 0.02);
    assert_true(settings_whole_time(&settings) == 60);
    struct settings rounds = settings, time = settings, precision = settings, planned = settings;
    rounds.fixed = SETTINGS_FIX_ROUNDS;
    time.time = 20;
    precision.precision = planned.plan_for = 0.01;
    struct settings *const said[] = {&rounds, &time, &precision, &planned};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        settings_add_rounds(said[i]);
        assert_true(said[i]->detectable == 0);
        assert_true(settings_whole_time(said[i]) == said[i]->time);
    }
}
