/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "collect/harness/sizes.h"
#include "tests/test.h"

static struct sizes parsed(const char *text) {
    struct sizes sizes;
    struct err err = {""};
    if (sizes_parse(&sizes, text, &err))
        fail_msg("%s: %s", text, err.message);
    return sizes;
}

static void assert_sizes(struct sizes sizes, size_t count, const int64_t *wanted) {
    assert_int_equal(sizes.count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(sizes.items[i], wanted[i]);
    sizes_release(&sizes);
    assert_null(sizes.items);
}

#define ASSERT_SIZES(sizes, ...)                                                                   \
    assert_sizes(sizes, sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t), (int64_t[]){__VA_ARGS__})

/* From a block of exactly its length, so that a sanitizer sees every step beyond the end. */
static void assert_refused(const char *text, const char *says) {
    struct sizes sizes;
    struct err err = {""};
    char *exact = strdup(text);
    int code = sizes_parse(&sizes, exact, &err);
    free(exact);
    if (code != -2 || !strstr(err.message, says))
        fail_msg("\"%s\" gave %d and said: %s", text, code, err.message);
    assert_null(sizes.items);
    assert_int_equal(sizes.count, 0);
}

TEST(a_list_is_sorted_and_united) {
    ASSERT_SIZES(parsed("8"), 8);
    ASSERT_SIZES(parsed("32,8,16,8"), 8, 16, 32);
    ASSERT_SIZES(parsed("0,2147483648"), 0, INT64_C(2147483648));
    ASSERT_SIZES(parsed("9007199254740992"), INT64_C(9007199254740992));
}

TEST(a_range_may_have_equal_steps) {
    ASSERT_SIZES(parsed("1:4:+1"), 1, 2, 3, 4);
    ASSERT_SIZES(parsed("10:30:+8,1k"), 10, 18, 26, 1000);
    ASSERT_SIZES(parsed("7:7:+5"), 7);
    ASSERT_SIZES(parsed("1k:2k:+0.5k"), 1000, 1500, 2000);
    assert_refused("4:1:+1", "sizes 4:1:+1: the first must not exceed the second");
    assert_refused("1:4:+0", "step 0: must be a whole number from 1");
    assert_refused("1:4:+1:2", "invalid size list");
    assert_refused("1:4:+", "invalid size list");
    assert_refused("1:100000:+1", "more than 10000 sizes");
}

TEST(a_range_has_steps_of_equal_ratio) {
    ASSERT_SIZES(parsed("10:1000:3"), 10, 100, 1000);
    ASSERT_SIZES(parsed("1:1024:11"), 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024);
    ASSERT_SIZES(parsed("7:7:5"), 7);
    ASSERT_SIZES(parsed("7:7:1"), 7);
    ASSERT_SIZES(parsed("5:9:2"), 5, 9);
    ASSERT_SIZES(parsed("10:12:100"), 10, 11, 12);
}

TEST(ranges_and_numbers_mix) {
    ASSERT_SIZES(parsed("5,10:1000:3,7,100:200:2"), 5, 7, 10, 100, 200, 1000);
}

TEST(thousands_have_letters) {
    ASSERT_SIZES(parsed("1k,2M,1G"), 1000, 2000000, 1000000000);
    ASSERT_SIZES(parsed("1k:1M:4"), 1000, 10000, 100000, 1000000);
    ASSERT_SIZES(parsed("1K,1.5k"), 1000, 1500);
    assert_refused("10000000G", "must be a whole number from 0 to 9007199254740992");
    assert_refused("9223372036854775807k", "must be a whole number from 0 to 9007199254740992");
    assert_refused("1.0005k", "must be a whole number from 0 to 9007199254740992");
    assert_refused("1kk", "invalid size list");
    assert_refused("k", "invalid size list");
}

TEST(numbers_have_exponents) {
    ASSERT_SIZES(parsed("1e2,1E3,2.5e3"), 100, 1000, 2500);
    ASSERT_SIZES(parsed("1e1:1e3:3"), 10, 100, 1000);
    assert_refused("1e400", "must be a whole number from 0 to 9007199254740992");
    assert_refused("0x10", "invalid size list");
    assert_refused("inf", "invalid size list");
    assert_refused("nan", "invalid size list");
}

TEST(what_is_no_list_is_refused) {
    static const char *const texts[] = {"",   "x",    "8,",    ",8",      "8,,16",     "8;16",
                                        "8x", "1.5.", "1e",    "8:",      "10:100:x",  "10:100:5:6",
                                        ":",  "::",   "a:b:c", "10::100", "10:100:5 ", "full"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_refused(texts[i], "invalid size list");
}

TEST(a_range_without_steps_is_refused) {
    assert_refused("10:1000", "10:1000");
    assert_refused("5,10:1000", "10:1000");
}

/* It would measure the first end alone, which nobody asked for. */
TEST(a_range_of_one_step_is_refused) {
    assert_refused("5:9:1", "write 5");
    assert_refused("3,10:1000:1", "10:1000:1");
}

TEST(numbers_out_of_range_are_refused) {
    assert_refused("8,-1", "size -1");
    assert_refused("9007199254740993000", "9007199254740992");
    assert_refused("99999999999999999999999", "9007199254740992");
    assert_refused("100:10:5", "100:10:5");
    assert_refused("0:10:5", "size 0: no range of equal ratios begins at 0");
    assert_refused("0:0:1", "size 0: no range");
    assert_refused("-0.5", "size -0.5");
    assert_refused("1:10:10001", "10000");
}

TEST(steps_of_zero_are_not_called_a_size) {
    assert_refused("1:10:0", "steps");
}

TEST(more_than_can_be_held_is_refused) {
    assert_refused("1:1000000000:10000,5", "more than 10000");
}

TEST(the_classic_sizes_are_a_hundred) {
    struct sizes sizes;
    assert_int_equal(sizes_classic(&sizes, 3000000, 100, NULL), 0);
    assert_int_equal(sizes.count, 100);
    for (size_t i = 0; i < 10; i++)
        assert_int_equal(sizes.items[i], i + 1);
    assert_int_equal(sizes.items[10], 12);   /* 10 times the 90th root of 3e5 */
    assert_int_equal(sizes.items[54], 5477); /* the middle: sqrt(10 * 3e6) */
    assert_int_equal(sizes.items[99], 3000000);
    sizes_release(&sizes);
}

TEST(thinned_sizes_are_some_of_the_classic_with_both_ends) {
    struct sizes all, some;
    assert_int_equal(sizes_classic(&all, 5000, 100, NULL), 0);
    assert_int_equal(sizes_classic(&some, 5000, 25, NULL), 0);
    assert_int_equal(some.count, 25);
    assert_int_equal(some.items[0], 1);
    assert_int_equal(some.items[24], 5000);
    for (size_t i = 0, a = 0; i < some.count; i++, a++) {
        while (a < all.count && all.items[a] != some.items[i])
            a++;
        assert_true(a < all.count);
    }
    sizes_release(&all);
    sizes_release(&some);
}

TEST(few_sizes_or_a_small_largest_still_end_there) {
    struct sizes sizes;
    assert_int_equal(sizes_classic(&sizes, 5000, 1, NULL), 0);
    ASSERT_SIZES(sizes, 5000);
    assert_int_equal(sizes_classic(&sizes, 5000, 2, NULL), 0);
    ASSERT_SIZES(sizes, 1, 5000);
    assert_int_equal(sizes_classic(&sizes, 1, 25, NULL), 0);
    ASSERT_SIZES(sizes, 1);
    assert_int_equal(sizes_classic(&sizes, 12, 100, NULL), 0);
    ASSERT_SIZES(sizes, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
}

TEST(powers_go_up_to_the_largest) {
    struct sizes sizes;
    assert_int_equal(sizes_powers(&sizes, 8, 64, NULL), 0);
    ASSERT_SIZES(sizes, 8, 16, 32, 64);
    assert_int_equal(sizes_powers(&sizes, 1, 7, NULL), 0);
    ASSERT_SIZES(sizes, 1, 2, 4);
}
