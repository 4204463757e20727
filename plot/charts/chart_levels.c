/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <cairo.h>

#include "plot/charts/chart_styles.h"
#include "plot/marks/curve.h"
#include "plot/marks/decimate.h"

static const double line_width = 1.2;

/* A level ends where the next begins: it holds up to there. */
static void trace_levels(const struct canvas *canvas, const struct series_data *series,
                         const struct axes *axes) {
    struct decimate_line line = {.cr = canvas->cr};
    double before = NAN;
    for (size_t i = 0; i < series->count; i++) {
        double level = series->levels[i];
        int is_shown =
            scale_shows(axes->x.scale.kind, series->x[i]) && scale_shows(axes->y.scale.kind, level);
        if (!is_shown)
            decimate_line_break(&line);
        double x = is_shown ? scale_map(&axes->x.scale, series->x[i]) : NAN;
        double y = is_shown ? scale_map(&axes->y.scale, level) : NAN;
        if (is_shown && !isnan(before) && before != y)
            decimate_line_to(&line, x, before);
        if (is_shown)
            decimate_line_to(&line, x, y);
        before = y;
    }
    decimate_line_break(&line);
}

void chart_draw_levels(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes) {
    for (size_t s = chart->series_count; s > 0; s--) {
        const struct series_data *series = &chart->series[s - 1];
        struct pen pen = curve_pen(canvas, series);
        if (series->levels)
            trace_levels(canvas, series, axes);
        canvas_set_colour(canvas, pen.colour, 1);
        cairo_set_line_width(canvas->cr, line_width);
        cairo_set_dash(canvas->cr, pen.dash->lengths, pen.dash->count, 0);
        cairo_stroke(canvas->cr);
        cairo_set_dash(canvas->cr, NULL, 0, 0);
        curve_draw_points(canvas, chart, series, axes);
    }
}
