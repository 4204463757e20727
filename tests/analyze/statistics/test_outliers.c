/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/outliers.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

#define TEN                                                                                        \
    { 10, 11, 12, 13, 14, 15, 16, 40, -20, 12.5 }

/* --- fences --- */

/* R: q <- quantile(x, c(.25, .75)); q + c(-1.5, 1.5) * diff(q). */
TEST(fences_stand_one_and_a_half_quartile_distances_out) {
    double x[] = TEN;
    struct fences fences = outliers_tukey(x, 10);
    assert_close(fences.low, 6, 1e-13);
    assert_close(fences.high, 20, 1e-13);
    struct outliers outliers = outliers_count(x, 10, fences);
    assert_int_equal(outliers.below, 1);
    assert_int_equal(outliers.above, 1);
}

/* R: mean(x) + c(-2, 2) * sd(x). */
TEST(sigma_fences_stand_two_deviations_out) {
    const double x[] = TEN;
    struct fences fences = outliers_sigma(x, 10);
    assert_close(fences.low, -16.262545810846291, 1e-13);
    assert_close(fences.high, 40.962545810846294, 1e-13);
    struct outliers outliers = outliers_count(x, 10, fences);
    assert_int_equal(outliers.below, 1);
    assert_int_equal(outliers.above, 0);
}

TEST(what_stands_on_a_fence_is_within) {
    const double x[] = {1, 2, 3};
    struct outliers outliers = outliers_count(x, 3, (struct fences){1, 3});
    assert_int_equal(outliers.below + outliers.above, 0);
}

TEST(equal_numbers_have_no_outliers) {
    double x[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    struct outliers tukey = outliers_count(x, 7, outliers_tukey(x, 7));
    struct outliers sigma = outliers_count(x, 7, outliers_sigma(x, 7));
    assert_int_equal(tukey.below + tukey.above, 0);
    assert_int_equal(sigma.below + sigma.above, 0);
}

TEST(too_few_numbers_have_none) {
    double x[] = {5, 1000};
    assert_true(isnan(outliers_tukey(x, 0).low));
    assert_true(isnan(outliers_sigma(x, 0).low) && isnan(outliers_sigma(x, 1).high));
    struct outliers none = outliers_count(x, 1, outliers_sigma(x, 1));
    assert_int_equal(none.below + none.above, 0);
    none = outliers_count(x, 2, outliers_tukey(x, 2));
    assert_int_equal(none.below + none.above, 0);
}

TEST(missing_samples_are_not_counted) {
    const double x[] = {NAN, INFINITY, -INFINITY, 0, 9};
    struct outliers outliers = outliers_count(x, 5, (struct fences){1, 5});
    assert_int_equal(outliers.below, 1);
    assert_int_equal(outliers.above, 1);
}

/* --- rules --- */

TEST(rules_are_read_as_people_write_them) {
    static const struct {
        const char *text;
        struct trim trim;
    } cases[] = {{"none", {TRIM_NONE, 0}},          {"tukey", {TRIM_TUKEY, 0}},
                 {"sigma", {TRIM_SIGMA, 0}},        {"10%", {TRIM_FRACTION, 0.1}},
                 {"2.5 %", {TRIM_FRACTION, 0.025}}, {"0.2", {TRIM_FRACTION, 0.2}},
                 {"49.9%", {TRIM_FRACTION, 0.499}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trim trim = {TRIM_NONE, -1};
        assert_int_equal(outliers_parse_trim(cases[i].text, &trim, NULL), 0);
        assert_int_equal(trim.rule, cases[i].trim.rule);
        assert_close(trim.fraction, cases[i].trim.fraction, 1e-15);
    }
}

TEST(what_is_no_rule_is_refused_by_name) {
    static const char *const cases[] = {"",     "Tukey", "3sigma", "50%", "0", "0%", "-10%",  "1",
                                        "10%%", "10x",   "nan",    "inf", "%", "10", "tukey "};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err err = {""};
        struct trim trim = {TRIM_SIGMA, 0.25};
        assert_int_equal(outliers_parse_trim(cases[i], &trim, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, cases[i]));
        assert_non_null(strstr(err.message, "tukey, sigma"));
        assert_true(trim.rule == TRIM_SIGMA && trim.fraction == 0.25);
    }
}

/* --- dropping --- */

static void check_kept(const double *seconds, size_t n, const char *kept) {
    for (size_t i = 0; i < n; i++)
        if (isnan(seconds[i]) != (kept[i] == '.'))
            fail_msg("sample %zu is %g", i, seconds[i]);
}

TEST(each_rule_drops_what_it_names) {
    static const struct {
        struct trim trim;
        size_t dropped;
        const char *kept;
    } cases[] = {{{TRIM_NONE, 0}, 0, "++++++++++"},        {{TRIM_TUKEY, 0}, 2, "+++++++..+"},
                 {{TRIM_SIGMA, 0}, 1, "++++++++.+"},       {{TRIM_FRACTION, 0.05}, 0, "++++++++++"},
                 {{TRIM_FRACTION, 0.1}, 2, "+++++++..+"},  {{TRIM_FRACTION, 0.25}, 4, ".+++++...+"},
                 {{TRIM_FRACTION, 0.499}, 8, "...+.....+"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x[] = TEN, scratch[10];
        assert_int_equal(outliers_drop(&cases[i].trim, x, 10, scratch), cases[i].dropped);
        check_kept(x, 10, cases[i].kept);
    }
}

TEST(of_equal_samples_no_more_go_than_asked_for) {
    struct trim trim = {TRIM_FRACTION, 0.2};
    double x[] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7}, low[] = {1, 1, 1, 1, 5, 6, 7, 8, 9, 9};
    double scratch[10];
    assert_int_equal(outliers_drop(&trim, x, 10, scratch), 4);
    check_kept(x, 10, "....++++++");
    assert_int_equal(outliers_drop(&trim, low, 10, scratch), 4);
    check_kept(low, 10, "..++++++..");
}

TEST(missing_samples_are_not_dropped_again) {
    struct trim trim = {TRIM_FRACTION, 0.25};
    double x[] = {NAN, 4, NAN, 1, 2, 3, INFINITY}, none[] = {NAN, NAN}, scratch[7];
    assert_int_equal(outliers_drop(&trim, x, 7, scratch), 2);
    check_kept(x, 7, "....+++");
    for (int rule = TRIM_NONE; rule <= TRIM_FRACTION; rule++) {
        trim.rule = (enum trim_rule)rule;
        assert_int_equal(outliers_drop(&trim, none, 2, scratch), 0);
        assert_int_equal(outliers_drop(&trim, none, 0, scratch), 0);
    }
}
