/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/location.h"
#include "tests/analyze/close.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

TEST(steps_show_in_ties) {
    struct resolution r = resolution_of((const double[]){21e-9, 22e-9, 22e-9, 21e-9, 22e-9}, 5);
    assert_close(r.step, 1e-9, 1e-18);
    assert_false(r.is_dithered || r.is_guess);
    assert_close(resolution_of_mean(&r), 0.5e-9, 1e-18);
    assert_close(resolution_of_log_mean(&r), 0.5 / 22, 1e-9);
    r = resolution_of((const double[]){21.1e-9, 21.2e-9, 21.35e-9, 21.9e-9, 22e-9}, 5);
    assert_true(r.step == 0 && resolution_of_mean(&r) == 0 && resolution_of_log_mean(&r) == 0);
}

/* Divided by calls, or written in decimals: they differ by rounding errors. */
TEST(rounding_errors_are_no_steps) {
    const double seconds[] = {0.3, 0.1 + 0.2, 0.3, 0.4, 0.1 + 0.3};
    assert_close(resolution_of(seconds, 5).step, 0.1, 1e-12);
}

TEST(scatter_helps_a_mean_and_no_median) {
    const double seconds[] = {9, 13, 11, 14, 11, 10, 15, 13};
    struct resolution r = resolution_of(seconds, 8);
    assert_true(r.step == 1 && r.is_dithered);
    assert_true(resolution_of_mean(&r) < 0.25 && resolution_of_median(&r) == 0.5);
}

/* W is 2: 13 - 11. */
TEST(of_a_trimmed_mean_scatter_leaves_something) {
    const double seconds[] = {9, 13, 11, 14, 11, 10, 15, 13};
    struct resolution r = resolution_of(seconds, 8);
    assert_close(resolution_of_trimmed(&r), 0.25, 1e-15);
    assert_close(resolution_of_ratio(&r, &r), 0.5 / r.centre, 1e-15);
    r = resolution_of((const double[]){21, 22, 22, 21, 22}, 5);
    assert_close(resolution_of_trimmed(&r), 0.5, 1e-15);
}

/* Else two rounds with equal means would know theirs exactly. */
TEST(of_a_mean_scatter_leaves_less_the_more_samples_there_are) {
    const double seconds[] = {9, 13, NAN, 11, 14, 11, 10, 15, 13, 12};
    struct resolution r = resolution_of(seconds, 10);
    assert_close(resolution_of_mean(&r), 1.0 / 6, 1e-15);
    assert_close(resolution_of_log_mean(&r), 1.0 / 6 / r.centre, 1e-15);
}

/* Two times in sixteen places, and all that a library has of which one process lived. */
TEST(times_are_looked_for_wherever_they_are) {
    double seconds[1600];
    for (size_t i = 0; i < 1600; i++)
        seconds[i] = NAN;
    seconds[1] = seconds[3] = 1.4e-6;
    assert_close(resolution_of(seconds, 16).step, 1e-7, 1e-20);
    for (size_t i = 800; i < 1200; i++)
        seconds[i] = 1e-6 + (double)(i % 2) * 1e-9;
    struct resolution r = resolution_of(seconds, 1600);
    assert_close(r.step, 1e-9, 1e-20);
    assert_false(r.is_guess);
}

TEST(of_equal_samples_steps_are_guessed) {
    static const struct {
        double seconds, step;
    } cases[] = {{21e-9, 1e-9}, {20e-9, 1e-9}, {20.5e-9, 1e-10}, {0.3, 1e-3},
                 {2, 1},        {5e-9, 1e-9},  {1.25e-3, 1e-5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double both[] = {cases[i].seconds, cases[i].seconds};
        struct resolution r = resolution_of(both, 2);
        assert_true(r.is_guess && !r.is_dithered);
        assert_close(r.step, cases[i].step, 1e-9 * cases[i].step);
    }
    const double one = 20e-9;
    assert_true(resolution_of(&one, 1).step == 0);
    assert_true(resolution_of(NULL, 0).step == 0);
}

TEST(the_other_side_may_know_better) {
    struct resolution guess = resolution_of((const double[]){2e-6, 2e-6}, 2);
    struct resolution known = resolution_of((const double[]){3e-6, 3.1e-6, 3.1e-6}, 3);
    assert_close(resolution_beside(&guess, &known).step, 0.1e-6, 1e-15);
    assert_close(resolution_beside(&known, &guess).step, 0.1e-6, 1e-15);
    assert_true(resolution_beside(&guess, &(struct resolution){0}).step == guess.step);
}

TEST(what_is_no_time_does_not_count) {
    const double seconds[] = {NAN, NAN, 0, 0, -1, -1, INFINITY, INFINITY, 1.5, 2.7};
    assert_true(resolution_of(seconds, 10).step == 0);
}

/* A million samples in steps of one: whichever are looked at. */
TEST(of_many_samples_some_are_looked_at) {
    enum { MANY = 100000 };
    double *seconds = malloc(MANY * sizeof *seconds);
    unsigned short seed[3] = {5, 5, 5};
    for (size_t i = 0; i < MANY; i++)
        seconds[i] = floor(100 + 0.7 * made_up_normal(seed));
    struct resolution r = resolution_of(seconds, MANY);
    assert_true(r.step == 1 && !r.is_dithered && fabs(r.centre - 100) <= 1);
    free(seconds);
}
