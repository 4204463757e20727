/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "collect/machine/environment.h"
#include "tests/test.h"

/* Both read the system, by different ways: hwloc, and /sys of the first CPU. */
TEST(the_largest_cache_is_no_smaller_than_what_a_core_has_to_itself) {
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

TEST(no_level_recorded_is_larger_than_the_largest_cache) {
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
TEST(words_and_numbers_agree) {
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

TEST(asked_twice_it_says_the_same) {
    assert_int_equal(environment_cache_bytes(), environment_cache_bytes());
}
