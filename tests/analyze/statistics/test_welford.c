/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/welford.h"
#include "tests/analyze/close.h"
#include "tests/analyze/strd/strd.h"
#include "tests/test.h"

static void check(const struct strd_set *set, const struct welford *w) {
    double mean = strd_digits(welford_mean(w), set->mean);
    double sd = strd_digits(welford_sd(w), set->sd);
    double exact = strd_digits(welford_sd(w), set->exact_sd);
    if (mean < 14 || sd < set->sd_digits || exact < 14)
        fail_msg("%s: %.1f digits of the mean, %.1f of the certified sd, %.1f of the exact one",
                 set->name, mean, sd, exact);
}

/* --- the NIST sets --- */

TEST(the_nist_sets_come_out_as_certified) {
    static double x[STRD_MOST];
    for (size_t s = 0; s < STRD_SETS; s++) {
        struct welford w = {0};
        size_t n = strd_sets[s].make(x);
        for (size_t i = 0; i < n; i++)
            welford_add(&w, x[i]);
        assert_int_equal(w.n, n);
        check(&strd_sets[s], &w);
    }
}

TEST(blocks_are_as_good_as_one_by_one) {
    static double x[STRD_MOST];
    for (size_t s = 0; s < STRD_SETS; s++) {
        struct welford w = {0};
        size_t n = strd_sets[s].make(x);
        welford_add_block(&w, x, n);
        assert_int_equal(w.n, n);
        check(&strd_sets[s], &w);
    }
}

TEST(merged_parts_are_as_good_as_the_whole) {
    static double x[STRD_MOST];
    for (size_t s = 0; s < STRD_SETS; s++)
        for (size_t step = 1; step < 2000; step = step * 3 + 1) {
            struct welford all = {0}, empty = {0};
            size_t n = strd_sets[s].make(x);
            for (size_t from = 0; from < n; from += step) {
                struct welford part = {0};
                size_t end = from + step < n ? from + step : n;
                for (size_t i = from; i < end; i++)
                    welford_add(&part, x[i]);
                welford_merge(&all, &part);
                welford_merge(&all, &empty);
            }
            assert_int_equal(all.n, n);
            check(&strd_sets[s], &all);
        }
}

TEST(blocks_of_any_length_join) {
    static double x[STRD_MOST];
    for (size_t s = 0; s < STRD_SETS; s++)
        for (size_t step = 1; step < 2000; step = step * 3 + 1) {
            struct welford w = {0};
            size_t n = strd_sets[s].make(x);
            for (size_t from = 0; from < n; from += step)
                welford_add_block(&w, x + from, n - from < step ? n - from : step);
            assert_int_equal(w.n, n);
            check(&strd_sets[s], &w);
        }
}

/* --- what is no number --- */

TEST(blocks_pass_over_what_is_not_finite) {
    static double x[3000];
    struct welford holed = {0}, whole = {0};
    for (int i = 0; i < 3000; i++)
        x[i] = i % 7 == 0 ? NAN : i % 11 == 0 ? INFINITY : i % 13 == 0 ? -INFINITY : 100 + i % 10;
    welford_add_block(&holed, x, 3000);
    for (int i = 0; i < 3000; i++)
        if (isfinite(x[i]))
            welford_add(&whole, x[i]);
    assert_int_equal(holed.n, whole.n);
    assert_close(welford_mean(&holed), welford_mean(&whole), 1e-12);
    assert_close(welford_sd(&holed), welford_sd(&whole), 1e-13);
}

TEST(a_block_of_nothing_finite_adds_nothing) {
    double nothing[] = {NAN, INFINITY, -INFINITY}, later[] = {NAN, 5, 7};
    struct welford w = {0};
    welford_add_block(&w, nothing, 3);
    welford_add_block(&w, NULL, 0);
    assert_int_equal(w.n, 0);
    assert_true(isnan(welford_mean(&w)));
    welford_add_block(&w, later, 3);
    welford_add_block(&w, nothing, 3);
    assert_int_equal(w.n, 2);
    assert_true(welford_mean(&w) == 6);
    assert_close(welford_sd(&w), sqrt(2), 1e-15);
}

TEST(too_few_numbers_leave_it_undefined) {
    struct welford w = {0}, block = {0};
    double three = 3;
    assert_true(isnan(welford_mean(&w)));
    assert_true(isnan(welford_sd(&w)));
    welford_add(&w, 3);
    welford_add_block(&block, &three, 1);
    assert_true(welford_mean(&w) == 3 && welford_mean(&block) == 3);
    assert_true(isnan(welford_sd(&w)) && isnan(welford_sd(&block)));
    welford_add(&w, 3);
    welford_add_block(&block, &three, 1);
    assert_true(welford_sd(&w) == 0 && welford_sd(&block) == 0);
}

/* --- extremes --- */

TEST(equal_numbers_have_no_deviation_at_all) {
    static double x[2500];
    struct welford w = {0};
    for (int i = 0; i < 2500; i++)
        x[i] = 0.1;
    welford_add_block(&w, x, 2500);
    assert_true(welford_mean(&w) == 0.1);
    assert_true(welford_sd(&w) == 0);
}

TEST(subnormal_numbers_keep_their_mean) {
    double x[] = {0x1p-1070, 0x3p-1070, 0x5p-1070};
    struct welford w = {0};
    welford_add_block(&w, x, 3);
    assert_true(welford_mean(&w) == 0x3p-1070);
    assert_true(welford_sd(&w) == 0);
}

/* Of as many numbers as are in a block, then as many far from them. */
static struct welford two_levels(double low, double high, double *x, size_t half) {
    struct welford w = {0};
    for (size_t i = 0; i < half; i++) {
        x[i] = low + (double)(i % 3);
        x[half + i] = high + (double)(i % 3);
    }
    welford_add_block(&w, x, 2 * half);
    return w;
}

TEST(blocks_far_from_those_before_keep_their_digits) {
    enum { HALF = 3 * 1024 };
    static double x[2 * HALF];
    struct welford w = two_levels(1, 1e9, x, HALF);
    double distance = 1e9 - 1, n = 2 * HALF;
    double variance = (n * 2 / 3 + distance * distance * n / 4) / (n - 1);
    assert_true(fabs(welford_sd(&w) / sqrt(variance) - 1) < 1e-15);
    assert_true(fabs(welford_mean(&w) / ((1e9 + 1) / 2 + 1) - 1) < 1e-15);
}

TEST(squares_beyond_all_numbers_are_infinite) {
    enum { HALF = 1024 };
    static double x[2 * HALF];
    struct welford w = two_levels(1e200, 3e200, x, HALF);
    assert_true(isinf(welford_sd(&w)));
    assert_true(fabs(welford_mean(&w) / 2e200 - 1) < 1e-15);
}
