/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plot/figure/contrast.h"
#include "plot/figure/text.h"
#include "plot/marks/mark.h"

/* Letters are thinner than lines, and need more contrast. */
static void labels_of_passings_can_be_read(void **state) {
    (void)state;
    for (enum theme_name theme = THEME_LIGHT; theme <= THEME_DARK; theme++)
        for (size_t libraries = 2; libraries <= 12; libraries++) {
            const struct canvas canvas = {.theme = theme, .libraries = libraries};
            for (size_t colour = 0; colour < libraries; colour++) {
                const struct mark mark = {.is_vertical = 1, .is_passing = 1, .colour = colour};
                struct colour shown = marks_label_colour(&canvas, &mark);
                assert_true(contrast_of(shown, theme_find(theme)->ground) >= 4.5);
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(labels_of_passings_can_be_read)};
    return cmocka_run_group_tests_name("plot/marks/mark", tests, NULL, NULL);
}
