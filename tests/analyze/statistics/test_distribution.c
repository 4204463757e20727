/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/distribution.h"
#include "analyze/statistics/order.h"
#include "tests/test.h"

/* 0 to 1, evenly, in an order that knows nothing of size. */
static double *spread(size_t count) {
    double *values = malloc(count * sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = fmod((double)i * 0.61803398874989485, 1);
    return values;
}

TEST(samples_stand_in_order_without_what_is_none) {
    const double seconds[] = {3, NAN, 1, INFINITY, 2, -INFINITY, 1};
    struct distribution distribution = {0};
    distribution_set(&distribution, seconds, 7);
    assert_int_equal(distribution.count, 4);
    assert_int_equal(distribution.samples, 4);
    assert_float_equal(distribution.values[0], 1, 0);
    assert_float_equal(distribution.values[3], 3, 0);
    assert_int_equal(distribution_below(&distribution, 1, 0), 0);
    assert_int_equal(distribution_below(&distribution, 1, 1), 2);
    assert_int_equal(distribution_below(&distribution, 9, 0), 4);
    distribution_release(&distribution);
}

TEST(quantiles_are_those_of_order) {
    double *values = spread(1001);
    struct distribution distribution = {0};
    distribution_set(&distribution, values, 1001);
    for (double p = 0; p <= 1; p += 0.0625)
        assert_float_equal(distribution_quantile(&distribution, p), order_quantile(values, 1001, p),
                           1e-15);
    distribution_release(&distribution);
    free(values);
}

TEST(of_millions_what_is_kept_shows_no_difference) {
    const size_t count = 5000001;
    double *values = spread(count);
    values[count / 3] = 77;
    values[count / 2] = -5;
    struct distribution distribution = {0};
    distribution_set(&distribution, values, count);
    assert_int_equal(distribution.samples, count);
    assert_true(distribution.count <= DISTRIBUTION_EXACT + 20);
    assert_float_equal(distribution.values[0], -5, 0);
    assert_float_equal(distribution.values[distribution.count - 1], 77, 0);
    for (double limit = 0.01; limit < 1; limit += 0.01) {
        double part = (double)distribution_below(&distribution, limit, 0) / (double)count;
        assert_float_equal(part, limit, 2e-5);
        assert_float_equal(distribution_quantile(&distribution, limit), limit, 2e-5);
    }
    for (size_t i = 1; i < distribution.count; i++)
        assert_true(distribution.values[i - 1] <= distribution.values[i]);
    distribution_release(&distribution);
    free(values);
}

TEST(nothing_has_no_quantile) {
    const double seconds[] = {NAN};
    struct distribution distribution = {0};
    distribution_set(&distribution, seconds, 1);
    assert_int_equal(distribution.count, 0);
    assert_true(isnan(distribution_quantile(&distribution, 0.5)));
    assert_int_equal(distribution_below(&distribution, 1, 1), 0);
    distribution_release(&distribution);
}
