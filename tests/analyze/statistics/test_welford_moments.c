/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/welford.h"
#include "tests/analyze/close.h"
#include "tests/analyze/strd/strd.h"
#include "tests/test.h"

static struct moments moments_of(const double *x, size_t n) {
    struct moments m = {0};
    moments_add_block(&m, x, n);
    return m;
}

/* --- the NIST sets --- */

/* The sets that are alike on both sides have a skewness near 0, of which no digit can be asked. */
static void check(const struct strd_set *set, const struct moments *m) {
    assert_close(moments_skewness(m), set->skewness, 1e-13);
    if (!isnan(set->kurtosis))
        assert_close(moments_kurtosis(m), set->kurtosis, 2e-13);
    assert_true(strd_digits(welford_sd(&m->two), set->exact_sd) > 14);
}

TEST(the_nist_sets_have_their_exact_shape) {
    static double x[STRD_MOST];
    for (size_t s = 0; s < STRD_SETS; s++) {
        struct moments m = moments_of(x, strd_sets[s].make(x));
        check(&strd_sets[s], &m);
    }
}

TEST(blocks_are_as_good_as_the_whole) {
    static double x[STRD_MOST];
    for (size_t s = 0; s < STRD_SETS; s++)
        for (size_t step = 1; step < 2000; step = step * 3 + 1) {
            struct moments all = {0};
            size_t n = strd_sets[s].make(x);
            for (size_t from = 0; from < n; from += step) {
                moments_add_block(&all, x + from, n - from < step ? n - from : step);
                moments_add_block(&all, x, 0);
            }
            check(&strd_sets[s], &all);
        }
}

/* --- what other programs say --- */

static const double skewed[] = {1.2, 1.3, 1.1, 1.25, 1.9, 1.15, 1.22, 4.5, 1.18, 1.31};

/* SciPy: skew(x, bias=False), kurtosis(x, bias=False). */
TEST(a_long_tail_shows) {
    struct moments m = moments_of(skewed, 10);
    assert_close(moments_skewness(&m), 2.915459072240379, 1e-13);
    assert_close(moments_kurtosis(&m), 8.717319678883786, 1e-13);
}

TEST(the_other_side_has_the_other_sign) {
    double negative[10];
    for (int i = 0; i < 10; i++)
        negative[i] = -skewed[i];
    struct moments m = moments_of(negative, 10);
    assert_close(moments_skewness(&m), -2.915459072240379, 1e-13);
    assert_close(moments_kurtosis(&m), 8.717319678883786, 1e-13);
}

/* --- what is no number, too few, all equal --- */

TEST(what_is_not_finite_is_passed_over) {
    double holed[13] = {NAN, INFINITY, -INFINITY};
    memcpy(holed + 3, skewed, sizeof skewed);
    struct moments m = moments_of(holed, 13), none = moments_of(holed, 3);
    assert_int_equal(m.two.n, 10);
    assert_close(moments_skewness(&m), 2.915459072240379, 1e-13);
    assert_true(none.two.n == 0 && none.m3 == 0 && none.m4 == 0);
}

TEST(too_few_numbers_have_no_shape) {
    for (size_t n = 0; n < 5; n++) {
        struct moments m = moments_of(skewed, n);
        assert_int_equal(!isnan(moments_skewness(&m)), n >= 3);
        assert_int_equal(!isnan(moments_kurtosis(&m)), n >= 4);
    }
}

TEST(equal_numbers_have_no_shape) {
    double same[] = {0.1, 0.1, 0.1, 0.1, 0.1};
    struct moments m = moments_of(same, 5);
    assert_true(isnan(moments_skewness(&m)));
    assert_true(isnan(moments_kurtosis(&m)));
}
