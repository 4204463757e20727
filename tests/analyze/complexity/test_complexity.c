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
#include "tests/analyze/normal.h"

enum { MOST = 40 };

struct made {
    double x[MOST], y[MOST];
    struct power_points points;
};

/* t = 2e-9 n^POWER (ln n)^LOGS at N sizes from 10^FROM on, over so many DECADES. */
static void make(struct made *made, size_t n, double from, double decades, double power,
                 double logs) {
    for (size_t i = 0; i < n; i++) {
        double x = log(10) * (from + decades * (double)i / (double)(n - 1));
        made->x[i] = x;
        made->y[i] = log(2e-9) + power * x + (logs > 0 ? logs * log(x) : 0);
    }
    made->points = (struct power_points){made->x, made->y, n};
}

static const struct {
    const char *name;
    double power, logs;
} laws[] = {{"1", 0, 0},       {"log n", 0, 1}, {"n", 1, 0},
            {"n log n", 1, 1}, {"n²", 2, 0},    {"n³", 3, 0}};

static void each_exact_law_is_recognised_over_three_decades(void **state) {
    (void)state;
    for (size_t l = 0; l < COMPLEXITY_LAWS; l++) {
        struct made made;
        make(&made, 13, 1, 3, laws[l].power, laws[l].logs);
        struct complexity c = complexity_of(&made.points, 0.005);
        assert_string_equal(c.fits[0].law, laws[l].name);
        assert_close(c.fits[0].coefficient, 2e-9, 1e-20);
        assert_close(c.fits[0].rms, 0, 1e-12);
        assert_int_equal(c.as_good, 1);
    }
}

/* Of n log n the law n leaves ln ln n less its mean: over sizes e, e^e and e^(e^2), which are the
 * three fitted, -1, 0 and 1. */
static void errors_are_rms_of_relative_residuals(void **state) {
    (void)state;
    double e = exp(1);
    const double x[] = {1, e, e * e}, y[] = {1, e + 1, e * e + 2};
    struct power_points points = {x, y, 3};
    struct complexity c = complexity_of(&points, 0.005);
    assert_string_equal(c.fits[0].law, "n log n");
    assert_string_equal(c.fits[1].law, "n");
    assert_close(c.fits[1].rms, sqrt(2.0 / 3), 1e-14);
    assert_close(c.fits[1].coefficient, e, 1e-14);
    assert_close(c.fits[1].autocorrelation, 0, 1e-14);
}

static void n_log_n_and_n_are_told_apart_in_scatter(void **state) {
    (void)state;
    enum { TRIALS = 300 };
    unsigned short seed[3] = {1, 2, 3};
    for (int logs = 0; logs < 2; logs++) {
        int alone = 0;
        for (int t = 0; t < TRIALS; t++) {
            struct made made;
            make(&made, 25, 1, 3, 1, logs);
            for (size_t i = 0; i < 25; i++)
                made.y[i] += 0.02 * normal(seed);
            struct complexity c = complexity_of(&made.points, 0.005);
            alone += c.as_good == 1 && strcmp(c.fits[0].law, logs ? "n log n" : "n") == 0;
        }
        assert_true(alone >= 0.98 * TRIALS);
    }
}

/* ln ln n changes by 0.05 in all. */
static void over_half_a_decade_n_is_as_good_as_n_log_n(void **state) {
    (void)state;
    struct made made;
    make(&made, 10, 5, 0.25, 1, 1);
    struct complexity c = complexity_of(&made.points, 0.02);
    assert_string_equal(c.fits[0].law, "n log n");
    assert_string_equal(c.fits[1].law, "n");
    assert_int_equal(c.as_good, 2);
    assert_true(c.fits[0].is_as_good && c.fits[1].is_as_good && !c.fits[2].is_as_good);
}

static void neighbours_that_err_alike_count_for_less(void **state) {
    (void)state;
    struct made autocorrelation, scattered;
    make(&autocorrelation, 24, 2, 3, 1.08, 0);
    make(&scattered, 24, 2, 3, 1, 1);
    for (size_t i = 0; i < 24; i++) {
        autocorrelation.y[i] += 0.3 * (i >= 18);
        scattered.y[i] += i % 2 ? 0.03 : -0.03;
    }
    struct complexity c = complexity_of(&autocorrelation.points, 0.005);
    assert_true(c.fits[0].autocorrelation > 0.5);
    assert_int_equal(c.as_good, 2);
    c = complexity_of(&scattered.points, 0.005);
    assert_true(c.fits[0].autocorrelation < 0);
    assert_int_equal(c.as_good, 1);
}

static void what_small_sizes_cost_does_not_count(void **state) {
    (void)state;
    struct made made;
    make(&made, 25, 0, 6, 1, 0);
    for (size_t i = 0; i < 25; i++)
        made.y[i] = log(5e-8 + exp(made.y[i]));
    struct complexity c = complexity_of(&made.points, 0.005);
    assert_string_equal(c.fits[0].law, "n");
    assert_int_equal(c.points, 13);
    assert_close(c.from, 1000, 1e-9);
}

static void at_least_five_points_are_fitted(void **state) {
    (void)state;
    struct made made;
    make(&made, 6, 1, 3, 1, 0);
    assert_int_equal(complexity_of(&made.points, 0.005).points, 5);
    make(&made, 4, 1, 3, 1, 0);
    assert_int_equal(complexity_of(&made.points, 0.005).points, 4);
}

static void a_size_of_1_has_no_logarithm_to_fit(void **state) {
    (void)state;
    struct made made;
    make(&made, 4, 0, 3, 2, 0);
    struct complexity c = complexity_of(&made.points, 0.005);
    assert_string_equal(c.fits[0].law, "n²");
    assert_int_equal(c.points, 3);
    assert_close(c.from, 10, 1e-12);
    for (size_t l = 0; l < COMPLEXITY_LAWS; l++)
        assert_true(isfinite(c.fits[l].rms));
}

static void two_points_are_too_few(void **state) {
    (void)state;
    struct made made;
    make(&made, 2, 1, 3, 1, 0);
    for (size_t n = 0; n <= 2; n++) {
        made.points.count = n;
        struct complexity c = complexity_of(&made.points, 0.005);
        assert_int_equal(c.as_good, 0);
        assert_int_equal(c.points, n);
        for (size_t l = 0; l < COMPLEXITY_LAWS; l++)
            assert_true(isnan(c.fits[l].rms) && isnan(c.fits[l].coefficient));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_exact_law_is_recognised_over_three_decades),
        cmocka_unit_test(errors_are_rms_of_relative_residuals),
        cmocka_unit_test(n_log_n_and_n_are_told_apart_in_scatter),
        cmocka_unit_test(over_half_a_decade_n_is_as_good_as_n_log_n),
        cmocka_unit_test(neighbours_that_err_alike_count_for_less),
        cmocka_unit_test(what_small_sizes_cost_does_not_count),
        cmocka_unit_test(at_least_five_points_are_fitted),
        cmocka_unit_test(a_size_of_1_has_no_logarithm_to_fit),
        cmocka_unit_test(two_points_are_too_few),
    };
    return cmocka_run_group_tests_name("analyze/complexity/complexity", tests, NULL, NULL);
}
