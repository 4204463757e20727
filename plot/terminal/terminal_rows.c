/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/terminal/terminal_rows.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/unicode.h"
#include "plot/charts/forest.h"
#include "plot/marks/dots.h"

enum { LONGEST_NAME = 40, EIGHTHS = 8 };

/* --- room --- */

/* Returns TEXT in at most WIDEST cells, which the caller must free. */
static char *fit(const char *text, size_t widest, int is_ascii) {
    char shortened[4 * LONGEST_NAME + 8];
    char *clean = cells_text(text, 0);
    utf8_shorten(shortened, sizeof shortened, clean, widest < LONGEST_NAME ? widest : LONGEST_NAME);
    free(clean);
    return cells_text(shortened, is_ascii);
}

static size_t width_of(const char *text, int is_ascii) {
    char *clean = fit(text, LONGEST_NAME, is_ascii);
    size_t width = cells_width(clean);
    free(clean);
    return width;
}

/* An empty line is above headings, and above the mean. */
static int has_gap(const struct chart *chart, size_t i) {
    enum forest_kind kind = chart->rows[i].kind;
    return i > 0 && (kind == FOREST_HEADING || kind == FOREST_MEAN);
}

struct terminal_rows_room terminal_rows_room(const struct chart *chart, int is_ascii) {
    struct terminal_rows_room room = {0};
    for (size_t i = 0; i < chart->row_count; i++) {
        size_t name = width_of(chart->series[i].name, is_ascii);
        size_t numbers = width_of(chart->rows[i].text, is_ascii);
        if (chart->rows[i].kind != FOREST_HEADING && name > room.names)
            room.names = name;
        room.numbers = numbers > room.numbers ? numbers : room.numbers;
        room.rows += 1 + (size_t)has_gap(chart, i);
    }
    return room;
}

/* --- marks --- */

struct drawing {
    const struct terminal_plot *plot;
    const struct chart *chart;
    const struct scale *x;
};

static const char *choose(const struct drawing *d, const char *drawn, const char *ascii) {
    return d->plot->is_ascii ? ascii : drawn;
}

static long column_of(const struct drawing *d, double value) {
    double at = round(scale_map(d->x, forest_within(d->x, value)) / DOTS_ACROSS - 0.25);
    return (long)fmin(fmax(at, 0), (double)d->plot->width - 1);
}

static void put(const struct drawing *d, long column, long row, const char *text, unsigned tone) {
    cells_put(d->plot->cells, d->plot->column + column, d->plot->row + row, text, tone);
}

static void draw_ground(const struct drawing *d, const struct forest_row *row, long line) {
    int has_noise = !isnan(row->noise_low) && !isnan(row->noise_high) && !d->plot->is_ascii;
    if (has_noise)
        for (long c = column_of(d, row->noise_low); c <= column_of(d, row->noise_high); c++)
            put(d, c, line, "░", CELL_FAINT);
    if (d->chart->x.unit == UNIT_RATIO && scale_holds(d->x, 1))
        put(d, column_of(d, 1), line, choose(d, "│", ":"), CELL_FAINT);
}

static void draw_bar(const struct drawing *d, const struct forest_row *row, long line,
                     unsigned tone) {
    static const char *const parts[EIGHTHS] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    double from = scale_map(d->x, 0), to = scale_map(d->x, forest_within(d->x, row->at));
    double left = fmin(from, to) / DOTS_ACROSS, right = fmax(from, to) / DOTS_ACROSS;
    long c = (long)round(left);
    for (; c + 1 <= (long)right; c++)
        put(d, c, line, choose(d, "█", "#"), tone);
    int part = (int)((right - (double)c) * EIGHTHS);
    if (part > 0 && part < EIGHTHS)
        put(d, c, line, choose(d, parts[part], part >= EIGHTHS / 2 ? "#" : "."), tone);
}

static void draw_interval(const struct drawing *d, const struct forest_row *row, long line,
                          unsigned tone) {
    if (isnan(row->low) || isnan(row->high))
        return;
    long low = column_of(d, row->low), high = column_of(d, row->high);
    for (long c = low; c <= high; c++)
        put(d, c, line, choose(d, "─", "-"), tone);
    if (low < high) {
        put(d, low, line, row->low < d->x->low ? choose(d, "←", "<") : choose(d, "├", "|"), tone);
        put(d, high, line, row->high > d->x->high ? choose(d, "→", ">") : choose(d, "┤", "|"),
            tone);
    }
}

static const char *marker_of(const struct drawing *d, size_t i) {
    const struct series_data *series = &d->chart->series[i];
    if (series->wrong && series->wrong[0])
        return choose(d, "×", "X");
    if (d->chart->rows[i].kind == FOREST_MEAN)
        return choose(d, "◆", "*");
    if (d->chart->rows[i].kind == FOREST_ONE)
        return choose(d, "■", "#");
    return series->is_reference ? choose(d, "●", "o")
                                : terminal_curve_marker(series, d->plot->is_ascii);
}

static void draw_box(const struct drawing *d, const struct forest_row *row, long line,
                     unsigned tone) {
    const struct forest_row whiskers = {.low = row->spread->whiskers[0],
                                        .high = row->spread->whiskers[1]};
    draw_interval(d, &whiskers, line, tone);
    for (long c = column_of(d, row->spread->quartiles[0]);
         c <= column_of(d, row->spread->quartiles[1]); c++)
        put(d, c, line, choose(d, "▒", "="), tone);
    if (scale_holds(d->x, row->at))
        put(d, column_of(d, row->at), line, choose(d, "█", "#"), tone);
}

/* A cell is as high as the highest bin that begins or ends in it. */
static void draw_ridge(const struct drawing *d, const struct forest_row *row, long line,
                       unsigned tone) {
    static const char *const heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const ascii[] = {".", ".", "-", "-", "=", "=", "#", "#"};
    const struct spread *spread = row->spread;
    for (long c = 0; c < (long)d->plot->width; c++) {
        double highest = 0;
        for (size_t i = 0; i < spread->bins; i++)
            if (column_of(d, spread->edges[i]) <= c && column_of(d, spread->edges[i + 1]) >= c)
                highest = fmax(highest, spread->heights[i]);
        int eighths = (int)ceil(highest * EIGHTHS);
        if (eighths > 0)
            put(d, c, line, choose(d, heights[eighths - 1], ascii[eighths - 1]), tone);
    }
}

static void draw_row(const struct drawing *d, size_t i, long line) {
    const struct forest_row *row = &d->chart->rows[i];
    unsigned tone = terminal_curve_tone(&d->chart->series[i]);
    if (row->spread) {
        (row->kind == FOREST_BOX ? draw_box : draw_ridge)(d, row, line, tone);
        return;
    }
    draw_ground(d, row, line);
    if (forest_is_bar(row, d->x) && !isnan(row->at)) {
        draw_bar(d, row, line, tone);
        return;
    }
    draw_interval(d, row, line, tone);
    if (!isnan(row->at) && scale_holds(d->x, row->at))
        put(d, column_of(d, row->at), line, marker_of(d, i), tone);
}

/* --- words --- */

/* Names end before the axis; headings begin at the left, and may go into the plot. */
static void draw_words(const struct drawing *d, size_t i, long line, size_t numbers) {
    const struct forest_row *row = &d->chart->rows[i];
    const struct terminal_plot *plot = d->plot;
    int is_heading = row->kind == FOREST_HEADING;
    size_t names = (size_t)plot->column - 2;
    char *name = fit(d->chart->series[i].name, is_heading ? LONGEST_NAME : names, plot->is_ascii);
    char *text = fit(row->text, numbers, plot->is_ascii);
    long end = (long)(plot->width + numbers) - (long)cells_width(text);
    long begin = -2 - (long)cells_width(name);
    put(d, is_heading ? -plot->column : begin, line, name,
        is_heading || row->kind == FOREST_MEAN ? CELL_HEADING : CELL_PLAIN);
    put(d, end, line, text, CELL_PLAIN);
    free(name);
    free(text);
}

void terminal_rows_draw(const struct terminal_plot *plot, const struct chart *chart,
                        size_t numbers) {
    const struct drawing d = {plot, chart, &plot->axes->x.scale};
    long line = 0;
    for (size_t i = 0; i < chart->row_count; i++, line++) {
        line += has_gap(chart, i);
        if (chart->rows[i].kind != FOREST_HEADING)
            draw_row(&d, i, line);
        draw_words(&d, i, line, numbers);
    }
}
