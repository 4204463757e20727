/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/variance_components.h"

#include <math.h>
#include <string.h>

#include "analyze/inference/ratio.h"
#include "analyze/statistics/location.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

static int begin(void **state) {
    (void)state;
    numeric_errors_are_results();
    return 0;
}

static struct variance_components found_in(const double *values, size_t rounds, size_t seeds,
                                           int is_crossed) {
    static double copy[256], workspace[64];
    memcpy(copy, values, rounds * seeds * sizeof *copy);
    return variance_components_of((struct sample_table){copy, rounds, seeds}, is_crossed, 0.95,
                                  workspace);
}

/* --- components --- */

ALL_TESTS(begin, NULL);

/* By hand: the rounds' means are 1.5 and 4.5, the seeds' 2 and 4, and 1/2 is left everywhere. */
TEST(two_rounds_of_two_seeds_come_out) {
    static const double values[] = {1, 2, 3, 6};
    struct variance_components crossed = found_in(values, 2, 2, 1);
    assert_close(crossed.ms_rounds, 9, 1e-12);
    assert_close(crossed.ms_seeds, 4, 1e-12);
    assert_close(crossed.ms_rest, 1, 1e-12);
    assert_close(crossed.between.estimate, 4, 1e-12);
    assert_close(crossed.share.estimate, 0.8, 1e-12);
    struct variance_components nested = found_in(values, 2, 2, 0);
    assert_close(nested.ms_rest, 2.5, 1e-12);
    assert_close(nested.degrees_rest, 2, 0);
    assert_close(nested.between.estimate, 3.25, 1e-12);
    assert_true(isnan(nested.ms_seeds) && isnan(nested.seeds_p));
}

TEST(what_inputs_do_is_no_scatter) {
    double values[5 * 4], inputs[] = {0, 100, -30, 7};
    for (size_t i = 0; i < 20; i++)
        values[i] = sin((double)(7 * i));
    struct variance_components without = found_in(values, 5, 4, 1);
    for (size_t i = 0; i < 20; i++)
        values[i] += inputs[i % 4];
    struct variance_components with = found_in(values, 5, 4, 1);
    assert_close(with.between.estimate, without.between.estimate, 1e-9);
    assert_close(with.within.estimate, without.within.estimate, 1e-9);
    assert_true(with.seeds_p < 1e-9 && without.seeds_p > 0.01);
    assert_true(found_in(values, 5, 4, 0).within.estimate > 1000);
}

TEST(no_variance_is_negative) {
    static const double values[] = {1, -1, 1, -1, 1.01, -1.01};
    struct variance_components found = found_in(values, 3, 2, 0);
    assert_true(found.ms_rounds < found.ms_rest);
    assert_true(found.between.estimate == 0 && found.between.low == 0 && found.share.estimate == 0);
    assert_true(found.between.high >= 0 && found.share.low == 0);
}

TEST(equal_samples_have_no_share) {
    static const double values[] = {3, 3, 3, 3, 3, 3};
    struct variance_components found = found_in(values, 3, 2, 1);
    assert_true(found.between.estimate == 0 && found.within.estimate == 0 &&
                found.within.high == 0);
    assert_true(isnan(found.share.estimate) && isnan(found.seeds_p));
}

TEST(rounds_that_are_each_of_one_piece_are_all_between) {
    static const double values[] = {1, 1, 2, 2, 4, 4};
    struct variance_components found = found_in(values, 3, 2, 1);
    assert_close(found.share.estimate, 1, 0);
    assert_close(found.share.low, 1, 0);
    assert_close(found.between.estimate, 7.0 / 3, 1e-12);
}

TEST(one_round_or_one_seed_tells_nothing) {
    static const double values[] = {1, 2, 4};
    struct variance_components round = found_in(values, 1, 3, 1), seed = found_in(values, 3, 1, 1);
    assert_true(isnan(round.ms_rounds) && isnan(round.between.estimate) && isnan(round.share.high));
    assert_close(seed.ms_rounds, 7.0 / 3, 1e-12);
    assert_true(isnan(seed.ms_rest) && isnan(seed.between.estimate) && isnan(seed.share.estimate));
    struct variance_components nothing = found_in(values, 0, 0, 1);
    assert_true(isnan(nothing.ms_rounds));
}

/* --- tables --- */

TEST(the_complete_part_is_kept) {
    /* The third round was cut short, the last was not reached, and few have the last seed. */
    double values[] = {1,   2,   3, NAN, 4,  5,   6,   9,   7,   NAN,
                       NAN, NAN, 8, 9,   10, NAN, NAN, NAN, NAN, NAN};
    struct sample_table table = sample_table_complete((struct sample_table){values, 5, 4});
    assert_int_equal(table.rounds, 3);
    assert_int_equal(table.seeds, 3);
    for (size_t i = 0; i < 9; i++)
        assert_close(table.values[i], (double)(i < 6 ? i + 1 : i + 2), 0);
    double none[] = {NAN, INFINITY, NAN, NAN};
    table = sample_table_complete((struct sample_table){none, 2, 2});
    assert_int_equal(table.rounds, 0);
    assert_int_equal(table.seeds, 0);
}

/* --- seeds --- */

TEST(kalibera_and_jones_choose_the_seeds) {
    const struct variance_components c = {.between = {1, 0, 2}, .within = {4, 3, 5}};
    assert_int_equal(variance_components_seeds(&c, 9, 1, 100), 6);
    assert_int_equal(variance_components_seeds(&c, 9.1, 1, 100), 7);
    assert_int_equal(variance_components_seeds(&c, 0, 1, 100), 1);
    assert_int_equal(variance_components_seeds(&c, 1e9, 1, 100), 100);
    assert_int_equal(variance_components_seeds(&c, NAN, 1, 100), 0);
    const struct variance_components within = {.between = {0, 0, 2}, .within = {4, 3, 5}};
    assert_int_equal(variance_components_seeds(&within, 9, 1, 100), 100);
    const struct variance_components neither = {.between = {0, 0, 0}, .within = {0, 0, 0}};
    assert_int_equal(variance_components_seeds(&neither, 9, 1, 100), 1);
}

TEST(all_seeds_scatter_as_the_ratio_does) {
    double library[40], reference[40], d[40], means[5], workspace[24];
    struct student student;
    for (size_t i = 0; i < 40; i++) {
        library[i] = exp(sin((double)(3 * i)));
        reference[i] = exp(cos((double)(5 * i)));
        d[i] = log(library[i]) - log(reference[i]);
    }
    student_init(&student, 0.95);
    struct interval ratio =
        ratio_log(&(struct ratio_pair){library, reference, 5, 8}, &student, means, workspace);
    struct round_scatter all = round_scatter_of((struct sample_table){d, 5, 8}, 8, workspace);
    double half = student_quantile(&student, 4) * sqrt(all.variance / 5);
    assert_close(half, interval_half(ratio), 1e-12);
    assert_close(all.degrees, 4, 0);
}

/* Two of three seeds are one of three pairs. */
TEST(fewer_seeds_scatter_as_their_choices_do) {
    double d[] = {0, 3, 1, 5, 2, 9, 1, 1, 8}, workspace[9];
    static const size_t pairs[][2] = {{0, 1}, {0, 2}, {1, 2}};
    double least = INFINITY, most = 0;
    struct sample_table table = {d, 3, 3};
    for (size_t p = 0; p < 3; p++) {
        struct welford rounds = {0};
        for (size_t r = 0; r < 3; r++)
            welford_add(&rounds, (d[3 * r + pairs[p][0]] + d[3 * r + pairs[p][1]]) / 2);
        double variance = welford_sd(&rounds) * welford_sd(&rounds);
        least = fmin(least, variance);
        most = fmax(most, variance);
    }
    struct round_scatter two = round_scatter_of(table, 2, workspace);
    assert_true(least < two.variance && two.variance < most);
    assert_close(two.degrees, 2, 0);
    assert_true(isnan(round_scatter_of(table, 4, workspace).variance));
    assert_true(isnan(round_scatter_of((struct sample_table){d, 1, 9}, 2, workspace).variance));
}

/* --- rounds --- */

TEST(the_fewest_rounds_that_suffice_are_needed) {
    const struct round_scatter scatter = {1e-4, 4, 1};
    for (int pilot = 0; pilot < 2; pilot++) {
        const struct round_terms terms = {0.95, 0.8, pilot ? 5 : 0};
        size_t rounds = rounds_needed(&scatter, &terms, 0.004, 0, 1000);
        assert_true(rounds > 20 && rounds < 100);
        assert_true(rounds_half_width(&scatter, &terms, rounds) <= 0.004);
        assert_true(rounds_half_width(&scatter, &terms, rounds - 1) > 0.004);
        assert_int_equal(rounds_needed(&scatter, &terms, 0.004, 200, 1000), 200);
        assert_int_equal(rounds_needed(&scatter, &terms, 0.004, 0, rounds - 1), 0);
        assert_int_equal(rounds_needed(&scatter, &terms, 0, 0, 1000), 0);
        assert_int_equal(rounds_needed(&scatter, &terms, 9, 0, 1000), pilot ? 10 : 3);
    }
}

/* What is known beyond doubt needs no allowance but for the interval's own chance. */
TEST(a_known_scatter_leaves_the_chance_of_the_interval) {
    const struct round_scatter known = {1, 1e6, 1};
    const struct round_terms even = {0.95, 0.5, 0}, sure = {0.95, 0.8, 0};
    assert_close(rounds_half_width(&known, &even, 10), 2.262157 * sqrt(8.342833 / 9 / 10), 1e-4);
    assert_close(rounds_half_width(&known, &sure, 10), 2.262157 * sqrt(12.242145 / 9 / 10), 1e-4);
}

TEST(unknown_scatter_needs_unknown_rounds) {
    const struct round_terms terms = {0.95, 0.8, 0};
    const struct round_scatter unknown = {NAN, NAN, 1}, none = {0, 4, 1};
    assert_int_equal(rounds_needed(&unknown, &terms, 0.01, 0, 1000), 0);
    assert_true(isnan(rounds_half_width(&none, &terms, 1)));
    assert_int_equal(rounds_needed(&none, &terms, 0.01, 0, 1000), 3);
}
