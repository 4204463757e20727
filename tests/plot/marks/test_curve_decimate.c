/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>

#include "plot/marks/curve.h"
#include "tests/test.h"

enum { SIDE = 200, POINTS = 200000 };

struct drawing {
    cairo_surface_t *surface;
    cairo_t *cr;
};

static struct drawing drawing_new(void) {
    struct drawing drawing = {.surface =
                                  cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIDE, SIDE)};
    drawing.cr = cairo_create(drawing.surface);
    cairo_scale(drawing.cr, 300 / 72.0, 300 / 72.0);
    cairo_set_source_rgb(drawing.cr, 1, 1, 1);
    cairo_set_line_join(drawing.cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(drawing.cr, CAIRO_LINE_CAP_ROUND); /* or the first point's would differ */
    cairo_set_line_width(drawing.cr, 1.2);
    return drawing;
}

static void drawing_free(struct drawing *drawing) {
    cairo_destroy(drawing->cr);
    cairo_surface_destroy(drawing->surface);
}

static size_t count_points(cairo_t *cr) {
    size_t count = 0;
    cairo_path_t *path = cairo_copy_path(cr);
    for (int i = 0; i < path->num_data; i += path->data[i].header.length)
        count += path->data[i].header.type == CAIRO_PATH_MOVE_TO ||
                 path->data[i].header.type == CAIRO_PATH_LINE_TO;
    cairo_path_destroy(path);
    return count;
}

/* A wave with noise, 40 points wide. */
static double wave(size_t i, size_t points) {
    double part = (double)i / (double)points;
    return 24 + 10 * sin(12 * part) + 6 * fmod((double)i * 0.618033988749895, 1);
}

static void trace(cairo_t *cr, size_t points, int thinned) {
    struct decimate_line line = {.cr = cr};
    for (size_t i = 0; i < points; i++) {
        double x = 4 + 40 * (double)i / (double)points, y = wave(i, points);
        if (thinned)
            decimate_line_to(&line, x, y);
        else
            cairo_line_to(cr, x, y);
    }
    if (thinned)
        decimate_line_break(&line);
}

TEST(a_dense_line_has_two_points_a_column_at_most) {
    struct drawing drawing = drawing_new();
    trace(drawing.cr, POINTS, 1);
    size_t count = count_points(drawing.cr);
    assert_true(count > 100);
    assert_true(count <= (size_t)(2 * (40 / DECIMATE_PITCH + 2) + 2));
    drawing_free(&drawing);
}

TEST(the_picture_is_the_same) {
    struct drawing whole = drawing_new(), thinned = drawing_new();
    trace(whole.cr, 20000, 0);
    trace(thinned.cr, 20000, 1);
    cairo_stroke(whole.cr);
    cairo_stroke(thinned.cr);
    cairo_surface_flush(whole.surface);
    cairo_surface_flush(thinned.surface);
    const unsigned char *a = cairo_image_surface_get_data(whole.surface);
    const unsigned char *b = cairo_image_surface_get_data(thinned.surface);
    size_t bytes = (size_t)cairo_image_surface_get_stride(whole.surface) * SIDE;
    size_t inked = 0, differing = 0, worst = 0;
    for (size_t i = 0; i < bytes; i++) {
        size_t apart = (size_t)abs(a[i] - b[i]);
        inked += a[i] > 127;
        differing += apart > 40;
        worst = apart > worst ? apart : worst;
    }
    assert_true(inked > bytes / 20);
    assert_true(worst < 100);
    assert_true(differing < inked / 100);
    drawing_free(&whole);
    drawing_free(&thinned);
}

TEST(few_points_all_stay) {
    struct drawing drawing = drawing_new();
    trace(drawing.cr, 100, 1);
    assert_int_equal(count_points(drawing.cr), 100);
    drawing_free(&drawing);
}

TEST(the_extremes_of_a_column_are_kept_in_their_order) {
    static const double y[] = {5, 7, 1, 9, 6, 4};
    static const double kept[] = {5, 1, 9, 4};
    struct drawing drawing = drawing_new();
    struct decimate_line line = {.cr = drawing.cr};
    for (size_t i = 0; i < 6; i++)
        decimate_line_to(&line, 12.01 + 0.001 * (double)i, y[i]);
    decimate_line_flush(&line);
    cairo_path_t *path = cairo_copy_path(drawing.cr);
    for (int i = 0, k = 0; i < path->num_data; i += path->data[i].header.length, k++)
        assert_float_equal(path->data[i + 1].point.y, kept[k], 0.01);
    assert_int_equal(count_points(drawing.cr), 4);
    cairo_path_destroy(path);
    drawing_free(&drawing);
}

TEST(one_thing_stands_in_a_square) {
    struct decimate_squares squares;
    size_t taken = 0;
    decimate_squares_open(&squares, &(struct box){10, 10, 50, 20});
    for (size_t i = 0; i < POINTS; i++)
        taken += (size_t)decimate_squares_take(&squares, 10 + 50 * (double)i / POINTS,
                                               10 + 20 * fmod((double)i * 0.618, 1));
    assert_true(taken > 3000 && taken <= 102 * 42);
    assert_true(decimate_squares_take(&squares, -1e9, 3)); /* beyond, nobody counts */
    assert_true(decimate_squares_take(&squares, -1e9, 3));
    decimate_squares_release(&squares);
}

TEST(a_wall_does_not_need_all_memory) {
    struct decimate_squares squares;
    decimate_squares_open(&squares, &(struct box){0, 0, 5669, 14173});
    assert_true(squares.across * squares.down < 5000000);
    decimate_squares_release(&squares);
}
