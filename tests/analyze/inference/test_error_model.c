/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/inference/error_model.h"
#include "tests/analyze/close.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

enum { POINTS = 12, LIBRARIES = 3, ROUNDS = 5 }; /* the first library is the reference */

struct made {
    double d[POINTS * LIBRARIES * ROUNDS], control[POINTS * ROUNDS];
};

static double *at(struct made *made, size_t point, size_t library) {
    return made->d + (point * LIBRARIES + library) * ROUNDS;
}

/* Scatter of 1 %. */
static void draw(struct made *made) {
    unsigned short seed[3] = {1, 2, 3};
    for (size_t p = 0; p < POINTS; p++)
        for (size_t r = 0; r < ROUNDS; r++) {
            at(made, p, 0)[r] = 0;
            for (size_t l = 1; l < LIBRARIES; l++)
                at(made, p, l)[r] = 0.01 * made_up_normal(seed);
            made->control[p * ROUNDS + r] = 0.01 * made_up_normal(seed);
        }
}

static struct error_model *fit(const struct made *made, size_t points, int with_control,
                               double imaginary) {
    const struct error_model_data data = {
        made->d, points, LIBRARIES, ROUNDS, 0, with_control ? made->control : NULL, imaginary};
    struct error_model *model = error_model_new(&data);
    assert_non_null(model);
    return model;
}

TEST(many_cells_make_variances_alike) {
    struct made made;
    double least = INFINITY, most = 0, least_own = INFINITY, most_own = 0;
    draw(&made);
    struct error_model *model = fit(&made, POINTS, 1, 0);
    for (size_t p = 0; p < POINTS; p++) {
        struct error_cell cell = error_model_cell(model, 1, 0, p);
        least = fmin(least, cell.scatter / cell.level);
        most = fmax(most, cell.scatter / cell.level);
        least_own = fmin(least_own, cell.variance);
        most_own = fmax(most_own, cell.variance);
        assert_int_equal(cell.rounds, ROUNDS);
        assert_true(cell.degrees_of_scatter > 8);
    }
    if (!(most_own / least_own > 2 * most / least))
        fail_msg("own %g, moderated %g", most_own / least_own, most / least);
    error_model_free(model);
}

TEST(a_single_cell_has_its_own_variance) {
    struct made made;
    draw(&made);
    for (size_t r = 0; r < ROUNDS; r++)
        at(&made, 0, 2)[r] = NAN;
    struct error_model *model = fit(&made, 1, 0, 0.01);
    struct error_cell cell = error_model_cell(model, 1, 0, 0);
    assert_true(cell.prior_degrees == 0 && error_model_shared(model)->lasting == 0);
    assert_close(cell.error.se, sqrt(cell.variance * cell.factor / ROUNDS), 1e-12);
    assert_close(cell.error.degrees, ROUNDS - 1, 1e-12);
    cell = error_model_cell(model, 2, 0, 0);
    assert_true(cell.rounds == 0 && isnan(cell.error.se) && isnan(cell.mean));
    error_model_free(model);
}

TEST(one_round_has_no_error) {
    struct made made;
    draw(&made);
    for (size_t r = 1; r < ROUNDS; r++)
        at(&made, 3, 1)[r] = NAN;
    struct error_model *model = fit(&made, POINTS, 1, 0.003);
    struct error_cell cell = error_model_cell(model, 1, 0, 3);
    assert_true(cell.rounds == 1 && isnan(cell.error.se) && isnan(cell.error.degrees));
    cell = error_model_cell(model, 1, 0, 4);
    assert_true(cell.error.se > 0);
    error_model_free(model);
}

TEST(fewer_rounds_have_a_larger_error) {
    struct made made;
    draw(&made);
    at(&made, 3, 1)[1] = at(&made, 3, 1)[4] = NAN;
    struct error_model *model = fit(&made, POINTS, 1, 0);
    struct error_cell cell = error_model_cell(model, 1, 0, 3);
    struct error_cell other = error_model_cell(model, 1, 0, 4);
    assert_int_equal(cell.rounds, 3);
    assert_true(cell.scatter / cell.level > other.scatter / other.level);
    error_model_free(model);
}

/* Differences without scatter, as of a coarse clock, or of counts. */
TEST(cells_without_scatter_are_no_evidence_of_precision) {
    struct made made;
    draw(&made);
    for (size_t r = 0; r < ROUNDS; r++)
        at(&made, 3, 1)[r] = 0.5;
    struct error_model *model = fit(&made, POINTS, 1, 0);
    struct error_cell cell = error_model_cell(model, 1, 0, 3);
    assert_true(cell.variance == 0 && cell.error.se > 0.001);
    error_model_free(model);

    for (size_t i = 0; i < POINTS * LIBRARIES * ROUNDS; i++)
        made.d[i] = 0.5;
    for (size_t i = 0; i < POINTS * ROUNDS; i++)
        made.control[i] = 0;
    model = fit(&made, POINTS, 1, 0);
    cell = error_model_cell(model, 1, 0, 3);
    assert_true(cell.error.se == 0 && cell.error.degrees == ROUNDS - 1);
    error_model_free(model);
    model = fit(&made, POINTS, 1, 0.003);
    assert_close(error_model_cell(model, 1, 0, 3).error.se, 0.003 / sqrt(POINTS + 1), 1e-12);
    error_model_free(model);
}

TEST(lasting_differences_are_those_of_the_control) {
    struct made made;
    draw(&made);
    for (size_t i = 0; i < POINTS * ROUNDS; i++)
        made.control[i] += 0.05 * cos((double)(i / ROUNDS));
    struct error_model *model = fit(&made, POINTS, 1, 0.003);
    const struct error_shared *shared = error_model_shared(model);
    assert_int_equal(shared->controls, POINTS);
    double sum = 0.003 * 0.003 / shared->lasting;
    for (size_t p = 0; p < POINTS; p++) {
        struct error_cell control = error_model_control(model, p);
        sum += control.mean * control.mean / (control.scatter + shared->lasting);
    }
    assert_close(sum, POINTS + 1, 1e-9);
    assert_true(sqrt(shared->lasting) > 0.025 && sqrt(shared->lasting) < 0.05);
    struct error_cell cell = error_model_cell(model, 1, 0, 0);
    assert_close(cell.error.se, sqrt(cell.scatter + shared->lasting), 1e-12);
    error_model_free(model);
}

TEST(noise_that_goes_with_the_size_is_told_by_the_control) {
    struct made made;
    draw(&made);
    for (size_t p = POINTS / 2; p < POINTS; p++)
        for (size_t r = 0; r < ROUNDS; r++) {
            at(&made, p, 1)[r] *= 100;
            at(&made, p, 2)[r] *= 100;
            made.control[p * ROUNDS + r] *= 100;
        }
    struct error_model *model = fit(&made, POINTS, 1, 0);
    double quiet = error_model_cell(model, 1, 0, 0).error.se;
    assert_true(quiet < 0.02);
    assert_true(error_model_cell(model, 1, 0, POINTS - 1).error.se > 20 * quiet);
    error_model_free(model);
    model = fit(&made, POINTS, 0, 0);
    assert_true(error_model_cell(model, 1, 0, POINTS - 1).error.se > 20 * quiet);
    error_model_free(model);
}

TEST(rounds_that_rise_count_less) {
    struct made made;
    draw(&made);
    for (size_t p = 0; p < POINTS; p++)
        for (size_t r = 0; r < ROUNDS; r++)
            at(&made, p, 1)[r] += 0.03 * (double)r;
    struct error_model *model = fit(&made, POINTS, 1, 0);
    assert_true(error_model_shared(model)->correlation > 0.2);
    assert_true(error_model_cell(model, 1, 0, 0).factor > 1.5);
    error_model_free(model);
    draw(&made);
    for (size_t p = 0; p < POINTS; p++)
        for (size_t r = 0; r < ROUNDS; r++)
            at(&made, p, 1)[r] += r % 2 ? 0.03 : -0.03;
    model = fit(&made, POINTS, 1, 0);
    assert_true(error_model_shared(model)->correlation == 0);
    assert_true(error_model_cell(model, 1, 0, 0).factor == 1);
    error_model_free(model);
}

TEST(any_two_libraries_are_compared) {
    struct made made;
    draw(&made);
    struct error_model *model = fit(&made, POINTS, 1, 0.003);
    for (size_t p = 0; p < POINTS; p++) {
        struct error_cell one = error_model_cell(model, 1, 2, p),
                          other = error_model_cell(model, 2, 1, p);
        assert_close(one.mean, -other.mean, 1e-12);
        assert_close(one.error.se, other.error.se, 1e-12);
        assert_close(one.mean,
                     error_model_cell(model, 1, 0, p).mean - error_model_cell(model, 2, 0, p).mean,
                     1e-12);
        one = error_model_cell(model, 0, 1, p);
        other = error_model_cell(model, 1, LIBRARIES, p);
        assert_close(one.error.difference, -other.error.difference, 1e-12);
        assert_close(one.error.se, other.error.se, 1e-12);
    }
    error_model_free(model);
}

TEST(averages_share_lasting_differences_among_sizes) {
    struct made made;
    draw(&made);
    struct error_model *model = fit(&made, POINTS, 1, 0.003);
    const struct error_shared *shared = error_model_shared(model);
    struct welford rounds = {0};
    for (size_t r = 0; r < ROUNDS; r++)
        welford_add(&rounds, 0.001 * (double)r);
    double factor = error_model_cell(model, 1, 0, 0).factor, variance = 2.5e-6;
    struct welch error = error_model_average(model, &rounds, POINTS);
    assert_close(error.difference, 0.002, 1e-12);
    assert_close(error.se, sqrt(factor * variance / ROUNDS + shared->lasting / POINTS), 1e-12);
    assert_true(error.degrees >= ROUNDS - 1);
    rounds = (struct welford){0};
    welford_add(&rounds, 1);
    assert_true(isnan(error_model_average(model, &rounds, POINTS).se));
    error_model_free(model);
}

TEST(nothing_at_all_is_no_error) {
    struct made made;
    for (size_t i = 0; i < POINTS * LIBRARIES * ROUNDS; i++)
        made.d[i] = NAN;
    for (size_t i = 0; i < POINTS * ROUNDS; i++)
        made.control[i] = NAN;
    struct error_model *model = fit(&made, POINTS, 1, 0.003);
    const struct error_shared *shared = error_model_shared(model);
    assert_true(shared->lasting == 0 && shared->controls == 0 && shared->between == 0);
    assert_true(isnan(error_model_cell(model, 1, 0, 0).error.se));
    error_model_free(model);
    error_model_free(NULL);
}
