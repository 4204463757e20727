/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/quantile_error.h"
#include "analyze/statistics/order.h"
#include "analyze/statistics/welford.h"
#include "tests/analyze/close.h"
#include "tests/analyze/noise.h"
#include "tests/test.h"

enum { MOST = 20000, ROUNDS = 5, SEEDS = 400, N = ROUNDS * SEEDS };

struct case_of {
    double seconds[MOST], logs[200], amounts[200];
};

static void draw(double *seconds, size_t rounds, size_t seeds, double own, unsigned short seed[3]) {
    for (size_t r = 0; r < rounds; r++) {
        double round = exp(own * noise_normal(seed));
        for (size_t k = 0; k < seeds; k++)
            seconds[r * seeds + k] = 1e-6 * round * exp(0.2 * noise_normal(seed));
    }
}

static struct quantile_sides find(struct case_of *c, size_t rounds, size_t seeds,
                                  double probability) {
    struct quantile_error *room = quantile_error_new(rounds, seeds);
    assert_non_null(room);
    struct quantile_sides found =
        quantile_error_of(room, c->seconds, NULL, probability, 1, c->logs, c->amounts);
    quantile_error_free(room);
    return found;
}

static struct welford over(const double *values, size_t n) {
    struct welford w = {0};
    for (size_t i = 0; i < n; i++)
        if (!isnan(values[i]))
            welford_add(&w, values[i]);
    return w;
}

TEST(rounds_say_the_quantile_on_average) {
    struct case_of *c = *state;
    static const double probabilities[] = {0.5, 0.9, 0.99};
    unsigned short seed[3] = {1, 2, 3};
    draw(c->seconds, ROUNDS, SEEDS, 0.05, seed);
    for (size_t i = 0; i < 3; i++) {
        double sorted[N];
        memcpy(sorted, c->seconds, sizeof sorted);
        double quantile = order_quantile(sorted, N, probabilities[i]);
        struct quantile_sides found = find(c, ROUNDS, SEEDS, probabilities[i]);
        struct welford logs = over(c->logs, ROUNDS), amounts = over(c->amounts, ROUNDS);
        assert_int_equal(found.samples, N);
        assert_close(found.quantile / quantile, 1, 1e-14);
        assert_close(found.logs.rounds.mean, log(quantile), 1e-12);
        assert_close(welford_mean(&logs), log(quantile), 1e-12);
        assert_close(welford_mean(&amounts) / quantile, 1, 1e-12);
        assert_close(found.logs.rounds.se, welford_sd(&logs) / sqrt(ROUNDS), 1e-15);
        assert_int_equal(found.logs.rounds.units, ROUNDS);
        /* Samples alone do not know that rounds differ. */
        assert_true(found.logs.samples.se < found.logs.rounds.se);
        assert_int_equal(found.logs.samples.units, N);
    }
}

/* For independent normal samples that of a quantile is sqrt(p (1 - p) / n) over the density. */
TEST(the_error_is_that_of_the_textbook) {
    struct case_of *c = *state;
    unsigned short seed[3] = {4, 5, 6};
    struct welford by_rounds = {0}, by_samples = {0};
    for (int i = 0; i < 60; i++) {
        draw(c->seconds, 12, 200, 0, seed);
        struct quantile_sides found = find(c, 12, 200, 0.9);
        welford_add(&by_rounds, pow(found.logs.rounds.se, 2));
        welford_add(&by_samples, pow(found.logs.samples.se, 2));
    }
    double density = 0.17549833 / 0.2, expected = 0.09 / 2400 / pow(density, 2);
    assert_close(welford_mean(&by_rounds) / expected, 1, 0.2);
    assert_close(welford_mean(&by_samples) / expected, 1, 0.1);
}

TEST(a_slow_round_is_seen) {
    struct case_of *c = *state;
    unsigned short seed[3] = {1, 2, 3};
    draw(c->seconds, ROUNDS, SEEDS, 0, seed);
    for (size_t k = 0; k < SEEDS; k++)
        c->seconds[2 * SEEDS + k] *= 2;
    struct quantile_sides found = find(c, ROUNDS, SEEDS, 0.99);
    /* A third of all draws has no such round: then ln is smaller by about ln 2. */
    double left_out = pow(0.8, 5) * log(2);
    assert_close(c->logs[2] - log(found.quantile), 5 * left_out, 0.35);
    assert_true(found.logs.rounds.se > 0.2);
}

TEST(order_and_unit_do_not_matter) {
    struct case_of *c = *state;
    unsigned short seed[3] = {1, 2, 3};
    double before[ROUNDS];
    draw(c->seconds, ROUNDS, SEEDS, 0.05, seed);
    struct quantile_sides first = find(c, ROUNDS, SEEDS, 0.95);
    memcpy(before, c->logs, sizeof before);
    for (size_t r = 0; r < ROUNDS; r++)
        for (size_t k = 0; k < SEEDS / 2; k++) {
            double *a = &c->seconds[r * SEEDS + k], *b = &c->seconds[(r + 1) * SEEDS - 1 - k];
            double kept = *a;
            *a = 1024 * *b;
            *b = 1024 * kept;
        }
    struct quantile_sides second = find(c, ROUNDS, SEEDS, 0.95);
    assert_close(second.quantile, 1024 * first.quantile, 0);
    assert_close(second.logs.rounds.se / first.logs.rounds.se, 1, 1e-9);
    for (size_t r = 0; r < ROUNDS; r++)
        assert_close(c->logs[r] - before[r], log(1024), 1e-9);
}

TEST(too_few_samples_say_nothing) {
    struct case_of *c = *state;
    unsigned short seed[3] = {1, 2, 3};
    assert_int_equal(quantile_error_needs(0.5), 2 * QUANTILE_ERROR_BEYOND);
    assert_int_equal(quantile_error_needs(0.99), 100 * QUANTILE_ERROR_BEYOND);
    assert_int_equal(quantile_error_needs(0.999), 1000 * QUANTILE_ERROR_BEYOND);
    draw(c->seconds, ROUNDS, SEEDS, 0.05, seed);
    for (size_t i = 0; i < N; i++)
        if (i >= 2 * SEEDS)
            c->seconds[i] = NAN;
    struct quantile_sides found = find(c, ROUNDS, SEEDS, 0.999);
    assert_true(isnan(found.quantile) && isnan(found.logs.rounds.mean) && isnan(c->logs[0]));
    assert_int_equal(found.samples, 2 * SEEDS);
    found = find(c, ROUNDS, SEEDS, 0.9);
    assert_int_equal(found.logs.rounds.units, 2);
    assert_true(isfinite(c->logs[0]) && isfinite(c->logs[1]) && isnan(c->logs[2]));
}

TEST(one_round_says_what_samples_do) {
    struct case_of *c = *state;
    unsigned short seed[3] = {1, 2, 3};
    draw(c->seconds, 1, N, 0, seed);
    struct quantile_sides found = find(c, 1, N, 0.9);
    assert_int_equal(found.logs.rounds.units, 1);
    assert_true(isnan(found.logs.rounds.se) && found.logs.samples.se > 0);
    assert_close(c->logs[0], log(found.quantile), 1e-12);
}

TEST(zeros_have_no_logarithm) {
    struct case_of *c = *state;
    unsigned short seed[3] = {1, 2, 3};
    draw(c->seconds, ROUNDS, SEEDS, 0, seed);
    for (size_t i = 0; i < N; i += 100)
        c->seconds[i] = 0;
    struct quantile_sides found = find(c, ROUNDS, SEEDS, 0.9);
    assert_true(found.logs.rounds.se > 0);
    for (size_t i = 0; i < N; i++)
        c->seconds[i] = i % 2 ? c->seconds[i] : 0;
    found = find(c, ROUNDS, SEEDS, 0.5);
    assert_true(isnan(found.logs.rounds.mean) && isnan(found.logs.rounds.se));
    assert_true(found.seconds.rounds.se > 0);
}

TEST(equal_samples_have_no_error) {
    struct case_of *c = *state;
    for (size_t i = 0; i < N; i++)
        c->seconds[i] = 21e-9;
    struct quantile_sides found = find(c, ROUNDS, SEEDS, 0.99);
    assert_close(found.quantile, 21e-9, 0);
    assert_close(found.logs.rounds.se, 0, 1e-15);
}

TEST(many_rounds_are_joined) {
    struct case_of *c = *state;
    unsigned short seed[3] = {1, 2, 3};
    draw(c->seconds, 200, 10, 0.1, seed);
    struct quantile_sides found = find(c, 200, 10, 0.9);
    assert_int_equal(found.logs.rounds.units, QUANTILE_ERROR_ROUNDS);
    assert_true(isfinite(c->logs[QUANTILE_ERROR_ROUNDS - 1]));
    assert_true(isnan(c->logs[QUANTILE_ERROR_ROUNDS]));
}

TEST(only_rounds_that_both_have_count) {
    struct case_of *c = *state;
    unsigned short seed[3] = {1, 2, 3};
    static double other[N];
    draw(c->seconds, ROUNDS, SEEDS, 0.05, seed);
    memcpy(other, c->seconds, sizeof other);
    for (size_t k = 0; k < SEEDS; k++)
        other[SEEDS + k] = NAN;
    struct quantile_error *room = quantile_error_new(ROUNDS, SEEDS);
    struct quantile_sides found =
        quantile_error_of(room, c->seconds, other, 0.9, 0, c->logs, c->amounts);
    assert_int_equal(found.samples, N - SEEDS);
    assert_true(isnan(c->logs[1]) && isfinite(c->logs[0]));
    quantile_error_free(room);
}

static int begin(void **state) {
    return (*state = calloc(1, sizeof(struct case_of))) ? 0 : -1;
}

static int end(void **state) {
    free(*state);
    return 0;
}

ALL_TESTS(begin, end);
