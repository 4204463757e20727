/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>

#include "analyze/model/parameter_grid.h"
#include "tests/test.h"

static void assert_said(void (*say)(double, FILE *), double size, const char *wanted) {
    char text[64] = "";
    FILE *file = fmemopen(text, sizeof text, "w");
    say(size, file);
    fclose(file);
    assert_string_equal(text, wanted);
}

TEST(large_sizes_have_commas) {
    assert_said(size_words_exact, 1, "1");
    assert_said(size_words_exact, 9999, "9999");
    assert_said(size_words_exact, 10000, "10,000");
    assert_said(size_words_exact, 30042007, "30,042,007");
}

TEST(what_is_not_whole_is_said_as_it_is) {
    assert_said(size_words_exact, 0.25, "0.25");
    assert_said(size_words_exact, NAN, "-");
    assert_said(size_words_exact, -3, "-3");
}

TEST(what_lies_between_sizes_has_two_digits) {
    assert_said(size_words_about, 183.4, "180");
    assert_said(size_words_about, 45678.9, "46,000");
    assert_said(size_words_about, 3.456, "3.5");
    assert_said(size_words_about, 0.12345, "0.12");
    assert_said(size_words_about, 99.7, "100");
}

TEST(whole_numbers_stay_as_they_are) {
    assert_said(size_words_about, 512, "512");
    assert_said(size_words_about, 65536, "65,536");
    assert_said(size_words_about, 0, "0");
}
