/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cairo.h>

#include "plot/charts/chart_styles.h"
#include "plot/marks/curve.h"
#include "plot/marks/step_line.h"

static const double outline_width = 0.9, fill_opacity = 0.2;

/* Solid: a dash would cut the bars' corners, and the fill tells them apart as well. */
static const struct dash solid = {0};

static void draw_layer(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, int is_outline) {
    for (size_t s = chart->series_count; s > 0; s--) {
        struct pen pen = curve_pen(canvas, &chart->series[s - 1]);
        pen.dash = &solid;
        step_line_trace(canvas, &chart->series[s - 1], axes, STEP_LINE_FALL);
        if (is_outline) {
            step_line_stroke(canvas, &pen, outline_width);
        } else {
            canvas_set_colour(canvas, pen.colour, fill_opacity);
            cairo_fill(canvas->cr);
        }
    }
}

/* All fills under all outlines. */
void chart_draw_bars(const struct canvas *canvas, const struct chart *chart,
                     const struct axes *axes) {
    step_line_clip(canvas, axes);
    draw_layer(canvas, chart, axes, 0);
    draw_layer(canvas, chart, axes, 1);
    cairo_restore(canvas->cr);
}
