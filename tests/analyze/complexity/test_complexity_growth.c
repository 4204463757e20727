/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/complexity/complexity.h"
#include "tests/analyze/close.h"

enum { MOST = 1000 };

static struct growth told(const double *sizes, const double *seconds, const double *errors,
                          size_t n) {
    struct growth_curve curve = {sizes, seconds, errors, n};
    struct growth growth;
    assert_true(growth_of(&curve, 0.95, &growth));
    return growth;
}

static void all_three_say_the_same_of_an_exact_law(void **state) {
    (void)state;
    double sizes[12], seconds[12];
    for (int i = 0; i < 12; i++) {
        sizes[i] = 1 << (11 - i); /* in falling order */
        seconds[i] = 4e-9 * sizes[i] * sizes[i];
    }
    struct growth growth = told(sizes, seconds, NULL, 12);
    assert_close(growth.law.exponent.centre, 2, 1e-12);
    assert_close(growth.law.coefficient, 4e-9, 1e-20);
    assert_int_equal(growth.pieces.count, 1);
    assert_close(growth.pieces.items[0].to, 2048, 1e-9);
    assert_string_equal(growth.complexity.fits[0].law, "n²");
    assert_int_equal(growth.points, 12);
    assert_int_equal(growth.left_out + growth.thinned, 0);
}

static void what_has_no_logarithm_is_left_out_and_counted(void **state) {
    (void)state;
    const double sizes[] = {0, -3, NAN, INFINITY, 1, 2, 4, 8, 16, 32};
    const double seconds[] = {1, 1, 1, 1, 1, 2, 0, NAN, -1, 32};
    struct growth growth = told(sizes, seconds, NULL, 10);
    assert_int_equal(growth.points, 3);
    assert_int_equal(growth.left_out, 7);
    assert_close(growth.law.exponent.centre, 1, 1e-14);
}

static void of_equal_sizes_the_first_one_counts(void **state) {
    (void)state;
    const double sizes[] = {8, 1, 8, 2}, seconds[] = {8, 1, 999, 2};
    struct growth growth = told(sizes, seconds, NULL, 4);
    assert_int_equal(growth.points, 3);
    assert_int_equal(growth.left_out, 1);
    assert_close(growth.law.exponent.centre, 1, 1e-14);
    assert_close(growth.law.scatter, 0, 1e-14);
}

static void two_points_have_an_exponent_and_no_more(void **state) {
    (void)state;
    const double sizes[] = {10, 100}, seconds[] = {1, 1000};
    struct growth growth = told(sizes, seconds, NULL, 2);
    assert_close(growth.law.exponent.centre, 3, 1e-14);
    assert_true(isnan(growth.law.exponent.low));
    assert_int_equal(growth.pieces.count, 1);
    assert_int_equal(growth.complexity.as_good, 0);
}

static void one_point_and_none_say_nothing(void **state) {
    (void)state;
    const double sizes[] = {10}, seconds[] = {1};
    for (size_t n = 0; n < 2; n++) {
        struct growth growth = told(sizes, seconds, NULL, n);
        assert_int_equal(growth.points, n);
        assert_true(isnan(growth.law.exponent.centre) && isnan(growth.law.coefficient));
        assert_int_equal(growth.pieces.count, 0);
        assert_int_equal(growth.complexity.as_good, 0);
        assert_true(isnan(growth.complexity.fits[0].rms));
    }
}

/* Of 3 % and 4 % the rms is 3.5355 %; half a percent is the least. */
static void errors_set_the_floor(void **state) {
    (void)state;
    const double sizes[] = {1, 2, 4}, seconds[] = {1, 2, 4};
    assert_close(told(sizes, seconds, NULL, 3).floor, 0.005, 0);
    assert_close(told(sizes, seconds, (double[]){0.03, NAN, 0.04}, 3).floor, sqrt(0.00125), 1e-15);
    assert_close(told(sizes, seconds, (double[]){1e-5, 1e-5, 1e-5}, 3).floor, 0.005, 0);
    assert_close(told(sizes, seconds, (double[]){NAN, NAN, NAN}, 3).floor, 0.005, 0);
}

/* With 2 % of scatter known, sizes over a quarter of a decade cannot tell n log n from n. */
static void errors_make_laws_as_good_as_each_other(void **state) {
    (void)state;
    double sizes[10], seconds[10], errors[10];
    for (int i = 0; i < 10; i++) {
        sizes[i] = pow(10, 5 + 0.25 * i / 9);
        seconds[i] = 1e-9 * sizes[i] * log(sizes[i]);
        errors[i] = 0.02;
    }
    assert_int_equal(told(sizes, seconds, errors, 10).complexity.as_good, 2);
}

static void many_points_are_thinned_evenly(void **state) {
    (void)state;
    double sizes[MOST], seconds[MOST];
    for (int i = 0; i < MOST; i++) {
        sizes[i] = i + 1;
        seconds[i] = 1e-9 * sizes[i];
    }
    struct growth growth = told(sizes, seconds, NULL, MOST);
    assert_int_equal(growth.points, GROWTH_MOST);
    assert_int_equal(growth.thinned, MOST - GROWTH_MOST);
    assert_int_equal(growth.left_out, 0);
    assert_close(growth.law.exponent.centre, 1, 1e-12);
    assert_true(growth.pieces.items[0].to > 0.99 * MOST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_three_say_the_same_of_an_exact_law),
        cmocka_unit_test(what_has_no_logarithm_is_left_out_and_counted),
        cmocka_unit_test(of_equal_sizes_the_first_one_counts),
        cmocka_unit_test(two_points_have_an_exponent_and_no_more),
        cmocka_unit_test(one_point_and_none_say_nothing),
        cmocka_unit_test(errors_set_the_floor),
        cmocka_unit_test(errors_make_laws_as_good_as_each_other),
        cmocka_unit_test(many_points_are_thinned_evenly),
    };
    return cmocka_run_group_tests_name("analyze/complexity/complexity_growth", tests, NULL, NULL);
}
