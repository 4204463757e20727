/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/complexity/complexity.h"
#include "tests/analyze/close.h"
#include "tests/analyze/normal.h"
#include "tests/test.h"

enum { MOST = 40 };

struct made {
    double x[MOST], y[MOST], error[MOST];
    struct cost_points points;
};

/* t = 2e-9 n^POWER (ln n)^LOGS at N sizes from 10^FROM on, over so many DECADES, known to ERROR. */
static void make(struct made *made, size_t n, double from, double decades, double power,
                 double logs, double error) {
    for (size_t i = 0; i < n; i++) {
        double x = log(10) * (from + decades * (double)i / (double)(n - 1));
        made->x[i] = x;
        made->y[i] = log(2e-9) + power * x + (logs > 0 ? logs * log(x) : 0);
        made->error[i] = error;
    }
    made->points = (struct cost_points){made->x, made->y, made->error, made->x, n};
}

static const struct cache_levels none;

static struct complexity of(const struct made *made) {
    struct complexity c;
    complexity_of(&made->points, &none, COMPLEXITY_KNOWN, 0.95, &c);
    return c;
}

static const struct {
    const char *name;
    double power, logs;
} laws[] = {{"1", 0, 0},  {"log n", 0, 1},    {"n", 1, 0}, {"n log n", 1, 1},
            {"n²", 2, 0}, {"n² log n", 2, 1}, {"n³", 3, 0}};

TEST(each_exact_law_is_recognised_over_three_decades) {
    for (size_t l = 0; l < COMPLEXITY_LAWS - 1; l++) {
        struct made made;
        make(&made, 13, 1, 3, laws[l].power, laws[l].logs, 0.005);
        struct complexity c = of(&made);
        assert_string_equal(c.fits[0].law, laws[l].name);
        assert_int_equal(c.as_good, 1);
        assert_close(c.coefficient, 2e-9, 1e-15);
        assert_close(c.rms, 0, 1e-9);
        assert_close(c.deviation, 0, 1e-9);
        assert_close(c.exponent.estimate, laws[l].power, 0.01);
        assert_true(c.exponent.low <= laws[l].power && c.exponent.high >= laws[l].power);
        assert_true(c.exponent.high - c.exponent.low < 0.1);
    }
}

TEST(a_power_that_is_no_usual_law_is_told_as_it_is) {
    struct made made;
    make(&made, 13, 1, 3, 1.52, 0, 0.005);
    struct complexity c = of(&made);
    assert_string_equal(c.fits[0].law, "n^1.52");
    assert_true(c.fits[0].is_free);
    assert_int_equal(c.as_good, 1);
    assert_close(c.exponent.estimate, 1.52, 1e-3);
}

/* ln ln n changes by 0.05 in all, and the points scatter by 2 %. */
TEST(over_a_quarter_of_a_decade_n_is_as_good_as_n_log_n) {
    unsigned short seed[3] = {1, 2, 3};
    struct made made;
    make(&made, 10, 5, 0.25, 1, 1, 0.02);
    for (size_t i = 0; i < 10; i++)
        made.y[i] += 0.02 * normal(seed);
    struct complexity c = of(&made);
    int has_both = 0;
    for (size_t i = 0; i < c.as_good; i++)
        has_both += strcmp(c.fits[i].law, "n") == 0 || strcmp(c.fits[i].law, "n log n") == 0;
    assert_int_equal(has_both, 2);
    assert_true(c.exponent.low <= 1 && c.exponent.high >= 1);
}

/* Of a variance that is in no error: 5 % beside 0.5 %. */
TEST(sizes_that_deviate_widen_the_interval) {
    unsigned short seed[3] = {1, 2, 3};
    struct made made;
    make(&made, 20, 1, 3, 2, 0, 0.005);
    struct complexity exact = of(&made);
    for (size_t i = 0; i < 20; i++)
        made.y[i] += 0.05 * normal(seed);
    struct complexity wiggly = of(&made);
    assert_true(wiggly.deviation > 0.025 && wiggly.deviation < 0.08);
    assert_true(wiggly.exponent.high - wiggly.exponent.low >
                2 * (exact.exponent.high - exact.exponent.low));
    assert_true(wiggly.exponent.low <= 2 && wiggly.exponent.high >= 2);
}

TEST(of_three_sizes_there_is_a_law_without_an_interval) {
    struct made made;
    make(&made, 3, 1, 3, 1, 0, 0.005);
    struct complexity c = of(&made);
    assert_true(c.as_good >= 1);
    assert_close(c.exponent.estimate, 1, 0.01);
    assert_true(isnan(c.exponent.low) && isnan(c.exponent.high));
    make(&made, 4, 1, 3, 1, 0, 0.005);
    c = of(&made);
    assert_true(c.exponent.low <= 1 && c.exponent.high >= 1);
}

TEST(two_points_are_too_few) {
    struct made made;
    make(&made, 2, 1, 3, 1, 0, 0.005);
    for (size_t n = 0; n <= 2; n++) {
        made.points.count = n;
        struct complexity c = of(&made);
        assert_int_equal(c.as_good, 0);
        assert_true(isnan(c.rms) && isnan(c.coefficient) && isnan(c.exponent.estimate));
    }
}
