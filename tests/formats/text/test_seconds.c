/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "formats/text/seconds.h"
#include "tests/test.h"

TEST(times_are_written_as_people_say_them) {
    static const struct {
        double seconds;
        int digits;
        const char *text;
    } cases[] = {
        {12.34e-9, 3, "12.3 ns"},
        {4.564e-6, 3, "4.56 µs"},
        {999.96e-9, 4, "1.000 µs"},
        {1.0, 3, "1.00 s"},
        {123456.0, 3, "123000 s"},
        {0.0, 3, "0.00 s"},
        {1e-9, 1, "1 ns"},
        {3.3e-13, 2, "0.33 ps"},
        {100e-3, 3, "100 ms"},
        {-2.5e-3, 2, "-2.5 ms"},
        {NAN, 3, "-"},
        {99.95e-9, 3, "100 ns"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        assert_string_equal(seconds_format(text, sizeof text, cases[i].seconds, cases[i].digits),
                            cases[i].text);
    }
}

TEST(a_small_buffer_is_not_overrun) {
    char text[4] = "xyz";
    seconds_format(text, 3, 123e-9, 3);
    assert_string_equal(text, "12");
    assert_int_equal(text[3], 0);
}
