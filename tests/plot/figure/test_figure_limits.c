/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "plot/figure/figure.h"
#include "tests/test.h"

TEST(sizes_are_read_with_and_without_unit) {
    static const char *const texts[] = {"182x88mm", "182x88", "182 x 88 mm", "182X88MM"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double width = 0, height = 0;
        assert_int_equal(limit_parse_size(texts[i], &width, &height, NULL), 0);
        assert_float_equal(width, 182, 0);
        assert_float_equal(height, 88, 0);
    }
}

TEST(what_is_no_size_is_refused) {
    static const char *const texts[] = {"",       "182y",    "182x",     "x88",      "182x88cm",
                                        "0x88",   "182x0",   "1e6x88",   "nanx88",   "182xnan",
                                        "infx88", "-182x88", "182x88x9", "182x88mm!"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double width, height;
        struct err err = {""};
        assert_int_equal(limit_parse_size(texts[i], &width, &height, &err), ERR_USAGE);
        assert_true(strlen(err.message) > 20);
    }
}

TEST(a_width_alone_leaves_the_height_open) {
    static const char *const texts[] = {"84", "84mm", " 84 mm"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double width = 0, height = 1;
        assert_int_equal(limit_parse_size(texts[i], &width, &height, NULL), 0);
        assert_float_equal(width, 84, 0);
        assert_float_equal(height, 0, 0);
    }
}

TEST(a_size_of_zero_is_no_hexadecimal_number) {
    struct err err;
    double width, height;
    assert_int_equal(limit_parse_size("0x70", &width, &height, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "20 to 2000 mm"));
}

TEST(a_refusal_names_the_allowed_range) {
    struct err err;
    double dpi;
    assert_int_equal(limit_parse(&limit_dpi, "300dpi", &dpi, &err), 0);
    assert_float_equal(dpi, 300, 0);
    assert_int_equal(limit_parse(&limit_dpi, "1e6", &dpi, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "30 to 2400 dpi"));
    assert_int_equal(limit_parse(&limit_dpi, "fine", &dpi, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "fine"));
    assert_int_equal(limit_check(&limit_font_size, NAN, &err), ERR_USAGE);
}

TEST(too_many_pixels_are_refused) {
    struct err err;
    int width, height;
    assert_int_equal(limit_pixels(25.4, 50.8, 300, &width, &height, &err), 0);
    assert_int_equal(width, 300);
    assert_int_equal(height, 600);
    assert_int_equal(limit_pixels(2000, 5000, 300, &width, &height, &err), ERR_USAGE);
    assert_int_equal(limit_pixels(2000, 20, 2400, &width, &height, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, ".pdf"));
}
