/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plot/charts/legend.h"
#include "tests/plot/painted.h"
#include "tests/test.h"

TEST(few_names_keep_their_size) {
    struct names_fit fit = names_fit(5, 120, 7.5);
    assert_float_equal(fit.size, 7.5, 1e-12);
    assert_int_equal(fit.fitting, 5);
}

TEST(more_names_are_smaller) {
    struct names_fit fit = names_fit(16, 120, 7.5);
    assert_true(fit.size < 7.5 && fit.size > 4.8);
    assert_int_equal(fit.fitting, 16);
    assert_true(fit.line * 16 <= 120 + 1e-9);
}

TEST(of_too_many_names_only_what_fits_is_drawn) {
    struct names_fit fit = names_fit(200, 120, 7.5);
    assert_uint_in_range(fit.fitting, 10, 30);
    assert_true(fit.line * (double)fit.fitting <= 120 + 1e-9);
    assert_int_equal(names_fit(3, 0.5, 7.5).fitting, 1);
    assert_int_equal(names_fit(0, 120, 7.5).fitting, 0);
}

/* Counts the pixels of a sample that are empty, of two pixels a point. */
static int gaps_beside_name(size_t variant) {
    static const double x[] = {2, 4}, y[] = {0.5, 1};
    const struct axes axes = {.x.scale = {SCALE_LINEAR, 0, 10, 0, 50},
                              .y.scale = {SCALE_LINEAR, 0, 1, 40, 0}};
    const struct series_data series = {
        .name = "blis", .count = 2, .x = x, .y = y, .variant = variant};
    const struct chart chart = {
        .style = STYLE_STEPS, .series = &series, .series_count = 1, .title = ""};
    struct scene scene = {.libraries = 2};
    struct canvas canvas = {.scene = &scene, .libraries = 2, .font_size = 7.5};
    int gaps = 0;
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    double width = names_width(&canvas, &chart, 7.5, 50);
    names_draw(&canvas, &chart, &axes, &(struct box){0, 0, 50, 40}, width);
    struct painted painted = painted_new(&scene, canvas.text, 200, 80, 2);
    int row = (int)(2 * names_fit(1, 40, 7.5).line / 4);
    for (int i = 0; i < 2 * (int)LEGEND_LINE; i++)
        gaps += painted_ink(&painted, i + 2 * (int)(50 + NAMES_BEFORE_SAMPLE) + 1, row) < 128;
    painted_free(&painted);
    scene_release(&scene);
    text_close(canvas.text);
    return gaps;
}

/* What tells the curves apart must tell their samples apart. */
TEST(samples_beside_names_have_the_dashes_of_steps) {
    assert_int_equal(gaps_beside_name(1), 0);
    assert_true(gaps_beside_name(2) >= 4);
}

enum { PLOT = 50, HEIGHT = 40 };

/* Returns how much of what is from LEFT to RIGHT, in points, beside a plot of PLOT points is inked
 * by the name of a line through COUNT points, the last of which is in the plot's middle. */
static int ink_between(size_t count, int left, int right) {
    static const double x[] = {2, 5}, y[] = {0.5, 0.5};
    const struct axes axes = {.x.scale = {SCALE_LINEAR, 0, 10, 0, PLOT},
                              .y.scale = {SCALE_LINEAR, 0, 1, HEIGHT, 0}};
    const struct series_data series = {
        .name = "blis", .count = count, .x = x + 2 - count, .y = y, .colour = 1};
    const struct chart chart = {.series = &series, .series_count = 1, .title = ""};
    struct scene scene = {.libraries = 2};
    struct canvas canvas = {.scene = &scene, .libraries = 2, .font_size = 7.5};
    int inked = 0;
    assert_int_equal(text_open(&canvas.text, NULL, NULL), 0);
    double width = names_width(&canvas, &chart, 7.5, PLOT);
    names_draw(&canvas, &chart, &axes, &(struct box){0, 0, PLOT, HEIGHT}, width);
    struct painted painted = painted_new(&scene, canvas.text, 100, HEIGHT, 1);
    for (int row = 0; row < HEIGHT; row++)
        for (int i = left; i < right; i++)
            inked += painted_ink(&painted, i, row) > 0;
    painted_free(&painted);
    scene_release(&scene);
    text_close(canvas.text);
    return inked;
}

/* A line across the plot from a single point would look like a measured one. */
TEST(a_lone_point_is_led_to_its_name_by_its_marker) {
    assert_true(ink_between(2, 26, PLOT) > 0);
    assert_int_equal(ink_between(1, 0, PLOT), 0);
    assert_true(ink_between(1, PLOT, PLOT + 10) > ink_between(2, PLOT, PLOT + 10));
}
