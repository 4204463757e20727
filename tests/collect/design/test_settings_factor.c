/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/design/settings.h"
#include "tests/test.h"

static void assert_values(const char *text, const double *expected, size_t count) {
    struct factor factor;
    struct err err = {""};
    if (factor_parse_values(&factor, text, &err))
        fail_msg("%s: %s", text, err.message);
    assert_int_equal(factor.count, count);
    for (size_t i = 0; i < count; i++)
        assert_true(factor.values[i] == expected[i]);
    assert_false(signbit(factor.values[0]) && factor.values[0] == 0);
    factor_release(&factor);
}
#define ASSERT_VALUES(text, ...)                                                                   \
    assert_values(text, (const double[]){__VA_ARGS__},                                             \
                  sizeof(const double[]){__VA_ARGS__} / sizeof(double))

TEST(values_are_numbers_of_any_kind_ascending_and_each_once) {
    ASSERT_VALUES("25,30", 25, 30);
    ASSERT_VALUES("8,1,8", 1, 8);
    ASSERT_VALUES("0.5,-2,1e3", -2, 0.5, 1000);
    ASSERT_VALUES("-0", 0);
    ASSERT_VALUES("9007199254740991", 9007199254740991.0);
}

TEST(a_number_that_is_there_twice_is_noted) {
    static const struct {
        const char *text;
        int has_repeated;
        double repeated;
    } rows[] = {
        {"1,1", 1, 1}, {"8,1,8", 1, 8}, {"1:8:+1,4", 0, 0}, {"1:4:+1,1:4:+1", 0, 0}, {"1,2", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct factor factor;
        assert_int_equal(factor_parse_values(&factor, rows[i].text, NULL), 0);
        assert_int_equal(factor.has_repeated, rows[i].has_repeated);
        if (factor.has_repeated)
            assert_true(factor.repeated == rows[i].repeated);
        factor_release(&factor);
    }
}

TEST(whole_numbers_may_be_a_range_of_equal_ratio) {
    ASSERT_VALUES("1:16:5", 1, 2, 4, 8, 16);
    ASSERT_VALUES("0.5,1:100:3,100,7", 0.5, 1, 7, 10, 100);
}

TEST(numbers_may_have_equal_steps) {
    ASSERT_VALUES("1:4:+1", 1, 2, 3, 4);
    ASSERT_VALUES("0.01:0.03:+0.01", 0.01, 0.02, 0.03);
    ASSERT_VALUES("0.1:0.5:+0.1,7", 0.1, 0.2, 0.3, 0.4, 0.5, 7);
    ASSERT_VALUES("-1:1:+0.75", -1, -0.25, 0.5);
    ASSERT_VALUES("3:3:+1", 3);
}

/* Others are spelled so that they need not be kept. */
TEST(unusual_spellings_are_kept) {
    static const struct {
        const char *text, *spellings;
    } rows[] = {
        {"007,8,0.10,1e20,0.5", "007,0.10,1e20"},
        {"1,2,0.25", NULL},
        {"0x10", "0x10"},
        {"0.10:0.30:+0.10", "0.10,0.20,0.30"},
        {"0.1:0.3:+0.1", NULL},
        {"0.5:1.5:+0.5", "1.0"},
        {"007,007", "007"},
        {"+1,1000000", "+1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct factor factor;
        struct err err = {""};
        assert_int_equal(factor_parse_values(&factor, rows[i].text, &err), 0);
        if (rows[i].spellings)
            assert_string_equal(factor.spellings, rows[i].spellings);
        else
            assert_null(factor.spellings);
        factor_release(&factor);
    }
}

TEST(a_number_is_spelled_once) {
    static const char *const texts[][2] = {{"7,007", "7 and 007"},
                                           {"0.10,3,0.1", "0.10 and 0.1"},
                                           {"-0,0", "-0 and 0"},
                                           {"1e1,8:12:+1", "1e1 and 10"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct factor factor;
        struct err err = {""};
        assert_int_equal(factor_parse_values(&factor, texts[i][0], &err), ERR_USAGE);
        assert_non_null(strstr(err.message, texts[i][1]));
        assert_non_null(strstr(err.message, "are one number; leave one of them out"));
        assert_null(factor.spellings);
    }
}

TEST(what_is_no_list_is_refused) {
    static const char *const texts[] = {
        "",       ",",       "1,",    ",1",      "x",     "1x",       "nan",    "inf",
        "1e999",  "1:2",     "0:4:2", "1:4:2:3", "1;2",   "0.5:4:3",  "1:4:+",  "1:4:+0",
        "4:1:+1", "1:4:+-1", "1::+1", "-1::+1",  ":4:+1", "1:4:+1:2", "1:4:+1x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct factor factor;
        struct err err = {""};
        assert_int_equal(factor_parse_values(&factor, texts[i], &err), ERR_USAGE);
        assert_non_null(strstr(err.message, "; write 1,8,0.5"));
        assert_null(factor.values);
    }
}

TEST(there_are_so_many_values_at_most) {
    enum { TOO_MANY = FACTOR_MAX_VALUES + 1 };
    char *text = malloc(8 * TOO_MANY), *end = text;
    struct factor factor;
    struct err err = {""};
    for (int i = 0; i < TOO_MANY; i++)
        end += sprintf(end, "%s%d", i ? "," : "", i);
    assert_int_equal(factor_parse_values(&factor, text, &err), ERR_USAGE);
    assert_string_equal(err.message, "more than 10000 values");
    *strrchr(text, ',') = '\0';
    assert_int_equal(factor_parse_values(&factor, text, &err), 0);
    assert_int_equal(factor.count, FACTOR_MAX_VALUES);
    factor_release(&factor);
    free(text);
}

TEST(a_parameter_has_a_name_before_its_values) {
    struct factor factor;
    struct err err = {""};
    assert_int_equal(factor_parse(&factor, "stride=1,8", &err), 0);
    assert_string_equal(factor.name, "stride");
    assert_int_equal(factor.count, 2);
    factor_release(&factor);
    assert_int_equal(factor_parse(&factor, "cc=gcc,clang-14,7,-O2 -g,1.5.2", &err), 0);
    assert_int_equal(factor.word_count, 5);
    assert_string_equal(factor.words[0], "gcc");
    assert_string_equal(factor.words[2], "7");
    assert_string_equal(factor.words[3], "-O2 -g");
    assert_string_equal(factor.words[4], "1.5.2");
    assert_int_equal(factor.count, 0);
    factor_release(&factor);
    assert_int_equal(factor_parse(&factor, "cc=gcc,tcc,gcc", &err), ERR_USAGE);
    assert_string_equal(err.message, "gcc is in it twice");
    static const char *const bad[] = {"cc=gcc,", "cc=,gcc", "cc=gcc,1:3:+1", "cc=1:10",
                                      "cc=1,-5:x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(factor_parse(&factor, bad[i], &err), ERR_USAGE);
        assert_non_null(strstr(err.message, "invalid list of values"));
        assert_null(factor.words);
    }
    assert_int_equal(factor_parse(&factor, "stride", &err), ERR_USAGE);
    assert_string_equal(err.message, "\"stride\" has no name and values; write NAME=1,8");
    assert_int_equal(factor_parse(&factor, "=1", &err), ERR_USAGE);
    assert_int_equal(factor_parse(&factor, "stride=", &err), ERR_USAGE);
    assert_null(factor.name);
}
