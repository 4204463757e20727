/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/terminal/terminal_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"
#include "plot/charts/chart.h"
#include "plot/figure/short_names.h"
#include "plot/marks/curve.h"
#include "plot/marks/separate_labels.h"
#include "plot/terminal/terminal_curve.h"
#include "plot/terminal/terminal_rows.h"

enum {
    LEAST_COLUMNS = 20,
    LEAST_ROWS = 10,
    MOST_ROWS = 24,
    ROWS_BELOW = 2, /* the axis and its labels */
    LONGEST_NAME = 40,
    BETWEEN = 3, /* blanks between the names of a legend */
};
static const double rows_per_column = 0.26;

struct name {
    const struct series_data *series;
    char *text;
    double y; /* of the end of its line, in rows */
};

/* The state of writing a chart. */
struct writing {
    const struct chart *chart;
    const struct terminal_look *look;
    struct axes axes;     /* placed in dots */
    size_t left, right;   /* columns beside the plot; RIGHT is 0 if the legend is below */
    size_t columns, rows; /* of the plot */
    struct name *names;
    size_t name_count;
    struct cells *cells;
    size_t skipped;
    struct short_names short_names; /* CHART has these if there are any */
};

/* --- axes --- */

/* The scales end at the middle of the outermost dots. */
static void choose_axes(struct writing *w) {
    const struct space space = {0.5 * (double)w->columns, 1.1 * (double)w->rows, 1};
    axes_choose(w->chart, &space, &w->axes);
    axes_place(&w->axes, &(struct box){.width = (double)(w->columns * DOTS_ACROSS - 1),
                                       .height = (double)(w->rows * DOTS_DOWN - 1)});
}

/* --- names --- */

static int by_height(const void *a, const void *b) {
    const struct name *left = a, *right = b;
    if (left->y != right->y)
        return left->y < right->y ? -1 : 1;
    return (left->series > right->series) - (left->series < right->series);
}

static double end_of(const struct writing *w, const struct series_data *series) {
    double value = curve_is_level(w->chart, series) ? w->chart->level
                                                    : series->y[curve_last(series, &w->axes)];
    return scale_map(&w->axes.y.scale, value) / DOTS_DOWN;
}

static int has_name(const struct writing *w, const struct series_data *series) {
    return !curve_is_faint(series) &&
           (curve_is_level(w->chart, series) || curve_last(series, &w->axes) < series->count);
}

/* Returns NAME shortened to WIDEST columns, which the caller must free. */
static char *name_text(const struct writing *w, const char *name, size_t widest) {
    char shortened[4 * LONGEST_NAME + 8];
    char *clean = cells_text(name, 0);
    utf8_shorten(shortened, sizeof shortened, clean, widest);
    free(clean);
    return cells_text(shortened, w->look->is_ascii);
}

/* A level has no marker. */
static const char *marker_of(const struct writing *w, const struct series_data *series) {
    static const struct series_data markerless = {.is_reference = 1};
    return terminal_curve_marker(curve_is_level(w->chart, series) ? &markerless : series,
                                 w->look->is_ascii);
}

/* --- tiles --- */

/* Each is the marker of its library, in the middle, a dot if that does not stand out, or ~ if
 * nothing is decided. */
static void draw_tiles(const struct writing *w) {
    int is_ascii = w->look->is_ascii;
    for (size_t i = 0; i < w->chart->tile_count; i++) {
        const struct tile *tile = &w->chart->tiles[i];
        const struct series_data library = {.colour = tile->colour};
        long column = (long)(scale_map(&w->axes.x.scale, tile->x) / DOTS_ACROSS + 0.5),
             row = (long)(scale_map(&w->axes.y.scale, tile->y) / DOTS_DOWN);
        const char *sign = tile->is_hatched            ? "~"
                           : !curve_is_faint(&library) ? terminal_curve_marker(&library, is_ascii)
                           : is_ascii                  ? "."
                                                       : "·";
        cells_put(w->cells, (long)w->left + column, row, sign, terminal_curve_tone(&library));
    }
}

/* --- ticks --- */

/* Returns the text of TICK, which the caller must free, or NULL if it has none. */
static char *tick_text(const struct writing *w, const struct axis *axis, const struct tick *tick) {
    char label[LABEL_BYTES];
    if (!tick->labelled)
        return NULL;
    axis_label(label, axis, tick);
    return cells_text(label, w->look->is_ascii);
}

static size_t widest_label(const struct writing *w) {
    const struct axis *axis = &w->axes.y;
    size_t widest = 0;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        char *text = tick_text(w, axis, &axis->ticks.items[i]);
        size_t width = text ? cells_width(text) : 0;
        widest = width > widest ? width : widest;
        free(text);
    }
    return widest;
}

static const char *line_of(const struct writing *w, const char *drawn, const char *ascii) {
    return w->look->is_ascii ? ascii : drawn;
}

static void put_y_axis(struct writing *w, int major) {
    const struct axis *axis = &w->axes.y;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        const struct tick *tick = &axis->ticks.items[i];
        long row = (long)(round(scale_map(&axis->scale, tick->value)) / DOTS_DOWN);
        char *text = tick->major == major ? tick_text(w, axis, tick) : NULL;
        size_t width = text ? cells_width(text) : 0;
        if (text && cells_are_free(w->cells, 0, row, w->left - 2)) {
            cells_put(w->cells, (long)(w->left - 2 - width), row, text, CELL_PLAIN);
            cells_put(w->cells, (long)w->left - 1, row, line_of(w, "┤", "+"), CELL_FAINT);
            for (size_t c = 0; w->look->is_colored && c < w->columns; c++)
                cells_put(w->cells, (long)(w->left + c), row, line_of(w, "┈", " "), CELL_FAINT);
        }
        free(text);
    }
}

/* Centres each text under its tick, or further left if it would be cut off at the right. */
static void put_x_axis(struct writing *w, int major) {
    const struct axis *axis = &w->axes.x;
    long base = (long)w->rows, end = (long)(w->left + w->columns + w->right);
    for (size_t i = 0; i < axis->ticks.count; i++) {
        const struct tick *tick = &axis->ticks.items[i];
        long column = (long)(round(scale_map(&axis->scale, tick->value)) / DOTS_ACROSS);
        char *text = tick->major == major ? tick_text(w, axis, tick) : NULL;
        size_t width = text ? cells_width(text) : 0;
        long from = (long)w->left + column - (long)(width - 1) / 2;
        from = from + (long)width > end ? end - (long)width : from;
        if (text && cells_are_free(w->cells, from, base + 1, width)) {
            cells_put(w->cells, from, base + 1, text, CELL_PLAIN);
            cells_put(w->cells, (long)w->left + column, base, line_of(w, "┬", "+"), CELL_FAINT);
        }
        free(text);
    }
}

/* --- texts --- */

/* TEXT may be NULL. */
static void write_text(const struct writing *w, FILE *file, const char *text, unsigned tone) {
    char *clean = cells_text(text ? text : "", w->look->is_ascii);
    cells_write_lines(file, clean, w->look->width, tone, w->look->is_colored);
    free(clean);
}

/* Writes the label under the middle of the plot. */
static void write_x_label(const struct writing *w, FILE *file) {
    char *clean = cells_text(w->chart->x_label ? w->chart->x_label : "", w->look->is_ascii);
    size_t width = cells_width(clean), middle = w->left + w->columns / 2;
    if (*clean)
        fprintf(file, "%*s", middle > width / 2 ? (int)(middle - width / 2) : 0, "");
    if (*clean)
        cells_write_lines(file, clean, w->look->width, CELL_PLAIN, 0);
    free(clean);
}

static int has_undecided(const struct chart *chart) {
    for (size_t t = 0; t < chart->tile_count; t++)
        if (chart->tiles[t].is_hatched)
            return 1;
    return 0;
}

static int has_wrong(const struct chart *chart) {
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; chart->series[s].wrong && i < chart->series[s].count; i++)
            if (chart->series[s].wrong[i])
                return 1;
    return 0;
}

/* --- the chart --- */

/* Rows have their names at the left and their numbers at the right, whatever the plot's height. */
static void lay_out_rows(struct writing *w) {
    struct terminal_rows_room room = terminal_rows_room(w->chart, w->look->is_ascii);
    size_t width = w->look->width, numbers = room.numbers + 1;
    w->left = room.names + 2;
    if (w->left + numbers + LEAST_COLUMNS > width)
        w->left = width > numbers + LEAST_COLUMNS + 6 ? width - numbers - LEAST_COLUMNS : 6;
    w->right = numbers;
    w->rows = room.rows;
    w->columns = width > w->left + w->right + LEAST_COLUMNS / 2 ? width - w->left - w->right
                                                                : LEAST_COLUMNS / 2;
    choose_axes(w);
}

/* Gives the plot the columns that are left beside labels and names. */
static void set_columns(struct writing *w) {
    size_t beside = w->left + w->right, width = w->look->width;
    w->columns = width > beside + LEAST_COLUMNS ? width - beside : LEAST_COLUMNS;
}

/* Of a line, beside the plot or below it. */
static size_t widest_name(const struct writing *w) {
    size_t quarter = w->look->width / 4;
    return quarter < LONGEST_NAME ? quarter : LONGEST_NAME;
}

/* The width of the labels depends on the plot's height, which depends on its width, which depends
 * on the labels: settle the height first. Names go below if there is no room on the right. */
static void lay_out(struct writing *w) {
    w->columns = w->look->width - w->look->width / 4;
    w->rows = MOST_ROWS;
    choose_axes(w);

    w->names = xcalloc(w->chart->series_count, sizeof *w->names);
    for (size_t s = 0; s < w->chart->series_count; s++) {
        const struct series_data *series = &w->chart->series[s];
        if (!has_name(w, series))
            continue;
        w->names[w->name_count++] =
            (struct name){series, name_text(w, series->name, widest_name(w)), end_of(w, series)};
    }

    w->left = widest_label(w) + 2;

    size_t name_widest = 0;
    for (size_t i = 0; i < w->name_count; i++) {
        size_t width = cells_width(w->names[i].text);
        name_widest = width > name_widest ? width : name_widest;
    }
    w->right = name_widest + 3;
    if (w->left + w->right + LEAST_COLUMNS > w->look->width)
        w->right = 0;
    set_columns(w);
    double rows = round(rows_per_column * (double)w->columns);
    w->rows = (size_t)fmin(fmax(rows, LEAST_ROWS), MOST_ROWS);
    if (w->name_count > w->rows)
        w->right = 0;
    choose_axes(w);
    w->left = widest_label(w) + 2;
    set_columns(w);
    choose_axes(w);
    for (size_t i = 0; i < w->name_count; i++)
        w->names[i].y = end_of(w, w->names[i].series);
}

static void compose(struct writing *w) {
    const struct chart *chart = w->chart;
    w->cells = cells_new(w->left + w->columns + w->right, w->rows + ROWS_BELOW);

    long side = (long)w->left - 1, base = (long)w->rows;
    for (long row = 0; row < base; row++)
        cells_put(w->cells, side, row, line_of(w, "│", "|"), CELL_FAINT);
    put_y_axis(w, 1);
    put_y_axis(w, 0);
    cells_put(w->cells, side, base, line_of(w, "└", "+"), CELL_FAINT);
    for (size_t c = 0; c < w->columns; c++)
        cells_put(w->cells, (long)(w->left + c), base, line_of(w, "─", "-"), CELL_FAINT);
    put_x_axis(w, 1);
    put_x_axis(w, 0);

    const struct terminal_plot plot = {.axes = &w->axes,
                                       .style = chart->style,
                                       .cells = w->cells,
                                       .column = (long)w->left,
                                       .width = w->columns,
                                       .height = w->rows,
                                       .is_ascii = w->look->is_ascii};
    if (chart->row_count) {
        terminal_rows_draw(&plot, chart, w->right);
        return;
    }
    if (chart->tile_count)
        draw_tiles(w);
    else
        terminal_curve_draw_all(&plot, chart);
    if (!w->right)
        return;

    double *rows = xcalloc(w->name_count, sizeof *rows);
    qsort(w->names, w->name_count, sizeof *w->names, by_height);
    for (size_t i = 0; i < w->name_count; i++)
        rows[i] = floor(w->names[i].y);
    separate_labels_apart(rows, w->name_count, 1, 0, (double)w->rows - 1);
    long column = (long)(w->left + w->columns + 1);
    for (size_t i = 0; i < w->name_count; i++) {
        const struct series_data *series = w->names[i].series;
        long row = (long)floor(rows[i] + 0.5 + 1e-6);
        unsigned tone = terminal_curve_tone(series);
        cells_put(w->cells, column, row, marker_of(w, series), tone);
        cells_put(w->cells, column + 2, row, w->names[i].text, tone);
    }
    free(rows);
}

/* Says what the guide is, and which marks there are beside it. */
static void write_guide(const struct writing *w, FILE *notes) {
    const char *before = "from left to right: ";
    fprintf(notes, "dashes: %s\n", w->chart->guide->name);
    for (size_t m = 0; m < w->chart->mark_count; m++)
        if (w->chart->marks[m].is_vertical && *w->chart->marks[m].label) {
            fprintf(notes, "%s%s", before, w->chart->marks[m].label);
            before = "; ";
        }
    if (*before == ';')
        fputc('\n', notes);
}

static void write_all(struct writing *w, FILE *file) {
    if (w->chart->row_count)
        lay_out_rows(w);
    else
        lay_out(w);
    compose(w);
    w->skipped = chart_count_skipped(w->chart, &w->axes);
    write_text(w, file, w->chart->title, CELL_HEADING);
    write_text(w, file, w->chart->subtitle, CELL_FAINT);
    fputc('\n', file);
    cells_write(w->cells, file, w->look->is_colored);
    write_x_label(w, file);
    if (!w->right && w->name_count) {
        size_t used = 0;
        for (size_t i = 0; i < w->name_count; i++) {
            const struct name *name = &w->names[i];
            size_t width = 2 + cells_width(name->text);
            int is_first = used == 0 || used + BETWEEN + width > w->look->width;
            unsigned tone = terminal_curve_tone(name->series);
            if (is_first && i > 0)
                fputc('\n', file);
            fprintf(file, "%*s%s%s %s%s", is_first ? 0 : BETWEEN, "",
                    w->look->is_colored ? cells_begin(tone) : "", marker_of(w, name->series),
                    name->text, w->look->is_colored ? cells_end(tone) : "");
            used = (is_first ? 0 : used + BETWEEN) + width;
        }
        fputc('\n', file);
    }

    /* Notes that explain the chart. */
    char *text;
    size_t size;
    FILE *notes = xopen_memstream(&text, &size);
    if (has_wrong(w->chart))
        fprintf(notes, "%s marks %s\n", w->look->is_ascii ? "X" : "×",
                w->chart->cross ? w->chart->cross : "a wrong answer");
    if (w->skipped)
        fprintf(notes, "%zu point%s left out (zero, negative or infinite)\n", w->skipped,
                w->skipped == 1 ? "" : "s");

    if (w->short_names.note && *w->short_names.note)
        fprintf(notes, "%s\n", w->short_names.note);
    for (size_t m = 0; m < w->chart->mark_count; m++)
        if (w->chart->marks[m].is_passing)
            fprintf(notes, "%s\n", w->chart->marks[m].label);

    if (w->chart->guide)
        write_guide(w, notes);
    if (has_undecided(w->chart))
        fputs("~ no library is shown to be the fastest\n", notes);

    const char *before = "no result: "; /* rows say so themselves */
    for (size_t s = 0; s < w->chart->series_count && !w->chart->row_count; s++)
        if (!has_name(w, &w->chart->series[s]) && !curve_is_faint(&w->chart->series[s])) {
            fprintf(notes, "%s%s", before, w->chart->series[s].name);
            before = ", ";
        }
    if (before[0] == ',')
        fputc('\n', notes);

    xclose_memstream(notes);
    write_text(w, file, text, CELL_FAINT);
    free(text);
}

/* --- names --- */

static int name_fits(void *context, const struct chart *chart, const char *name, int is_wide) {
    const struct writing *w = context;
    size_t most = chart->row_count ? LONGEST_NAME : widest_name(w);
    char *clean = cells_text(name, w->look->is_ascii);
    int fits = cells_width(clean) <= most;
    (void)is_wide; /* there is one place */
    free(clean);
    return fits;
}

void terminal_chart_write(FILE *file, const struct chart *chart, const struct terminal_look *look,
                          size_t *skipped) {
    struct terminal_look wide = *look;
    if (chart->is_blank)
        return;
    if (wide.width < TERMINAL_CHART_LEAST_WIDTH)
        wide.width = TERMINAL_CHART_LEAST_WIDTH;
    struct writing w = {.chart = chart, .look = &wide};
    short_names_make(&w.short_names, chart, 1, name_fits, &w);
    if (w.short_names.charts)
        w.chart = w.short_names.charts;
    write_all(&w, file);
    if (skipped)
        *skipped += w.skipped;
    for (size_t i = 0; i < w.name_count; i++)
        free(w.names[i].text);
    free(w.names);
    short_names_release(&w.short_names);
    cells_free(w.cells);
}
