/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "plot/charts/chart.h"
#include "tests/plot/painted.h"
#include "tests/test.h"

static const struct axes axes = {.x.scale = {SCALE_LINEAR, 0, 10, 100, 200},
                                 .y.scale = {SCALE_LINEAR, 0, 1, 80, 30}};

struct corners {
    double x[64], y[64];
    int count;
};

/* The way that is traced, as drawn on paper. */
static struct corners trace(const struct series_data *series, enum step_line_end end) {
    struct corners corners = {.count = 0};
    struct scene scene = {.libraries = 1};
    step_line_trace(&(struct canvas){.scene = &scene}, series, &axes, end);
    for (size_t i = 0; i < scene.step_count && corners.count < 64; i++) {
        corners.x[corners.count] = scene.steps[i].x;
        corners.y[corners.count++] = scene.steps[i].y;
    }
    scene_release(&scene);
    return corners;
}

static void assert_corners(const struct corners *corners, const double (*wanted)[2], int count) {
    assert_int_equal(corners->count, count);
    for (int i = 0; i < count; i++) {
        assert_float_equal(corners->x[i], wanted[i][0], 0.3);
        assert_float_equal(corners->y[i], wanted[i][1], 0.01);
    }
}

static const double x[] = {2, 4, 6}, y[] = {0.2, 0.6, 1};

TEST(a_value_holds_to_the_next_and_the_last_to_the_end) {
    static const double wanted[][2] = {{120, 80}, {120, 70}, {140, 70}, {140, 50},
                                       {160, 50}, {160, 30}, {200, 30}};
    struct corners corners =
        trace(&(struct series_data){.count = 3, .x = x, .y = y}, STEP_LINE_GO_ON);
    assert_corners(&corners, wanted, 7);
}

TEST(bars_come_down_to_the_axis_again) {
    static const double wanted[][2] = {{120, 80}, {120, 70}, {140, 70},
                                       {140, 50}, {160, 50}, {160, 80}};
    struct corners corners =
        trace(&(struct series_data){.count = 3, .x = x, .y = y}, STEP_LINE_FALL);
    assert_corners(&corners, wanted, 6);
}

TEST(a_million_steps_are_a_few_thousand) {
    enum { STEPS = 1000000 };
    double *places = malloc(2 * STEPS * sizeof *places), *parts = places + STEPS;
    for (size_t i = 0; i < STEPS; i++) {
        places[i] = 10.0 * (double)i / STEPS;
        parts[i] = (double)(i + 1) / STEPS;
    }
    struct scene scene = {.libraries = 1};
    step_line_trace(&(struct canvas){.scene = &scene},
                    &(struct series_data){.count = STEPS, .x = places, .y = parts}, &axes,
                    STEP_LINE_GO_ON);
    assert_true(scene.step_count < 4000);
    assert_true(scene.step_count > 400);
    scene_release(&scene);
    free(places);
}

/* The middle of a band is tinted, what is beside it is not; from the last x on it holds. */
TEST(intervals_of_steps_are_bands) {
    static const double low[] = {0.1, 0.4, 0.8}, high[] = {0.5, 0.9, 1};
    static const struct series_data series = {
        .name = "", .count = 3, .x = x, .y = y, .low = low, .high = high, .colour = 1};
    static const struct chart chart = {
        .style = STYLE_STEPS, .series = &series, .series_count = 1, .title = ""};
    struct scene scene = {.libraries = 2};
    struct canvas canvas = {.scene = &scene, .libraries = 2, .font_size = 7.5};
    chart_draw(&canvas, &chart, &axes, &(struct box){100, 30, 100, 50});
    struct painted painted = painted_new(&scene, NULL, 220, 100, 1);
    static const struct {
        int x, y, is_shaded;
    } places[] = {
        {130, 60, 1}, /* 0.4, of [0.1, 0.5] */
        {130, 50, 0}, /* 0.6 is above */
        {110, 60, 0}, /* before the first x */
        {150, 40, 1}, /* 0.8, of [0.4, 0.9] */
        {195, 36, 1}, /* beyond the last x */
        {195, 60, 0},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const unsigned char *pixel =
            painted.data + (size_t)places[i].y * painted.stride + 4 * (size_t)places[i].x;
        int red = 255 - pixel[2]; /* of blue */
        assert_true(places[i].is_shaded ? red > 0 && red < 100 : red == 0);
    }
    painted_free(&painted);
    scene_release(&scene);
}
