/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/step_line.h"

#include <cairo.h>

#include "plot/marks/curve.h"

/* Half a line, so that one along an axis keeps its width. */
static const double beyond = 0.6;

static double x_at(const struct series_data *series, const struct axes *axes, size_t i) {
    return scale_map(&axes->x.scale, series->x[i]);
}

static double y_at(const struct series_data *series, const struct axes *axes, size_t i) {
    return scale_map(&axes->y.scale, series->y[i]);
}

void step_line_trace(const struct canvas *canvas, const struct series_data *series,
                     const struct axes *axes, enum step_line_end end) {
    struct decimate_line line = {.cr = canvas->cr};
    double ground = axes->y.scale.from, y = ground;
    for (size_t i = 0; i < series->count; i++) {
        if (!curve_shows(series, axes, i)) {
            decimate_line_break(&line);
            y = ground;
            continue;
        }
        double x = x_at(series, axes, i), before = y;
        y = end == STEP_LINE_FALL && i + 1 == series->count ? ground : y_at(series, axes, i);
        if (end == STEP_LINE_FALL && before == ground && y == ground) {
            decimate_line_break(&line); /* no line along the axis where there is nothing */
            continue;
        }
        decimate_line_to(&line, x, before);
        decimate_line_to(&line, x, y);
    }
    if (end == STEP_LINE_GO_ON && series->count)
        decimate_line_to(&line, axes->x.scale.to + 2 * DECIMATE_PITCH, y);
    decimate_line_break(&line);
}

void step_line_stroke(const struct canvas *canvas, const struct pen *pen, double width) {
    cairo_set_dash(canvas->cr, pen->dash->lengths, pen->dash->count, 0);
    cairo_set_line_join(canvas->cr, CAIRO_LINE_JOIN_MITER);
    cairo_set_line_width(canvas->cr, width);
    canvas_set_colour(canvas, pen->colour, 1);
    cairo_stroke(canvas->cr);
    cairo_set_dash(canvas->cr, NULL, 0, 0);
}

void step_line_clip(const struct canvas *canvas, const struct axes *axes) {
    const struct scale *x = &axes->x.scale, *y = &axes->y.scale;
    cairo_save(canvas->cr);
    cairo_rectangle(canvas->cr, x->from, y->to - beyond, x->to - x->from,
                    y->from - y->to + 2 * beyond);
    cairo_clip(canvas->cr);
}
