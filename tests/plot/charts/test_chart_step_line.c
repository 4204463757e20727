/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include <cairo.h>

#include "plot/charts/chart.h"
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
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
    struct canvas canvas = {.cr = cairo_create(surface)};
    step_line_trace(&canvas, series, &axes, end);
    cairo_path_t *path = cairo_copy_path(canvas.cr);
    for (int i = 0; i < path->num_data && corners.count < 64; i += path->data[i].header.length) {
        corners.x[corners.count] = path->data[i + 1].point.x;
        corners.y[corners.count++] = path->data[i + 1].point.y;
    }
    cairo_path_destroy(path);
    cairo_destroy(canvas.cr);
    cairo_surface_destroy(surface);
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
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
    struct canvas canvas = {.cr = cairo_create(surface)};
    step_line_trace(&canvas, &(struct series_data){.count = STEPS, .x = places, .y = parts}, &axes,
                    STEP_LINE_GO_ON);
    cairo_path_t *path = cairo_copy_path(canvas.cr);
    assert_true(path->num_data / 2 < 4000);
    assert_true(path->num_data / 2 > 400);
    cairo_path_destroy(path);
    cairo_destroy(canvas.cr);
    cairo_surface_destroy(surface);
    free(places);
}

/* The middle of a band is tinted, what is beside it is not; from the last x on it holds. */
TEST(intervals_of_steps_are_bands) {
    static const double low[] = {0.1, 0.4, 0.8}, high[] = {0.5, 0.9, 1};
    static const struct series_data series = {
        .name = "", .count = 3, .x = x, .y = y, .low = low, .high = high, .colour = 1};
    static const struct chart chart = {
        .style = STYLE_STEPS, .series = &series, .series_count = 1, .title = ""};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 220, 100);
    struct canvas canvas = {.cr = cairo_create(surface), .libraries = 2, .font_size = 7.5};
    chart_draw(&canvas, &chart, &axes, &(struct box){100, 30, 100, 50});
    cairo_surface_flush(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
#define ALPHA(at_x, at_y) data[(at_y)*stride + 4 * (at_x) + 3]
    assert_true(ALPHA(130, 60) > 0 && ALPHA(130, 60) < 100); /* 0.4, of [0.1, 0.5] */
    assert_int_equal(ALPHA(130, 50), 0);                     /* 0.6 is above */
    assert_int_equal(ALPHA(110, 60), 0);                     /* before the first x */
    assert_true(ALPHA(150, 40) > 0 && ALPHA(150, 40) < 100); /* 0.8, of [0.4, 0.9] */
    assert_true(ALPHA(195, 36) > 0 && ALPHA(195, 36) < 100); /* beyond the last x */
    assert_int_equal(ALPHA(195, 60), 0);
#undef ALPHA
    cairo_destroy(canvas.cr);
    cairo_surface_destroy(surface);
}
