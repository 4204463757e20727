/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/percent.h"
#include "tests/test.h"

TEST(a_percentage_has_no_exponent) {
    static const struct {
        double part;
        const char *text;
    } cases[] = {{0, "0 %"},
                 {0.00123, "0.12 %"},
                 {0.0567, "5.7 %"},
                 {0.12, "12 %"},
                 {0.994, "99 %"},
                 {0.995, "100 %"},
                 {1, "100 %"},
                 {1.234, "123 %"},
                 {-0.25, "-25 %"},
                 {-1.5, "-150 %"},
                 {99.99, "9999 %"},
                 {100, "10000 %"},
                 {1e9, "over 10,000 %"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(percent_of(cases[i].part).text, cases[i].text);
}
