/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "plot/axes/ticks.h"
#include "tests/test.h"

TEST(decades_are_equally_long) {
    struct scale scale = {SCALE_LOG, 1, 1000, 0, 300};
    assert_float_equal(scale_map(&scale, 1), 0, 1e-9);
    assert_float_equal(scale_map(&scale, 10), 100, 1e-9);
    assert_float_equal(scale_map(&scale, 1000), 300, 1e-9);
    assert_float_equal(scale_map(&scale, 10000), 400, 1e-9);
}

TEST(a_scale_can_run_backward) {
    struct scale scale = {SCALE_LINEAR, 0, 10, 200, 100};
    assert_float_equal(scale_map(&scale, 2.5), 175, 1e-9);
}

TEST(a_place_has_the_value_that_is_drawn_there) {
    struct scale across = {SCALE_LOG, 1, 1000, 0, 300}, up = {SCALE_LINEAR, 0, 10, 200, 100};
    assert_float_equal(scale_value(&across, 200), 100, 1e-9);
    assert_float_equal(scale_value(&across, scale_map(&across, 37)), 37, 1e-9);
    assert_float_equal(scale_value(&up, 175), 2.5, 1e-9);
}

TEST(what_a_logarithm_lacks_is_put_at_the_ends) {
    struct scale scale = {SCALE_LOG, 1, 1000, 0, 300};
    assert_false(scale_shows(SCALE_LOG, 0));
    assert_false(scale_shows(SCALE_LOG, -1));
    assert_false(scale_shows(SCALE_LOG, INFINITY));
    assert_false(scale_shows(SCALE_LOG, NAN));
    assert_true(scale_shows(SCALE_LINEAR, -1));
    assert_float_equal(scale_map(&scale, 0), 0, 0);
    assert_float_equal(scale_map(&scale, -5), 0, 0);
    assert_float_equal(scale_map(&scale, INFINITY), 300, 0);
    assert_true(isnan(scale_map(&scale, NAN)));
}

TEST(a_range_of_one_value_is_widened_about_it) {
    struct range range = RANGE_EMPTY;
    range_include(&range, 4);
    range = range_padded(range, 4, 0);
    assert_float_equal(range.low, 2, 1e-9);
    assert_float_equal(range.high, 8, 1e-9);
}

TEST(padding_is_a_part_of_the_logarithmic_length) {
    struct range range = range_padded((struct range){1, 100}, 2, 0.5);
    assert_float_equal(range.low, 0.1, 1e-9);
    assert_float_equal(range.high, 1000, 1e-6);
}

TEST(an_empty_or_extreme_range_is_still_a_range) {
    struct range range = range_padded(RANGE_EMPTY, 2, 0.1);
    assert_true(range.low < 1 && range.high > 1);
    range = range_padded((struct range){1e-320, 1.7e308}, 2, 0.1);
    assert_true(range.low > 0 && isfinite(range.high) && range.low < range.high);
}

TEST(a_linear_range_is_widened_by_a_part_of_its_length) {
    struct range range = range_widened((struct range){-10, 10}, 0.1);
    assert_float_equal(range.low, -12, 1e-9);
    assert_float_equal(range.high, 12, 1e-9);
    range = range_widened((struct range){8, 8}, 0.1);
    assert_float_equal(range.low, 4, 1e-9);
    assert_float_equal(range.high, 12, 1e-9);
    range = range_widened((struct range){0, 0}, 0.1);
    assert_true(range.low < 0 && range.high > 0);
    range = range_widened(RANGE_EMPTY, 0.1);
    assert_true(range.low < 0 && range.high > 1);
    range = range_widened((struct range){-1.7e308, 1.7e308}, 0.1);
    assert_true(isfinite(range.low) && isfinite(range.high) && range.low < range.high);
}
