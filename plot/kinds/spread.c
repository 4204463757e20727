/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/spread.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/order.h"
#include "formats/text/prefixed_unit.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/row_limit.h"
#include "plot/charts/forest.h"

/* The rows of a chart on their way. */
struct making {
    struct chart_set *set;
    const struct point_panel *panel;
    struct forest_row *rows;
    struct series_data *series;
    size_t used;
};

/* --- ridges --- */

/* Sets HEIGHTS to the shares of CELL in all bins; returns the largest. */
static double find_shares(double *heights, const struct histogram_bins *bins,
                          const struct distribution *cell) {
    size_t *counts = xcalloc(bins->count, sizeof *counts);
    double most = 0;
    histogram_count(bins, cell, counts);
    for (size_t i = 0; i < bins->count; i++) {
        heights[i] = (double)counts[i] / (double)cell->samples;
        most = fmax(most, heights[i]);
    }
    free(counts);
    return most;
}

static void scale_heights(double *heights, size_t count, double most) {
    for (size_t i = 0; i < count; i++)
        heights[i] = most > 0 ? heights[i] / most : 0;
}

static void mark_quantiles(struct spread *spread, const struct distribution *cell) {
    for (size_t q = 0; q < POINT_QUANTILES; q++)
        if (order_has_quantile(cell->samples, point_quantiles[q].probability)) {
            spread->labels[spread->mark_count] = point_quantiles[q].label;
            spread->marks[spread->mark_count++] =
                distribution_quantile(cell, point_quantiles[q].probability);
        }
}

/* Returns the shape of library NUMBER. */
static const struct spread *ridge_of(const struct making *making, size_t number) {
    const struct histogram_bins *bins = &making->panel->bins;
    const struct distribution *cell = &making->panel->now.point->cells[number];
    const struct distribution *earlier = point_panel_earlier(making->panel, number);
    struct spread *spread = chart_set_alloc(making->set, 1, sizeof *spread);
    double *edges = chart_set_alloc(making->set, bins->count + 1, sizeof *edges);
    double *heights = chart_set_alloc(making->set, bins->count, sizeof *heights);
    double *before = chart_set_alloc(making->set, bins->count, sizeof *before);
    for (size_t i = 0; i <= bins->count; i++)
        edges[i] = bins->edges[i];
    double most = find_shares(heights, bins, cell);
    double most_before = earlier ? find_shares(before, bins, earlier) : 0;
    scale_heights(heights, bins->count, fmax(most, most_before));
    scale_heights(before, bins->count, fmax(most, most_before));
    *spread = (struct spread){.edges = edges,
                              .bins = bins->count,
                              .heights = heights,
                              .earlier = earlier ? before : NULL};
    mark_quantiles(spread, cell);
    return spread;
}

/* --- boxes --- */

static const struct spread *box_of(struct chart_set *set, const struct distribution *cell) {
    static const double tukey = 1.5; /* boxes.h */
    struct spread *spread = chart_set_alloc(set, 1, sizeof *spread);
    double low = distribution_quantile(cell, 0.25), high = distribution_quantile(cell, 0.75);
    double reach = tukey * (high - low);
    size_t first = 0, end = cell->count;
    while (first < end && cell->values[first] < low - reach)
        first++;
    while (end > first && cell->values[end - 1] > high + reach)
        end--;
    *spread = (struct spread){
        .quartiles = {low, high},
        .whiskers = {fmin(cell->values[first], low), fmax(cell->values[end - 1], high)}};
    double *outliers = chart_set_alloc(set, cell->count - (end - first), sizeof *outliers);
    for (size_t i = 0; i < cell->count; i++)
        if (i < first || i >= end)
            outliers[spread->outlier_count++] = cell->values[i];
    spread->outliers = outliers;
    return spread;
}

/* --- rows --- */

/* "median 1.23 µs", or for a ridge "median 1.23 µs, p99 1.42 µs". */
static const char *numbers_of(const struct making *making, const struct distribution *cell,
                              const struct spread *marked) {
    const char *unit = quantity_words(making->panel->now.section->quantity)->unit;
    char median[32], last[32];
    size_t marks = marked ? marked->mark_count : 0;
    prefixed_unit_format(median, sizeof median, unit, distribution_quantile(cell, 0.5), 3);
    if (marks <= 1)
        return chart_set_text(making->set, "median %s", median);
    prefixed_unit_format(last, sizeof last, unit, marked->marks[marks - 1], 3);
    return chart_set_text(making->set, "median %s, %s %s", median, marked->labels[marks - 1], last);
}

/* Adds a row; one without samples says so. */
static void add_row(struct making *making, enum forest_kind kind, const char *name, size_t colour,
                    const struct distribution *cell, const struct spread *spread) {
    const char *text =
        cell->count ? numbers_of(making, cell, kind == FOREST_RIDGE ? spread : NULL) : "no samples";
    making->series[making->used].name = name;
    making->series[making->used].colour = colour;
    making->rows[making->used++] =
        (struct forest_row){.kind = cell->count ? kind : FOREST_DOT,
                            .text = text,
                            .at = cell->count ? distribution_quantile(cell, 0.5) : NAN,
                            .low = NAN,
                            .high = NAN,
                            .noise_low = NAN,
                            .noise_high = NAN,
                            .spread = spread};
}

static void add_ridge(struct making *making, size_t number) {
    const struct distribution *cell = &making->panel->now.point->cells[number];
    const char *name = making->panel->now.libraries[number].library;
    add_row(making, FOREST_RIDGE, name, chart_set_colour(making->set, name), cell,
            cell->count ? ridge_of(making, number) : NULL);
}

static void add_box(struct making *making, size_t number) {
    const struct distribution *cell = &making->panel->now.point->cells[number];
    const struct distribution *earlier = point_panel_earlier(making->panel, number);
    const char *name = making->panel->now.libraries[number].library;
    if (earlier)
        add_row(making, FOREST_BOX, chart_set_text(making->set, "%s, earlier", name), COLOUR_FAINT,
                earlier, box_of(making->set, earlier));
    add_row(making, FOREST_BOX, name, chart_set_colour(making->set, name), cell,
            cell->count ? box_of(making->set, cell) : NULL);
}

/* --- charts --- */

struct place {
    double median; /* infinite for no samples */
    size_t number;
};

static int by_median(const void *a, const void *b) {
    const struct place *left = a, *right = b;
    if (left->median != right->median)
        return left->median < right->median ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

/* Returns the libraries, the fastest first, which the caller must free. */
static struct place *order_of(const struct sampled_point *point) {
    struct place *order = xcalloc(point->libraries, sizeof *order);
    for (size_t l = 0; l < point->libraries; l++)
        order[l] = (struct place){
            point->cells[l].count ? distribution_quantile(&point->cells[l], 0.5) : HUGE_VAL, l};
    qsort(order, point->libraries, sizeof *order, by_median);
    return order;
}

static void add_rows(struct making *making, void (*add)(struct making *, size_t)) {
    struct place *order = order_of(making->panel->now.point);
    for (size_t l = 0; l < making->panel->now.point->libraries; l++)
        add(making, order[l].number);
    free(order);
}

/* What stands for a library, and what its earlier and its later run are. */
struct shape {
    void (*add)(struct making *, size_t);
    const char *earlier, *later;
};
static const struct shape ridge = {add_ridge, "dashed", "filled"},
                          box = {add_box, "grey", "in colour"};

/* Draws rows of SHAPE, which the words ABOUT explain. */
static void draw(struct chart_set *set, const struct point_panel *panel, const struct shape *shape,
                 const char *about) {
    size_t most = 2 * panel->now.point->libraries;
    struct making making = {.set = set,
                            .panel = panel,
                            .rows = chart_set_alloc(set, most, sizeof *making.rows),
                            .series = chart_set_alloc(set, most, sizeof *making.series)};
    double *places = chart_set_alloc(set, most, sizeof *places);
    struct chart *chart = chart_set_add(set);
    const char *earlier = "";
    add_rows(&making, shape->add);
    point_panel_set_range(chart, panel, POINT_PANEL_BINS);
    forest_set_rows(chart, making.rows, making.used, making.series, places);
    if (panel->earlier.point)
        earlier = chart_set_text(set, "%s: %s; %s: %s", shape->earlier, panel->earlier.name,
                                 shape->later, panel->now.name);
    const char *limit = row_limit(set, chart, ROWS_FASTEST);
    const char *note = *earlier && *limit ? chart_set_text(set, "%s\n%s", earlier, limit)
                       : *limit           ? limit
                                          : earlier;
    point_panel_word(set, chart, panel, about, note);
}

void spread_draw_ridges(struct chart_set *set, const struct point_panel *panel) {
    draw(set, panel, &ridge,
         chart_set_text(set, "share in bins of %s, each ridge to its own scale",
                        point_panel_bin_width(set, panel)));
}

void spread_draw_boxes(struct chart_set *set, const struct point_panel *panel) {
    draw(set, panel, &box, "median, middle half, whiskers within 1.5 box lengths, dots beyond");
}
