/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "plot/analysis/axis_options.h"
#include "tests/test.h"

TEST(ranges_may_be_open) {
    static const struct {
        const char *text;
        double low, high;
    } cases[] = {{"1..100", 1, 100},      {"1.5..2.5", 1.5, 2.5}, {"1e3..", 1000, INFINITY},
                 {"..50", -INFINITY, 50}, {"-3..-1", -3, -1},     {"0..1e-9", 0, 1e-9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct axis_terms terms = {0};
        assert_int_equal(axes_parse_range("--range-x", cases[i].text, &terms, NULL), 0);
        assert_true(terms.low == cases[i].low && terms.high == cases[i].high);
    }
}

TEST(nonsense_is_no_range) {
    static const char *const cases[] = {"",       "..",     "5",      "5..5",    "9..1",
                                        "nan..3", "1..nan", "1..inf", "a..b",    "1..2..3",
                                        "1..2x",  "1-2",    "0x..",   "1 .. 2 3"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct axis_terms terms = {.low = 7, .high = 8};
        struct err err = {""};
        if (axes_parse_range("--range-y", cases[i], &terms, &err) != ERR_USAGE)
            fail_msg("%s was taken", cases[i]);
        assert_non_null(strstr(err.message, "--range-y: invalid range '"));
        assert_null(strchr(err.message, '\n'));
        assert_true(terms.low == 7 && terms.high == 8);
    }
}

TEST(a_range_too_narrow_to_be_drawn_is_told_so) {
    static const char *const cases[] = {"1..1.0000001", "-1000000001..-1000000000"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct axis_terms terms = {0};
        struct err err = {""};
        assert_int_equal(axes_parse_range("--range-x", cases[i], &terms, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, "too narrow"));
    }
}

TEST(a_logarithmic_axis_begins_above_zero) {
    static const struct {
        enum axis_unit unit;
        enum axis_scale scale;
        double low, high;
        int code;
    } cases[] = {{UNIT_SECONDS, AXIS_USUAL, 0, 1, ERR_USAGE},
                 {UNIT_SECONDS, AXIS_LINEAR, 0, 1, 0},
                 {UNIT_SECONDS, AXIS_USUAL, 1e-9, 1, 0},
                 {UNIT_SECONDS, AXIS_USUAL, -INFINITY, 1, 0},
                 {UNIT_SECONDS, AXIS_USUAL, -INFINITY, -1, ERR_USAGE},
                 {UNIT_RATE, AXIS_USUAL, 0, 1, 0},
                 {UNIT_RATE, AXIS_LOG2, 0, 1, ERR_USAGE},
                 {UNIT_NUMBER, AXIS_USUAL, -5, 5, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct axis_terms asked = {
            .scale = cases[i].scale, .low = cases[i].low, .high = cases[i].high};
        struct axis_terms terms = {.unit = cases[i].unit};
        struct err err = {""};
        assert_int_equal(axes_apply(&asked, "y", &terms, &err), cases[i].code);
        assert_true(cases[i].code || (terms.low == cases[i].low && terms.high == cases[i].high));
        assert_true(!cases[i].code || strstr(err.message, "--scale-y linear"));
    }
}

TEST(what_nobody_asked_for_stays) {
    const struct axis_terms nothing = {0};
    struct axis_terms terms = {.unit = UNIT_RATIO, .scale = AXIS_LINEAR};
    assert_int_equal(axes_apply(&nothing, "y", &terms, NULL), 0);
    assert_int_equal(terms.scale, AXIS_LINEAR);
    assert_true(terms.low == 0 && terms.high == 0);
}
