/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/diagnostics/trend.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

enum { MOST = 400 };

static struct trend trend_of(const double *values, size_t n) {
    double copy[MOST], workspace[MOST];
    struct trend trend;
    trend_init(&trend);
    memcpy(copy, values, n * sizeof *values);
    trend_add(&trend, copy, n, workspace);
    return trend;
}

static double s_by_definition(const double *values, size_t n) {
    double s = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            s += (values[j] > values[i]) - (values[j] < values[i]);
    return s;
}

TEST(s_is_rising_pairs_less_falling_pairs) {
    unsigned short seed[3] = {1, 2, 3};
    double values[MOST];
    for (size_t n = 0; n < 60; n++)
        for (int coarse = 0; coarse < 2; coarse++) {
            for (size_t i = 0; i < n; i++)
                values[i] = coarse ? floor(6 * erand48(seed)) : erand48(seed);
            struct trend trend = trend_of(values, n);
            assert_close(trend.s, s_by_definition(values, n), 1e-15);
            assert_close(trend.pairs, (double)(n * (n ? n - 1 : 0)) / 2, 1e-15);
        }
}

/* Of n! orders one rises all the way and one falls all the way. */
TEST(a_perfect_order_of_a_few_is_judged_exactly) {
    const double rising[] = {1, 2, 3, 4, 5, 6}, falling[] = {6, 5, 4, 3, 2, 1};
    static const double orders[] = {1, 1, 2, 6, 24, 120, 720};
    for (size_t n = 2; n <= 6; n++) {
        struct trend up = trend_of(rising, n), down = trend_of(falling, n);
        assert_close(trend_probability(&up), 2 / orders[n], 1e-14);
        assert_close(trend_probability(&down), 2 / orders[n], 1e-14);
    }
}

/* Kendall (1975), the table of S: for n = 8, S of 16 or more has the probability 0.031. */
TEST(probabilities_are_those_of_kendalls_table) {
    const double values[] = {2, 1, 4, 3, 5, 8, 6, 7};
    struct trend trend = trend_of(values, 8);
    assert_close(trend.s, 20, 1e-15);
    assert_close(trend_probability(&trend) / 2, 0.0071, 0.02);
    const double others[] = {3, 1, 2, 4, 6, 8, 7, 5};
    trend = trend_of(others, 8);
    assert_close(trend.s, 16, 1e-15);
    assert_close(trend_probability(&trend) / 2, 0.031, 0.02);
}

/* Two groups of 3: 36 orders, of which 1 rises and 1 falls in both. */
TEST(groups_are_judged_together) {
    struct trend trend;
    double workspace[3], first[] = {7, 8, 9}, second[] = {1, 2, 3};
    trend_init(&trend);
    trend_add(&trend, first, 3, workspace);
    trend_add(&trend, second, 3, workspace);
    assert_close(trend.s, 6, 1e-15);
    assert_close(trend_probability(&trend), 2.0 / 36, 1e-14);
}

/* Kendall (1975): ties of 2 and 3 among 5 numbers leave (300 - 18 - 66) / 18. */
TEST(ties_lessen_the_variance) {
    const double values[] = {1, 1, 2, 2, 2}, same[] = {3, 3, 3};
    struct trend trend = trend_of(values, 5);
    assert_close(trend.variance, (300.0 - 18 - 66) / 18, 1e-14);
    assert_close(trend_probability(&trend), erfc(5 / sqrt(2 * 12.0)), 1e-14);
    trend = trend_of(same, 3);
    assert_close(trend_probability(&trend), 1, 0);
}

TEST(exact_and_normal_agree_where_they_meet) {
    double values[24];
    for (size_t i = 0; i < 24; i++) /* rises, with every third number far too low */
        values[i] = (double)i - (i % 3 ? 0 : 12);
    struct trend exact = trend_of(values, 24), normal = exact;
    assert_true(exact.pairs <= TREND_EXACT);
    normal.has_ties = 1;
    assert_close(trend_probability(&exact), trend_probability(&normal), 0.05);
}

TEST(no_order_of_nothing_is_improbable) {
    const double one[] = {1};
    struct trend trend = trend_of(one, 0);
    assert_close(trend_probability(&trend), 1, 0);
    trend = trend_of(one, 1);
    assert_close(trend_probability(&trend), 1, 0);
}

/* At a level of 5 % or less, of groups as of long series, with and without ties. */
TEST(false_alarms_are_no_more_than_their_level) {
    static const struct {
        size_t groups, n;
        int coarse;
    } designs[] = {{5, 8, 0}, {1, 5, 0}, {5, 40, 0}, {4, 8, 1}};
    enum { TRIALS = 4000 };
    unsigned short seed[3] = {4, 5, 6};
    for (size_t d = 0; d < sizeof designs / sizeof *designs; d++) {
        int alarms = 0;
        for (int i = 0; i < TRIALS; i++) {
            struct trend trend;
            trend_init(&trend);
            for (size_t g = 0; g < designs[d].groups; g++) {
                double values[40], workspace[40];
                for (size_t k = 0; k < designs[d].n; k++)
                    values[k] = designs[d].coarse ? floor(9 * erand48(seed)) : erand48(seed);
                trend_add(&trend, values, designs[d].n, workspace);
            }
            alarms += trend_probability(&trend) <= 0.05;
        }
        double rate = (double)alarms / TRIALS;
        if (!(rate < 0.06 && rate > 0.01))
            fail_msg("design %zu: %.1f %% false alarms", d, 100 * rate);
    }
}
