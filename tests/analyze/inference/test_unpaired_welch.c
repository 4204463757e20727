/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/inference/unpaired.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

static struct welch_side side_of(const double *values, size_t n) {
    struct welford w = {0};
    for (size_t i = 0; i < n; i++)
        welford_add(&w, values[i]);
    return welch_side_of(welford_mean(&w), welford_sd(&w) / sqrt((double)n), n);
}

static struct welch example(void) {
    static const double a[] = {1.083, 1.074, 1.116, 1.02}, b[] = {1.2, 1.19, 1.16, 1.25, 1.17};
    struct welch_side earlier = side_of(a, 4), later = side_of(b, 5);
    return welch_between(&earlier, &later);
}

/* R: t.test(c(1.083, 1.074, 1.116, 1.02), c(1.2, 1.19, 1.16, 1.25, 1.17)) */
TEST(it_is_as_r_has_it) {
    struct welch welch = example();
    struct interval interval = welch_interval(&welch, 0.95);
    assert_close(welch.difference / welch.se, 4.7635, 5e-5);
    assert_close(welch.degrees, 6.1123, 5e-5);
    assert_close(welch_probability_outside(&welch, 0), 0.002964, 5e-7);
    assert_close(interval.estimate, 1.194 - 1.07325, 1e-12);
    assert_close(interval.low, 0.05899899, 5e-9);
    assert_close(interval.high, 0.18250101, 5e-9);
}

/* R: t.test(b, a, mu = 0.05, alternative = "greater")$p.value */
TEST(a_margin_is_tested_to_one_side) {
    struct welch welch = example();
    assert_close(welch_probability_above(&welch, 0.05), 0.0154606182, 1e-8);
    assert_close(welch_probability_above(&welch, welch.difference), 0.5, 1e-12);
    assert_close(welch_probability_above(&welch, 0), welch_probability_outside(&welch, 0) / 2,
                 1e-15);
}

/* SciPy: 2 * stats.t.sf(2.5, 7.3) */
TEST(equality_is_tested_to_the_nearer_limit) {
    struct welch welch = {0.005, 0.002, 7.3};
    assert_close(welch_probability_within(&welch, 0.01), 0.039650234665600415, 1e-12);
    welch.difference = -0.005;
    assert_close(welch_probability_within(&welch, 0.01), 0.039650234665600415, 1e-12);
    assert_close(welch_probability_within(&welch, 0.005), 1, 0);
    assert_close(welch_probability_within(&welch, 0.004), 1, 0);
    double p = welch_probability_within(&welch, 0.012);
    struct interval interval = welch_interval(&welch, 1 - p);
    assert_close(interval.low, -0.012, 1e-9);
    welch.se = 0;
    assert_close(welch_probability_within(&welch, 0.01), 0, 0);
    welch.se = NAN;
    assert_true(isnan(welch_probability_within(&welch, 0.01)));
}

/* SciPy: brentq(lambda d: stats.nct.sf(stats.t.isf(0.025 / m, nu), nu, d) - 0.8, 0, 60) */
TEST(what_is_detectable_is_nearly_as_the_noncentral_t_has_it) {
    static const struct {
        double degrees, hypotheses, exact;
    } cases[] = {{4, 1, 3.7611}, {4, 24, 8.8483}, {9, 24, 5.3321}, {30, 100, 4.8102}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct welch welch = {0, 0.01, cases[i].degrees};
        double found = welch_detectable(&welch, 0.02, 0.05 / cases[i].hypotheses, 0.8);
        assert_close((found - 0.02) / 0.01 / cases[i].exact, 1, 0.02);
    }
    struct welch none = {0, NAN, NAN};
    assert_true(isnan(welch_detectable(&none, 0, 0.05, 0.8)));
}

TEST(one_unit_has_no_interval) {
    const struct welch_side one = welch_side_of(1, NAN, 1), many = welch_side_of(2, 0.1, 5);
    struct welch welch = welch_between(&one, &many);
    assert_close(welch.difference, 1, 0);
    assert_true(isnan(welch_interval(&welch, 0.95).low));
    assert_true(isnan(welch_probability_outside(&welch, 0)));
    assert_true(isnan(welch_probability_above(&welch, 0.1)));
}

TEST(without_scatter_any_difference_is_one) {
    const struct welch_side one = welch_side_of(1, 0, 5), same = one,
                            other = welch_side_of(2, 0, 5);
    struct welch none = welch_between(&one, &same), some = welch_between(&one, &other);
    assert_close(welch_probability_outside(&none, 0), 1, 0);
    assert_close(welch_probability_outside(&some, 0), 0, 0);
    assert_close(welch_interval(&some, 0.95).low, 1, 0);
    assert_close(welch_probability_above(&some, 1), 1, 0);
}
