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

enum { MOST = 2000 };

static struct change_split scan(const double *values, size_t n) {
    struct change_workspace *workspace = change_workspace_new(n);
    struct change_split split = change_scan(values, n, workspace);
    change_workspace_free(workspace);
    return split;
}

static void only_the_order_of_the_values_counts(void **state) {
    (void)state;
    unsigned short seed[3] = {1, 2, 3};
    double values[40], others[40];
    for (size_t i = 0; i < 40; i++) {
        values[i] = noise_normal(seed) + (i < 20 ? 0 : 1);
        others[i] = exp(5 * values[i]) - 7;
    }
    struct change_split one = scan(values, 40), other = scan(others, 40);
    assert_int_equal(one.at, other.at);
    assert_close(one.probability, other.probability, 0);
}

/* 12 values in the most extreme order of those that part in the middle: 2 of 924, and 7 splits. */
static void a_probability_is_never_below_that_of_the_order(void **state) {
    (void)state;
    double values[12];
    for (size_t i = 0; i < 12; i++)
        values[i] = (i < 6 ? 0 : 100) + (double)(i * 5 % 12) / 100;
    struct change_split split = scan(values, 12);
    assert_int_equal(split.at, 6);
    assert_true(split.probability >= 2.0 / 924);
    assert_true(split.probability <= 7 * 2.0 / 924 + 1e-12);
}

static void a_level_has_three_values_at_least(void **state) {
    (void)state;
    unsigned short seed[3] = {4, 5, 6};
    for (size_t n = 6; n < 40; n++) {
        double values[40];
        for (size_t i = 0; i < n; i++)
            values[i] = noise_normal(seed) + (i >= n - 2 ? 50 : 0);
        struct change_split split = scan(values, n);
        assert_true(split.probability == 1 || (split.at >= 3 && split.at + 3 <= n));
    }
}

static void a_short_level_within_a_long_one_is_seen(void **state) {
    (void)state;
    unsigned short seed[3] = {7, 8, 9};
    static double values[MOST];
    for (size_t i = 0; i < MOST; i++)
        values[i] = noise_normal(seed) + (i >= 900 && i < 920 ? 3 : 0);
    struct change_split split = scan(values, MOST);
    assert_true(split.probability < 1e-3);
    assert_true((split.at >= 898 && split.at <= 902) || (split.at >= 918 && split.at <= 922));
}

/* Of 20 values there is one window only. */
static void one_change_at_most_is_the_whole_series(void **state) {
    (void)state;
    unsigned short seed[3] = {10, 11, 12};
    double values[20];
    for (size_t i = 0; i < 20; i++)
        values[i] = noise_normal(seed);
    struct change_workspace *workspace = change_workspace_new(20);
    struct change_split all = change_scan(values, 20, workspace),
                        one = change_scan_one(values, 20, workspace);
    assert_int_equal(all.at, one.at);
    assert_close(all.probability, one.probability, 0);
    assert_close(change_scan_one(values, 5, workspace).probability, 1, 0);
    change_workspace_free(workspace);
}

/* Both halves hold the same 30 values in both series, which in one of them rise and fall slowly. */
static void a_split_proves_less_where_neighbours_are_alike(void **state) {
    (void)state;
    double jumping[60], wandering[60];
    for (size_t i = 0; i < 30; i++) {
        size_t jump = i * 11 % 30, there_and_back = i < 15 ? 2 * i : 59 - 2 * i;
        jumping[i] = (double)jump / 30;
        wandering[i] = (double)there_and_back / 30;
        jumping[30 + i] = jumping[i] + 1.01;
        wandering[30 + i] = wandering[i] + 1.01;
    }
    struct change_split one = scan(jumping, 60), other = scan(wandering, 60);
    assert_int_equal(one.at, 30);
    assert_true(one.probability < 1e-6);
    assert_true(other.probability > 1000 * one.probability);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_order_of_the_values_counts),
        cmocka_unit_test(a_probability_is_never_below_that_of_the_order),
        cmocka_unit_test(a_level_has_three_values_at_least),
        cmocka_unit_test(a_short_level_within_a_long_one_is_seen),
        cmocka_unit_test(one_change_at_most_is_the_whole_series),
        cmocka_unit_test(a_split_proves_less_where_neighbours_are_alike),
    };
    return cmocka_run_group_tests_name("analyze/history/change_scan", tests, NULL, NULL);
}
