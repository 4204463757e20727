/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "plot/figure/contrast.h"
#include "plot/report/report_colours.h"
#include "tests/test.h"

/* Lines and markers 3:1 (WCAG 2.1, 1.4.11), letters 4.5:1. */
static void check_pens(enum theme_name theme, size_t libraries) {
    struct colour ground = theme_colour(theme, ROLE_GROUND, libraries);
    assert_true(contrast_of(theme_colour(theme, ROLE_INK, libraries), ground) >= 7);
    assert_true(contrast_of(theme_colour(theme, ROLE_SOFT_INK, libraries), ground) >= 4.5);
    for (enum role role = ROLE_PENS; role < ROLE_FAINT; role++) {
        assert_true(contrast_of(theme_colour(theme, role, libraries), ground) >= 3);
        assert_true(contrast_of(theme_text_colour(theme, role, libraries), ground) >= 4.5);
    }
}

TEST(every_line_is_seen_and_every_name_can_be_read) {
    for (size_t libraries = 1; libraries < 20; libraries++) {
        check_pens(THEME_LIGHT, libraries);
        check_pens(THEME_DARK, libraries);
    }
}

static char *written(int has_faint) {
    char *css = NULL;
    size_t size;
    FILE *file = open_memstream(&css, &size);
    report_colours_write(file, 5, has_faint);
    fclose(file);
    return css;
}

TEST(faint_lines_have_a_colour_where_there_are_some) {
    char *without = written(0), *with = written(1), class[32];
    snprintf(class, sizeof class, ".s%d{", ROLE_FAINT);
    assert_null(strstr(without, class));
    assert_non_null(strstr(with, class));
    assert_non_null(strstr(with, ":#b0b0b0;"));
    free(without);
    free(with);
}

TEST(the_dark_page_has_a_value_for_every_colour) {
    char *css = written(0);
    char *dark = strstr(css, "@media screen and (prefers-color-scheme:dark)");
    assert_non_null(dark);
    for (int role = 0; role < ROLE_FAINT; role++) {
        char name[32];
        snprintf(name, sizeof name, "--c%d:#", role);
        const char *in_light = strstr(css, name), *in_dark = strstr(dark, name);
        assert_true(in_light && in_light < dark && in_dark);
        assert_int_not_equal(strncmp(in_light, in_dark, strlen(name) + 6), 0);
    }
    free(css);
}
