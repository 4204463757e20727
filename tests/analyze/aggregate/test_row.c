/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/row.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

enum { ROUNDS = 5, SEEDS = 8, SAMPLES = ROUNDS * SEEDS };

static struct row aggregate(const double *seconds, size_t rounds, size_t seeds) {
    struct row row = {0};
    struct student student;
    double workspace[SAMPLES], round_logs[ROUNDS];
    struct row_samples samples = {seconds, rounds, seeds, QUANTITY_SECONDS, 0};
    const struct row_quantiles none = {NULL, 0};
    student_init(&student, 0.95);
    row_fold_times(&row, &samples, &student, round_logs);
    row_fold_extremes(&row, &samples);
    row_fold_shape(&row, &samples);
    row_fold_order(&row, &samples, 0.95, &none, NULL, workspace);
    return row;
}

/* What NumPy makes of the same numbers: mean, sd, median, min, max, and the half width. */
static void ask_numpy(const double *seconds, double answers[6]) {
    char *command = NULL;
    size_t size = 0;
    FILE *script = open_memstream(&command, &size);
    fprintf(script, "/usr/bin/python3 -c 'import numpy as np\nx = np.array([");
    for (size_t i = 0; i < SAMPLES; i++)
        fprintf(script, "%.17g,", seconds[i]);
    fprintf(script,
            "]).reshape(%d, %d)\nr = x.mean(axis=1)\n"
            "print(*(repr(float(v)) for v in (x.mean(), x.std(ddof=1), np.median(x), x.min(), "
            "x.max(), 2.7764451051977987 * r.std(ddof=1) / np.sqrt(len(r)))))'",
            ROUNDS, SEEDS);
    fclose(script);
    FILE *numpy = popen(command, "r");
    assert_non_null(numpy);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(fscanf(numpy, "%lf", &answers[i]), 1);
    assert_int_equal(pclose(numpy), 0);
    free(command);
}

TEST(numpy_agrees) {
    double seconds[SAMPLES], numpy[6];
    unsigned short seed[3] = {4, 5, 6};
    for (size_t i = 0; i < SAMPLES; i++)
        seconds[i] = 1e-6 * (1 + 0.1 * erand48(seed) + 0.03 * (double)(i / SEEDS));
    ask_numpy(seconds, numpy);
    struct row row = aggregate(seconds, ROUNDS, SEEDS);
    assert_int_equal(row.n, SAMPLES);
    assert_int_equal(row.rounds, ROUNDS);
    assert_close(row.mean.estimate, numpy[0], 1e-14 * numpy[0]);
    assert_close(row.sd, numpy[1], 1e-12 * numpy[1]);
    assert_close(row.median.estimate, numpy[2], 1e-15 * numpy[2]);
    assert_true(row.min == numpy[3]);
    assert_true(row.max == numpy[4]);
    assert_close(interval_half(row.mean), numpy[5], 1e-10 * numpy[5]);
    assert_close(row.mean.estimate - row.mean.low, numpy[5], 1e-10 * numpy[5]);
}

/* 1 2 3 4 5: t(4) = 2.776445, sd = sqrt(2.5). */
TEST(a_single_round_has_the_sample_as_its_unit) {
    struct row row = aggregate((const double[]){3, 1, 4, 2, 5}, 1, 5);
    assert_int_equal(row.rounds, 1);
    assert_close(row.mean.high, 3 + 2.7764451051977987 * sqrt(0.5), 1e-12);
}

TEST(what_is_not_finite_was_not_measured) {
    struct row row =
        aggregate((const double[]){NAN, 1, INFINITY, NAN, 3, -INFINITY, NAN, NAN}, 4, 2);
    assert_int_equal(row.n, 2);
    assert_int_equal(row.rounds, 2);
    assert_true(row.mean.estimate == 2 && row.median.estimate == 2 && row.min == 1 && row.max == 3);
    assert_close(row.mean.high, 2 + 12.7062047361747, 1e-9);
}

TEST(nothing_measured_leaves_everything_undefined) {
    struct row row = aggregate((const double[]){NAN, NAN}, 1, 2);
    assert_int_equal(row.n, 0);
    assert_int_equal(row.rounds, 0);
    assert_true(isnan(row.mean.estimate) && isnan(row.sd) && isnan(row.mean.low) &&
                isnan(row.mean.high));
    assert_true(isnan(row.median.estimate) && isnan(row.min) && isnan(row.max) && isnan(row.mad));
    assert_true(isnan(row.se) && isnan(row.cv) && isnan(row.log_mean) && isnan(row.skewness));
    assert_int_equal(row.outliers + row.sigma_outliers, 0);
}

TEST(one_sample_has_a_mean_and_no_doubt) {
    struct row row = aggregate((const double[]){7}, 1, 1);
    assert_true(row.mean.estimate == 7 && row.median.estimate == 7);
    assert_true(isnan(row.sd) && isnan(row.mean.low) && isnan(row.mean.high));
}

/* Median, mean absolute deviation and quartiles of 1 ... 9 and 100. */
TEST(one_far_out_is_named_and_kept) {
    struct row row = aggregate((const double[]){1, 2, 3, 4, 5, 6, 7, 8, 9, 100}, 2, 5);
    assert_int_equal(row.n, 10);
    assert_true(row.median.estimate == 5.5 && row.mad == 2.5 && row.max == 100);
    assert_int_equal(row.outliers, 1);
    assert_int_equal(row.sigma_outliers, 1);
    assert_true(row.skewness > 2);
    assert_close(row.cv, row.sd / row.mean.estimate, 1e-15);
}

/* Of six rounds whose medians are 1 to 6 the extremes reach 1 - 2^-5 = 96.9 %. */
TEST(the_medians_interval_lies_between_medians_of_rounds) {
    const double seconds[] = {4, 4, 4, 1, 1, 1, 6, 0, 9, 2, 2, 2, 3, 3, 3, 5, 5, 5};
    struct row row = {.rounds = 6};
    double workspace[18], quantiles[2];
    const struct row_samples samples = {seconds, 6, 3, QUANTITY_SECONDS, 0};
    row_fold_order(&row, &samples, 0.95, &(struct row_quantiles){(const double[]){1, 0.5}, 2},
                   quantiles, workspace);
    assert_true(row.median.low == 1 && row.median.high == 6);
    assert_true(row.quantiles == quantiles && quantiles[0] == 9 &&
                quantiles[1] == row.median.estimate);
    row_fold_order(&row, &samples, 0.99, &(struct row_quantiles){NULL, 0}, NULL, workspace);
    assert_true(isnan(row.median.low) && isnan(row.median.high));
}

/* Twice as long in each of five rounds, by 0.1 % more or less. */
static struct row tried(const char *test, double min_effect, double floor) {
    const double library[] = {2.002, 1.998, 2.001, 1.999, 2.003}, reference[] = {1, 1, 1, 1, 1};
    double round_logs[5], locations[5], reference_locations[5], round_ratios[5], workspace[25];
    struct row row = {0};
    struct student student;
    const struct row_samples samples = {library, 5, 1, QUANTITY_SECONDS, 0},
                             others = {reference, 5, 1, QUANTITY_SECONDS, 0};
    student_init(&student, 0.95);
    row_sides_of(&others, reference_locations, workspace);
    row_sides_of(&samples, locations, workspace);
    row_fold_times(&row, &samples, &student, round_logs);
    row_fold_ratio(&row, &samples, reference, &student, round_ratios, workspace);
    row.noise.floor = floor;
    row_fold_trial(&row,
                   &(struct row_trial){hypothesis_find(test), min_effect, &samples, reference,
                                       round_ratios, locations, reference_locations, 0},
                   workspace);
    return row;
}

TEST(speedup_and_difference_tell_the_same_as_the_ratio) {
    struct row row = tried("paired-t", 0, NAN);
    assert_close(row.ratio.estimate, 2, 0.002);
    assert_close(row.speedup.estimate * row.ratio.estimate, 1, 1e-15);
    assert_close(row.speedup.low * row.ratio.high, 1, 1e-15);
    assert_close(row.difference.estimate, 1.0006, 1e-12);
    assert_true(row.difference.low < row.difference.estimate &&
                row.difference.estimate < row.difference.high);
    assert_close(row.log_ratio, log(row.ratio.estimate), 1e-15);
}

TEST(the_margin_is_the_larger_of_effect_and_noise) {
    struct row row = tried("paired-t", 0, NAN);
    assert_true(row.margin == 0 && row.side == 1 && row.p < 1e-9);
    row = tried("paired-t", 0.5, 1.01);
    assert_close(row.margin, log(1.5), 1e-15);
    assert_true(row.p < 1e-6);
    row = tried("paired-t", 0.01, 2.1);
    assert_close(row.margin, log(2.1), 1e-15);
    assert_true(row.p > 0.9);
}

TEST(five_rounds_are_too_few_for_signs) {
    assert_close(tried("sign", 0, NAN).p, 0.0625, 1e-15);
    assert_close(tried("wilcoxon", 0, NAN).p, 0.0625, 1e-15);
    assert_close(tried("mann-whitney", 0, NAN).p, 2.0 / 252, 1e-3);
}
