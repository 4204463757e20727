/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "analyze/inference/simultaneous.h"
#include "analyze/statistics/welford.h"
#include "tests/analyze/noise.h"
#include "tests/test.h"

enum { POINTS = 10, ROUNDS = 8 };

static void draw(double *x, double common, size_t rounds, unsigned short seed[3]) {
    for (size_t r = 0; r < rounds; r++) {
        double shared = noise_normal(seed);
        for (size_t p = 0; p < POINTS; p++)
            x[p * rounds + r] = sqrt(common) * shared + sqrt(1 - common) * noise_normal(seed);
    }
}

TEST(a_level_is_between_bonferroni_s_and_alpha) {
    unsigned short seed[3] = {1, 2, 3};
    double x[POINTS * 200];
    draw(x, 0, 200, seed);
    double level = simultaneous_level(x, POINTS, 200, 0.05);
    assert_true(level >= 0.005 && level < 0.006);
    draw(x, 0.9, 200, seed);
    level = simultaneous_level(x, POINTS, 200, 0.05);
    assert_true(level > 0.008 && level < 0.05);
}

/* Ten times the same curve is one curve; 12 averages of rounds show only part of that. */
TEST(points_that_are_one_need_less) {
    unsigned short seed[3] = {3, 2, 1};
    double x[POINTS * 100];
    for (size_t r = 0; r < 100; r++) {
        double shared = noise_normal(seed);
        for (size_t p = 0; p < POINTS; p++)
            x[p * 100 + r] = (double)p + (double)(p + 1) * shared;
    }
    double level = simultaneous_level(x, POINTS, 100, 0.05);
    assert_true(level > 0.01 && level <= 0.05);
}

TEST(without_rounds_that_tell_it_is_bonferroni_s) {
    unsigned short seed[3] = {1, 1, 1};
    double x[POINTS * ROUNDS];
    draw(x, 0.9, ROUNDS, seed);
    assert_float_equal(simultaneous_level(x, 1, ROUNDS, 0.05), 0.05, 0);
    assert_float_equal(simultaneous_level(x, POINTS, 0, 0.05), 0.005, 0);
    assert_float_equal(simultaneous_level(x, POINTS, 2, 0.05), 0.005, 0);
    for (size_t r = 0; r < ROUNDS; r++)
        x[3 * ROUNDS + r] = 1;
    assert_float_equal(simultaneous_level(x, POINTS, ROUNDS, 0.05), 0.005, 0);
    x[0] = NAN;
    assert_float_equal(simultaneous_level(x, POINTS, ROUNDS, 0.05), 0.005, 0);
}

TEST(a_factor_is_a_ratio_of_quantiles) {
    assert_float_equal(simultaneous_factor(0.05, 0.05, 4), 1, 0);
    assert_float_equal(simultaneous_factor(0.05, 0.002, 4),
                       gsl_cdf_tdist_Pinv(0.999, 4) / gsl_cdf_tdist_Pinv(0.975, 4), 1e-12);
    assert_true(isnan(simultaneous_factor(0.05, 0.002, 0)));
    assert_true(isnan(simultaneous_factor(0.05, 0.002, NAN)));
}

/* A small part of tests/soak/profiles.c. */
TEST(bands_hold_whole_curves) {
    enum { CURVES = 60, FEW = 5 };
    unsigned short seed[3] = {9, 8, 7};
    double x[POINTS * FEW], pointwise = gsl_cdf_tdist_Qinv(0.025, FEW - 1);
    size_t held = 0, of_points = 0;
    for (size_t i = 0; i < CURVES; i++) {
        double largest = 0;
        draw(x, i % 2 ? 0.7 : 0, FEW, seed);
        for (size_t p = 0; p < POINTS; p++) {
            struct welford w = {0};
            for (size_t r = 0; r < FEW; r++)
                welford_add(&w, x[p * FEW + r]);
            largest = fmax(largest, fabs(welford_mean(&w)) / welford_sd(&w) * sqrt(FEW));
        }
        double level = simultaneous_level(x, POINTS, FEW, 0.05);
        held += largest <= pointwise * simultaneous_factor(0.05, level, FEW - 1);
        of_points += largest <= pointwise;
    }
    assert_true(held >= 0.87 * CURVES);
    assert_true(of_points < 0.87 * CURVES);
}
