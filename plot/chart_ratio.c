/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/chart.h"

#include <math.h>

#include <cairo.h>

#include "plot/curve.h"

static const double heavy_width = 1.2;

static void choose_axes(const struct chart *chart, const struct room *room, struct axes *axes) {
    axis_of_points(&axes->x, chart, room);
    struct range range = axis_range_of_values(chart, axes->x.scale.kind);
    range_include(&range, 1);
    range = range_padded(range, 1.02, 0.05);
    axes->y.scale = (struct scale){.kind = SCALE_LOG, .low = range.low, .high = range.high};
    axes->y.format = label_ratio;
    ticks_ratio(&axes->y.ticks, range.low, range.high, room_labels_up(room));
}

static void draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes) {
    struct pen reference = theme_pen(canvas->theme, 0, canvas->libraries);
    double one = scale_map(&axes->y.scale, 1);
    if (chart->noise)
        curve_draw_band(canvas, theme_find(canvas->theme)->soft_ink, chart->noise, axes);
    cairo_move_to(canvas->cr, axes->x.scale.from, one);
    cairo_line_to(canvas->cr, axes->x.scale.to, one);
    canvas_set_colour(canvas, reference.colour, 1);
    cairo_set_line_width(canvas->cr, heavy_width);
    cairo_stroke(canvas->cr);
    curve_draw_all(canvas, chart, axes, 1);
}

const struct chart_type chart_ratio = {"ratio", 1, choose_axes, draw};
