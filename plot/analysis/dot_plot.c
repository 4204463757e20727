/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/dot_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/axes/label.h"
#include "plot/charts/forest.h"
#include "plot/marks/curve.h"

enum { FEW = 6, MOST_ROWS = 60, MOST_JOINED = 80 };

/* --- which charts --- */

/* The different x of a chart, in ascending order; NaN is one of them. */
struct stops {
    double x[FEW + 1];
    size_t count; /* FEW + 1: too many */
};

static int is_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static void add_stop(struct stops *stops, double x) {
    size_t at = 0;
    while (at < stops->count && (isnan(x) || stops->x[at] < x) && !is_same(stops->x[at], x))
        at++;
    if (stops->count > FEW || (at < stops->count && is_same(stops->x[at], x)))
        return;
    memmove(&stops->x[at + 1], &stops->x[at], (stops->count++ - at) * sizeof *stops->x);
    stops->x[at] = x;
}

static struct stops find_stops(const struct chart *chart) {
    struct stops stops = {.count = 0};
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count && stops.count <= FEW; i++)
            add_stop(&stops, chart->series[s].x[i]);
    return stops;
}

/* Returns whether a line joins any two points. */
static int has_lines(const struct chart *chart) {
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct series_data *series = &chart->series[s];
        for (size_t i = 1; i < series->count && !curve_is_level(chart, series); i++)
            if (isfinite(series->y[i - 1]) && isfinite(series->y[i]) && !series->wrong[i - 1] &&
                !series->wrong[i])
                return 1;
    }
    return 0;
}

int dot_plots_suit(const struct chart *row, size_t count, int are_compared) {
    struct stops stops = find_stops(&row[0]);
    size_t rows = stops.count;
    if (stops.count <= 1)
        return stops.count == 1;
    for (size_t s = 0; s < row[0].series_count; s++)
        rows += row[0].series[s].count;
    int is_joined = 0;
    for (size_t k = 0; k < count; k++)
        is_joined |= has_lines(&row[k]);
    return stops.count <= FEW && rows <= MOST_ROWS && (are_compared || !is_joined);
}

/* --- the order of rows --- */

/* A point of a curve on its way into a row. */
struct item {
    size_t series, point;
    double x, ratio, value; /* less is better */
    enum { IS_RIGHT, IS_WRONG, IS_MISSING } state;
    size_t colour, variant;
};

static int compare(double a, double b) {
    return isnan(a) || isnan(b) ? !!isnan(a) - !!isnan(b) : (a > b) - (a < b);
}

static int by_colour(const struct item *a, const struct item *b) {
    if (a->colour != b->colour)
        return a->colour < b->colour ? -1 : 1;
    if (a->variant != b->variant)
        return a->variant < b->variant ? -1 : 1;
    return (a->series > b->series) - (a->series < b->series);
}

static int by_rank(const void *left, const void *right) {
    const struct item *a = left, *b = right;
    if (a->state != b->state)
        return a->state < b->state ? -1 : 1;
    int order = compare(a->ratio, b->ratio);
    order = order ? order : compare(a->value, b->value);
    return order ? order : by_colour(a, b);
}

static int by_x(const void *left, const void *right) {
    const struct item *a = left, *b = right;
    int order = compare(a->x, b->x);
    return order ? order : by_colour(a, b);
}

/* As git abbreviates them or writes them out. */
static int is_commit(const char *name) {
    enum { SHORTEST = 7, LONGEST = 40 };
    size_t length = strspn(name, "0123456789abcdef");
    return !name[length] && length >= SHORTEST && length <= LONGEST &&
           strpbrk(name, "0123456789") != NULL;
}

static int are_commits(const struct chart *chart) {
    size_t count = 0;
    while (count < chart->series_count && is_commit(chart->series[count].name))
        count++;
    return count == chart->series_count;
}

static double sign_of(const struct measured *of) {
    return of->measure->noise == NOISE_TURNED_OVER || measure_axis(of).unit == UNIT_RATE ? -1 : 1;
}

/* The curves of a section, and what ranks its libraries. */
struct making {
    struct chart_set *set;
    const struct curves *curves;
    const struct parameter_grid_axis *across;
    double *ranks; /* [libraries][points]: the ratio, less is better; NaN if unknown */
};

static size_t place_of(const struct making *making, const struct series_data *series, size_t i) {
    return (size_t)(series->wrong - making->curves->wrong) + i;
}

/* Ranks libraries by the first chart of ratios. A level stands for all variants of the reference.
 */
static void rank(struct making *making, const struct chart *row, const struct measured *of,
                 size_t count) {
    size_t points = making->curves->points, cells = making->curves->libraries * points, lead = 0;
    making->ranks = chart_set_alloc(making->set, cells, sizeof *making->ranks);
    for (size_t i = 0; i < cells; i++)
        making->ranks[i] = NAN;
    while (lead < count && !row[lead].is_relative)
        lead++;
    for (size_t s = 0; lead < count && s < row[lead].series_count; s++) {
        const struct series_data *series = &row[lead].series[s];
        size_t is_level = (size_t)curve_is_level(&row[lead], series);
        size_t first = is_level ? curves_library(making->curves, series) * points
                                : place_of(making, series, 0);
        for (size_t i = 0; i < (is_level ? points : series->count); i++)
            making->ranks[first + i] =
                sign_of(&of[lead]) * (is_level ? row[lead].level : series->y[i]);
    }
}

static struct item *list_items(const struct making *making, const struct chart *chart,
                               const struct measured *of, size_t *count) {
    size_t points = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        points += chart->series[s].count;
    struct item *items = chart_set_alloc(making->set, points, sizeof *items);
    *count = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            const struct series_data *series = &chart->series[s];
            items[(*count)++] = (struct item){s,
                                              i,
                                              series->x[i],
                                              making->ranks[place_of(making, series, i)],
                                              sign_of(of) * series->y[i],
                                              series->wrong[i]      ? IS_WRONG
                                              : isnan(series->y[i]) ? IS_MISSING
                                                                    : IS_RIGHT,
                                              series->colour,
                                              series->variant};
        }
    return items;
}

/* --- numbers --- */

/* Returns the value as bench-analyze writes it: 1.32× [1.31, 1.33]. */
static const char *write_value(struct chart_set *set, const struct measured *of,
                               const struct row *row) {
    struct column measured = measure_column(of->measure);
    struct column column = column_for_quantity(&measured, of->section->quantity);
    char parts[256], text[256];
    size_t length = 0;
    column_show(&column, row, parts, sizeof parts);
    for (const char *c = parts; *c; c++)
        if (*c != '\t' && !(*c == ' ' && (!length || text[length - 1] == ' ')))
            text[length++] = *c;
    while (length && text[length - 1] == ' ')
        length--;
    text[length] = 0;
    int is_one = of->measure->has_level && strcmp(text, "1") == 0;
    return chart_set_text(set, "%s%s", text, is_one ? "×" : "");
}

static const char *write_text(const struct making *making, const struct measured *of,
                              const struct series_data *series, const struct item *item) {
    const struct curves *curves = making->curves;
    size_t point = curves->variants.order[curves_first(curves, series) + item->point];
    size_t number = point * curves->libraries + curves_library(curves, series);
    const struct row *row = &of->table->rows[of->section->first_row + number];
    if (item->state == IS_WRONG)
        return "wrong answer";
    if (item->state == IS_RIGHT)
        return write_value(making->set, of, row);
    return row->status == CELL_OK ? "no result" : cell_status_name((int)row->status);
}

/* "size 1000" */
static const char *write_x(const struct making *making, double x) {
    char number[PARAMETER_GRID_NUMBER];
    parameter_grid_write_value(number, making->across, x);
    return chart_set_text(making->set, "%s %s", making->across->name, number);
}

/* --- the axis --- */

/* Ratios, errors and differences are no amounts. */
static int is_of_dots(const struct measured *of) {
    struct axis_terms terms = measure_axis(of);
    return terms.unit == UNIT_RATIO || terms.unit == UNIT_ERROR || terms.unit == UNIT_NUMBER ||
           terms.scale == AXIS_LINEAR;
}

/* Amounts are bars from zero, unless the shortest would not be seen beside the longest. */
static enum axis_scale choose_scale(const struct axis_terms *terms, const struct forest_row *rows,
                                    size_t count) {
    const double longest = 100; /* in lengths of the shortest */
    double least = HUGE_VAL, most = 0;
    if (terms->scale != AXIS_USUAL || terms->unit == UNIT_RATIO || terms->unit == UNIT_ERROR)
        return terms->scale;
    for (size_t i = 0; i < count; i++)
        if (rows[i].at > 0) {
            least = fmin(least, rows[i].at);
            most = fmax(most, rows[i].at);
        }
    int is_linear = unit_find(terms->unit)->is_linear || terms->unit == UNIT_NUMBER;
    return is_linear || most <= longest * least ? AXIS_LINEAR : AXIS_LOG;
}

static void set_axis(struct chart *chart, const struct axis_terms *terms) {
    chart->x = *terms;
    chart->x.scale = choose_scale(terms, chart->rows, chart->row_count);
}

/* Lines across stand upright now; what marks sizes has no axis any more. */
static void turn_marks(struct chart_set *set, struct chart *chart) {
    struct mark *marks = chart_set_alloc(set, chart->mark_count, sizeof *marks);
    size_t count = 0;
    for (size_t m = 0; m < chart->mark_count; m++)
        if (!chart->marks[m].is_vertical) {
            marks[count] = chart->marks[m];
            marks[count++].is_vertical = 1;
        }
    chart->marks = marks;
    chart->mark_count = count;
}

/* --- rows --- */

static void take_noise(struct forest_row *row, const struct series_data *noise, double x) {
    for (size_t i = 0; noise && i < noise->count; i++)
        if (is_same(noise->x[i], x)) {
            row->noise_low = noise->low[i];
            row->noise_high = noise->high[i];
        }
}

static struct forest_row row_of(const struct making *making, const struct chart *chart,
                                const struct measured *of, const struct item *item,
                                enum forest_kind kind) {
    const struct series_data *series = &chart->series[item->series];
    int has_interval = !(chart->is_relative && series->is_reference) && item->state == IS_RIGHT;
    struct forest_row row = {.kind = kind,
                             .text = write_text(making, of, series, item),
                             .at = series->y[item->point],
                             .low = has_interval ? series->low[item->point] : NAN,
                             .high = has_interval ? series->high[item->point] : NAN,
                             .noise_low = NAN,
                             .noise_high = NAN};
    take_noise(&row, chart->noise, item->x);
    return row;
}

static const struct forest_row heading = {
    .kind = FOREST_HEADING, .text = "", NAN, NAN, NAN, 0, NAN, NAN, NULL};

static void fill_rows(const struct making *making, struct chart *chart, const struct measured *of,
                      const struct item *items, size_t count) {
    size_t stops = find_stops(chart).count, used = 0;
    int is_alone = stops > 1 && chart->series_count == 1;
    struct forest_row *rows = chart_set_alloc(making->set, count + stops, sizeof *rows);
    struct series_data *series = chart_set_alloc(making->set, count + stops, sizeof *series);
    double *places = chart_set_alloc(making->set, count + stops, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        const struct series_data *from = &chart->series[items[i].series];
        int is_new = i == 0 || !is_same(items[i].x, items[i - 1].x);
        const char *x = stops > 1 ? write_x(making, items[i].x) : "";
        if (is_alone ? i == 0 : stops > 1 && is_new) {
            series[used].name = is_alone ? from->name : x;
            rows[used++] = heading;
        }
        rows[used] = row_of(making, chart, of, &items[i], is_of_dots(of) ? FOREST_DOT : FOREST_BAR);
        series[used] = *from;
        series[used].wrong = from->wrong + items[i].point;
        series[used].low = series[used].high = NULL;
        if (is_alone)
            series[used].name = x;
        used++;
    }
    forest_set_rows(chart, rows, used, series, places);
}

static void make_one(const struct making *making, struct chart *chart, const struct measured *of,
                     const struct axis_terms *terms) {
    size_t count;
    struct item *items = list_items(making, chart, of, &count);
    int is_in_order = find_stops(chart).count > 1 || are_commits(chart);
    qsort(items, count, sizeof *items, is_in_order ? by_x : by_rank);
    fill_rows(making, chart, of, items, count);
    turn_marks(making->set, chart);
    chart->has_level = 0;
    chart->noise = NULL;
    chart->x_label = "";
    set_axis(chart, terms);
}

void dot_plots_make(struct chart_set *set, struct chart *row, const struct measured *of,
                    const struct axis_terms *terms, size_t count, const struct curves *curves,
                    const struct parameter_grid_axis *across) {
    struct making making = {.set = set, .curves = curves, .across = across};
    rank(&making, row, of, count);
    for (size_t k = 0; k < count; k++)
        make_one(&making, &row[k], &of[k], &terms[k]);
}

/* --- charts of several actions --- */

int dot_plots_may_join(size_t rows) {
    return rows <= MOST_JOINED;
}

void dot_plots_join(struct chart_set *set, struct chart *joined, const struct chart *all,
                    size_t count, size_t stride, const char *const *headings, int are_names,
                    const struct axis_terms *terms) {
    size_t total = count, used = 0;
    for (size_t c = 0; c < count; c++)
        total += all[c * stride].row_count;
    struct forest_row *rows = chart_set_alloc(set, total, sizeof *rows);
    struct series_data *series = chart_set_alloc(set, total, sizeof *series);
    double *places = chart_set_alloc(set, total, sizeof *places);
    for (size_t c = 0; c < count; c++) {
        const struct chart *chart = &all[c * stride];
        if (!are_names) {
            series[used].name = headings[c];
            rows[used++] = heading;
        }
        memcpy(&rows[used], chart->rows, chart->row_count * sizeof *rows);
        memcpy(&series[used], chart->series, chart->row_count * sizeof *series);
        if (are_names)
            series[used].name = headings[c];
        used += chart->row_count;
    }
    forest_set_rows(joined, rows, used, series, places);
    set_axis(joined, terms);
}
