/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/interval.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

static void assert_interval(struct interval interval, double estimate, double low, double high) {
    assert_close(interval.estimate, estimate, 1e-14);
    assert_close(interval.low, low, 1e-14);
    assert_close(interval.high, high, 1e-14);
}

/* --- any interval --- */

TEST(an_estimate_has_ends_only_where_they_are_known) {
    assert_false(interval_has_ends(interval_unknown));
    assert_false(interval_has_ends(interval_alone(2)));
    assert_true(interval_has_ends(interval_exactly(2)));
    assert_true(interval_has_ends((struct interval){2, 1, INFINITY}));
    assert_interval(interval_within(2, 0.5), 2, 1.5, 2.5);
}

TEST(the_ends_of_what_falls_with_the_estimate_change_places) {
    assert_interval(interval_reciprocal((struct interval){2, 1, 4}), 0.5, 0.25, 1);
    assert_interval(interval_exp(interval_log((struct interval){2, 1, 4})), 2, 1, 4);
    assert_interval(interval_times((struct interval){2, 1, 4}, 3), 6, 3, 12);
}

TEST(a_wider_interval_reaches_as_many_times_as_far_to_either_side) {
    assert_interval(interval_spread((struct interval){2, 1, 4}, 2), 2, 0, 6);
}

TEST(an_interval_lies_on_a_side_only_as_a_whole) {
    assert_int_equal(interval_side((struct interval){2, 1.5, 4}, 1), 1);
    assert_int_equal(interval_side((struct interval){-2, -4, -1.5}, 1), -1);
    assert_int_equal(interval_side((struct interval){2, 0.5, 4}, 1), 0);
    assert_int_equal(interval_side(interval_alone(2), 1), 0);
}

TEST(an_interval_is_widened_only_if_it_is_narrower) {
    assert_interval(interval_at_least((struct interval){2, 1.9, 2.1}, 0.5), 2, 1.5, 2.5);
    assert_interval(interval_at_least((struct interval){2, 1, 4}, 0.5), 2, 1, 4);
    assert_false(interval_has_ends(interval_at_least(interval_alone(2), 0.5)));
}

/* --- Student's t --- */

/* M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions, table 26.10: A(t|degrees) = 0.9,
 * 0.95, 0.99 and 0.998. */
TEST(quantiles_are_those_of_the_published_table) {
    static const struct {
        size_t degrees;
        double t90, t95, t99, t998;
    } table[] = {
        {1, 6.314, 12.706, 63.657, 318.309}, {2, 2.920, 4.303, 9.925, 22.327},
        {4, 2.132, 2.776, 4.604, 7.173},     {10, 1.812, 2.228, 3.169, 4.144},
        {30, 1.697, 2.042, 2.750, 3.385},    {120, 1.658, 1.980, 2.617, 3.160},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const double wanted[] = {table[i].t90, table[i].t95, table[i].t99, table[i].t998};
        static const double levels[] = {0.90, 0.95, 0.99, 0.998};
        for (size_t l = 0; l < 4; l++) {
            struct student student;
            student_init(&student, levels[l]);
            assert_close(student_quantile(&student, table[i].degrees), wanted[l], 0.00051);
            assert_close(student_quantile(&student, table[i].degrees), wanted[l], 0.00051);
        }
    }
}

/* The roots of the regularized incomplete beta function, by mpmath with 40 digits. */
TEST(quantiles_have_all_their_digits) {
    static const struct {
        double level;
        size_t degrees;
        double t;
    } table[] = {{0.95, 1, 12.706204736174694},  {0.95, 5, 2.5705818356363146},
                 {0.95, 6, 2.4469118511449692},  {0.95, 39, 2.0226909200367609},
                 {0.99, 3, 5.8409093097333553},  {0.99, 10, 3.1692726726169509},
                 {0.999, 2, 31.599054576443606}, {0.5, 4, 0.74069708411268265}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct student student;
        student_init(&student, table[i].level);
        assert_close(student_quantile(&student, table[i].degrees) / table[i].t, 1, 1e-12);
    }
}

TEST(one_number_has_no_interval) {
    struct student student;
    student_init(&student, 0.95);
    struct welford w = {0};
    welford_add(&w, 4);
    struct interval interval = interval_of_mean(4, &w, &student);
    assert_true(interval.estimate == 4);
    assert_true(isnan(interval.low) && isnan(interval.high));
    assert_true(isnan(student_quantile(&student, 0)));
}

/* 1 2 3 4 5: sd = sqrt(2.5), t(4) = 2.776445. */
TEST(the_interval_stands_around_the_estimate_given) {
    struct student student;
    student_init(&student, 0.95);
    struct welford w = {0};
    for (int i = 1; i <= 5; i++)
        welford_add(&w, i);
    struct interval interval = interval_of_mean(10, &w, &student);
    double half = 2.7764451051977987 * sqrt(2.5 / 5);
    assert_close(interval.low, 10 - half, 1e-12);
    assert_close(interval.high, 10 + half, 1e-12);
}

TEST(confidences_are_read_as_people_write_them) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"95%", 0.95}, {"0.95", 0.95}, {"99.9 %", 0.999}, {".5", 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = 0;
        assert_int_equal(interval_parse_confidence(cases[i].text, &value, NULL), 0);
        assert_close(value, cases[i].value, 1e-15);
    }
}

TEST(what_is_no_confidence_is_refused_by_name) {
    static const char *const cases[] = {"",    "95",   "0",    "1",   "100%",         "-5%", "nan",
                                        "inf", "0.9x", "95%%", "abc", "0.9999999999", "0%",  "% "};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err err = {""};
        double value = 0.5;
        assert_int_equal(interval_parse_confidence(cases[i], &value, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, cases[i]));
        assert_true(value == 0.5);
    }
}
