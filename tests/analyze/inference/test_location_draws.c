/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "analyze/inference/location_draws.h"
#include "analyze/statistics/welford.h"
#include "tests/analyze/noise.h"
#include "tests/test.h"

static void find(const double *x, size_t libraries, size_t rounds, double *p) {
    struct location_draws draws;
    location_draws_of_rounds(&draws, x, libraries, rounds);
    location_draws_fastest(&draws, p);
    location_draws_release(&draws);
}

TEST(two_libraries_have_the_probability_of_their_paired_test) {
    static const double x[] = {1.00, 1.02, 0.99, 1.03, 1.01, 1.01, 1.02, 1.01, 1.03, 1.05};
    struct welford differences = {0};
    double p[2];
    for (size_t r = 0; r < 5; r++)
        welford_add(&differences, x[r] - x[5 + r]);
    double t = welford_mean(&differences) / (welford_sd(&differences) / sqrt(5));
    find(x, 2, 5, p);
    assert_float_equal(p[0], gsl_cdf_tdist_P(-t, 4), 1e-12);
    assert_float_equal(p[0] + p[1], 1, 1e-15);
    assert_true(p[0] > 0.5);
}

/* What is common to a round says nothing of who is faster. */
TEST(what_rounds_have_in_common_cancels) {
    static const double common[] = {0, 5, -3, 11, 2};
    unsigned short seed[3] = {1, 2, 3};
    double x[15], shifted[15], p[3], q[3];
    for (size_t i = 0; i < 15; i++) {
        x[i] = 0.01 * noise_normal(seed);
        shifted[i] = x[i] + common[i % 5];
    }
    find(x, 3, 5, p);
    find(shifted, 3, 5, q);
    for (size_t l = 0; l < 3; l++)
        assert_float_equal(p[l], q[l], 0.02); /* of random draws */
    assert_float_equal(p[0] + p[1] + p[2], 1, 1e-9);
}

/* Equals are equally likely, also if there are more of them than rounds. */
TEST(libraries_may_outnumber_rounds) {
    double x[3 * 6], p[6], sum = 0;
    for (size_t l = 0; l < 6; l++)
        for (size_t r = 0; r < 3; r++)
            x[l * 3 + r] = (l + r) % 3 == 0 ? 0.02 : -0.01;
    find(x, 6, 3, p);
    for (size_t l = 0; l < 6; l++)
        sum += p[l];
    assert_float_equal(sum, 1, 1e-9);
    assert_float_equal(p[0] + p[3], 1.0 / 3, 0.02);
}

TEST(a_far_better_one_is_certain_and_an_unknown_one_has_none) {
    static const double x[] = {0, 0.001, -0.001, 0.001, 9, 9.001, 8.999, 9, NAN, NAN, NAN, NAN};
    double p[3];
    find(x, 3, 4, p);
    assert_float_equal(p[0], 1, 0);
    assert_float_equal(p[1], 0, 0);
    assert_true(isnan(p[2]));
}

TEST(one_round_has_no_probability) {
    static const double x[] = {1, 2}, gaps[] = {1, NAN, 1.1, NAN, 2, NAN, 2.1, NAN, 3};
    double p[3];
    find(x, 2, 1, p);
    assert_true(isnan(p[0]) && isnan(p[1]));
    find(gaps, 3, 3, p); /* no round has all three */
    assert_true(isnan(p[0]));
}

/* Draws have the means and covariances of Student's t with the rounds' own. */
TEST(draws_scatter_as_the_rounds_say) {
    enum { ROUNDS = 20, DRAWS = 40000 };
    unsigned short seed[3] = {4, 5, 6};
    double x[2 * ROUNDS], sums[3] = {0};
    for (size_t r = 0; r < ROUNDS; r++) {
        double common = noise_normal(seed);
        x[r] = 1 + common;
        x[ROUNDS + r] = 2 + common + 0.5 * noise_normal(seed);
    }
    struct welford one = {0}, other = {0}, difference = {0};
    for (size_t r = 0; r < ROUNDS; r++) {
        welford_add(&one, x[r]);
        welford_add(&other, x[ROUNDS + r]);
        welford_add(&difference, x[r] - x[ROUNDS + r]);
    }
    struct location_draws draws;
    location_draws_of_rounds(&draws, x, 2, ROUNDS);
    assert_int_equal(draws.factors, 2);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (size_t i = 0; i < DRAWS; i++) {
        double at[2];
        location_draws_take(&draws, rng, at);
        sums[0] += pow(at[0] - welford_mean(&one), 2) / DRAWS;
        sums[1] += pow(at[1] - welford_mean(&other), 2) / DRAWS;
        sums[2] += pow(at[0] - at[1] - welford_mean(&difference), 2) / DRAWS;
    }
    double variance = 19.0 / 17 / ROUNDS; /* of t with 19 degrees of freedom */
    assert_float_equal(sums[0] / (variance * pow(welford_sd(&one), 2)), 1, 0.04);
    assert_float_equal(sums[1] / (variance * pow(welford_sd(&other), 2)), 1, 0.04);
    assert_float_equal(sums[2] / (variance * pow(welford_sd(&difference), 2)), 1, 0.04);
    gsl_rng_free(rng);
    location_draws_release(&draws);
}

TEST(unrelated_libraries_are_drawn_on_their_own) {
    const struct welch_side sides[] = {welch_side_of(1, 0.1, 5), welch_side_of(1.2, 0.1, 8)};
    double p[2];
    struct location_draws draws;
    location_draws_of_sides(&draws, sides, 2);
    location_draws_fastest(&draws, p);
    struct welch welch = welch_between(&sides[0], &sides[1]);
    assert_float_equal(p[0], gsl_cdf_tdist_P(welch.difference / welch.se, welch.degrees), 1e-12);
    location_draws_release(&draws);

    const struct welch_side alone[] = {welch_side_of(1, 0.1, 5), welch_side_of(1.2, NAN, 1)};
    location_draws_of_sides(&draws, alone, 2);
    location_draws_fastest(&draws, p);
    assert_true(isnan(p[0]) && isnan(p[1]));
    location_draws_release(&draws);
}

/* 21 and 22 ns without any scatter: either may be 21.5. Half a step more is certain. */
static void find_by_errors(const struct welch *errors, const unsigned char *known, size_t libraries,
                           double *p) {
    struct location_draws draws;
    location_draws_of_errors(&draws, errors, known, libraries);
    location_draws_fastest(&draws, p);
    location_draws_release(&draws);
}

/* Also if the first is not known. */
TEST(two_libraries_have_the_probability_of_their_error) {
    static const unsigned char two[] = {0, 1, 1}, one[] = {0, 0, 1};
    const struct welch errors[9] = {[7] = {0.01, 0.02, 11}};
    double p[3];
    find_by_errors(errors, two, 3, p);
    assert_true(isnan(p[0]));
    assert_float_equal(p[1], gsl_cdf_tdist_P(0.5, 11), 1e-12);
    assert_float_equal(p[1] + p[2], 1, 1e-12);
    find_by_errors(errors, one, 3, p);
    assert_true(isnan(p[1]) && p[2] == 1);
}

/* Differences with errors that no common covariance has: of two that hardly differ from the first,
 * but much from each other. */
TEST(impossible_errors_make_nothing_surer) {
    static const unsigned char known[] = {1, 1, 1};
    const struct welch errors[9] = {
        [3] = {0.01, 0.02, 1e6}, [6] = {0.01, 0.02, 1e6}, [7] = {0, 0.1, 1e6}};
    double p[3];
    find_by_errors(errors, known, 3, p);
    assert_float_equal(p[1], p[2], 0.02);
    assert_true(p[1] > 1 - gsl_cdf_tdist_P(0.5, 1e6) - 0.02);
}

TEST(an_unknown_error_leaves_no_probability) {
    static const unsigned char known[] = {1, 1};
    const struct welch errors[4] = {[2] = {0.01, NAN, NAN}};
    double p[2];
    find_by_errors(errors, known, 2, p);
    assert_true(isnan(p[0]) && isnan(p[1]));
}

TEST(steps_leave_a_doubt) {
    static const double x[] = {0, 0, 0, 0.04, 0.04, 0.04};
    double p[2];
    struct location_draws draws;
    location_draws_of_rounds(&draws, x, 2, 3);
    draws.steps[0] = draws.steps[1] = 0.03;
    location_draws_fastest(&draws, p);
    assert_float_equal(p[1], 0.02 * 0.02 / 2 / (0.06 * 0.06), 0.01);
    draws.steps[0] = draws.steps[1] = 0.01;
    location_draws_fastest(&draws, p);
    assert_float_equal(p[1], 0, 0);
    location_draws_release(&draws);
}

/* A small part of tests/soak/profiles.c: of the cells with a probability of 85 to 95 %, about 90 %
 * are the fastest. */
TEST(probabilities_come_true) {
    enum { CELLS = 1500, RIVALS = 3, ROUNDS = 5 };
    unsigned short seed[3] = {7, 8, 9};
    double claimed = 0, came_true = 0;
    for (size_t i = 0; i < CELLS; i++) {
        double truth[RIVALS], x[RIVALS * ROUNDS], p[RIVALS];
        size_t fastest = 0;
        for (size_t l = 0; l < RIVALS; l++) {
            truth[l] = 2 * noise_normal(seed);
            fastest = truth[l] < truth[fastest] ? l : fastest;
            for (size_t r = 0; r < ROUNDS; r++)
                x[l * ROUNDS + r] = truth[l] + sqrt(ROUNDS / 2.0) * noise_normal(seed);
        }
        find(x, RIVALS, ROUNDS, p);
        for (size_t l = 0; l < RIVALS; l++)
            if (p[l] >= 0.85 && p[l] < 0.95) {
                claimed += p[l];
                came_true += l == fastest;
            }
    }
    assert_true(claimed > 150);
    assert_float_equal(came_true / claimed, 1, 0.06);
}
