/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cairo.h>

#include "plot/charts/chart_styles.h"
#include "plot/marks/curve.h"
#include "plot/marks/marker.h"
#include "plot/marks/step_line.h"

static const double line_width = 1.2;

/* The first point that is not below VALUE, or COUNT: y rises. */
static size_t first_at(const struct series_data *series, double value) {
    size_t begin = 0, end = series->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (series->y[middle] < value)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

static void mark_series(const struct canvas *canvas, const struct pen *pen,
                        const struct chart *chart, const struct series_data *series,
                        const struct axes *axes) {
    for (size_t m = 0; m < chart->mark_count; m++) {
        const struct mark *mark = &chart->marks[m];
        size_t i = mark->is_vertical ? series->count : first_at(series, mark->at);
        if (i == series->count || !scale_holds(&axes->x.scale, series->x[i]) ||
            !scale_holds(&axes->y.scale, mark->at))
            continue;
        double x = scale_map(&axes->x.scale, series->x[i]);
        double y = scale_map(&axes->y.scale, mark->at);
        if (pen->marker == MARKER_NONE)
            marker_draw_dot(canvas, pen, x, y);
        else
            marker_draw(canvas, pen, x, y);
    }
}

void chart_draw_steps(const struct canvas *canvas, const struct chart *chart,
                      const struct axes *axes) {
    step_line_clip(canvas, axes);
    for (size_t s = chart->series_count; s > 0; s--) {
        struct pen pen = curve_pen(canvas, &chart->series[s - 1]);
        step_line_trace(canvas, &chart->series[s - 1], axes, STEP_LINE_GO_ON);
        step_line_stroke(canvas, &pen, line_width);
    }
    cairo_restore(canvas->cr);
    for (size_t s = chart->series_count; s > 0; s--) {
        struct pen pen = curve_pen(canvas, &chart->series[s - 1]);
        mark_series(canvas, &pen, chart, &chart->series[s - 1], axes);
    }
}
