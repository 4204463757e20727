/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/marker.h"

#include <math.h>

#include <cairo.h>

static const double edge_width = 0.9, cross_width = 1.3;

/* Regular shapes: so many corners, the first in that direction (degrees, clockwise from the right),
 * on a circle so much larger than the marker's that all look alike in size. */
static const struct {
    int corners;
    double direction, enlarged;
} shapes[MARKER_SHAPES] = {
    [MARKER_CIRCLE] = {0, 0, 1},
    [MARKER_SQUARE] = {4, 45, 1.27},
    [MARKER_TRIANGLE] = {3, -90, 1.4},
    [MARKER_DIAMOND] = {4, -90, 1.3},
    [MARKER_TRIANGLE_DOWN] = {3, 90, 1.4},
    [MARKER_TRIANGLE_RIGHT] = {3, 0, 1.4},
    [MARKER_TRIANGLE_LEFT] = {3, 180, 1.4},
};

static void trace(cairo_t *cr, enum marker_shape shape, double x, double y) {
    double radius = MARKER_RADIUS * shapes[shape].enlarged;
    if (shapes[shape].corners == 0) {
        cairo_arc(cr, x, y, radius, 0, 2 * M_PI);
        return;
    }
    for (int i = 0; i < shapes[shape].corners; i++) {
        double angle = M_PI * (shapes[shape].direction / 180 + 2.0 * i / shapes[shape].corners);
        cairo_line_to(cr, x + radius * cos(angle), y + radius * sin(angle));
    }
    cairo_close_path(cr);
}

void marker_draw(const struct canvas *canvas, const struct pen *pen, double x, double y) {
    if (pen->marker == MARKER_NONE)
        return;
    cairo_new_path(canvas->cr);
    trace(canvas->cr, pen->marker, x, y);
    canvas_set_colour(canvas, pen->filled ? pen->colour : theme_find(canvas->theme)->ground, 1);
    cairo_fill_preserve(canvas->cr);
    canvas_set_colour(canvas, pen->colour, 1);
    cairo_set_line_width(canvas->cr, edge_width);
    cairo_stroke(canvas->cr);
}

void marker_draw_dot(const struct canvas *canvas, const struct pen *pen, double x, double y) {
    cairo_new_path(canvas->cr);
    cairo_arc(canvas->cr, x, y, 0.6 * MARKER_RADIUS, 0, 2 * M_PI);
    canvas_set_colour(canvas, pen->colour, 1);
    cairo_fill(canvas->cr);
}

void marker_draw_cross(const struct canvas *canvas, const struct pen *pen, double x, double y) {
    double arm = 1.1 * MARKER_RADIUS;
    cairo_move_to(canvas->cr, x - arm, y - arm);
    cairo_line_to(canvas->cr, x + arm, y + arm);
    cairo_move_to(canvas->cr, x - arm, y + arm);
    cairo_line_to(canvas->cr, x + arm, y - arm);
    canvas_set_colour(canvas, pen->colour, 1);
    cairo_set_line_width(canvas->cr, cross_width);
    cairo_stroke(canvas->cr);
}
