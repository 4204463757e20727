/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/mark.h"

#include <cairo.h>
#include <math.h>

#include "plot/figure/text.h"

/* --- mark --- */

static const double mark_width = 0.6, mark_opacity = 0.75, word_size = 6.2 / 7.5, gap = 1.8,
                    patch_opacity = 0.9, zone_opacity = 2.0 / 15;

static int is_shown(const struct mark *mark, const struct axes *axes) {
    return scale_holds(mark->is_vertical ? &axes->x.scale : &axes->y.scale, mark->at);
}

static void shade_zones(const struct canvas *canvas, const struct chart *chart,
                        const struct axes *axes, const struct box *plot) {
    for (size_t i = 0; i < chart->mark_count; i++)
        if (chart->marks[i].is_zone && is_shown(&chart->marks[i], axes)) {
            double x = scale_map(&axes->x.scale, chart->marks[i].at);
            cairo_rectangle(canvas->cr, x, plot->y, plot->x + plot->width - x, plot->height);
        }
    canvas_set_colour(canvas, theme_find(canvas->theme)->soft_ink, zone_opacity);
    cairo_fill(canvas->cr);
}

void marks_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot) {
    static const double dashes[] = {2.2, 1.8};
    shade_zones(canvas, chart, axes, plot);
    for (size_t i = 0; i < chart->mark_count; i++)
        if (is_shown(&chart->marks[i], axes)) {
            const struct mark *mark = &chart->marks[i];
            double x = scale_map(&axes->x.scale, mark->at), y = scale_map(&axes->y.scale, mark->at);
            cairo_move_to(canvas->cr, mark->is_vertical ? x : plot->x,
                          mark->is_vertical ? plot->y : y);
            cairo_line_to(canvas->cr, mark->is_vertical ? x : plot->x + plot->width,
                          mark->is_vertical ? plot->y + plot->height : y);
        }
    canvas_set_colour(canvas, theme_find(canvas->theme)->soft_ink, mark_opacity);
    cairo_set_line_width(canvas->cr, mark_width);
    cairo_set_dash(canvas->cr, dashes, 2, 0);
    cairo_stroke(canvas->cr);
    cairo_set_dash(canvas->cr, NULL, 0, 0);
}

/* --- labels --- */

int marks_has_vertical(const struct chart *chart) {
    for (size_t i = 0; i < chart->mark_count; i++)
        if (chart->marks[i].is_vertical && *chart->marks[i].label)
            return 1;
    return 0;
}

static struct text_style style_of_words(const struct canvas *canvas) {
    return (struct text_style){.size = word_size * canvas->font_size};
}

/* Returns how many points of curves are within BOX. */
static size_t count_points(const struct chart *chart, const struct axes *axes,
                           const struct box *box) {
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            double x = scale_map(&axes->x.scale, chart->series[s].x[i]);
            double y = scale_map(&axes->y.scale, chart->series[s].y[i]);
            count +=
                x >= box->x && x <= box->x + box->width && y >= box->y && y <= box->y + box->height;
        }
    return count;
}

/* Returns the label's baseline: above the line, unless there is no room or fewer points are below
 * it. */
static double choose_side(const struct chart *chart, const struct axes *axes,
                          const struct box *plot, double y, double left,
                          const struct text_extent *extent) {
    double height = extent->cap + 2 * gap;
    const struct box above = {left, y - height, extent->width + 2 * gap, height - 0.5};
    const struct box below = {left, y + 0.5, extent->width + 2 * gap, height};
    int fits_above = above.y >= plot->y, fits_below = y + height <= plot->y + plot->height;
    int is_below = fits_below && (!fits_above || count_points(chart, axes, &below) <
                                                     count_points(chart, axes, &above));
    return is_below ? y + gap + extent->cap : y - gap;
}

/* Returns the next labelled vertical mark whose place is beyond X, or the mark count. */
static size_t next_vertical(const struct chart *chart, const struct axes *axes, double x) {
    size_t next = chart->mark_count;
    for (size_t i = 0; i < chart->mark_count; i++) {
        const struct mark *mark = &chart->marks[i];
        if (mark->is_vertical && *mark->label && is_shown(mark, axes) && mark->at > x &&
            (next == chart->mark_count || mark->at < chart->marks[next].at))
            next = i;
    }
    return next;
}

void marks_draw_labels(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot) {
    double taken = -HUGE_VAL, x = -HUGE_VAL;
    canvas_set_colour(canvas, theme_find(canvas->theme)->soft_ink, 1);
    for (size_t i; (i = next_vertical(chart, axes, x)) < chart->mark_count;) {
        /* Centre the label above its line, but within the plot's width. Leave it out if it overlaps
         * the previous label, which ends at TAKEN. */
        const struct mark *mark = &chart->marks[i];
        struct text_style style = style_of_words(canvas);
        double width = text_measure(canvas->text, &style, mark->label).width;
        double left = scale_map(&axes->x.scale, mark->at) - width / 2;
        left = fmax(plot->x, fmin(left, plot->x + plot->width - width));
        if (!(left < taken)) {
            text_draw(canvas->text, canvas->cr, &style, mark->label, left, plot->y - gap,
                      TEXT_STARTS);
            taken = left + width + 2 * gap;
        }

        x = chart->marks[i].at;
    }
    for (size_t i = 0; i < chart->mark_count; i++)
        if (!chart->marks[i].is_vertical && *chart->marks[i].label &&
            is_shown(&chart->marks[i], axes)) {
            /* Put a patch of background colour under the label, since curves may run there. */
            const struct mark *mark = &chart->marks[i];
            struct text_style style = style_of_words(canvas);
            struct text_extent extent = text_measure(canvas->text, &style, mark->label);
            double y = scale_map(&axes->y.scale, mark->at);
            double left =
                mark->is_at_left ? plot->x + gap : plot->x + plot->width - gap - extent.width;
            double baseline = mark->is_below     ? y + gap + extent.cap
                              : mark->is_at_left ? y - gap
                                                 : choose_side(chart, axes, plot, y, left, &extent);
            cairo_rectangle(canvas->cr, left - gap / 2, baseline - extent.cap - gap / 2,
                            extent.width + gap, extent.cap + gap);
            canvas_set_colour(canvas, theme_find(canvas->theme)->ground, patch_opacity);
            cairo_fill(canvas->cr);
            canvas_set_colour(canvas, theme_find(canvas->theme)->soft_ink, 1);
            text_draw(canvas->text, canvas->cr, &style, mark->label, left, baseline, TEXT_STARTS);
        }
}

/* --- marker --- */

static const double edge_width = 0.9, cross_width = 1.3;

/* Regular shapes: the number of corners (0 for a circle), the direction of the first (degrees,
 * clockwise from the right), and how much larger than MARKER_RADIUS their circle is, so that all
 * shapes look the same size. */
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

static void marker_trace(cairo_t *cr, enum marker_shape shape, double x, double y) {
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
    marker_trace(canvas->cr, pen->marker, x, y);
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
