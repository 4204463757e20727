/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/cache.h"
#include "tests/test.h"

static const double kibibyte = 1024, mebibyte = 1024 * 1024;

static struct cache_levels three(void) {
    struct cache_levels levels;
    assert_true(cache_read("L1d 48 KiB, L2 2 MiB, L3 260 MiB", &levels));
    return levels;
}

TEST(levels_are_read_as_the_archive_has_them) {
    struct cache_levels levels = three();
    assert_int_equal(levels.count, 3);
    assert_string_equal(levels.items[0].name, "L1d");
    assert_string_equal(levels.items[2].name, "L3");
    assert_true(levels.items[0].bytes == 48 * kibibyte);
    assert_true(levels.items[1].bytes == 2 * mebibyte);
    assert_true(levels.items[2].bytes == 260 * mebibyte);
}

TEST(a_machine_may_have_one_cache_or_five) {
    struct cache_levels levels;
    assert_true(cache_read("L2 1280 KiB", &levels));
    assert_int_equal(levels.count, 1);
    assert_true(cache_read("L1d 1 KiB, L2 2 KiB, L3 3 KiB, L4 4 KiB, L5 5 GiB", &levels));
    assert_int_equal(levels.count, 5);
}

TEST(what_reads_otherwise_is_no_cache) {
    static const char *const texts[] = {
        NULL,
        "",
        "unknown",
        "L1d",
        "L1d 32",
        "L1d 32 KB",
        "L1d 0 KiB",
        "L1d -4 KiB",
        "L1d 32 KiB,",
        "L1d 32 KiB; L2 1 MiB",
        "L1d 32 KiB, L2 16 KiB",
        "L1d 32 KiB, L2 oops",
        "L1d 99999999999999999999 KiB",
        "a_name_that_is_too_long 32 KiB",
        "L1d 1 KiB, L2 2 KiB, L3 3 KiB, L4 4 KiB, L5 5 KiB, L6 6 KiB",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct cache_levels levels;
        if (cache_read(texts[i], &levels) || levels.count)
            fail_msg("'%s' has %zu caches", texts[i], levels.count);
    }
}

/* What people are told may be worded in any way, or be of another machine. */
TEST(bytes_go_before_what_people_are_told) {
    struct facts facts = {0};
    facts_set_text(&facts, "caches", "L1d 32 KiB, L2 512 KiB, L3 1 MiB");
    assert_int_equal(cache_levels_of(&facts).count, 3);
    facts_set_integer(&facts, FACT_L3_CACHE, 32 << 20);
    facts_set_integer(&facts, FACT_L1D_CACHE, 48 << 10);
    struct cache_levels levels = cache_levels_of(&facts);
    assert_int_equal(levels.count, 2);
    assert_string_equal(levels.items[1].name, "L3");
    assert_true(levels.items[0].bytes == 48 * kibibyte);
    assert_true(levels.items[1].bytes == 32 * mebibyte);
    facts_release(&facts);
}

TEST(levels_that_do_not_rise_are_none) {
    struct facts facts = {0};
    facts_set_text(&facts, "caches", "L1d 32 KiB, L2 512 KiB");
    facts_set_integer(&facts, FACT_L2_CACHE, 1 << 20);
    facts_set_integer(&facts, FACT_L3_CACHE, 1 << 20);
    assert_int_equal(cache_levels_of(&facts).count, 0);
    facts_release(&facts);
}

TEST(data_are_in_the_first_cache_that_holds_them) {
    struct cache_levels levels = three();
    assert_int_equal(cache_place(&levels, 0), 0);
    assert_int_equal(cache_place(&levels, 48 * kibibyte), 0);
    assert_int_equal(cache_place(&levels, 48 * kibibyte + 1), 1);
    assert_int_equal(cache_place(&levels, 2 * mebibyte + 1), 2);
    assert_int_equal(cache_place(&levels, 260 * mebibyte + 1), 3);
    assert_int_equal(cache_place(&levels, INFINITY), 3);
}

TEST(unknown_bytes_and_unknown_caches_have_no_place) {
    struct cache_levels levels = three(), none = {0};
    assert_int_equal(cache_place(&levels, NAN), CACHE_UNKNOWN);
    assert_int_equal(cache_place(&levels, -1), CACHE_UNKNOWN);
    assert_int_equal(cache_place(&none, 1), CACHE_UNKNOWN);
}

TEST(points_fall_into_two_groups_or_none) {
    struct cache_levels levels = three();
    assert_string_equal(cache_group(&levels, 0), "in cache");
    assert_string_equal(cache_group(&levels, 2), "in cache");
    assert_string_equal(cache_group(&levels, 3), "out of cache");
    assert_null(cache_group(&levels, CACHE_UNKNOWN));
}
