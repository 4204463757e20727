/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/row.h"
#include "tests/analyze/close.h"

enum { ROUNDS = 5, SEEDS = 8, SAMPLES = ROUNDS * SEEDS };

static struct row fold(const double *seconds, size_t rounds, size_t seeds) {
    struct row row = {0};
    struct student student;
    double room[SAMPLES];
    struct row_samples samples = {seconds, rounds, seeds};
    student_init(&student, 0.95);
    row_fold_times(&row, &samples, &student, room);
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

static void numpy_agrees(void **state) {
    (void)state;
    double seconds[SAMPLES], numpy[6];
    unsigned short seed[3] = {4, 5, 6};
    for (size_t i = 0; i < SAMPLES; i++)
        seconds[i] = 1e-6 * (1 + 0.1 * erand48(seed) + 0.03 * (double)(i / SEEDS));
    ask_numpy(seconds, numpy);
    struct row row = fold(seconds, ROUNDS, SEEDS);
    assert_int_equal(row.n, SAMPLES);
    assert_int_equal(row.rounds, ROUNDS);
    assert_close(row.mean, numpy[0], 1e-14 * numpy[0]);
    assert_close(row.sd, numpy[1], 1e-12 * numpy[1]);
    assert_close(row.median, numpy[2], 1e-15 * numpy[2]);
    assert_true(row.min == numpy[3]);
    assert_true(row.max == numpy[4]);
    assert_close(row.mean_high - row.mean, numpy[5], 1e-10 * numpy[5]);
    assert_close(row.mean - row.mean_low, numpy[5], 1e-10 * numpy[5]);
}

/* 1 2 3 4 5: t(4) = 2.776445, sd = sqrt(2.5). */
static void a_single_round_has_the_sample_as_its_unit(void **state) {
    (void)state;
    struct row row = fold((const double[]){3, 1, 4, 2, 5}, 1, 5);
    assert_int_equal(row.rounds, 1);
    assert_close(row.mean_high, 3 + 2.7764451051977987 * sqrt(0.5), 1e-12);
}

static void what_is_not_finite_was_not_measured(void **state) {
    (void)state;
    struct row row = fold((const double[]){NAN, 1, INFINITY, NAN, 3, -INFINITY, NAN, NAN}, 4, 2);
    assert_int_equal(row.n, 2);
    assert_int_equal(row.rounds, 2);
    assert_true(row.mean == 2 && row.median == 2 && row.min == 1 && row.max == 3);
    assert_close(row.mean_high, 2 + 12.7062047361747, 1e-9);
}

static void nothing_measured_leaves_everything_undefined(void **state) {
    (void)state;
    struct row row = fold((const double[]){NAN, NAN}, 1, 2);
    assert_int_equal(row.n, 0);
    assert_int_equal(row.rounds, 0);
    assert_true(isnan(row.mean) && isnan(row.sd) && isnan(row.mean_low) && isnan(row.mean_high));
    assert_true(isnan(row.median) && isnan(row.min) && isnan(row.max));
}

static void one_sample_has_a_mean_and_no_doubt(void **state) {
    (void)state;
    struct row row = fold((const double[]){7}, 1, 1);
    assert_true(row.mean == 7 && row.median == 7);
    assert_true(isnan(row.sd) && isnan(row.mean_low) && isnan(row.mean_high));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numpy_agrees),
        cmocka_unit_test(a_single_round_has_the_sample_as_its_unit),
        cmocka_unit_test(what_is_not_finite_was_not_measured),
        cmocka_unit_test(nothing_measured_leaves_everything_undefined),
        cmocka_unit_test(one_sample_has_a_mean_and_no_doubt),
    };
    return cmocka_run_group_tests_name("analyze/row", tests, NULL, NULL);
}
