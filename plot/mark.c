/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/mark.h"

#include <cairo.h>

#include "plot/text.h"

static const double mark_width = 0.6, mark_opacity = 0.75, word_size = 6.2 / 7.5, gap = 1.8;

static int is_shown(const struct mark *mark, const struct axes *axes) {
    return scale_holds(mark->is_vertical ? &axes->x.scale : &axes->y.scale, mark->at);
}

static void trace(const struct canvas *canvas, const struct mark *mark, const struct axes *axes,
                  const struct box *plot) {
    double x = scale_map(&axes->x.scale, mark->at), y = scale_map(&axes->y.scale, mark->at);
    cairo_move_to(canvas->cr, mark->is_vertical ? x : plot->x, mark->is_vertical ? plot->y : y);
    cairo_line_to(canvas->cr, mark->is_vertical ? x : plot->x + plot->width,
                  mark->is_vertical ? plot->y + plot->height : y);
}

static void draw_lines(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot) {
    static const double dashes[] = {2.2, 1.8};
    for (size_t i = 0; i < chart->mark_count; i++)
        if (is_shown(&chart->marks[i], axes))
            trace(canvas, &chart->marks[i], axes, plot);
    canvas_set_colour(canvas, theme_find(canvas->theme)->soft_ink, mark_opacity);
    cairo_set_line_width(canvas->cr, mark_width);
    cairo_set_dash(canvas->cr, dashes, 2, 0);
    cairo_stroke(canvas->cr);
    cairo_set_dash(canvas->cr, NULL, 0, 0);
}

/* Where the next vertical mark right of X stands, or the plot's edge. */
static double next_after(const struct chart *chart, const struct axes *axes, double x,
                         const struct box *plot) {
    double next = plot->x + plot->width;
    for (size_t i = 0; i < chart->mark_count; i++) {
        double at = scale_map(&axes->x.scale, chart->marks[i].at);
        if (chart->marks[i].is_vertical && at > x && at < next)
            next = at;
    }
    return next;
}

static void draw_label(const struct canvas *canvas, const struct chart *chart,
                       const struct mark *mark, const struct axes *axes, const struct box *plot) {
    struct text_style style = {.size = word_size * canvas->font_size};
    struct text_extent extent = text_measure(canvas->text, &style, mark->label);
    double x = scale_map(&axes->x.scale, mark->at), y = scale_map(&axes->y.scale, mark->at);
    if (!mark->is_vertical)
        text_draw(canvas->text, canvas->cr, &style, mark->label, plot->x + plot->width - gap,
                  y - gap, TEXT_ENDS);
    else if (x + extent.width + 2 * gap <= next_after(chart, axes, x, plot))
        text_draw(canvas->text, canvas->cr, &style, mark->label, x + gap,
                  plot->y + gap + extent.cap, TEXT_STARTS);
}

void marks_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot) {
    draw_lines(canvas, chart, axes, plot);
    canvas_set_colour(canvas, theme_find(canvas->theme)->soft_ink, 1);
    for (size_t i = 0; i < chart->mark_count; i++)
        if (*chart->marks[i].label && is_shown(&chart->marks[i], axes))
            draw_label(canvas, chart, &chart->marks[i], axes, plot);
}
