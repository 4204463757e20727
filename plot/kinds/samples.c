/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/samples.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/order.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/highlight.h"
#include "plot/kinds/point_panel.h"
#include "plot/kinds/spread.h"

/* --- distribution functions --- */

/* Uses the distribution's own numbers as x; y is the fraction of samples up to each. Markers are
 * where all charts and tables have the quantiles, which is seldom a sample. */
static void fill_steps(struct chart_set *set, struct series_data *series,
                       const struct distribution *cell, const struct chart *chart) {
    double *parts = chart_set_alloc(set, cell->count, sizeof *parts);
    double *reached = chart_set_alloc(set, chart->mark_count, sizeof *reached);
    for (size_t i = 0; i < cell->count; i++)
        parts[i] = (double)(i + 1) / (double)cell->count;
    for (size_t m = 0; m < chart->mark_count; m++)
        reached[m] = distribution_quantile(cell, chart->marks[m].at);
    series->count = cell->count;
    series->x = cell->values;
    series->y = parts;
    series->reached = reached;
}

/* Adds the steps of each library, and dashed ones of the earlier run behind them. CHART has its
 * marks. */
static void add_steps(struct chart_set *set, struct chart *chart, const struct point_panel *panel) {
    size_t count = panel->now.point->libraries, used = count;
    struct series_data *series = chart_set_alloc(set, 2 * count, sizeof *series);
    for (size_t l = 0; l < count; l++) {
        const struct summary_row *summary = &panel->now.libraries[l];
        const struct distribution *earlier = point_panel_earlier(panel, l);
        series[l].name = summary->library;
        series[l].is_reference = summary->is_reference;
        fill_steps(set, &series[l], &panel->now.point->cells[l], chart);
        series[l].colour = chart_set_colour(set, summary->library);
        series[l].variant = panel->earlier.point != NULL;
        if (!earlier)
            continue;
        series[used] = series[l];
        series[used].name = chart_set_text(set, "%s, earlier", summary->library);
        series[used].variant = 2;
        fill_steps(set, &series[used++], earlier, chart);
    }
    chart->series = series;
    chart->series_count = used;
}

/* Marks quantiles across all libraries, unless any, now or earlier, has too few samples for it. */
static void mark_steps(struct chart_set *set, struct chart *chart,
                       const struct point_panel *panel) {
    struct mark *marks = chart_set_alloc(set, POINT_QUANTILES, sizeof *marks);
    size_t fewest = point_panel_samples(panel).fewest;
    for (int q = 0; q < POINT_QUANTILES; q++)
        if (order_has_quantile(fewest, point_quantiles[q].probability))
            marks[chart->mark_count++] = (struct mark){.is_at_left = 1,
                                                       .is_below = q == 1,
                                                       .label = point_quantiles[q].label,
                                                       .at = point_quantiles[q].probability};
    chart->marks = marks;
}

static void draw_ecdf(struct chart_set *set, const struct point_panel *panel) {
    struct chart *chart = chart_set_add(set);
    chart->style = STYLE_STEPS;
    chart->y.unit = UNIT_PART;
    point_panel_set_range(chart, panel, POINT_PANEL_LONGEST);
    const char *note = panel->earlier.point ? chart_set_text(set, "earlier: %s; later: %s",
                                                             panel->earlier.name, panel->now.name)
                                            : "";
    mark_steps(set, chart, panel);
    add_steps(set, chart, panel);
    if (!set->chosen)
        highlight_choose(set, panel->table);
    point_panel_word(set, chart, panel, "cumulative share of samples", note);
}

/* --- the histogram of a single library --- */

static void fill_bars(struct chart_set *set, struct series_data *series,
                      const struct point_panel *panel) {
    const struct distribution *cell = &panel->now.point->cells[0];
    size_t bins = panel->bins.count;
    size_t *counts = xcalloc(bins, sizeof *counts);
    double *edges = chart_set_alloc(set, bins + 1, sizeof *edges);
    double *parts = chart_set_alloc(set, bins + 1, sizeof *parts);
    histogram_count(&panel->bins, cell, counts);
    for (size_t i = 0; i <= bins; i++) {
        edges[i] = panel->bins.edges[i];
        parts[i] = i < bins && cell->samples ? (double)counts[i] / (double)cell->samples : 0;
    }
    free(counts);
    series->count = cell->count ? bins + 1 : 0;
    series->x = edges;
    series->y = parts;
}

/* Marks quantiles, with room for their labels above the bars. */
static void mark_bars(struct chart_set *set, struct chart *chart, const struct point_panel *panel) {
    static const double space_for_words = 0.12;
    const struct distribution *cell = &panel->now.point->cells[0];
    struct mark *marks = chart_set_alloc(set, POINT_QUANTILES, sizeof *marks);
    for (int q = 0; q < POINT_QUANTILES; q++)
        if (order_has_quantile(cell->samples, point_quantiles[q].probability))
            marks[chart->mark_count++] =
                (struct mark){.is_vertical = 1,
                              .label = point_quantiles[q].label,
                              .at = distribution_quantile(cell, point_quantiles[q].probability)};
    chart->marks = marks;
    double highest = 0;
    for (size_t i = 0; i < chart->series->count; i++)
        highest = fmax(highest, chart->series->y[i]);
    if (chart->mark_count)
        chart->y.high = (1 + space_for_words) * highest;
}

static void draw_bars(struct chart_set *set, const struct point_panel *panel) {
    const struct summary_row *summary = &panel->now.libraries[0];
    struct series_data *series = chart_set_alloc(set, 1, sizeof *series);
    const char *width = point_panel_bin_width(set, panel);
    struct chart *chart = chart_set_add(set);
    series->name = summary->library;
    series->is_reference = summary->is_reference;
    chart->style = STYLE_BARS;
    chart->y.unit = UNIT_PART;
    chart->series = series;
    chart->series_count = 1;
    point_panel_set_range(chart, panel, POINT_PANEL_BINS);
    fill_bars(set, series, panel);
    mark_bars(set, chart, panel);
    series->colour = chart_set_colour(set, summary->library);
    point_panel_word(set, chart, panel, chart_set_text(set, "share in bins of %s", width), "");
}

static void draw_histogram(struct chart_set *set, const struct point_panel *panel) {
    int is_single = panel->now.point->libraries == 1 && !panel->earlier.point;
    (is_single ? draw_bars : spread_draw_ridges)(set, panel);
}

/* --- kinds --- */

int samples_make_ecdf(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err) {
    (void)kind;
    return point_panels_make(set, options, draw_ecdf, err);
}

int samples_make_histogram(struct chart_set *set, const struct kind *kind,
                           const struct options *options, struct err *err) {
    (void)kind;
    return point_panels_make(set, options, draw_histogram, err);
}

int samples_make_boxes(struct chart_set *set, const struct kind *kind,
                       const struct options *options, struct err *err) {
    (void)kind;
    return point_panels_make(set, options, spread_draw_boxes, err);
}
