/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/tikz.h"

#include <math.h>

#include "formats/text/latex.h"
#include "plot/charts/boxes.h"
#include "plot/charts/forest.h"
#include "plot/charts/tiles.h"
#include "plot/figure/look.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"

/* Writes a filled shape of COUNT corners. */
static void write_shape(struct tikz *tikz, enum role role, double opacity,
                        const double (*corners)[2], size_t count) {
    fputs("\\addplot[draw=none, fill=", tikz->file);
    tikz_write_colour(tikz, role);
    fprintf(tikz->file, ", fill opacity=%g, forget plot] coordinates {", opacity);
    for (size_t i = 0; i < count; i++)
        tikz_write_at(tikz, corners[i][0], corners[i][1]);
    fputs("} -- cycle;\n", tikz->file);
}

/* A rectangle in the coordinates of the axes. */
struct extent {
    double left, right, bottom, top;
};

static void write_box(struct tikz *tikz, enum role role, double opacity, struct extent box) {
    const double corners[][2] = {
        {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
    write_shape(tikz, role, opacity, corners, 4);
}

static void write_row_noise(struct tikz *tikz) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    struct forest_noise noise = {0};
    while (forest_find_noise(tikz->panel->chart, noise.end, &noise))
        write_box(tikz, ROLE_SOFT_INK, LOOK_BAND,
                  (struct extent){forest_within(x, noise.low), forest_within(x, noise.high),
                                  noise.bottom, noise.top});
}

/* The ends of an interval are caps, or arrows where it leaves the axis. */
static void write_row_interval(struct tikz *tikz, const struct forest_row *row,
                               const struct series_data *series, double y) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    double low = forest_within(x, row->low), high = forest_within(x, row->high);
    int is_below = row->low<x->low, is_above = row->high> x->high;
    if (isnan(row->low) || isnan(row->high))
        return;
    double width = row->kind == FOREST_ANOTHER ? LOOK_THIN : LOOK_INTERVAL;
    tikz_begin_plot(tikz, series, width, 1);
    fprintf(tikz->file, "mark=none, forget plot%s%s%s]", is_below || is_above ? ", " : "",
            is_below   ? "<-"
            : is_above ? "-"
                       : "",
            is_above ? ">" : "");
    tikz_write_line(tikz, low, y, high, y);
    if (row->kind == FOREST_ONE || row->kind == FOREST_MEAN || (is_below && is_above))
        return;
    tikz_begin_plot(tikz, series, width, 1);
    fprintf(tikz->file,
            "only marks, mark=|, mark size=%gbp, mark options={solid, line width=%gbp}, forget "
            "plot] coordinates {",
            LOOK_INTERVAL_CAP, width);
    if (!is_below)
        tikz_write_at(tikz, low, y);
    if (!is_above)
        tikz_write_at(tikz, high, y);
    fputs("};\n", tikz->file);
}

/* Half the height of the diamond at X of the page, where that in its MIDDLE is HALF. */
static double half_at(const struct forest_diamond *diamond, double middle, double half, double x) {
    return half * fmin((x - diamond->low) / (middle - diamond->low),
                       (diamond->high - x) / (diamond->high - middle));
}

static void write_diamond(struct tikz *tikz, const struct forest_row *row, enum role role,
                          double y) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    double pitch = forest_pitch(&tikz->panel->axes), half = forest_half_diamond(pitch) / pitch;
    struct forest_diamond diamond = forest_diamond(row, x);
    double middle = scale_map(x, row->at), left = fmax(diamond.low, diamond.from),
           right = fmin(diamond.high, diamond.to), at[3], up[3];
    const double places[] = {left, fmin(fmax(middle, left), right), right};
    for (size_t i = 0; i < 3; i++) {
        at[i] = scale_value(x, places[i]);
        up[i] = half_at(&diamond, middle, half, places[i]);
    }
    const double corners[][2] = {{at[0], y + up[0]}, {at[1], y + up[1]}, {at[2], y + up[2]},
                                 {at[2], y - up[2]}, {at[1], y - up[1]}, {at[0], y - up[0]}};
    write_shape(tikz, role, 1, corners, 6);
}

static void write_row_mark(struct tikz *tikz, const struct forest_row *row,
                           const struct series_data *series, double y) {
    struct pen pen = curve_pen(tikz->canvas, series);
    if (row->kind == FOREST_MEAN) {
        write_diamond(tikz, row, pen.role, y);
        return;
    }
    tikz_begin_plot(tikz, series, LOOK_LINE, 1);
    fputs("only marks, ", tikz->file);
    if (series->wrong && series->wrong[0])
        tikz_write_cross(tikz->file);
    else if (row->kind == FOREST_ONE)
        fprintf(tikz->file, "mark=square*, mark size=%.3gbp, mark options={draw opacity=0}",
                forest_half_square(row, forest_pitch(&tikz->panel->axes)));
    else
        tikz_write_marker(tikz->file, &pen);
    fputs("] coordinates {", tikz->file);
    tikz_write_at(tikz, row->at, y);
    fputs("};\n", tikz->file);
}

static void write_row_box(struct tikz *tikz, const struct forest_row *row,
                          const struct series_data *series, double y) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    const struct spread *spread = row->spread;
    double left = forest_within(x, spread->quartiles[0]);
    double right = forest_within(x, spread->quartiles[1]);
    const struct extent box = {left, right, y - BOXES_HALF, y + BOXES_HALF};
    struct pen pen = curve_pen(tikz->canvas, series);
    for (int side = 0; side < 2; side++) {
        double end = forest_within(x, spread->whiskers[side]), from = side ? right : left;
        tikz_begin_plot(tikz, series, LOOK_WHISKER, 1);
        fputs("mark=none, forget plot]", tikz->file);
        tikz_write_line(tikz, from, y, end, y);
        tikz_begin_plot(tikz, series, LOOK_WHISKER, 1);
        fputs("mark=none, forget plot]", tikz->file);
        tikz_write_line(tikz, end, y - BOXES_HALF / 2, end, y + BOXES_HALF / 2);
    }
    write_box(tikz, ROLE_GROUND, 1, box);
    write_box(tikz, pen.role, LOOK_SHAPE, box);
    tikz_begin_plot(tikz, series, LOOK_OUTLINE, 1);
    fputs("mark=none, forget plot] coordinates {", tikz->file);
    tikz_write_at(tikz, left, y - BOXES_HALF);
    tikz_write_at(tikz, right, y - BOXES_HALF);
    tikz_write_at(tikz, right, y + BOXES_HALF);
    tikz_write_at(tikz, left, y + BOXES_HALF);
    fputs("} -- cycle;\n", tikz->file);
    tikz_begin_plot(tikz, series, LOOK_MEDIAN, 1);
    fputs("mark=none, forget plot]", tikz->file);
    tikz_write_line(tikz, forest_within(x, row->at), y - BOXES_HALF, forest_within(x, row->at),
                    y + BOXES_HALF);
    tikz_begin_plot(tikz, series, 1, 1);
    fprintf(tikz->file,
            "only marks, mark=*, mark size=%gbp, mark options={draw opacity=0}, opacity=%g, forget "
            "plot] coordinates {",
            BOXES_DOT, LOOK_DOT_OPACITY);
    for (size_t i = 0; (i = boxes_next_outlier(spread, x, i)) < spread->outlier_count; i++) {
        tikz_write_at(tikz, spread->outliers[i], y);
        tikz->points++;
    }
    fputs("};\n", tikz->file);
}

/* Writes the corners of a ridge's steps. */
static void write_ridge_data(struct tikz *tikz, const struct spread *spread, const double *heights,
                             double foot) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    fputs(" coordinates {", tikz->file);
    tikz_write_at(tikz, forest_within(x, spread->edges[0]), foot);
    for (size_t i = 0; i < spread->bins; i++) {
        double y = foot + heights[i] * RIDGES_TALL;
        tikz_write_at(tikz, forest_within(x, spread->edges[i]), y);
        tikz_write_at(tikz, forest_within(x, spread->edges[i + 1]), y);
    }
    tikz_write_at(tikz, forest_within(x, spread->edges[spread->bins]), foot);
    fputs("};\n", tikz->file);
    tikz->points += 2 * spread->bins + 2;
}

static void write_row_ridge(struct tikz *tikz, const struct forest_row *row,
                            const struct series_data *series, double y) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    const struct spread *spread = row->spread;
    double foot = y - RIDGES_FOOT;
    if (spread->earlier) {
        tikz_begin_line(tikz, "benchsoft", 1, LOOK_OUTLINE, &look_earlier_dash);
        write_ridge_data(tikz, spread, spread->earlier, foot);
    }
    tikz_begin_plot(tikz, series, LOOK_OUTLINE, 1);
    fputs("mark=none, fill=", tikz->file);
    tikz_write_colour(tikz, curve_pen(tikz->canvas, series).role);
    fprintf(tikz->file, ", fill opacity=%g, draw opacity=1, forget plot]", LOOK_SHAPE);
    write_ridge_data(tikz, spread, spread->heights, foot);
    for (size_t m = 0; m < spread->mark_count; m++)
        if (scale_holds(x, spread->marks[m])) {
            tikz_begin_line(tikz, "benchink", 1, LOOK_RIDGE_MARK, NULL);
            tikz_write_line(tikz, spread->marks[m], foot, spread->marks[m],
                            foot + boxes_mark_height(spread, spread->marks[m]));
        }
}

static void write_row(struct tikz *tikz, size_t i) {
    const struct chart *chart = tikz->panel->chart;
    const struct forest_row *row = &chart->rows[i];
    const struct series_data *series = &chart->series[i];
    const struct scale *x = &tikz->panel->axes.x.scale;
    double pitch = forest_pitch(&tikz->panel->axes), half = forest_half_bar(pitch) / pitch;
    double y = forest_place(chart->rows, i);
    int is_bar = forest_is_bar(row, x), is_wrong = series->wrong && series->wrong[0];
    latex_write_comment(tikz->file, series->name);
    tikz->points++;
    if (row->spread) {
        (row->kind == FOREST_BOX ? write_row_box : write_row_ridge)(tikz, row, series, y);
        return;
    }
    if (is_bar && !isnan(row->at))
        write_box(
            tikz, curve_pen(tikz->canvas, series).role, LOOK_ROW_BAR,
            (struct extent){forest_within(x, 0), forest_within(x, row->at), y - half, y + half});
    if (row->kind != FOREST_MEAN || row->low < x->low || row->high > x->high)
        write_row_interval(tikz, row, series, y);
    if (row->kind != FOREST_ANOTHER && scale_holds(x, row->at) && (!is_bar || is_wrong))
        write_row_mark(tikz, row, series, y);
}

/* A line across all rows. */
static void write_across(struct tikz *tikz, double at, const char *colour, double width,
                         const struct dash *dash) {
    const struct scale *x = &tikz->panel->axes.x.scale, *y = &tikz->panel->axes.y.scale;
    if (!scale_holds(x, at))
        return;
    tikz_begin_line(tikz, colour, 1, width, dash);
    tikz_write_line(tikz, at, y->low, at, y->high);
}

void tikz_write_rows(struct tikz *tikz) {
    const struct chart *chart = tikz->panel->chart;
    write_row_noise(tikz);
    if (chart->x.unit == UNIT_RATIO)
        write_across(tikz, 1, "benchink", LOOK_ONE, NULL);
    for (size_t i = 0; i < chart->row_count; i++)
        if (chart->rows[i].kind == FOREST_MEAN)
            write_across(tikz, chart->rows[i].at, "benchsoft", LOOK_THIN, &look_mean_dash);
    for (size_t i = 0; i < chart->row_count; i++)
        if (chart->rows[i].kind != FOREST_HEADING)
            write_row(tikz, i);
}

/* --- tiles --- */

static void write_tile(struct tikz *tikz, const struct tile *tile) {
    const struct panel *panel = tikz->panel;
    const double corners[][2] = {{tile->left, tile->low},
                                 {tile->right, tile->low},
                                 {tile->right, tile->high},
                                 {tile->left, tile->high}};
    enum role role = theme_pen(tikz->canvas->theme, tile->colour, tikz->canvas->libraries).role;
    struct tile_lines words = tiles_lines(tikz->canvas, tile, &panel->axes, panel->tiles);
    write_shape(tikz, ROLE_GROUND, 1, corners, 4);
    write_shape(tikz, role, tiles_opacity(tile->is_hatched ? 0 : tile->depth), corners, 4);
    fprintf(tikz->file, "\\addplot[draw=benchground, line width=%gbp", LOOK_TILE_EDGE);
    if (tile->is_hatched) {
        fputs(", pattern=north east lines, pattern color=", tikz->file);
        tikz_write_colour(tikz, role);
    }
    fputs(", forget plot] coordinates {", tikz->file);
    for (size_t i = 0; i < 4; i++)
        tikz_write_at(tikz, corners[i][0], corners[i][1]);
    fputs("} -- cycle;\n", tikz->file);
    if (!words.name && !words.text)
        return;
    fputs("\\node[align=center, inner sep=1bp", tikz->file);
    if (tile->is_hatched)
        fprintf(tikz->file, ", fill=benchground, fill opacity=%g, text opacity=1", LOOK_TILE_PATCH);
    fputs(", ", tikz->file);
    tikz_write_font(tikz, LOOK_TILE_LETTERS * tikz->canvas->font_size);
    fprintf(tikz->file, "] at (axis cs:%.10g,%.10g) {", tikz_x(tikz, tile->x),
            tikz_y(tikz, tile->y));
    if (words.name)
        tikz_write_lines(tikz->file, words.name);
    if (words.name && words.text)
        fputs("\\\\", tikz->file);
    if (words.text)
        tikz_write_lines(tikz->file, words.text);
    fputs("};\n", tikz->file);
}

void tikz_write_tiles(struct tikz *tikz) {
    const struct chart *chart = tikz->panel->chart;
    for (size_t i = 0; i < chart->tile_count; i++)
        write_tile(tikz, &chart->tiles[i]);
}

/* --- words beside rows --- */

/* Writes a word beside the rows, with its baseline in their middle. */
static void write_word(const struct tikz *tikz, const char *word, const char *anchor, int is_bold,
                       double x, double y) {
    struct text_style style =
        forest_style(tikz->canvas, tikz->panel->chart, tikz->panel->plot.height);
    double half = text_measure(tikz->canvas->text, &style, "0").cap / 2;
    if (!*word)
        return;
    fprintf(tikz->file, "\\node[anchor=base %s, inner sep=0, ", anchor);
    tikz_write_font(tikz, style.size);
    fprintf(tikz->file, "] at (%.2f,%.2f) {%s", x, tikz_up(tikz, y + half),
            is_bold ? "\\bfseries " : "");
    tikz_write_lines(tikz->file, word);
    fputs("};\n", tikz->file);
}

/* Writes the names of quantiles below a ridge. */
static void write_mark_names(const struct tikz *tikz, const struct box_labels *labels,
                             const struct forest_row *row, double y) {
    struct box_label placed[SPREAD_MOST_MARKS];
    size_t count = boxes_place_labels(placed, labels, tikz->canvas, row, &tikz->panel->axes, y);
    for (size_t i = 0; i < count; i++) {
        fputs("\\node[anchor=base, inner sep=0, text=benchsoft, ", tikz->file);
        tikz_write_font(tikz, labels->style.size);
        fprintf(tikz->file, "] at (%.2f,%.2f) {%s};\n", placed[i].middle,
                tikz_up(tikz, placed[i].baseline), placed[i].text);
    }
}

void tikz_write_words_of_rows(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    const struct chart *chart = panel->chart;
    double beside = 0.7 * tikz->canvas->font_size;
    struct text_style style = forest_style(tikz->canvas, chart, panel->plot.height);
    const struct box_labels labels = boxes_choose_labels(tikz->canvas, chart, &panel->axes, &style);
    for (size_t i = 0; i < chart->row_count; i++) {
        const struct forest_row *row = &chart->rows[i];
        double y = scale_map(&panel->axes.y.scale, forest_place(chart->rows, i));
        int is_heading = row->kind == FOREST_HEADING, is_bold = row->kind == FOREST_MEAN;
        write_word(tikz, chart->series[i].name, is_heading ? "west" : "east", is_heading || is_bold,
                   is_heading ? panel->cell.x : panel->plot.x - beside, y);
        write_word(tikz, row->text, "east", is_bold, panel->cell.x + panel->cell.width, y);
        if (row->kind == FOREST_RIDGE)
            write_mark_names(tikz, &labels, row, y);
        if (row->kind == FOREST_MEAN) {
            double above = tikz_up(tikz, forest_line_above(chart, i, &panel->axes));
            fprintf(tikz->file, "\\draw[benchsoft, line width=%gbp] (%.2f,%.2f) -- (%.2f,%.2f);\n",
                    LOOK_THIN, panel->cell.x, above, panel->cell.x + panel->cell.width, above);
        }
    }
}
