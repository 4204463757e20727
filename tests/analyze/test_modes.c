/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/modes.h"
#include "tests/analyze/close.h"
#include "tests/analyze/made_up.h"

enum { MOST = 20000 };

/* What a cell's samples are like, around 100. */
struct noise {
    double (*draw)(unsigned short seed[3]);
    double shift; /* standard deviation of what all samples of a round have in common */
    double tick;  /* of the clock; 0: none */
};

static void make(const struct noise *noise, size_t rounds, size_t seeds, unsigned short seed[3],
                 double *seconds) {
    for (size_t r = 0; r < rounds; r++) {
        double shift = noise->shift * made_up_normal(seed);
        for (size_t k = 0; k < seeds; k++) {
            double x = 100 + shift + noise->draw(seed);
            seconds[r * seeds + k] = noise->tick > 0 ? floor(x / noise->tick) * noise->tick : x;
        }
    }
}

static double normal(unsigned short seed[3]) {
    return made_up_normal(seed);
}

static double lognormal(unsigned short seed[3]) {
    return exp(0.5 * made_up_normal(seed));
}

static double exponential(unsigned short seed[3]) {
    return -log(1 - erand48(seed));
}

static double uniform(unsigned short seed[3]) {
    return erand48(seed);
}

static double two_speeds(unsigned short seed[3]) {
    return made_up_normal(seed) + (erand48(seed) < 0.3 ? 8 : 0);
}

/* --- one mode --- */

/* The part of cells that are called bimodal at a chance of 5 %. */
static double called(const struct noise *noise, size_t rounds, size_t seeds) {
    enum { TIMES = 500 };
    unsigned short seed[3] = {3, (unsigned short)seeds, 5};
    static double seconds[MOST], scratch[MOST];
    int count = 0;
    for (int t = 0; t < TIMES; t++) {
        make(noise, rounds, seeds, seed, seconds);
        struct modes modes =
            modes_within_rounds(&(struct modes_samples){seconds, rounds, seeds}, scratch);
        count += modes.chance < 0.05;
    }
    return (double)count / TIMES;
}

/* 0.08: what 5 % of 500 exceed once in a thousand. */
static void honest_noise_is_seldom_called_bimodal(void **state) {
    (void)state;
    static const double ticks[] = {0, 0.1, 0.5, 2};
    double (*const draws[])(unsigned short[3]) = {normal, lognormal, exponential, uniform};
    for (size_t d = 0; d < 4; d++)
        for (size_t t = 0; t < 4; t++) {
            struct noise noise = {draws[d], 0, ticks[t]};
            assert_true(called(&noise, 1, 50) < 0.08);
        }
}

static void nor_is_it_when_rounds_are_shifted(void **state) {
    (void)state;
    static const double ticks[] = {0, 0.1, 0.5, 2};
    double (*const draws[])(unsigned short[3]) = {normal, lognormal, exponential, uniform};
    for (size_t d = 0; d < 4; d++)
        for (size_t t = 0; t < 4; t++) {
            struct noise noise = {draws[d], 3, ticks[t]};
            assert_true(called(&noise, 5, 8) < 0.08);
            assert_true(called(&noise, 5, 5) < 0.08);
            assert_true(called(&noise, 20, 7) < 0.08);
        }
}

/* --- two --- */

static void two_speeds_are_found(void **state) {
    (void)state;
    struct noise noise = {two_speeds, 0, 0.5};
    assert_true(called(&noise, 1, 100) > 0.95);
    assert_true(called(&noise, 5, 20) > 0.5);
}

static void two_speeds_are_found_under_shifted_rounds(void **state) {
    (void)state;
    struct noise noise = {two_speeds, 20, 0};
    assert_true(called(&noise, 5, 40) > 0.95);
}

static void rounds_that_differ_are_no_modes(void **state) {
    (void)state;
    static double seconds[400], scratch[400];
    unsigned short seed[3] = {1, 1, 1};
    struct noise noise = {normal, 0, 0};
    make(&noise, 4, 100, seed, seconds);
    for (int i = 200; i < 400; i++)
        seconds[i] += 20;
    struct modes_samples one = {seconds, 1, 400}, four = {seconds, 4, 100};
    assert_true(modes_within_rounds(&one, scratch).chance < 1e-4);
    assert_true(modes_within_rounds(&four, scratch).chance > 0.5);
}

/* --- large and small --- */

static void of_many_samples_so_many_are_taken(void **state) {
    (void)state;
    static double seconds[MOST], scratch[MOST];
    unsigned short seed[3] = {1, 2, 1};
    struct noise one = {normal, 0, 0}, two = {two_speeds, 0, 0};
    struct modes_samples samples = {seconds, 5, MOST / 5}, many_rounds = {seconds, MOST / 5, 5};
    make(&one, 5, MOST / 5, seed, seconds);
    assert_int_equal(modes_within_rounds(&samples, scratch).n, MODES_MOST);
    assert_true(modes_within_rounds(&samples, scratch).chance > 0.5);
    make(&two, 5, MOST / 5, seed, seconds);
    assert_int_equal(modes_within_rounds(&samples, scratch).n, MODES_MOST);
    assert_true(modes_within_rounds(&samples, scratch).chance < 1e-4);
    assert_true(modes_within_rounds(&many_rounds, scratch).n <= MODES_MOST);
}

static void the_samples_are_left_as_they_are(void **state) {
    (void)state;
    double seconds[] = {3, 1, 2, NAN, 5, 4, 1, 2}, kept[8], scratch[8];
    memcpy(kept, seconds, sizeof kept);
    modes_within_rounds(&(struct modes_samples){seconds, 1, 8}, scratch);
    assert_memory_equal(kept, seconds, sizeof kept);
}

static void what_is_not_finite_is_passed_over(void **state) {
    (void)state;
    double seconds[] = {1, NAN, 1.1, INFINITY, 1.2, 1.3, 5, 5.1, 5.2, 5.3, -INFINITY}, scratch[11];
    struct modes modes = modes_within_rounds(&(struct modes_samples){seconds, 1, 11}, scratch);
    assert_int_equal(modes.n, 8);
    /* R, package diptest: dip(x) without them */
    assert_close(modes.dip, 0.23125, 1e-12);
}

static void few_or_equal_samples_say_nothing(void **state) {
    (void)state;
    double same[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, pairs[] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
    double scratch[10];
    for (size_t n = 0; n <= 10; n++) {
        struct modes_samples samples = {same, 1, n};
        struct modes modes = modes_within_rounds(&samples, scratch);
        assert_true(isnan(modes.dip) == (n < MODES_ROUND));
        assert_true(n < MODES_ROUND || modes.chance == 1);
    }
    assert_true(modes_within_rounds(&(struct modes_samples){pairs, 1, 10}, scratch).chance == 1);
    assert_int_equal(modes_within_rounds(&(struct modes_samples){same, 5, 2}, scratch).n, 0);
    assert_true(isnan(modes_within_rounds(&(struct modes_samples){same, 0, 0}, scratch).chance));
}

static void negative_samples_have_modes_too(void **state) {
    (void)state;
    double x[] = {-5.3, -5.2, -5.1, -5, -1.3, -1.2, -1.1, -1}, scratch[8];
    assert_close(modes_within_rounds(&(struct modes_samples){x, 1, 8}, scratch).dip, 0.23125,
                 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_noise_is_seldom_called_bimodal),
        cmocka_unit_test(nor_is_it_when_rounds_are_shifted),
        cmocka_unit_test(two_speeds_are_found),
        cmocka_unit_test(two_speeds_are_found_under_shifted_rounds),
        cmocka_unit_test(rounds_that_differ_are_no_modes),
        cmocka_unit_test(of_many_samples_so_many_are_taken),
        cmocka_unit_test(the_samples_are_left_as_they_are),
        cmocka_unit_test(what_is_not_finite_is_passed_over),
        cmocka_unit_test(few_or_equal_samples_say_nothing),
        cmocka_unit_test(negative_samples_have_modes_too),
    };
    return cmocka_run_group_tests_name("analyze/modes", tests, NULL, NULL);
}
