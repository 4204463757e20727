/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/decimal.h"
#include "tests/test.h"

static double number(const char *text) {
    double value = -77;
    assert_true(decimal_read(text, strlen(text), &value));
    return value;
}

TEST(decimals_are_read) {
    assert_true(number("12") == 12 && number(" -0.5\r") == -0.5 && number("+1.2e-9") == 1.2e-9);
    assert_true(number(".5") == 0.5 && number("5.") == 5 && number("1E3") == 1000);
    assert_true(isinf(number("1e400")) && isinf(number("-Infinity")) && number("inf") > 0);
}

TEST(prefixes_multiply) {
    static const struct {
        const char *text;
        double value;
    } amounts[] = {{"15", 15},        {"-5", -5},   {"0.5", 0.5},   {"1K", 1e3},
                   {"10k", 1e4},      {"1kB", 1e3}, {"4kb", 4e3},   {"2M", 2e6},
                   {"1.5G", 1.5e9},   {"1T", 1e12}, {"512B", 512},  {"1Ki", 1024},
                   {"64MiB", 0x1p26}, {"2gb", 2e9}, {"1KiB", 1024}, {"1e3k", 1e6}};
    static const char *const none[] = {"K",  "kB", "B",   "1 K", "1m", "2d",
                                       "1b", "1i", "1Kx", "x1K", ""};
    double value;
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        assert_true(decimal_read_amount(amounts[i].text, strlen(amounts[i].text), &value));
        assert_true(value == amounts[i].value);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(decimal_read_amount(none[i], strlen(none[i]), &value));
}

/* Short ones have a way of their own. */
TEST(numbers_are_the_nearest_doubles) {
    char text[40];
    uint64_t bits = 1;
    for (int i = 0; i < 200000; i++) {
        bits = bits * UINT64_C(6364136223846793005) + 1442695040888963407;
        int digits = 1 + (int)(bits >> 60), exponent = (int)(bits >> 52 & 63) - 32;
        snprintf(text, sizeof text, "%s%.*ge%d", bits >> 51 & 1 ? "-" : "", digits + 2,
                 (double)(bits >> 33), exponent);
        if (!strchr(strchr(text, 'e') + 1, 'e'))
            assert_true(number(text) == strtod(text, NULL));
        snprintf(text, sizeof text, "%.*g", digits + 2, (double)(bits >> 20) * pow(10, exponent));
        assert_true(number(text) == strtod(text, NULL));
    }
    assert_true(signbit(number("-0")) && !signbit(number("0.000")));
}

TEST(what_is_no_decimal_is_refused) {
    static const char *const words[] = {"",    "0x10", "1,5", "nan", "1e",    "e5",      "1 2",
                                        "--1", ".",    "1f",  "+",   "1.2.3", "infinit", "1_000"};
    double value;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_false(decimal_read(words[i], strlen(words[i]), &value));
    char digits[200];
    memset(digits, '1', sizeof digits);
    assert_false(decimal_read(digits, sizeof digits, &value));
    assert_true(decimal_read(digits, 20, &value));
}

TEST(no_more_than_the_given_bytes_are_read) {
    double value;
    assert_true(decimal_read("1234", 2, &value));
    assert_true(value == 12);
}

TEST(missing_values_have_many_names) {
    static const char *const words[] = {"", "  ", "nan", "NaN", "NA", "n/a", "null", "None", "-"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_true(decimal_is_missing(words[i], strlen(words[i])));
    assert_false(decimal_is_missing("0", 1));
    assert_false(decimal_is_missing("nano", 4));
}

TEST(whole_numbers_end_where_doubles_have_gaps) {
    int64_t whole = 0;
    assert_true(decimal_read_whole("1e3", 3, &whole) && whole == 1000);
    assert_true(decimal_read_whole("9007199254740992", 16, &whole) && whole == INT64_C(1) << 53);
    assert_false(decimal_read_whole("9007199254740994", 16, &whole));
    assert_false(decimal_read_whole("0.5", 3, &whole));
    assert_false(decimal_is_whole(NAN, &whole));
    assert_false(decimal_is_whole(INFINITY, &whole));
}
