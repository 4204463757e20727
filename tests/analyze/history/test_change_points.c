/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analyze/history/change_points.h"
#include "tests/analyze/close.h"
#include "tests/analyze/noise.h"

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
static void the_nile_changed_after_1898(void **state) {
    (void)state;
    double values[100];
    for (size_t i = 0; i < 100; i++)
        values[i] = log(nile[i]);
    struct change_points found = find(values, 100, &usual);
    assert_int_equal(found.count, 1);
    assert_int_equal(1871 + found.items[0].before, 1898);
    assert_int_equal(1871 + found.items[0].first, 1899);
    assert_close(found.items[0].ratio, 0.7593771, 1e-7);
    assert_true(found.items[0].low < 0.759 && found.items[0].high > 0.760);
    assert_true(found.items[0].high < 0.85 && found.items[0].low > 0.68);
    assert_true(found.items[0].probability < 1e-6);
    change_points_release(&found);
}

/* --- steady series --- */

static void at_most_one_in_twenty_steady_series_changes(void **state) {
    (void)state;
    static double (*const noises[])(unsigned short[3]) = {
        noise_normal, noise_heavy, noise_cauchy, noise_skew, noise_outliers, noise_coarse};
    static const size_t lengths[] = {10, 20, 50, 200};
    enum { TRIALS = 400 };
    unsigned short seed[3] = {1, 2, 3};
    double values[200];
    for (size_t k = 0; k < sizeof noises / sizeof *noises; k++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            int changing = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                for (size_t i = 0; i < lengths[l]; i++)
                    values[i] = noises[k](seed);
                changing += change_points_probability(values, lengths[l]) <= 0.05;
            }
            if (changing > TRIALS / 20)
                fail_msg("noise %zu, %zu values: %d of %d", k, lengths[l], changing, TRIALS);
        }
}

static void a_single_outlier_is_no_change(void **state) {
    (void)state;
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

/* Of neighbours' correlation 0.6: if it were not heeded, nearly all would be called changing. */
static void slow_wandering_is_seldom_taken_for_changes(void **state) {
    (void)state;
    unsigned short seed[3] = {7, 8, 9};
    int changing = 0;
    for (int trial = 0; trial < 100; trial++) {
        double values[400], mood = 0;
        for (size_t i = 0; i < 400; i++)
            values[i] = mood = 0.6 * mood + noise_normal(seed);
        changing += change_points_probability(values, 400) <= 0.05;
    }
    assert_true(changing <= 20);
}

static void few_or_equal_values_are_steady(void **state) {
    (void)state;
    const double few[] = {1, 1, 2, 2, 2}, equal[20] = {0};
    assert_close(change_points_probability(few, 0), 1, 0);
    assert_close(change_points_probability(few, 5), 1, 0);
    assert_close(change_points_probability(equal, 20), 1, 0);
    assert_int_equal(count(few, 5), 0);
}

/* Of the orders of 6 values 2 in 20 part the small from the large ones in the middle. */
static void six_values_prove_no_more_than_their_orders(void **state) {
    (void)state;
    const double values[] = {1, 1.01, 1.02, 9, 9.01, 9.02};
    assert_close(change_points_probability(values, 6), 0.1, 1e-12);
}

/* --- changes --- */

/* A step of 5 % in noise of 2 %. */
static void a_step_is_found_where_it_is(void **state) {
    (void)state;
    unsigned short seed[3] = {10, 11, 12};
    int found_at_all = 0, near = 0;
    for (int trial = 0; trial < 200; trial++) {
        double values[20];
        draw(values, (struct level[]){{0, 10}, {0.05, 10}, {0, 0}}, 0.02, seed);
        struct change_points found = find(values, 20, &usual);
        found_at_all += found.count == 1;
        near += found.count == 1 && found.items[0].first >= 9 && found.items[0].first <= 11;
        change_points_release(&found);
    }
    assert_true(found_at_all >= 180);
    assert_true(near >= 170);
}

static void an_interval_covers_the_size_of_a_step(void **state) {
    (void)state;
    unsigned short seed[3] = {13, 14, 15};
    int covered = 0;
    for (int trial = 0; trial < 300; trial++) {
        double values[60];
        draw(values, (struct level[]){{0, 30}, {0.1, 30}, {0, 0}}, 0.02, seed);
        struct change_points found = find(values, 60, &usual);
        assert_true(found.count >= 1);
        covered += found.items[0].low <= exp(0.1) && exp(0.1) <= found.items[0].high;
        change_points_release(&found);
    }
    assert_true(covered >= 270); /* of 285 on average */
}

static void several_steps_are_found(void **state) {
    (void)state;
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

static void a_level_that_comes_and_goes_is_found_in_a_long_history(void **state) {
    (void)state;
    unsigned short seed[3] = {19, 20, 21};
    double values[1010];
    size_t n = draw(values, (struct level[]){{0, 500}, {0.06, 10}, {0, 500}, {0, 0}}, 0.02, seed);
    struct change_points found = find(values, n, &usual);
    assert_int_equal(found.count, 2);
    assert_in_range(found.items[0].first, 498, 502);
    assert_in_range(found.items[1].first, 508, 512);
    change_points_release(&found);
}

static void what_was_not_measured_does_not_count(void **state) {
    (void)state;
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

static void changes_that_are_too_small_are_not_told(void **state) {
    (void)state;
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
    assert_close(found.items[0].ratio, exp(0.0975), 0.003);
    change_points_release(&found);
}

static void a_stricter_level_finds_less(void **state) {
    (void)state;
    const struct change_asked strict = {.level = 1e-6, .confidence = 0.95};
    unsigned short seed[3] = {28, 29, 30};
    double values[20];
    draw(values, (struct level[]){{0, 10}, {1, 10}, {0, 0}}, 0.01, seed);
    assert_int_equal(count(values, 20), 1);
    struct change_points found = find(values, 20, &strict);
    assert_int_equal(found.count, 0);
    change_points_release(&found);
}

/* Ranks alone move a place towards the middle: past a value that is high, but not among the new. */
static void a_clear_step_is_found_to_the_run(void **state) {
    (void)state;
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
    assert_in_range(right, 198, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nile_changed_after_1898),
        cmocka_unit_test(at_most_one_in_twenty_steady_series_changes),
        cmocka_unit_test(a_single_outlier_is_no_change),
        cmocka_unit_test(slow_wandering_is_seldom_taken_for_changes),
        cmocka_unit_test(few_or_equal_values_are_steady),
        cmocka_unit_test(six_values_prove_no_more_than_their_orders),
        cmocka_unit_test(a_step_is_found_where_it_is),
        cmocka_unit_test(an_interval_covers_the_size_of_a_step),
        cmocka_unit_test(several_steps_are_found),
        cmocka_unit_test(a_level_that_comes_and_goes_is_found_in_a_long_history),
        cmocka_unit_test(what_was_not_measured_does_not_count),
        cmocka_unit_test(changes_that_are_too_small_are_not_told),
        cmocka_unit_test(a_stricter_level_finds_less),
        cmocka_unit_test(a_clear_step_is_found_to_the_run),
    };
    return cmocka_run_group_tests_name("analyze/history/change_points", tests, NULL, NULL);
}
