/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/forest.h"

#include <cairo.h>
#include <math.h>

#include "plot/marks/curve.h"

/* In rows: the room above the first and below the last, and between the last estimate and the mean.
 */
static const double beyond = 0.7, above_mean = 0.6;
/* In multiples of the font size. */
static const double line_spacing = 1.25, smallest = 0.7, gap = 0.7;
/* In points. */
static const double interval_width = 1, thin_width = 0.6, one_width = 0.9, arrow = 3.2, cap = 1.6;
static const double largest_mark = 2.3, smallest_mark = 0.8;
static const double mark_part = 0.36, diamond_part = 0.34; /* half heights, of a row */

double forest_place(const struct forest_row *rows, size_t i) {
    return -(double)i - (rows[i].kind == FOREST_ONE ? 0 : above_mean);
}

void forest_set_axis(struct axis_terms *y, const struct forest_row *rows, size_t count) {
    *y = (struct axis_terms){.unit = UNIT_PLACE,
                             .low = (count ? forest_place(rows, count - 1) : 0) - beyond,
                             .high = beyond};
}

static double pitch_of(const struct axes *axes) {
    return fabs(scale_map(&axes->y.scale, 0) - scale_map(&axes->y.scale, 1));
}

/* --- marks --- */

/* Draws an end of an interval at X: an arrow to the side where it leaves the axis. */
static void draw_end(const struct canvas *canvas, double x, double y, int side, int is_beyond,
                     int has_cap) {
    cairo_new_path(canvas->cr);
    if (is_beyond) {
        cairo_move_to(canvas->cr, x - side * arrow, y - arrow / 2);
        cairo_line_to(canvas->cr, x, y);
        cairo_line_to(canvas->cr, x - side * arrow, y + arrow / 2);
    } else if (has_cap) {
        cairo_move_to(canvas->cr, x, y - cap);
        cairo_line_to(canvas->cr, x, y + cap);
    }
    cairo_stroke(canvas->cr);
}

static double within(const struct scale *x, double value) {
    return fmin(fmax(scale_map(x, value), x->from), x->to);
}

/* Whether an end of the interval leaves the axis. */
static int is_below(const struct scale *x, const struct forest_row *row) {
    return row->low < x->low;
}

static int is_above(const struct scale *x, const struct forest_row *row) {
    return row->high > x->high;
}

static void draw_interval(const struct canvas *canvas, const struct forest_row *row,
                          const struct scale *x, double y) {
    double low = within(x, row->low), high = within(x, row->high);
    int is_another = row->kind == FOREST_ANOTHER;
    if (isnan(row->low) || isnan(row->high))
        return;
    cairo_set_line_width(canvas->cr, is_another ? thin_width : interval_width);
    cairo_new_path(canvas->cr);
    cairo_move_to(canvas->cr, low, y);
    cairo_line_to(canvas->cr, high, y);
    cairo_stroke(canvas->cr);
    draw_end(canvas, low, y, -1, is_below(x, row), is_another);
    draw_end(canvas, high, y, 1, is_above(x, row), is_another);
}

static void draw_square(const struct canvas *canvas, const struct forest_row *row,
                        const struct scale *x, double y, double pitch) {
    double most = fmin(largest_mark, mark_part * pitch);
    double half = fmax(most * sqrt(row->weight), fmin(smallest_mark, most));
    double at = scale_map(x, row->at);
    cairo_rectangle(canvas->cr, at - half, y - half, 2 * half, 2 * half);
    cairo_fill(canvas->cr);
}

/* A narrow interval still is a diamond that can be seen. What leaves the axis is cut off, and
 * leaves room for an arrow. */
static void draw_diamond(const struct canvas *canvas, const struct forest_row *row,
                         const struct scale *x, double y, double pitch) {
    double at = scale_map(x, row->at), half = fmin(diamond_part * pitch, largest_mark + 1);
    double reach = 100 * (x->to - x->from);
    double low = fmax(fmin(scale_map(x, row->low), at - 1), at - reach);
    double high = fmin(fmax(scale_map(x, row->high), at + 1), at + reach);
    double from = x->from + (is_below(x, row) ? 2 * arrow : -1);
    double to = x->to - (is_above(x, row) ? 2 * arrow : -1);
    cairo_save(canvas->cr);
    cairo_rectangle(canvas->cr, from, y - half, to - from, 2 * half);
    cairo_clip(canvas->cr);
    cairo_move_to(canvas->cr, low, y);
    cairo_line_to(canvas->cr, at, y - half);
    cairo_line_to(canvas->cr, high, y);
    cairo_line_to(canvas->cr, at, y + half);
    cairo_close_path(canvas->cr);
    cairo_fill(canvas->cr);
    cairo_restore(canvas->cr);
}

static void draw_row(const struct canvas *canvas, const struct forest_row *row,
                     const struct axes *axes, double y) {
    const struct scale *x = &axes->x.scale;
    double pitch = pitch_of(axes);
    int has_mark = row->kind != FOREST_ANOTHER && scale_holds(x, row->at);
    if (row->kind != FOREST_MEAN || is_below(x, row) || is_above(x, row))
        draw_interval(canvas, row, x, y);
    if (has_mark)
        (row->kind == FOREST_MEAN ? draw_diamond : draw_square)(canvas, row, x, y, pitch);
}

/* A line across all rows: at 1, and fine dots at the mean. */
static void draw_across(const struct canvas *canvas, const struct axes *axes, double value,
                        double width, double dotted) {
    const double dots[] = {dotted, 1.5 * dotted};
    if (!scale_holds(&axes->x.scale, value))
        return;
    double x = scale_map(&axes->x.scale, value);
    cairo_set_line_width(canvas->cr, width);
    cairo_set_dash(canvas->cr, dots, dotted > 0 ? 2 : 0, 0);
    cairo_new_path(canvas->cr);
    cairo_move_to(canvas->cr, x, axes->y.scale.to);
    cairo_line_to(canvas->cr, x, axes->y.scale.from);
    cairo_stroke(canvas->cr);
    cairo_set_dash(canvas->cr, NULL, 0, 0);
}

void forest_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes) {
    const struct theme *theme = theme_find(canvas->theme);
    canvas_set_colour(canvas, theme->ink, 1);
    draw_across(canvas, axes, 1, one_width, 0);
    canvas_set_colour(canvas, theme->soft_ink, 1);
    for (size_t i = 0; i < chart->row_count; i++)
        if (chart->rows[i].kind == FOREST_MEAN)
            draw_across(canvas, axes, chart->rows[i].at, thin_width, 1.2);
    for (size_t i = 0; i < chart->row_count; i++) {
        struct pen pen = curve_pen(canvas, &chart->series[i]);
        canvas_set_colour(canvas, pen.colour, 1);
        draw_row(canvas, &chart->rows[i], axes,
                 scale_map(&axes->y.scale, forest_place(chart->rows, i)));
    }
}

/* --- words --- */

static struct text_style style_of(const struct canvas *canvas, const struct chart *chart,
                                  double height) {
    double rows = 2 * beyond - forest_place(chart->rows, chart->row_count - 1);
    double size = height / rows / line_spacing;
    return (struct text_style){
        .size = fmin(fmax(size, smallest * canvas->font_size), canvas->font_size)};
}

double forest_least_height(const struct canvas *canvas, const struct chart *chart) {
    if (!chart->row_count)
        return 0;
    double rows = 2 * beyond - forest_place(chart->rows, chart->row_count - 1);
    return rows * line_spacing * smallest * canvas->font_size;
}

double forest_names_width(const struct canvas *canvas, const struct chart *chart, double height,
                          double widest) {
    struct text_style style = style_of(canvas, chart, height);
    double width = 0;
    for (size_t i = 0; i < chart->row_count; i++) {
        style.bold = chart->rows[i].kind == FOREST_MEAN;
        width = fmax(width, text_measure(canvas->text, &style, chart->rows[i].name).width);
    }
    return fmin(ceil(width) + 1, widest) + gap * canvas->font_size;
}

double forest_texts_width(const struct canvas *canvas, const struct chart *chart, double height) {
    struct text_style style = style_of(canvas, chart, height);
    double width = 0;
    for (size_t i = 0; i < chart->row_count; i++) {
        style.bold = chart->rows[i].kind == FOREST_MEAN;
        width = fmax(width, text_measure(canvas->text, &style, chart->rows[i].text).width);
    }
    return ceil(width) + 1 + gap * canvas->font_size;
}

void forest_draw_words(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot, const struct box *cell) {
    const struct theme *theme = theme_find(canvas->theme);
    double beside = gap * canvas->font_size;
    struct text_style style = style_of(canvas, chart, plot->height), name = style;
    double half = text_measure(canvas->text, &style, "0").cap / 2;
    name.fit = plot->x - cell->x - beside;
    for (size_t i = 0; i < chart->row_count; i++) {
        const struct forest_row *row = &chart->rows[i];
        double y = scale_map(&axes->y.scale, forest_place(chart->rows, i));
        style.bold = name.bold = row->kind == FOREST_MEAN;
        canvas_set_colour(canvas, row->kind == FOREST_ANOTHER ? theme->soft_ink : theme->ink, 1);
        text_draw(canvas->text, canvas->cr, &name, row->name, plot->x - beside, y + half,
                  TEXT_ENDS);
        text_draw(canvas->text, canvas->cr, &style, row->text, cell->x + cell->width, y + half,
                  TEXT_ENDS);
        if (row->kind != FOREST_MEAN)
            continue;
        double above = y - (1 + above_mean) / 2 * pitch_of(axes);
        canvas_set_colour(canvas, theme->soft_ink, 1);
        cairo_set_line_width(canvas->cr, thin_width);
        cairo_move_to(canvas->cr, cell->x, above);
        cairo_line_to(canvas->cr, cell->x + cell->width, above);
        cairo_stroke(canvas->cr);
    }
}
