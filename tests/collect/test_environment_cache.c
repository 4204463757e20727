/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/environment.h"

/* Both read the system, by different ways: hwloc, and /sys of the first CPU. */
static void the_largest_cache_is_no_smaller_than_what_a_core_has_to_itself(void **state) {
    (void)state;
    size_t largest = environment_cache_bytes(), own = environment_core_cache();
    if (largest)
        assert_true(largest >= own);
    assert_true(largest < (size_t)1 << 40);
}

static void asked_twice_it_says_the_same(void **state) {
    (void)state;
    assert_int_equal(environment_cache_bytes(), environment_cache_bytes());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_cache_is_no_smaller_than_what_a_core_has_to_itself),
        cmocka_unit_test(asked_twice_it_says_the_same),
    };
    return cmocka_run_group_tests_name("collect/environment_cache", tests, NULL, NULL);
}
