/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/charts/legend.h"

static void few_names_keep_their_size(void **state) {
    (void)state;
    struct names_fit fit = names_fit(5, 120, 7.5);
    assert_float_equal(fit.size, 7.5, 1e-12);
    assert_int_equal(fit.fitting, 5);
}

static void more_names_are_smaller(void **state) {
    (void)state;
    struct names_fit fit = names_fit(16, 120, 7.5);
    assert_true(fit.size < 7.5 && fit.size > 4.8);
    assert_int_equal(fit.fitting, 16);
    assert_true(fit.line * 16 <= 120 + 1e-9);
}

static void of_too_many_names_only_what_fits_is_drawn(void **state) {
    (void)state;
    struct names_fit fit = names_fit(200, 120, 7.5);
    assert_in_range(fit.fitting, 10, 30);
    assert_true(fit.line * (double)fit.fitting <= 120 + 1e-9);
    assert_int_equal(names_fit(3, 0.5, 7.5).fitting, 1);
    assert_int_equal(names_fit(0, 120, 7.5).fitting, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_names_keep_their_size),
        cmocka_unit_test(more_names_are_smaller),
        cmocka_unit_test(of_too_many_names_only_what_fits_is_drawn),
    };
    return cmocka_run_group_tests_name("plot/charts/legend_names", tests, NULL, NULL);
}
