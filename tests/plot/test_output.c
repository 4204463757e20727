/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "plot/output.h"

static void the_extension_chooses_the_format(void **state) {
    (void)state;
    static const struct {
        const char *path;
        const struct output_format *format;
    } cases[] = {{"a.png", &output_png},
                 {"dir.pdf/b.SVG", &output_svg},
                 {".pdf", &output_pdf},
                 {"a.png.pdf", &output_pdf}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct output_format *format;
        assert_int_equal(output_find(cases[i].path, &format, NULL), 0);
        assert_ptr_equal(format, cases[i].format);
    }
}

static void any_other_extension_is_refused_with_those_known(void **state) {
    (void)state;
    static const char *const paths[] = {"a.jpg", "png", "a.png/b", "", "a."};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct err err;
        const struct output_format *format;
        assert_int_equal(output_find(paths[i], &format, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, ".png, .pdf or .svg"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_extension_chooses_the_format),
        cmocka_unit_test(any_other_extension_is_refused_with_those_known),
    };
    return cmocka_run_group_tests_name("plot/output", tests, NULL, NULL);
}
