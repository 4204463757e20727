/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/bootstrap.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

static double p_of(const double *values, size_t n, double margin, size_t resamples) {
    double x[64];
    memcpy(x, values, n * sizeof *x);
    return bootstrap_p(x, n, margin, resamples);
}

/* All 5^5 resamples, by NumPy: X = x[list(itertools.product(range(5), repeat=5))], and of them
 * (abs(X.mean(1) - x.mean()) >= t * X.std(1, ddof=1) / sqrt(5)).mean(). 99999 resamples come within
 * four times sqrt(p (1 - p) / 99999) of it. */
TEST(resamples_come_near_to_all_there_are) {
    static const double wide[] = {0.02, -0.01, 0.03, 0.012, 0.017};
    static const double near[] = {0.02, 0.025, 0.03, 0.012, 0.017};
    assert_close(p_of(wide, 5, 0, 99999), 0.168, 0.005);
    assert_close(p_of(wide, 5, 0.005, 99999), 0.328, 0.006);
    assert_close(p_of(near, 5, 0, 99999), 0.0048, 0.0009);
}

TEST(the_same_numbers_have_the_same_p_in_any_order) {
    static const double x[] = {0.02, -0.01, 0.03, 0.012, 0.017};
    static const double y[] = {0.017, 0.03, -0.01, 0.02, 0.012};
    assert_true(p_of(x, 5, 0, 999) == p_of(y, 5, 0, 999));
}

TEST(a_wider_margin_never_has_a_smaller_p) {
    static const double x[] = {0.02, 0.01, 0.03, 0.012, 0.017};
    double last = 0;
    for (double margin = 0; margin < 0.02; margin += 0.0005) {
        double p = p_of(x, 5, margin, 999);
        assert_true(p >= last);
        last = p;
    }
    assert_true(last == 1);
}

TEST(p_is_never_zero_where_there_is_a_spread) {
    static const double x[] = {1, 1 + 1e-9, 1 - 1e-9, 1 + 2e-9, 1 - 3e-9, 1, 1 + 1e-9, 1 + 5e-9};
    assert_true(p_of(x, 8, 0, 999) >= 1. / 1000);
    assert_true(p_of(x, 8, 0, 0) >= 1. / (1 + BOOTSTRAP_RESAMPLES));
}

/* One of 5^4 resamples has no spread. */
TEST(the_least_p_is_the_part_without_spread) {
    static const double x[] = {1, 1 + 1e-9, 1 - 1e-9, 1 + 2e-9, 1 - 3e-9};
    assert_close(bootstrap_least_p(5, 0), 1. / 625, 1e-15);
    assert_close(p_of(x, 5, 0, 99999), 1. / 625, 0.0006);
    assert_close(bootstrap_least_p(8, 0), 1e-4, 1e-15);
    assert_close(bootstrap_least_p(8, 999), 1e-3, 1e-15);
    assert_true(isnan(bootstrap_least_p(1, 0)) && isnan(bootstrap_least_p(0, 0)));
}

TEST(too_few_say_nothing) {
    assert_true(isnan(bootstrap_p(NULL, 0, 0, 0)));
    assert_true(isnan(p_of((double[]){1}, 1, 0, 0)));
}

TEST(equal_numbers_are_beyond_the_margin_or_not) {
    static const double x[] = {0.1, 0.1, 0.1};
    assert_true(p_of(x, 3, 0, 0) == 0);
    assert_true(p_of(x, 3, 0.1, 0) == 1);
    assert_true(p_of(x, 3, 0.2, 0) == 1);
    assert_true(p_of((double[]){0, 0, 0}, 3, 0, 0) == 1);
}

/* SciPy: 2 * t.sf((.5 - .25) / (sqrt(8 * n / (n - 1)) / sqrt(n)), n - 1) of the numbers below, of
 * which the mean is exactly 0.5 and the mean square distance from it 8, n = 2000. */
TEST(many_numbers_have_students_t) {
    enum { MANY = 2000 };
    double *x = malloc(MANY * sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < MANY; i++)
        x[i] = 0.5 + (i % 4 < 2 ? 1 : -1) * (i % 2 ? sqrt(15) : 1);
    assert_close(bootstrap_p(x, MANY, 0.25, 0), 8.024076668072577e-05, 1e-10);
    free(x);
}
