/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/dip.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

static double dip_of(const double *sorted, size_t n) {
    size_t scratch[200];
    return dip_of_sorted(sorted, n, scratch);
}

/* --- the dip --- */

/* The quality of 63 statistics departments, of Hartigan and Hartigan's own example. R, package
 * diptest: dip(statfaculty), and dip.test(statfaculty, simulate.p.value = TRUE, B = 40000). */
TEST(the_authors_example_has_their_dip) {
    static const double quality[] = {30, 33, 35, 36, 37, 37, 39, 39, 39, 39, 39, 40, 40, 40, 40, 41,
                                     42, 43, 43, 43, 44, 44, 45, 45, 46, 46, 47, 47, 48, 48, 48, 49,
                                     50, 50, 51, 52, 52, 53, 53, 53, 53, 53, 54, 54, 57, 57, 59, 60,
                                     60, 60, 61, 61, 61, 61, 62, 62, 62, 62, 63, 66, 70, 72, 72};
    assert_close(dip_of(quality, 63), 0.059523809523809521, 1e-15);
    assert_close(dip_probability(dip_of(quality, 63), 63), 0.0831, 0.004);
}

/* R, package diptest: dip(x). */
TEST(dips_are_those_of_r) {
    static const double two_groups[] = {1, 1.1, 1.2, 1.3, 5, 5.1, 5.2, 5.3};
    static const double two_values[] = {0, 0, 0, 1, 1, 1};
    static const double doubling[] = {1, 2, 4, 8, 16, 32, 64};
    static const double negative[] = {-64, -32, -16, -8, -4, -2, -1};
    assert_close(dip_of(two_groups, 8), 0.23125, 1e-15);
    assert_close(dip_of(two_values, 6), 0.25, 1e-15);
    assert_close(dip_of(doubling, 7), 1.0 / 14, 1e-15);
    assert_close(dip_of(negative, 7), 1.0 / 14, 1e-15);
}

TEST(a_scale_has_no_influence) {
    static const double tiny[] = {1e-300, 1.1e-300, 1.2e-300, 1.3e-300,
                                  5e-300, 5.1e-300, 5.2e-300, 5.3e-300};
    static const double subnormal[] = {0, 0x1p-1074, 0x2p-1074, 0x3p-1074};
    assert_close(dip_of(tiny, 8), 0.23125, 1e-12);
    assert_close(dip_of(subnormal, 4), 0.125, 1e-15);
}

TEST(what_rises_evenly_has_no_dip) {
    double x[100];
    for (size_t n = 1; n <= 100; n++) {
        x[n - 1] = 3 * (double)n;
        assert_close(dip_of(x, n), 1 / (2 * (double)n), 1e-15);
    }
}

TEST(equal_numbers_have_no_dip) {
    static const double same[] = {5, 5, 5, 5};
    assert_close(dip_of(same, 4), 0.125, 1e-15);
    assert_true(isnan(dip_of(NULL, 0)));
}

/* --- the probability --- */

/* Quantiles of a million and one simulated dips: R, package diptest, data(qDiptab). Ours are of as
 * many; two such probabilities of 0.001 differ by 0.000045, one standard deviation. */
TEST(probabilities_are_those_of_a_published_table) {
    static const struct {
        size_t n;
        double median, tenth, twentieth, hundredth, thousandth;
    } table[] = {
        {10, 0.09778176, 0.13046215, 0.13961140, 0.15968416, 0.18061120},
        {50, 0.04885116, 0.06491363, 0.07027379, 0.08119984, 0.09409301},
        {200, 0.02558436, 0.03399678, 0.03684184, 0.04268648, 0.04971980},
        {1000, 0.01174390, 0.01561481, 0.01693440, 0.01960803, 0.02286892},
        {5000, 0.00531239, 0.00705566, 0.00765064, 0.00886358, 0.01034988},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n = table[i].n;
        assert_close(dip_probability(table[i].median, n), 0.5, 0.02);
        assert_close(dip_probability(table[i].tenth, n), 0.1, 0.005);
        assert_close(dip_probability(table[i].twentieth, n), 0.05, 0.0025);
        assert_close(dip_probability(table[i].hundredth, n), 0.01, 0.0006);
        assert_close(dip_probability(table[i].thousandth, n), 0.001, 0.00014);
    }
}

TEST(probabilities_fall_without_end) {
    static const size_t counts[] = {4, 5, 10, 11, 63, 500, 2000, 100000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        double last = 1;
        for (double dip = 0; dip <= 0.25; dip += 1e-4) {
            double probability = dip_probability(dip, counts[i]);
            assert_true(probability <= last && probability >= 0);
            last = probability;
        }
        assert_true(last < 0.01);
    }
}

TEST(few_numbers_say_nothing) {
    assert_true(dip_probability(0.25, 1) == 1);
    assert_true(dip_probability(0.25, 3) == 1);
    assert_true(dip_probability(0.125, 4) == 1);
    assert_true(isnan(dip_probability(NAN, 0)));
}
