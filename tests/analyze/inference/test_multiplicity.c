/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analyze/inference/multiplicity.h"
#include "tests/analyze/close.h"

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
static void adjusted_as_by_r(void **state) {
    (void)state;
    double p[] = {0.01, 0.04, 0.03, 0.005, 0.55, 0.04};
    assert_adjusted(p, (double[]){0.05, 0.12, 0.12, 0.03, 0.55, 0.12}, 6, 6);
}

/* R: p.adjust(c(0.01, NA, 0.03, 0.001, 1, 0.2, NA), "holm") */
static void what_is_not_known_is_no_hypothesis(void **state) {
    (void)state;
    double p[] = {0.01, NAN, 0.03, 0.001, 1, 0.2, NAN};
    assert_adjusted(p, (double[]){0.04, NAN, 0.09, 0.005, 1, 0.4, NAN}, 7, 5);
}

static void one_hypothesis_stays_as_it_is(void **state) {
    (void)state;
    double p[] = {0.04};
    assert_adjusted(p, (double[]){0.04}, 1, 1);
}

static void none_is_fine(void **state) {
    (void)state;
    double p[] = {NAN, NAN};
    assert_adjusted(p, (double[]){NAN, NAN}, 2, 0);
    assert_int_equal(multiplicity_holm(NULL, 0, NULL), 0);
}

static void none_rises_above_one_nor_falls_below_its_own(void **state) {
    (void)state;
    double p[] = {0.9, 0.8, 0, 0.7};
    assert_adjusted(p, (double[]){1, 1, 0, 1}, 4, 4);
}

/* In time m log m: with m^2 this would take minutes. */
static void a_million_hypotheses_are_no_trouble(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adjusted_as_by_r),
        cmocka_unit_test(what_is_not_known_is_no_hypothesis),
        cmocka_unit_test(one_hypothesis_stays_as_it_is),
        cmocka_unit_test(none_is_fine),
        cmocka_unit_test(none_rises_above_one_nor_falls_below_its_own),
        cmocka_unit_test(a_million_hypotheses_are_no_trouble),
    };
    return cmocka_run_group_tests_name("analyze/inference/multiplicity", tests, NULL, NULL);
}
