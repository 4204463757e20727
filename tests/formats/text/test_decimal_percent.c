/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "formats/text/decimal.h"
#include "tests/test.h"

TEST(parts_are_numbers_or_percentages) {
    static const struct {
        const char *text;
        double part;
    } cases[] = {{"5%", 0.05},   {"5 %", 0.05}, {"0.05", 0.05}, {"200%", 2},
                 {" 1e1%", 0.1}, {"0", 0},      {"-3%", -0.03}, {"2  ", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double part = NAN;
        assert_true(percent_parse(cases[i].text, &part));
        assert_true(fabs(part - cases[i].part) < 1e-15);
    }
}

TEST(anything_else_is_refused_and_changes_nothing) {
    static const char *const cases[] = {"",      "%",   "five", "5%%",  "5% more",
                                        "5 per", "nan", "inf%", "1e999"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double part = 7;
        assert_false(percent_parse(cases[i], &part));
        assert_true(part == 7);
    }
}
