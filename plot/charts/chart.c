/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/chart.h"

#include <math.h>

#include <cairo.h>

#include "plot/charts/chart_styles.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"

static const double level_width = 1.2;

typedef void draw_style(const struct canvas *canvas, const struct chart *chart,
                        const struct axes *axes);
static draw_style *const styles[STYLES] = {[STYLE_CURVES] = curve_draw_all,
                                           [STYLE_STEPS] = chart_draw_steps,
                                           [STYLE_BARS] = chart_draw_bars,
                                           [STYLE_LEVELS] = chart_draw_levels};

static void draw_level(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes) {
    double y = scale_map(&axes->y.scale, chart->level);
    struct pen pen = theme_pen(canvas->theme, 0, canvas->libraries);
    for (size_t s = 0; s < chart->series_count; s++)
        if (curve_is_level(chart, &chart->series[s]))
            pen = curve_pen(canvas, &chart->series[s]);
    cairo_move_to(canvas->cr, axes->x.scale.from, y);
    cairo_line_to(canvas->cr, axes->x.scale.to, y);
    canvas_set_colour(canvas, pen.colour, 1);
    cairo_set_line_width(canvas->cr, level_width);
    cairo_stroke(canvas->cr);
}

void chart_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot) {
    if (chart->noise)
        curve_draw_band(canvas, theme_find(canvas->theme)->soft_ink, chart->noise, axes);
    marks_draw(canvas, chart, axes, plot);
    curve_draw_guide(canvas, chart, axes);
    if (chart->has_level && scale_holds(&axes->y.scale, chart->level))
        draw_level(canvas, chart, axes);
    styles[chart->style](canvas, chart, axes);
}

size_t chart_count_skipped(const struct chart *chart, const struct axes *axes) {
    size_t skipped = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct series_data *series = &chart->series[s];
        for (size_t i = 0; i < series->count; i++)
            skipped += !isnan(series->y[i]) && !curve_shows(series, axes, i);
    }
    return skipped;
}
