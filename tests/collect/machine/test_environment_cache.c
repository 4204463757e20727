/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "collect/machine/environment.h"

/* Both read the system, by different ways: hwloc, and /sys of the first CPU. */
static void the_largest_cache_is_no_smaller_than_what_a_core_has_to_itself(void **state) {
    (void)state;
    size_t largest = environment_cache_bytes(), own = environment_core_cache();
    if (largest)
        assert_true(largest >= own);
    assert_true(largest < (size_t)1 << 40);
}

static int64_t fact_of(const struct facts *facts, const char *name) {
    const struct fact *fact = facts_find(facts, name);
    assert_true(!fact || fact->kind == FACT_INTEGER);
    return fact ? fact->integer : 0;
}

static void no_level_recorded_is_larger_than_the_largest_cache(void **state) {
    (void)state;
    static const char *const levels[] = {FACT_L1D_CACHE, FACT_L2_CACHE, FACT_L3_CACHE};
    struct facts facts = {0};
    environment_describe(&facts);
    int64_t any = 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        assert_uint_in_range(fact_of(&facts, levels[i]), 0, environment_cache_bytes());
        any |= fact_of(&facts, levels[i]);
    }
    if (any)
        assert_non_null(facts_find(&facts, "caches"));
    facts_release(&facts);
}

/* 48 KiB and 2 MiB, say: the same in words. */
static void words_and_numbers_agree(void **state) {
    (void)state;
    struct facts facts = {0};
    environment_describe(&facts);
    int64_t bytes = fact_of(&facts, FACT_L1D_CACHE);
    unsigned long long amount = 0;
    char unit = 0;
    int found = sscanf(facts_text(&facts, "caches", ""), "L1d %llu %ciB", &amount, &unit);
    assert_int_equal(found == 2, bytes > 0);
    if (bytes)
        assert_int_equal(amount << (unit == 'M' ? 20 : 10), bytes);
    facts_release(&facts);
}

static void asked_twice_it_says_the_same(void **state) {
    (void)state;
    assert_int_equal(environment_cache_bytes(), environment_cache_bytes());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_cache_is_no_smaller_than_what_a_core_has_to_itself),
        cmocka_unit_test(no_level_recorded_is_larger_than_the_largest_cache),
        cmocka_unit_test(words_and_numbers_agree),
        cmocka_unit_test(asked_twice_it_says_the_same),
    };
    return cmocka_run_group_tests_name("collect/machine/environment_cache", tests, NULL, NULL);
}
