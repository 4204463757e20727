/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plot/figure/contrast.h"
#include "plot/figure/text.h"
#include "plot/marks/mark.h"
#include "tests/test.h"

/* Letters are thinner than lines, and need more contrast. */
TEST(labels_of_passings_can_be_read) {
    for (enum theme_name theme = THEME_LIGHT; theme <= THEME_DARK; theme++)
        for (size_t libraries = 2; libraries <= 12; libraries++) {
            const struct canvas canvas = {.theme = theme, .libraries = libraries};
            for (size_t colour = 0; colour < libraries; colour++) {
                const struct mark mark = {.is_vertical = 1, .is_passing = 1, .colour = colour};
                struct colour shown =
                    theme_text_colour(theme, marks_label_role(&canvas, &mark), libraries);
                assert_true(contrast_of(shown, theme_colour(theme, ROLE_GROUND, libraries)) >= 4.5);
            }
        }
}
