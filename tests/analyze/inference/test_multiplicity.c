/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/inference/multiplicity.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

static void assert_adjusted(double *p, const double *wanted, size_t n, size_t m) {
    size_t order[16];
    assert_int_equal(multiplicity_holm(p, n, order), m);
    for (size_t i = 0; i < n; i++)
        if (isnan(wanted[i]))
            assert_true(isnan(p[i]));
        else
            assert_close(p[i], wanted[i], 1e-15);
}

/* R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.55, 0.04), "holm") */
TEST(adjusted_as_by_r) {
    double p[] = {0.01, 0.04, 0.03, 0.005, 0.55, 0.04};
    assert_adjusted(p, (double[]){0.05, 0.12, 0.12, 0.03, 0.55, 0.12}, 6, 6);
}

/* R: p.adjust(c(0.01, NA, 0.03, 0.001, 1, 0.2, NA), "holm") */
TEST(what_is_not_known_is_no_hypothesis) {
    double p[] = {0.01, NAN, 0.03, 0.001, 1, 0.2, NAN};
    assert_adjusted(p, (double[]){0.04, NAN, 0.09, 0.005, 1, 0.4, NAN}, 7, 5);
}

TEST(one_hypothesis_stays_as_it_is) {
    double p[] = {0.04};
    assert_adjusted(p, (double[]){0.04}, 1, 1);
}

TEST(none_is_fine) {
    double p[] = {NAN, NAN};
    assert_adjusted(p, (double[]){NAN, NAN}, 2, 0);
    assert_int_equal(multiplicity_holm(NULL, 0, NULL), 0);
}

TEST(none_rises_above_one_nor_falls_below_its_own) {
    double p[] = {0.9, 0.8, 0, 0.7};
    assert_adjusted(p, (double[]){1, 1, 0, 1}, 4, 4);
}

/* In time m log m: with m^2 this would take minutes. */
TEST(a_million_hypotheses_are_no_trouble) {
    enum { MANY = 1000000 };
    double *p = malloc(MANY * sizeof *p);
    size_t *order = malloc(MANY * sizeof *order);
    assert_true(p && order);
    for (size_t i = 0; i < MANY; i++)
        p[i] = (double)(MANY - i) * 1e-9;
    assert_int_equal(multiplicity_holm(p, MANY, order), MANY);
    assert_close(p[MANY - 1], 1e-3, 1e-15);
    assert_true(p[0] >= p[MANY - 1]);
    free(p);
    free(order);
}
