/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/history/change_alarm.h"
#include "tests/analyze/close.h"
#include "tests/analyze/noise.h"
#include "tests/test.h"

enum { MOST = 2000 };

static struct change_alarms find(const double *values, size_t n) {
    struct change_alarms found;
    assert_true(change_alarms_find(values, n, 0.05, &found));
    return found;
}

static size_t count(const double *values, size_t n) {
    struct change_alarms found = find(values, n);
    size_t alarms = found.count;
    change_alarms_release(&found);
    return alarms;
}

/* Neighbours correlate by PHI. */
static void draw(double *values, size_t n, double sd, double phi, double (*noise)(unsigned short *),
                 unsigned short seed[3]) {
    double mood = noise(seed);
    for (size_t i = 0; i < n; i++) {
        values[i] = sd * mood;
        mood = phi * mood + sqrt(1 - phi * phi) * noise(seed);
    }
}

/* --- unchanged series --- */

/* Looked at after each of 100 runs. tests/soak/changes.c has more series of more noises. */
TEST(few_unchanged_series_are_called_changed_at_any_time) {
    static const struct {
        double (*noise)(unsigned short[3]);
        double phi;
    } kinds[] = {{noise_normal, 0},   {noise_heavy, 0},    {noise_cauchy, 0},
                 {noise_skew, 0},     {noise_outliers, 0}, {noise_coarse, 0},
                 {noise_normal, 0.3}, {noise_normal, 0.5}, {noise_normal, 0.7}};
    enum { SERIES = 400 };
    unsigned short seed[3] = {1, 2, 3};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int alarms = 0;
        for (int s = 0; s < SERIES; s++) {
            double values[100];
            draw(values, 100, 0.02, kinds[k].phi, kinds[k].noise, seed);
            alarms += change_alarm_probability(values, 100) <= 0.05;
        }
        if (alarms > SERIES * 8 / 100) /* 5 % and three standard errors */
            fail_msg("noise %zu: %d of %d", k, alarms, SERIES);
    }
}

/* 15 runs that are 2 % slower, in little noise, and again after 30 more. */
TEST(a_slow_spell_is_no_change) {
    unsigned short seed[3] = {4, 5, 6};
    for (size_t begin = 0; begin <= 60; begin += 5) {
        double values[120];
        draw(values, 120, 0.003, 0, noise_normal, seed);
        for (size_t i = 0; i < 120; i++)
            values[i] += (i + 60 - begin) % 45 < 15 ? 0.02 : 0;
        assert_int_equal(count(values, 120), 0);
    }
}

TEST(few_or_equal_values_show_nothing) {
    const double few[] = {1, 1, 1, 1, 9, 9, 9, 9};
    static const double equal[300];
    for (size_t n = 0; n <= 8; n++) {
        assert_close(change_alarm_probability(few, n), 1, 0);
        assert_int_equal(count(few, n), 0);
    }
    assert_close(change_alarm_probability(equal, 300), 1, 0);
}

/* --- changes --- */

TEST(nine_values_are_enough_for_a_clear_step) {
    const double values[] = {1, 1.001, 1.002, 1, 1.001, 2, 2.001, 2.002, 2};
    assert_true(change_alarm_probability(values, CHANGE_FEWEST) <= 0.05);
    assert_close(change_alarm_probability(values, CHANGE_FEWEST - 1), 1, 0);
}

/* Equal values before and after: page faults, or a clock's ticks. */
TEST(a_step_without_scatter_is_shown) {
    double values[30];
    for (size_t i = 0; i < 30; i++)
        values[i] = i < 20 ? 0 : 0.1;
    struct change_alarms found = find(values, 30);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].first, 20);
    assert_uint_in_range(found.items[0].shown, 22, 26);
    change_alarms_release(&found);
}

/* 2 % in noise of 0.5 %: too small to be told from a spell until it has lasted. */
TEST(a_small_step_has_to_last) {
    unsigned short seed[3] = {7, 8, 9};
    double values[120];
    draw(values, 120, 0.005, 0, noise_normal, seed);
    for (size_t i = 50; i < 120; i++)
        values[i] += 0.02;
    struct change_alarms found = find(values, 120);
    assert_int_equal(found.count, 1);
    assert_uint_in_range(found.items[0].first, 48, 52);
    assert_uint_in_range(found.items[0].shown, 50 + ALARM_LASTING - 6, 50 + ALARM_LASTING + 12);
    change_alarms_release(&found);
}

/* tests/soak/changes.c has more. */
TEST(most_steps_are_shown_within_ten_runs) {
    static const struct {
        size_t before;
        double phi, least;
    } kinds[] = {{30, 0, 0.9}, {100, 0.3, 0.9}};
    enum { SERIES = 400 };
    unsigned short seed[3] = {22, 23, 24};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int shown = 0;
        for (int s = 0; s < SERIES; s++) {
            double values[110];
            size_t n = kinds[k].before + 10;
            draw(values, n, 0.02, kinds[k].phi, noise_normal, seed);
            for (size_t i = kinds[k].before; i < n; i++)
                values[i] += log1p(0.05);
            shown += change_alarm_probability(values, n) <= 0.05;
        }
        if (shown < SERIES * (kinds[k].least - 0.045)) /* three standard errors */
            fail_msg("%zu runs before: %d of %d", kinds[k].before, shown, SERIES);
    }
}

/* 50 % in noise of 2 %, with one in eight runs taking twice as long. */
TEST(outliers_do_not_hide_a_large_step) {
    enum { SERIES = 100, BEFORE = 30, ALL = 40 };
    unsigned short seed[3] = {25, 26, 27};
    int shown = 0;
    for (int s = 0; s < SERIES; s++) {
        double values[ALL];
        draw(values, ALL, 0.02, 0, noise_normal, seed);
        for (size_t i = 0; i < ALL; i++)
            values[i] += (erand48(seed) < 1.0 / 8 ? log(2) : 0) + (i < BEFORE ? 0 : log(1.5));
        shown += change_alarm_probability(values, ALL) <= 0.05;
    }
    assert_true(shown >= 80);
}

/* The rule looks at values up to some 300 back; a change after thousands is found all the same. */
TEST(a_change_late_in_a_long_series_is_shown) {
    unsigned short seed[3] = {10, 11, 12};
    static double values[MOST];
    draw(values, MOST, 0.01, 0, noise_normal, seed);
    for (size_t i = 1900; i < MOST; i++)
        values[i] += 0.1;
    struct change_alarms found = find(values, MOST);
    assert_int_equal(found.count, 1);
    assert_uint_in_range(found.items[0].first, 1899, 1901);
    assert_uint_in_range(found.items[0].shown, 1903, 1915);
    change_alarms_release(&found);
}

/* --- sequence --- */

/* The alarms of the first values are those of all values up to there. */
TEST(no_alarm_depends_on_later_values) {
    unsigned short seed[3] = {13, 14, 15};
    double values[200];
    draw(values, 200, 0.02, 0.3, noise_heavy, seed);
    for (size_t i = 0; i < 200; i++)
        values[i] += i < 60 ? 0 : i < 110 ? 0.15 : i < 150 ? 0.05 : 0.3;
    struct change_alarms all = find(values, 200);
    assert_uint_in_range(all.count, 3, 4);
    for (size_t n = 0; n <= 200; n++) {
        struct change_alarms some = find(values, n);
        size_t expected = 0;
        while (expected < all.count && all.items[expected].shown < n)
            expected++;
        assert_int_equal(some.count, expected);
        for (size_t i = 0; i < some.count; i++) {
            assert_int_equal(some.items[i].shown, all.items[i].shown);
            assert_int_equal(some.items[i].first, all.items[i].first);
            assert_close(some.items[i].probability, all.items[i].probability, 0);
        }
        change_alarms_release(&some);
    }
    change_alarms_release(&all);
}

TEST(the_probability_only_falls) {
    unsigned short seed[3] = {16, 17, 18};
    double values[150], last = 1;
    draw(values, 150, 0.02, 0.5, noise_normal, seed);
    for (size_t i = 90; i < 150; i++)
        values[i] += 0.06;
    for (size_t n = CHANGE_FEWEST; n <= 150; n++) {
        double p = change_alarm_probability(values, n);
        assert_true(p <= last);
        last = p;
    }
    assert_true(last < 0.05);
}

TEST(the_unit_of_the_values_does_not_matter) {
    unsigned short seed[3] = {19, 20, 21};
    double values[80], moved[80];
    draw(values, 80, 0.5, 0, noise_normal, seed);
    for (size_t i = 0; i < 80; i++) {
        values[i] += i < 50 ? 0 : 1;
        moved[i] = values[i] - 20;
    }
    double p = change_alarm_probability(values, 80);
    assert_true(p < 1);
    assert_close(change_alarm_probability(moved, 80), p, 1e-9);
}
