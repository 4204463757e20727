/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/planning/verify_answers.h"

static struct differences compared(const double *numbers, const double *reference, size_t count) {
    struct differences d = {0};
    answers_compare(&d, 'd', numbers, reference, count);
    answers_finish(&d);
    return d;
}

static void differences_are_measured(void **state) {
    (void)state;
    struct differences d = compared((double[]){1, 2.5, -8, 4}, (double[]){1, 2, -10, 4.25}, 4);
    assert_true(d.max == 2);
    assert_true(d.total == 2.75);
    assert_true(d.mean == 2.75 / 4);
    assert_true(d.largest == 10);
    assert_true(d.relative == 0.2);
    assert_int_equal(d.count, 4);
}

static void floats_are_compared_as_floats(void **state) {
    (void)state;
    struct differences d = {0};
    answers_compare(&d, 's', (float[]){1, 3}, (float[]){1, 2}, 2);
    answers_finish(&d);
    assert_true(d.max == 1 && d.total == 1 && d.relative == 0.5);
}

static void several_outputs_add_up(void **state) {
    (void)state;
    struct differences d = {0};
    answers_compare(&d, 'd', (double[]){1}, (double[]){2}, 1);
    answers_compare(&d, 'd', (double[]){5, 5}, (double[]){5, 4.5}, 2);
    answers_finish(&d);
    assert_true(d.max == 1 && d.total == 1.5 && d.mean == 0.5 && d.largest == 5);
}

static void a_nan_or_infinity_of_its_own_is_infinitely_far(void **state) {
    (void)state;
    const double reference[] = {1, 2};
    assert_true(isinf(compared((double[]){1, NAN}, reference, 2).max));
    assert_true(isinf(compared((double[]){NAN, 2}, reference, 2).max));
    assert_true(isinf(compared((double[]){1, INFINITY}, reference, 2).max));
    assert_true(isinf(compared((double[]){1, 2}, (double[]){1, NAN}, 2).max));
    assert_true(isinf(compared((double[]){1, 2}, (double[]){1, INFINITY}, 2).max));
    assert_true(isinf(compared((double[]){-INFINITY}, (double[]){INFINITY}, 1).max));
    struct differences d = compared((double[]){1, NAN}, reference, 2);
    assert_true(isinf(d.mean) && isinf(d.total) && isinf(d.relative));
}

/* Of inputs in [-1, 1) no right answer is NaN or infinite, whoever gives it. */
static void a_nan_that_both_have_is_no_answer(void **state) {
    (void)state;
    assert_true(isinf(compared((double[]){NAN}, (double[]){NAN}, 1).max));
    assert_true(isinf(compared((double[]){INFINITY}, (double[]){INFINITY}, 1).max));
}

static void what_cannot_be_said_is_nan(void **state) {
    (void)state;
    assert_true(isnan(compared((double[]){1}, (double[]){0}, 1).relative));
    assert_true(isnan(compared(NULL, NULL, 0).mean));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_are_measured),
        cmocka_unit_test(floats_are_compared_as_floats),
        cmocka_unit_test(several_outputs_add_up),
        cmocka_unit_test(a_nan_or_infinity_of_its_own_is_infinitely_far),
        cmocka_unit_test(a_nan_that_both_have_is_no_answer),
        cmocka_unit_test(what_cannot_be_said_is_nan),
    };
    return cmocka_run_group_tests_name("collect/planning/verify_answers", tests, NULL, NULL);
}
