/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/forest.h"

#include <math.h>

#include "plot/charts/boxes.h"
#include "plot/figure/look.h"
#include "plot/figure/scene.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"

/* In rows: the room above the first and below the last, between the last estimate and the mean, and
 * above a heading. */
static const double beyond = 0.7, above_mean = 0.6, above_heading = 0.4;
/* In multiples of the font size. */
static const double line_spacing = 1.25, most_pitch = 5, smallest = 0.7, gap = 0.7;
/* In points. */
static const double arrow = 3.2;
static const double largest_mark = 2.3, smallest_mark = 0.8, thickest_bar = 4.2;
/* Half heights, of a row. */
static const double mark_part = 0.36, diamond_part = 0.34, bar_part = 0.32;

/* What a row takes beyond the height of its words, in rows. */
static double room_above(const struct forest_row *row) {
    return row->kind == FOREST_HEADING ? above_heading
           : row->kind == FOREST_BOX   ? BOXES_ABOVE
           : row->kind == FOREST_RIDGE ? BOXES_ABOVE_RIDGE
                                       : 0;
}

static double room_below(const struct forest_row *row) {
    return row->kind == FOREST_RIDGE ? BOXES_BELOW_RIDGE : 0;
}

double forest_place(const struct forest_row *rows, size_t i) {
    double down = 0;
    for (size_t k = 1; k <= i; k++)
        down += 1 + room_below(&rows[k - 1]) + room_above(&rows[k]);
    return -down - (rows[i].kind == FOREST_MEAN || rows[i].kind == FOREST_ANOTHER ? above_mean : 0);
}

/* The upper end of the y axis, and the lower one. */
static double top_of(const struct forest_row *rows, size_t count) {
    int has_shape = count && (rows[0].kind == FOREST_BOX || rows[0].kind == FOREST_RIDGE);
    return beyond + (has_shape ? room_above(&rows[0]) : 0);
}

static double bottom_of(const struct forest_row *rows, size_t count) {
    return count ? forest_place(rows, count - 1) - beyond - room_below(&rows[count - 1]) : -beyond;
}

double forest_extent(const struct forest_row *rows, size_t count) {
    return top_of(rows, count) - bottom_of(rows, count);
}

void forest_set_rows(struct chart *chart, const struct forest_row *rows, size_t count,
                     struct series_data *series, double *places) {
    for (size_t i = 0; i < count; i++) {
        places[i] = isnan(rows[i].at) ? NAN : forest_place(rows, i);
        series[i].count = rows[i].kind != FOREST_HEADING;
        series[i].x = &rows[i].at;
        series[i].y = &places[i];
    }
    chart->style = STYLE_FOREST;
    chart->rows = rows;
    chart->series = series;
    chart->row_count = chart->series_count = count;
    chart->y = (struct axis_terms){
        .unit = UNIT_PLACE, .low = bottom_of(rows, count), .high = top_of(rows, count)};
}

double forest_pitch(const struct axes *axes) {
    return fabs(scale_map(&axes->y.scale, 0) - scale_map(&axes->y.scale, 1));
}

int forest_is_bar(const struct forest_row *row, const struct scale *x) {
    return row->kind == FOREST_BAR && x->kind == SCALE_LINEAR && scale_holds(x, 0);
}

double forest_within(const struct scale *x, double value) {
    return fmin(fmax(value, x->low), x->high);
}

static int has_noise(const struct forest_row *row) {
    return (row->kind == FOREST_DOT || row->kind == FOREST_BAR) && !isnan(row->noise_low) &&
           !isnan(row->noise_high);
}

int forest_find_noise(const struct chart *chart, size_t first, struct forest_noise *noise) {
    const struct forest_row *rows = chart->rows;
    while (first < chart->row_count && !has_noise(&rows[first]))
        first++;
    if (first == chart->row_count)
        return 0;
    *noise = (struct forest_noise){.end = first + 1,
                                   .low = rows[first].noise_low,
                                   .high = rows[first].noise_high,
                                   .top = forest_place(rows, first) + 0.5};
    while (noise->end < chart->row_count && has_noise(&rows[noise->end]) &&
           rows[noise->end].noise_low == noise->low && rows[noise->end].noise_high == noise->high)
        noise->end++;
    noise->bottom = forest_place(rows, noise->end - 1) - 0.5;
    return 1;
}

/* --- marks --- */

double forest_half_square(const struct forest_row *row, double pitch) {
    double most = fmin(largest_mark, mark_part * pitch);
    return fmax(most * sqrt(row->weight), fmin(smallest_mark, most));
}

double forest_half_diamond(double pitch) {
    return fmin(diamond_part * pitch, largest_mark + 1);
}

double forest_half_bar(double pitch) {
    return fmin(bar_part * pitch, thickest_bar);
}

/* Draws an end of an interval at X: an arrow to the side where it leaves the axis. */
static void draw_end(const struct canvas *canvas, const struct pen *pen, double width, double x,
                     double y, int side, int is_beyond, int has_cap) {
    if (is_beyond) {
        scene_line(canvas->scene, x - side * arrow, y - arrow / 2, x, y);
        scene_line_to(canvas->scene, x - side * arrow, y + arrow / 2);
    } else if (has_cap) {
        scene_line(canvas->scene, x, y - LOOK_INTERVAL_CAP, x, y + LOOK_INTERVAL_CAP);
    }
    scene_stroke(canvas->scene, pen->role, width);
}

static double within(const struct scale *x, double value) {
    return scale_map(x, forest_within(x, value));
}

/* Whether an end of the interval leaves the axis. */
static int is_below(const struct scale *x, const struct forest_row *row) {
    return row->low < x->low;
}

static int is_above(const struct scale *x, const struct forest_row *row) {
    return row->high > x->high;
}

static void draw_interval(const struct canvas *canvas, const struct forest_row *row,
                          const struct pen *pen, const struct scale *x, double y) {
    double low = within(x, row->low), high = within(x, row->high);
    int is_another = row->kind == FOREST_ANOTHER;
    int has_caps = is_another || row->kind == FOREST_DOT || row->kind == FOREST_BAR;
    if (isnan(row->low) || isnan(row->high))
        return;
    double width = is_another ? LOOK_THIN : LOOK_INTERVAL;
    scene_line(canvas->scene, low, y, high, y);
    scene_stroke(canvas->scene, pen->role, width);
    draw_end(canvas, pen, width, low, y, -1, is_below(x, row), has_caps);
    draw_end(canvas, pen, width, high, y, 1, is_above(x, row), has_caps);
}

static void draw_square(const struct canvas *canvas, const struct forest_row *row,
                        const struct pen *pen, const struct scale *x, double y, double pitch) {
    double half = forest_half_square(row, pitch), at = scale_map(x, row->at);
    scene_rectangle(canvas->scene, &(struct box){at - half, y - half, 2 * half, 2 * half});
    scene_fill(canvas->scene, pen->role, 1);
}

struct forest_diamond forest_diamond(const struct forest_row *row, const struct scale *x) {
    double at = scale_map(x, row->at), reach = 100 * (x->to - x->from);
    return (struct forest_diamond){.low = fmax(fmin(scale_map(x, row->low), at - 1), at - reach),
                                   .high = fmin(fmax(scale_map(x, row->high), at + 1), at + reach),
                                   .from = x->from + (is_below(x, row) ? 2 * arrow : -1),
                                   .to = x->to - (is_above(x, row) ? 2 * arrow : -1)};
}

static void draw_diamond(const struct canvas *canvas, const struct forest_row *row,
                         const struct pen *pen, const struct scale *x, double y, double pitch) {
    struct forest_diamond diamond = forest_diamond(row, x);
    double at = scale_map(x, row->at), half = forest_half_diamond(pitch);
    scene_clip(canvas->scene,
               &(struct box){diamond.from, y - half, diamond.to - diamond.from, 2 * half});
    scene_line(canvas->scene, diamond.low, y, at, y - half);
    scene_line_to(canvas->scene, diamond.high, y);
    scene_line_to(canvas->scene, at, y + half);
    scene_close(canvas->scene);
    scene_fill(canvas->scene, pen->role, 1);
    scene_unclip(canvas->scene);
}

static void draw_bar(const struct canvas *canvas, const struct forest_row *row,
                     const struct pen *pen, const struct scale *x, double y, double pitch) {
    double from = within(x, 0), to = within(x, row->at), half = forest_half_bar(pitch);
    scene_rectangle(canvas->scene,
                    &(struct box){fmin(from, to), y - half, fabs(to - from), 2 * half});
    scene_fill(canvas->scene, pen->role, LOOK_ROW_BAR);
}

static void draw_marker(const struct canvas *canvas, const struct pen *pen, int is_wrong, double x,
                        double y) {
    if (is_wrong)
        marker_draw_cross(canvas, pen, x, y);
    else if (pen->marker == MARKER_NONE)
        marker_draw_dot(canvas, pen, x, y);
    else
        marker_draw(canvas, pen, x, y);
}

static void draw_row(const struct canvas *canvas, const struct chart *chart, size_t i,
                     const struct axes *axes) {
    const struct forest_row *row = &chart->rows[i];
    const struct series_data *series = &chart->series[i];
    const struct scale *x = &axes->x.scale;
    struct pen pen = curve_pen(canvas, series);
    double pitch = forest_pitch(axes), y = scale_map(&axes->y.scale, forest_place(chart->rows, i));
    int has_mark = row->kind != FOREST_ANOTHER && scale_holds(x, row->at);
    int is_wrong = series->wrong && series->wrong[0];
    if (row->kind == FOREST_HEADING)
        return;
    if (row->kind == FOREST_BOX || row->kind == FOREST_RIDGE) {
        boxes_draw(canvas, row, &pen, axes, y, pitch);
        return;
    }
    if (forest_is_bar(row, x) && !isnan(row->at))
        draw_bar(canvas, row, &pen, x, y, pitch);
    if (row->kind != FOREST_MEAN || is_below(x, row) || is_above(x, row))
        draw_interval(canvas, row, &pen, x, y);
    if (!has_mark)
        return;
    if (row->kind == FOREST_MEAN)
        draw_diamond(canvas, row, &pen, x, y, pitch);
    else if (row->kind == FOREST_ONE)
        draw_square(canvas, row, &pen, x, y, pitch);
    else if (is_wrong || !forest_is_bar(row, x))
        draw_marker(canvas, &pen, is_wrong, scale_map(x, row->at), y);
}

static void draw_noise(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes) {
    struct forest_noise noise = {0};
    while (forest_find_noise(chart, noise.end, &noise)) {
        double left = within(&axes->x.scale, noise.low), right = within(&axes->x.scale, noise.high);
        double top = scale_map(&axes->y.scale, noise.top);
        scene_rectangle(
            canvas->scene,
            &(struct box){left, top, right - left, scale_map(&axes->y.scale, noise.bottom) - top});
    }
    scene_fill(canvas->scene, ROLE_SOFT_INK, LOOK_BAND);
}

/* A line across all rows. */
static void draw_across(const struct canvas *canvas, const struct axes *axes, double value,
                        enum role role, double width, const struct dash *dash) {
    if (!scale_holds(&axes->x.scale, value))
        return;
    double x = scale_map(&axes->x.scale, value);
    scene_line(canvas->scene, x, axes->y.scale.to, x, axes->y.scale.from);
    scene_stroke_dashed(canvas->scene, role, width, dash);
}

void forest_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes) {
    draw_noise(canvas, chart, axes);
    if (chart->x.unit == UNIT_RATIO)
        draw_across(canvas, axes, 1, ROLE_INK, LOOK_ONE, NULL);
    for (size_t i = 0; i < chart->row_count; i++)
        if (chart->rows[i].kind == FOREST_MEAN)
            draw_across(canvas, axes, chart->rows[i].at, ROLE_SOFT_INK, LOOK_THIN, &look_mean_dash);
    for (size_t i = 0; i < chart->row_count; i++)
        draw_row(canvas, chart, i, axes);
}

double forest_line_above(const struct chart *chart, size_t row, const struct axes *axes) {
    return scale_map(&axes->y.scale, forest_place(chart->rows, row)) -
           (1 + above_mean) / 2 * forest_pitch(axes);
}

/* --- words --- */

struct text_style forest_style(const struct canvas *canvas, const struct chart *chart,
                               double height) {
    double size = height / forest_extent(chart->rows, chart->row_count) / line_spacing;
    return (struct text_style){
        .size = fmin(fmax(size, smallest * canvas->font_size), canvas->font_size)};
}

double forest_least_height(const struct canvas *canvas, const struct chart *chart) {
    if (!chart->row_count)
        return 0;
    return forest_extent(chart->rows, chart->row_count) * line_spacing * smallest *
           canvas->font_size;
}

double forest_most_height(const struct canvas *canvas, const struct chart *chart) {
    return forest_extent(chart->rows, chart->row_count) * most_pitch * canvas->font_size;
}

static int is_bold(const struct forest_row *row) {
    return row->kind == FOREST_MEAN || row->kind == FOREST_HEADING;
}

double forest_names_width(const struct canvas *canvas, const struct chart *chart, double height,
                          double widest) {
    struct text_style style = forest_style(canvas, chart, height);
    double width = 0;
    for (size_t i = 0; i < chart->row_count; i++) {
        style.bold = is_bold(&chart->rows[i]);
        if (chart->rows[i].kind != FOREST_HEADING)
            width = fmax(width, text_measure(canvas->text, &style, chart->series[i].name).width);
    }
    return fmin(ceil(width) + 1, widest) + gap * canvas->font_size;
}

double forest_texts_width(const struct canvas *canvas, const struct chart *chart, double height) {
    struct text_style style = forest_style(canvas, chart, height);
    double width = 0;
    for (size_t i = 0; i < chart->row_count; i++) {
        style.bold = is_bold(&chart->rows[i]);
        width = fmax(width, text_measure(canvas->text, &style, chart->rows[i].text).width);
    }
    return ceil(width) + 1 + gap * canvas->font_size;
}

/* Draws a heading from the left, on a ground of its own where it is wider than names. */
static void draw_heading(const struct canvas *canvas, const char *name, struct text_style style,
                         const struct box *plot, const struct box *cell, double baseline) {
    style.bold = 1;
    style.fit = cell->width;
    struct text_extent extent = text_measure(canvas->text, &style, name);
    double beyond_names = cell->x + extent.width - plot->x;
    if (beyond_names > 0) {
        scene_rectangle(canvas->scene, &(struct box){plot->x - 1, baseline - extent.ascent,
                                                     beyond_names + 3, extent.height});
        scene_fill(canvas->scene, ROLE_GROUND, 1);
    }
    scene_text(canvas->scene, &style, name, cell->x, baseline, TEXT_STARTS, ROLE_INK);
}

void forest_draw_words(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot, const struct box *cell) {
    double beside = gap * canvas->font_size;
    struct text_style style = forest_style(canvas, chart, plot->height), name = style;
    double half = text_measure(canvas->text, &style, "0").cap / 2;
    const struct box_labels labels = boxes_choose_labels(canvas, chart, axes, &style);
    name.fit = plot->x - cell->x - beside;
    for (size_t i = 0; i < chart->row_count; i++) {
        const struct forest_row *row = &chart->rows[i];
        double y = scale_map(&axes->y.scale, forest_place(chart->rows, i));
        if (row->kind == FOREST_HEADING) {
            draw_heading(canvas, chart->series[i].name, style, plot, cell, y + half);
            continue;
        }
        style.bold = name.bold = is_bold(row);
        enum role role = row->kind == FOREST_ANOTHER ? ROLE_SOFT_INK : ROLE_INK;
        scene_text(canvas->scene, &name, chart->series[i].name, plot->x - beside, y + half,
                   TEXT_ENDS, role);
        scene_text(canvas->scene, &style, row->text, cell->x + cell->width, y + half, TEXT_ENDS,
                   role);
        if (row->kind == FOREST_RIDGE)
            boxes_draw_labels(canvas, &labels, row, axes, y);
        if (row->kind != FOREST_MEAN)
            continue;
        double above = forest_line_above(chart, i, axes);
        scene_line(canvas->scene, cell->x, above, cell->x + cell->width, above);
        scene_stroke(canvas->scene, ROLE_SOFT_INK, LOOK_THIN);
    }
}
