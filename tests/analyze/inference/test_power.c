/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/power.h"
#include "tests/analyze/close.h"
#include "tests/analyze/normal.h"
#include "tests/test.h"

enum { MOST = 60 };

static struct power_law law_of(const double *sizes, const double *seconds, size_t n,
                               double confidence) {
    double x[MOST], y[MOST], workspace[POWER_ROOM(MOST)];
    for (size_t i = 0; i < n; i++) {
        x[i] = log(sizes[i]);
        y[i] = log(seconds[i]);
    }
    struct power_points points = {x, y, n};
    return power_fit(&points, confidence, workspace);
}

static const double sizes[] = {10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
static const double seconds[] = {13e-9,  24e-9,   61e-9,   108e-9,  232e-9,
                                 541e-9, 1180e-9, 2050e-9, 5600e-9, 9700e-9};

/* scipy.stats.theilslopes(ln seconds, ln sizes, 0.95, method='joint') gives slope, intercept and
 * the interval; scatter is numpy.median of the
 * distances over scipy.stats.norm.ppf(0.75). */
TEST(line_and_interval_are_those_of_scipy) {
    struct power_law law = law_of(sizes, seconds, 10, 0.95);
    assert_close(law.exponent.estimate, 0.9657611934801352, 1e-13);
    assert_close(law.exponent.low, 0.9530797534195197, 1e-13);
    assert_close(law.exponent.high, 0.9888720295328522, 1e-13);
    assert_close(law.coefficient, 1.3643934985748554e-09, 1e-21);
    assert_close(law.scatter, 0.03827804945391975, 1e-13);
    assert_int_equal(law.points, 10);
}

/* The slopes b between neighbours in order for which scipy.stats.kendalltau(x, y - b x,
 * method='exact').pvalue is above 0.01 lie between these two. */
TEST(the_interval_holds_the_slopes_that_kendalls_exact_test_allows) {
    struct power_law law = law_of(sizes, seconds, 10, 0.99);
    assert_close(law.exponent.low, 0.9462658761648548, 1e-13);
    assert_close(law.exponent.high, 1.001149556173536, 1e-13);
}

TEST(an_exact_power_law_is_found_exactly) {
    double times[10];
    for (size_t i = 0; i < 10; i++)
        times[i] = 3e-9 * pow(sizes[i], 2.807);
    struct power_law law = law_of(sizes, times, 10, 0.95);
    assert_close(law.exponent.estimate, 2.807, 1e-12);
    assert_close(law.exponent.low, 2.807, 1e-12);
    assert_close(law.exponent.high, 2.807, 1e-12);
    assert_close(law.coefficient, 3e-9, 1e-19);
    assert_close(law.scatter, 0, 1e-12);
}

TEST(a_constant_has_exponent_0) {
    double times[10];
    for (size_t i = 0; i < 10; i++)
        times[i] = 5e-9;
    struct power_law law = law_of(sizes, times, 10, 0.95);
    assert_close(law.exponent.estimate, 0, 1e-15);
    assert_close(law.exponent.low, 0, 1e-15);
    assert_close(law.exponent.high, 0, 1e-15);
}

/* scipy.stats.theilslopes(..., method='joint') with the fifth time times 10. */
TEST(one_wild_point_does_not_carry_the_line_away) {
    double times[10];
    memcpy(times, seconds, sizeof times);
    times[4] *= 10;
    struct power_law law = law_of(sizes, times, 10, 0.95);
    assert_close(law.exponent.estimate, 0.9657611934801352, 1e-13);
    assert_close(law.coefficient, 1.366418251214066e-09, 1e-21);
    times[4] *= 1e6;
    assert_close(law_of(sizes, times, 10, 0.95).exponent.estimate, 0.9657611934801352, 1e-13);
}

/* Of n! orders, 2 are as extreme as a perfect one: 2 / 24 is more than 5 %, 2 / 120 more than 1 %.
 */
TEST(an_interval_takes_5_points_at_95_percent_and_6_at_99) {
    assert_true(isnan(law_of(sizes, seconds, 4, 0.95).exponent.low));
    assert_false(isnan(law_of(sizes, seconds, 4, 0.95).exponent.estimate));
    assert_false(isnan(law_of(sizes, seconds, 5, 0.95).exponent.low));
    assert_true(isnan(law_of(sizes, seconds, 5, 0.99).exponent.high));
    assert_false(isnan(law_of(sizes, seconds, 6, 0.99).exponent.high));
}

TEST(two_points_make_a_line_and_one_makes_none) {
    struct power_law law = law_of(sizes, (double[]){1, 4}, 2, 0.95);
    assert_close(law.exponent.estimate, 2, 1e-14);
    assert_close(law.coefficient, 0.01, 1e-15);
    assert_true(isnan(law.exponent.low) && isnan(law.exponent.high));
    law = law_of(sizes, seconds, 1, 0.95);
    assert_true(isnan(law.exponent.estimate) && isnan(law.coefficient) && isnan(law.scatter));
    assert_int_equal(law.points, 1);
    assert_true(isnan(law_of(sizes, seconds, 0, 0.95).exponent.estimate));
}

TEST(predictions_lie_on_the_line) {
    const double x[] = {1, 2, 3, 4, 5}, y[] = {2, 4, 60, 8, 10};
    double workspace[POWER_ROOM(5)];
    struct power_points points = {x, y, 5};
    assert_close(power_predict(&points, 6, workspace), 12, 1e-14);
}

static double coverage(size_t n, int trials, double outliers, unsigned short seed[3]) {
    double x[MOST], y[MOST], workspace[POWER_ROOM(MOST)];
    struct power_points points = {x, y, n};
    int covered = 0;
    for (int t = 0; t < trials; t++) {
        for (size_t i = 0; i < n; i++) {
            x[i] = 14 * (double)i / (double)(n - 1);
            y[i] = -20 + 1.5 * x[i] + 0.02 * normal(seed) + (i == n / 3 ? outliers : 0);
        }
        struct power_law law = power_fit(&points, 0.95, workspace);
        covered += law.exponent.low <= 1.5 && 1.5 <= law.exponent.high;
    }
    return (double)covered / trials;
}

/* More with a wild point, which widens the interval. */
TEST(a_95_percent_interval_covers_the_exponent_in_95_percent) {
    unsigned short seed[3] = {1, 2, 3};
    static const struct {
        size_t n;
        int trials;
    } designs[] = {{12, 4000}, {25, 3000}, {40, 2000}};
    for (size_t d = 0; d < sizeof designs / sizeof *designs; d++)
        for (int outliers = 0; outliers < 2; outliers++) {
            double covered = coverage(designs[d].n, designs[d].trials, 2.3 * outliers, seed);
            if (!(covered > 0.935 && covered < (outliers ? 0.985 : 0.97)))
                fail_msg("%zu points, wild: %d: %.1f %%", designs[d].n, outliers, 100 * covered);
        }
}
