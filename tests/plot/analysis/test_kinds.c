/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "plot/analysis/kinds.h"

static void kinds_are_found_by_their_names(void **state) {
    (void)state;
    const struct kind *kind;
    assert_int_equal(kind_find("ratio", &kind, NULL), 0);
    assert_ptr_equal(kind->measures[0], &measure_ratio);
    assert_int_equal(kind_measure_count(kind), 1);
    assert_int_equal(kind_find("overview", &kind, NULL), 0);
    assert_int_equal(kind_measure_count(kind), 2);
    assert_ptr_equal(kind->measures[1], &measure_ratio);
}

static void an_unknown_kind_is_refused_with_those_known(void **state) {
    (void)state;
    const struct kind *kind;
    struct err err;
    assert_int_equal(kind_find("pie", &kind, &err), ERR_USAGE);
    assert_non_null(strstr(err.message,
                           "overview, time, ratio, speedup, rate, accuracy, threads, "
                           "scaling, weak, ecdf, histogram, history, forest, profile or change"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_found_by_their_names),
        cmocka_unit_test(an_unknown_kind_is_refused_with_those_known),
    };
    return cmocka_run_group_tests_name("plot/analysis/kinds", tests, NULL, NULL);
}
