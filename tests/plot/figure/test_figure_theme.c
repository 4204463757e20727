/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "plot/figure/contrast.h"
#include "plot/figure/figure.h"
#include "tests/test.h"

static int are_alike(const struct pen *a, const struct pen *b) {
    return a->role == b->role && a->marker == b->marker && a->filled == b->filled &&
           a->dash == b->dash;
}

TEST(words_are_easy_to_read) {
    for (int name = THEME_LIGHT; name <= THEME_DARK; name++) {
        struct colour ground = theme_colour((enum theme_name)name, ROLE_GROUND, 1);
        assert_true(contrast_of(theme_colour((enum theme_name)name, ROLE_INK, 1), ground) > 12);
        assert_true(contrast_of(theme_colour((enum theme_name)name, ROLE_SOFT_INK, 1), ground) > 7);
    }
}

TEST(ninety_libraries_are_all_different) {
    for (size_t a = 0; a < 90; a++)
        for (size_t b = 0; b < a; b++) {
            struct pen pens[] = {theme_pen(THEME_LIGHT, a, 90), theme_pen(THEME_LIGHT, b, 90)};
            assert_false(are_alike(&pens[0], &pens[1]));
        }
}

TEST(without_colour_the_first_eight_still_differ) {
    for (size_t a = 0; a < 8; a++)
        for (size_t b = 0; b < a; b++) {
            struct pen pens[] = {theme_pen(THEME_LIGHT, a, 8), theme_pen(THEME_LIGHT, b, 8)};
            assert_true(pens[0].marker != pens[1].marker);
            assert_true(pens[0].dash != pens[1].dash || a == 0 || b == 0);
        }
}

TEST(the_reference_is_black_on_white) {
    for (size_t libraries = 1; libraries < 20; libraries++) {
        struct pen pen = theme_pen(THEME_LIGHT, 0, libraries);
        struct colour colour = theme_colour(THEME_LIGHT, pen.role, libraries);
        assert_true(colour.red == 0 && colour.green == 0 && colour.blue == 0);
        assert_int_equal(pen.dash->count, 0);
    }
}

TEST(variants_keep_colour_and_marker_and_differ_in_their_dash) {
    struct pen pen = theme_pen(THEME_LIGHT, 2, 3);
    assert_memory_equal(theme_variant(pen, 0).dash, pen.dash, sizeof *pen.dash);
    assert_int_equal(theme_variant(pen, 1).dash->count, 0);
    for (size_t a = 1; a <= 7; a++) {
        struct pen variant = theme_variant(pen, a);
        assert_int_equal(variant.role, pen.role);
        assert_int_equal(variant.marker, pen.marker);
        for (size_t b = 1; b < a; b++)
            assert_ptr_not_equal(variant.dash, theme_variant(pen, b).dash);
    }
    assert_ptr_equal(theme_variant(pen, 8).dash, theme_variant(pen, 1).dash);
    for (size_t a = 8; a <= 21; a++)
        assert_int_not_equal(theme_variant(pen, a).marker, theme_variant(pen, a - 7).marker);
}

TEST(an_unknown_theme_is_refused) {
    struct err err;
    enum theme_name name = THEME_LIGHT;
    assert_int_equal(theme_parse("dark", &name, &err), 0);
    assert_int_equal(name, THEME_DARK);
    assert_int_equal(theme_parse("pink", &name, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "light or dark"));
}
