/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/histogram.h"
#include "tests/test.h"

/* x[i] = 1 + i^2 / 1000, i = 0 ... 49, in a mixed order. */
static void fill(double *seconds) {
    for (size_t i = 0; i < 50; i++) {
        double k = (double)(i * 7 % 50);
        seconds[i] = 1 + k * k / 1000;
    }
}

static struct distribution distribution_of(const double *seconds, size_t count) {
    struct distribution distribution = {0};
    distribution_set(&distribution, seconds, count);
    return distribution;
}

/* What NumPy 1.24 says of x = 1 + numpy.arange(50)**2 / 1000: numpy.percentile(x, [25, 75]),
 * numpy.histogram(x, bins="fd"). */
TEST(bins_are_those_of_numpy) {
    double seconds[50];
    fill(seconds);
    struct distribution cell = distribution_of(seconds, 50);
    assert_float_equal(distribution_quantile(&cell, 0.25), 1.15025, 1e-12);
    assert_float_equal(distribution_quantile(&cell, 0.75), 2.35075, 1e-12);
    assert_float_equal(histogram_width(2.35075 - 1.15025, 50), 0.651731669744437, 1e-12);
    static const double edges[] = {1.0, 1.60025, 2.2005, 2.80075, 3.401};
    static const size_t counts[] = {25, 10, 8, 7};
    size_t found[sizeof counts / sizeof *counts];
    struct histogram_bins bins;
    histogram_bins_choose(&bins, &cell, 1, 0);
    assert_false(bins.is_log);
    assert_int_equal(bins.count, sizeof counts / sizeof *counts);
    histogram_count(&bins, &cell, found);
    for (size_t i = 0; i < bins.count; i++) {
        assert_float_equal(bins.edges[i], edges[i], 1e-12);
        assert_int_equal(found[i], counts[i]);
    }
    histogram_bins_release(&bins);
    distribution_release(&cell);
}

TEST(no_bin_is_finer_than_the_clock) {
    double seconds[1000];
    for (size_t i = 0; i < 1000; i++)
        seconds[i] = 1e-6 + 1e-8 * (double)(i * 17 % 10);
    struct distribution cell = distribution_of(seconds, 1000);
    struct histogram_bins fine, bins;
    histogram_bins_choose(&fine, &cell, 1, 0);
    histogram_bins_choose(&bins, &cell, 1, 3e-8);
    assert_true(bins.count < fine.count);
    assert_true(bins.edges[1] - bins.edges[0] >= 2.9e-8);
    histogram_bins_release(&bins);
    histogram_bins_release(&fine);
    distribution_release(&cell);
}

TEST(what_is_far_beyond_is_counted_there) {
    double seconds[1000];
    for (size_t i = 0; i < 1000; i++)
        seconds[i] = 1e-6 * (1 + 1e-4 * (double)i);
    seconds[3] = 5e-3;
    seconds[4] = 6e-3;
    seconds[5] = 1e-12;
    struct distribution cell = distribution_of(seconds, 1000);
    struct histogram_bins bins;
    histogram_bins_choose(&bins, &cell, 1, 0);
    assert_true(bins.edges[bins.count] < 2e-6);
    size_t *counts = calloc(bins.count, sizeof *counts), sum = 0;
    struct histogram_beyond beyond = histogram_count(&bins, &cell, counts);
    for (size_t i = 0; i < bins.count; i++)
        sum += counts[i];
    assert_int_equal(beyond.above, 2);
    assert_int_equal(beyond.below, 1);
    assert_int_equal(sum, 997);
    free(counts);
    histogram_bins_release(&bins);
    distribution_release(&cell);
}

TEST(cells_far_from_each_other_have_logarithmic_bins) {
    double fast[100], slow[100];
    for (size_t i = 0; i < 100; i++) {
        fast[i] = 1e-8 * (1 + 1e-3 * (double)i);
        slow[i] = 1e-5 * (1 + 1e-3 * (double)i);
    }
    const struct distribution cells[] = {
        distribution_of(fast, 100), {0}, distribution_of(slow, 100)};
    struct histogram_bins bins;
    size_t counts[HISTOGRAM_MOST_BINS];
    histogram_bins_choose(&bins, cells, 3, 1e-10);
    assert_true(bins.is_log);
    assert_true(bins.count <= HISTOGRAM_MOST_BINS);
    assert_float_equal(bins.edges[1] / bins.edges[0],
                       bins.edges[bins.count] / bins.edges[bins.count - 1], 1e-9);
    for (size_t c = 0; c < 3; c++) {
        struct histogram_beyond beyond = histogram_count(&bins, &cells[c], counts);
        assert_int_equal(beyond.below + beyond.above, 0);
    }
    histogram_bins_release(&bins);
    for (size_t c = 0; c < 3; c++)
        distribution_release((struct distribution *)&cells[c]);
}

TEST(one_time_alone_has_a_bin) {
    const double seconds[] = {1e-6, 1e-6, 1e-6, NAN};
    struct distribution cell = distribution_of(seconds, 4);
    struct histogram_bins bins;
    size_t counts[HISTOGRAM_MOST_BINS];
    histogram_bins_choose(&bins, &cell, 1, 0);
    assert_true(bins.edges[0] < 1e-6 && bins.edges[bins.count] > 1e-6);
    struct histogram_beyond beyond = histogram_count(&bins, &cell, counts);
    assert_int_equal(beyond.below + beyond.above, 0);
    histogram_bins_release(&bins);
    distribution_release(&cell);
}

TEST(zero_forbids_logarithms) {
    const double seconds[] = {0, 1e-6, 2e-6, 50e-6};
    struct distribution cell = distribution_of(seconds, 4);
    struct histogram_bins bins;
    histogram_bins_choose(&bins, &cell, 1, 0);
    assert_false(bins.is_log);
    histogram_bins_release(&bins);
    distribution_release(&cell);
}
