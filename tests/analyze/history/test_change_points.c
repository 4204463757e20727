/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/history/change_points.h"
#include "tests/analyze/close.h"
#include "tests/analyze/noise.h"
#include "tests/test.h"

static const struct change_asked usual = {.level = 0.05, .confidence = 0.95};

static struct change_points find(const double *values, size_t n, const struct change_asked *asked) {
    struct change_points found;
    assert_int_equal(change_points_find(values, n, asked, &found), 0);
    return found;
}

static size_t count(const double *values, size_t n) {
    struct change_points found = find(values, n, &usual);
    size_t changes = found.count;
    change_points_release(&found);
    return changes;
}

/* Levels as in {{0, 10}, {0.05, 10}}: a value and how often. The last has none. */
struct level {
    double value;
    size_t n;
};

static size_t draw(double *values, const struct level *levels, double sd, unsigned short seed[3]) {
    size_t n = 0;
    for (; levels->n; levels++)
        for (size_t i = 0; i < levels->n; i++)
            values[n++] = levels->value + sd * noise_normal(seed);
    return n;
}

/* --- a published series --- */

/* R's datasets::Nile, the flow of the Nile at Aswan from 1871 to 1970, in 10^8 m^3. */
static const double nile[100] = {
    1120, 1160, 963, 1210, 1160, 1160, 813,  1230, 1370, 1140, 995,  935,  1110, 994,  1020,
    960,  1180, 799, 958,  1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774,  840,
    874,  694,  940, 833,  701,  916,  692,  1020, 1050, 969,  831,  726,  456,  824,  702,
    1120, 1100, 832, 764,  821,  768,  845,  864,  862,  698,  845,  744,  796,  1040, 759,
    781,  865,  845, 944,  984,  897,  822,  1010, 771,  676,  649,  846,  812,  742,  801,
    1040, 860,  874, 848,  890,  744,  749,  838,  1050, 918,  986,  797,  923,  975,  815,
    1020, 906,  901, 1170, 912,  746,  919,  718,  714,  740};

/* It has one change, 1898 being the last year of the old level: G. W. Cobb, "The problem of the
 * Nile: conditional solution to a changepoint problem", Biometrika 65 (1978) 243-251. The ratio is
 * R's exp(mean(log(Nile)[29:100], trim=.2) - mean(log(Nile)[1:28], trim=.2)). */
TEST(the_nile_changed_after_1898) {
    double values[100];
    for (size_t i = 0; i < 100; i++)
        values[i] = log(nile[i]);
    struct change_points found = find(values, 100, &usual);
    assert_int_equal(found.count, 1);
    assert_int_equal(1871 + found.items[0].before, 1898);
    assert_int_equal(1871 + found.items[0].first, 1899);
    assert_close(found.items[0].ratio.estimate, 0.7593771, 1e-7);
    assert_true(found.items[0].ratio.low < 0.759 && found.items[0].ratio.high > 0.760);
    assert_true(found.items[0].ratio.high < 0.85 && found.items[0].ratio.low > 0.68);
    assert_int_equal(1871 + found.items[0].earliest, 1896);
    assert_int_equal(1871 + found.items[0].latest, 1901);
    assert_int_equal(1871 + found.items[0].shown, 1906);
    assert_true(found.items[0].probability < 0.05);
    change_points_release(&found);
}

/* --- steady series --- */

TEST(a_single_outlier_is_no_change) {
    unsigned short seed[3] = {4, 5, 6};
    double values[40];
    size_t changing = 0;
    for (size_t trial = 0; trial < 400; trial++) {
        draw(values, (struct level[]){{0, 40}, {0, 0}}, 0.02, seed);
        values[trial % 40] += 3;
        changing += count(values, 40) > 0;
    }
    assert_true(changing <= 20);
}

TEST(few_or_equal_values_are_steady) {
    const double few[] = {1, 1, 2, 2, 2}, equal[20] = {0};
    assert_close(change_points_probability(few, 0), 1, 0);
    assert_close(change_points_probability(few, 5), 1, 0);
    assert_close(change_points_probability(equal, 20), 1, 0);
    assert_int_equal(count(few, 5), 0);
}

/* --- changes --- */

/* A step of 5 % in noise of 2 %. */
TEST(a_step_is_found_where_it_is) {
    unsigned short seed[3] = {10, 11, 12};
    int found_at_all = 0, near = 0;
    for (int trial = 0; trial < 200; trial++) {
        double values[40];
        draw(values, (struct level[]){{0, 30}, {0.05, 10}, {0, 0}}, 0.02, seed);
        struct change_points found = find(values, 40, &usual);
        found_at_all += found.count == 1;
        near += found.count == 1 && found.items[0].first >= 29 && found.items[0].first <= 31;
        change_points_release(&found);
    }
    assert_true(found_at_all >= 170); /* of 181 on average */
    assert_true(near >= 145);
}

TEST(an_interval_covers_the_size_of_a_step) {
    unsigned short seed[3] = {13, 14, 15};
    int covered = 0;
    for (int trial = 0; trial < 300; trial++) {
        double values[60];
        draw(values, (struct level[]){{0, 30}, {0.1, 30}, {0, 0}}, 0.02, seed);
        struct change_points found = find(values, 60, &usual);
        assert_true(found.count >= 1);
        covered += found.items[0].ratio.low <= exp(0.1) && exp(0.1) <= found.items[0].ratio.high;
        change_points_release(&found);
    }
    assert_true(covered >= 270); /* of 285 on average */
}

/* 98 to 100 % on average: the interval is the wider the less it is needed (change_points.h). */
TEST(an_interval_of_runs_holds_the_place) {
    unsigned short seed[3] = {34, 35, 36};
    int held = 0, exact = 0;
    for (int trial = 0; trial < 200; trial++) {
        double values[60];
        draw(values, (struct level[]){{0, 30}, {0.06, 30}, {0, 0}}, trial % 2 ? 0.02 : 0.002, seed);
        struct change_points found = find(values, 60, &usual);
        assert_true(found.count >= 1);
        const struct change_point *point = &found.items[0];
        assert_true(point->earliest <= point->before && point->first <= point->latest);
        assert_true(point->shown >= point->first + 2);
        held += point->earliest < 30 && 30 <= point->latest;
        exact += point->latest - point->earliest == 1;
        change_points_release(&found);
    }
    assert_true(held >= 190);
    assert_true(exact >= 95); /* those of a clear step */
}

TEST(several_steps_are_found) {
    static const struct level levels[] = {{0, 40},   {0.1, 30}, {0.06, 30},
                                          {0.2, 50}, {0, 40},   {0, 0}};
    static const size_t firsts[] = {40, 70, 100, 150};
    unsigned short seed[3] = {16, 17, 18};
    int right = 0;
    for (int trial = 0; trial < 50; trial++) {
        double values[190];
        draw(values, levels, 0.01, seed);
        struct change_points found = find(values, 190, &usual);
        int all = found.count == 4;
        for (size_t i = 0; all && i < 4; i++)
            all = found.items[i].first + 2 >= firsts[i] && found.items[i].first <= firsts[i] + 2;
        right += all;
        change_points_release(&found);
    }
    assert_true(right >= 45);
}

TEST(a_level_that_comes_and_goes_is_found_in_a_long_history) {
    unsigned short seed[3] = {19, 20, 21};
    int right = 0;
    for (int trial = 0; trial < 20; trial++) {
        static double values[1010];
        size_t n =
            draw(values, (struct level[]){{0, 500}, {0.06, 10}, {0, 500}, {0, 0}}, 0.02, seed);
        struct change_points found = find(values, n, &usual);
        int up = 0, down = 0;
        for (size_t i = 0; i < found.count; i++) {
            up |= found.items[i].first >= 498 && found.items[i].first <= 502;
            down |= found.items[i].first >= 508 && found.items[i].first <= 512;
        }
        right += up && down;
        change_points_release(&found);
    }
    assert_true(right >= 16);
}

TEST(what_was_not_measured_does_not_count) {
    unsigned short seed[3] = {22, 23, 24};
    double values[40];
    draw(values, (struct level[]){{0, 20}, {0.2, 20}, {0, 0}}, 0.01, seed);
    for (size_t i = 0; i < 40; i += 4)
        values[i] = i % 8 ? NAN : INFINITY;
    struct change_points found = find(values, 40, &usual);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].before, 19);
    assert_int_equal(found.items[0].first, 21);
    change_points_release(&found);
}

TEST(changes_that_are_too_small_are_not_told) {
    static const struct level levels[] = {{0, 50}, {0.005, 50}, {0.1, 50}, {0, 0}};
    struct change_asked asked = usual;
    unsigned short seed[3] = {25, 26, 27};
    double values[150];
    draw(values, levels, 0.001, seed);
    assert_int_equal(count(values, 150), 2);
    asked.least = 0.02;
    struct change_points found = find(values, 150, &asked);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].first, 100);
    assert_close(found.items[0].ratio.estimate, exp(0.0975), 0.003);
    change_points_release(&found);
}

TEST(a_stricter_level_finds_less) {
    const struct change_asked strict = {.level = 1e-30, .confidence = 0.95};
    unsigned short seed[3] = {28, 29, 30};
    double values[20];
    draw(values, (struct level[]){{0, 10}, {1, 10}, {0, 0}}, 0.01, seed);
    assert_int_equal(count(values, 20), 1);
    struct change_points found = find(values, 20, &strict);
    assert_int_equal(found.count, 0);
    change_points_release(&found);
}

TEST(a_clear_step_is_found_to_the_run) {
    unsigned short seed[3] = {31, 32, 33};
    double values[30];
    size_t right = 0;
    for (int i = 0; i < 200; i++) {
        size_t n = draw(values, (const struct level[]){{0, 18}, {0.2, 12}, {0, 0}}, 0.01, seed);
        struct change_points found = find(values, n, &usual);
        for (size_t c = 0; c < found.count; c++)
            right += found.items[c].first == 18;
        change_points_release(&found);
    }
    assert_uint_in_range(right, 198, 200);
}
