/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/actions.h"
#include "collect/settings.h"

static void a_limit_given_leaves_time_for_the_calls_asked_for(void **state) {
    (void)state;
    struct settings settings = SETTINGS_DEFAULT;
    settings.timeout = 0.25;
    assert_true(settings_limit(&settings, actions_find("axpy"), 1000000, 77) == 154.25);
}

static void without_one_it_grows_with_operations_and_expectation(void **state) {
    (void)state;
    struct settings settings = SETTINGS_DEFAULT;
    const struct bench_action *product = actions_find("matrix_matrix_product");
    assert_true(fabs(settings_limit(&settings, product, 1000, 0) - 25) < 1e-9);
    assert_true(fabs(settings_limit(&settings, product, 1000, 2) - 65) < 1e-9);
    assert_true(settings_limit(&settings, actions_find("empty"), 1, 0) == 5);
}

static void the_defaults_are_usable(void **state) {
    (void)state;
    struct settings settings = SETTINGS_DEFAULT;
    assert_true(settings.rounds >= 2 && settings.max_seeds >= 2 && settings.stage_time > 0);
    assert_int_equal(settings.type, 'd');
    assert_int_equal(settings.threads, 1);
    assert_true(isnan(settings.tolerance));
    assert_null(settings.reference);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_given_leaves_time_for_the_calls_asked_for),
        cmocka_unit_test(without_one_it_grows_with_operations_and_expectation),
        cmocka_unit_test(the_defaults_are_usable),
    };
    return cmocka_run_group_tests_name("collect/settings", tests, NULL, NULL);
}
