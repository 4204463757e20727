/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/complexity/cost_model.h"
#include "tests/analyze/close.h"
#include "tests/analyze/normal.h"
#include "tests/test.h"

enum { N = 20 };

struct made {
    double x[N], y[N], error[N], bytes[N];
    struct cost_points points;
};

/* By MODEL, of which parts are taken as they are: over exp(level), at the largest size. */
static void make(struct made *made, const struct cost_model *model, double noise) {
    unsigned short seed[3] = {1, 2, 3};
    for (size_t i = 0; i < N; i++) {
        made->x[i] = 3 + 0.5 * (double)i;
        made->bytes[i] = log(16) + made->x[i];
        made->error[i] = 0.01 * (1 + i % 3);
        made->y[i] = cost_predict(model, 3 + 0.5 * (N - 1), made->x[i], made->bytes[i]) +
                     noise * made->error[i] * normal(seed);
    }
    made->points = (struct cost_points){made->x, made->y, made->error, made->bytes, N};
}

static const struct cost_model stepped = {.power = 1,
                                          .lower = COST_LOWER_CONSTANT,
                                          .rise = {COST_GRADUAL, 0.3},
                                          .steps = 2,
                                          .places = {8, 12},
                                          .level = -9,
                                          .lower_part = 0.001,
                                          .parts = {0.1, 0.2, 0.5}};

static const struct cost_rise rises[] = {{COST_SHARP, 0}, {COST_MISSES, 0}, {COST_GRADUAL, 0.3}};

TEST(steps_rise_as_data_are_used) {
    for (size_t r = 0; r < 3; r++) {
        assert_close(cost_risen(rises[r], 1, 9), 0, 1e-11);
        assert_true(cost_risen(rises[r], 14, 9) > 0.99);
    }
    assert_close(cost_risen(rises[0], 9, 9), 0, 0);
    assert_close(cost_risen(rises[0], 9.001, 9), 1, 0);
    assert_close(cost_risen(rises[1], 9 + log(4), 9), 0.75, 1e-15);
    assert_close(cost_risen(rises[2], 9, 9), 0.5, 1e-15);
    assert_close(cost_risen(rises[2], 9 + 0.3 * log(3), 9), 0.75, 1e-15);
    assert_close(cost_risen(rises[2], 9 - 0.3 * log(3), 9), 0.25, 1e-15);
}

TEST(exact_times_give_their_coefficients_back) {
    for (size_t r = 0; r < 3; r++) {
        struct made made;
        struct cost_model model = stepped, fitted = stepped;
        model.rise = fitted.rise = rises[r];
        make(&made, &model, 0);
        cost_fit(&fitted, &made.points);
        double scale = exp(fitted.level - model.level);
        assert_close(fitted.squares, 0, 1e-12);
        assert_close(fitted.lower_part * scale, 0.001, 1e-8);
        for (size_t s = 0; s <= 2; s++)
            assert_close(fitted.parts[s] * scale, model.parts[s], 1e-8);
    }
}

/* A gradient of 0: no coefficient can be moved for the better. */
TEST(the_fit_is_the_least_squares_of_logarithms) {
    struct made made;
    struct cost_model fitted = stepped;
    make(&made, &stepped, 1);
    cost_fit(&fitted, &made.points);
    assert_true(fitted.squares > 5 && fitted.squares < 40);
    for (int s = -1; s <= 2; s++)
        for (int side = -1; side <= 1; side += 2) {
            struct cost_model moved = fitted;
            double *part = s < 0 ? &moved.lower_part : &moved.parts[s], squares = 0;
            *part *= 1 + 0.01 * side;
            for (size_t i = 0; i < N; i++) {
                double modelled = cost_predict(&moved, made.x[N - 1], made.x[i], made.bytes[i]);
                squares += pow((made.y[i] - modelled) / made.error[i], 2);
            }
            assert_true(squares > fitted.squares - 1e-6);
        }
}

TEST(screening_finds_about_the_same_squares) {
    struct made made;
    struct cost_screen screen;
    struct cost_model fitted = stepped;
    make(&made, &stepped, 1);
    cost_fit(&fitted, &made.points);
    cost_prepare(&screen, &fitted, &made.points);
    double risen[2][N];
    const double *columns[] = {risen[0], risen[1]};
    for (size_t s = 0; s < 2; s++)
        cost_rises(stepped.rise, stepped.places[s], &made.points, risen[s]);
    assert_close(cost_screened(&screen, columns, 2), fitted.squares, 0.1 * fitted.squares);
}

TEST(what_a_call_costs_besides_is_at_most_half_at_the_largest_size) {
    struct made made;
    struct cost_model model = {
        .power = 1, .lower = COST_LOWER_CONSTANT, .level = 0, .lower_part = 0.9, .parts = {0.1}};
    make(&made, &model, 0);
    cost_fit(&model, &made.points);
    assert_close(model.lower_part, model.parts[0], 1e-12);
    assert_true(model.squares > 100);
}

TEST(steps_downward_are_not_fitted) {
    struct made made;
    struct cost_model plain = {.power = 1, .parts = {1}}, fitted = stepped;
    make(&made, &plain, 0);
    for (size_t i = N / 2; i < N; i++)
        made.y[i] -= 1;
    fitted.lower = COST_LOWER_NONE;
    fitted.steps = 1;
    fitted.places[0] = made.bytes[N / 2];
    cost_fit(&fitted, &made.points);
    assert_true(isinf(fitted.squares));
}

TEST(steps_of_more_than_tenfold_are_not_fitted) {
    struct made made;
    struct cost_model model = stepped;
    model.lower = COST_LOWER_NONE;
    model.lower_part = 0;
    model.steps = 1;
    for (int factor = 8; factor <= 12; factor += 4) {
        model.parts[0] = 1;
        model.parts[1] = factor - 1;
        make(&made, &model, 0);
        struct cost_model fitted = model;
        cost_fit(&fitted, &made.points);
        assert_int_equal(isinf(fitted.squares), factor > COST_MOST_RISE);
    }
}
