/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/decimal.h"
#include "tests/test.h"

TEST(short_numbers_stay_short) {
    assert_string_equal(digits_shortest(0.1).text, "0.1");
    assert_string_equal(digits_shortest(1).text, "1");
    assert_string_equal(digits_shortest(-2.5e-9).text, "-2.5e-09");
    assert_string_equal(digits_shortest(0.1 + 0.2).text, "0.30000000000000004");
}

TEST(every_double_reads_back_as_itself) {
    unsigned short seed[3] = {7, 8, 9};
    for (int i = 0; i < 20000; i++) {
        double value = ldexp(erand48(seed) - 0.5, (int)(nrand48(seed) % 2000) - 1000);
        assert_true(strtod(digits_shortest(value).text, NULL) == value);
    }
}
