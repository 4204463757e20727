/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "plot/figure/contrast.h"
#include "plot/report/report_svg.h"
#include "tests/test.h"

/* Lines and markers 3:1 (WCAG 2.1, 1.4.11), letters 4.5:1. */
static void check_pens(const struct colour *colours, size_t count) {
    struct colour ground = colours[ROLE_GROUND];
    assert_true(contrast_of(colours[ROLE_INK], ground) >= 7);
    assert_true(contrast_of(colours[ROLE_SOFT_INK], ground) >= 4.5);
    for (size_t i = ROLE_PENS; i < count; i++) {
        assert_true(contrast_of(colours[i], ground) >= 3);
        assert_true(contrast_of(contrast_text_colour(colours[i], ground), ground) >= 4.5);
    }
}

TEST(every_line_is_seen_and_every_name_can_be_read) {
    for (size_t libraries = 1; libraries < 20; libraries++) {
        struct colours colours;
        colours_init(&colours, libraries);
        check_pens(colours.light, colours.count);
        check_pens(colours.dark, colours.count);
    }
}

TEST(colours_are_found_as_cairo_writes_them) {
    struct colours colours;
    colours_init(&colours, 5);
    assert_int_equal(colours_find(&colours, "rgb(100%,100%,100%)"), ROLE_GROUND);
    assert_int_equal(colours_find(&colours, "rgb(0%,44.705882%,69.803922%)"), ROLE_PENS + 1);
    assert_int_equal(colours_find(&colours, "rgb(0%, 44.705882%, 69.803922%)"), ROLE_PENS + 1);
    char text[64];
    struct colour pink = contrast_text_colour(colours.light[ROLE_PENS + 4], colours.light[0]);
    snprintf(text, sizeof text, "rgb(%f%%,%f%%,%f%%)", 100 * pink.red, 100 * pink.green,
             100 * pink.blue);
    assert_int_equal(colours_find(&colours, text), ROLE_PENS + 4);
    assert_int_equal(colours_find(&colours, "rgb(1%,2%,3%)"), colours.count);
    assert_int_equal(colours_find(&colours, "none"), colours.count);
    assert_int_equal(colours_find(&colours, "rgb(0,0,0)"), colours.count);
    assert_int_equal(colours_find(&colours, "rgb("), colours.count);
}

TEST(faint_lines_have_a_colour_where_there_are_some) {
    static const char grey[] = "rgb(69.019608%,69.019608%,69.019608%)";
    struct colours colours;
    colours_init(&colours, 5);
    assert_int_equal(colours_find(&colours, grey), ROLE_FAINT);
    assert_int_equal(colours.count, ROLE_FAINT);
    colours_add_faint(&colours);
    assert_int_equal(colours.count, ROLES);
    assert_int_equal(colours_find(&colours, grey), ROLE_FAINT);
    assert_true(colours.dark[ROLE_FAINT].red < colours.light[ROLE_FAINT].red);
}

TEST(the_dark_page_has_a_value_for_every_colour) {
    struct colours colours;
    char *css = NULL;
    size_t size;
    colours_init(&colours, 5);
    FILE *file = open_memstream(&css, &size);
    colours_write(&colours, file);
    fclose(file);
    char *dark = strstr(css, "@media screen and (prefers-color-scheme:dark)");
    assert_non_null(dark);
    for (size_t i = 0; i < colours.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "--c%zu:#", i);
        const char *in_light = strstr(css, name), *in_dark = strstr(dark, name);
        assert_true(in_light && in_light < dark && in_dark);
        assert_int_not_equal(strncmp(in_light, in_dark, strlen(name) + 6), 0);
    }
    free(css);
}
