/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/samples.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/model/parameter_grid.h"
#include "analyze/statistics/histogram.h"
#include "analyze/statistics/order.h"
#include "formats/text/prefixed_unit.h"
#include "plot/analysis/captions.h"
#include "plot/analysis/chart_set.h"
#include "plot/figure/text.h"

/* --- keeping the samples --- */

static void release_point(struct sampled_point *point) {
    for (size_t l = 0; l < point->libraries; l++)
        distribution_release(&point->cells[l]);
    free(point->cells);
    *point = (struct sampled_point){0};
}

/* Keeps the better one of the last two points of the section. */
static void settle(struct sampled *sampled) {
    if (sampled->wants_all || sampled->count < sampled->first + 2)
        return;
    struct sampled_point *last = &sampled->points[--sampled->count], *best = last - 1;
    int is_better =
        last->present != best->present ? last->present > best->present : last->size > best->size;
    struct sampled_point kept = is_better ? *last : *best;
    release_point(is_better ? best : last);
    *last = (struct sampled_point){0};
    *best = kept;
}

int sampled_take(void *context, const struct row *row, const double *seconds, size_t count) {
    struct sampled *sampled = context;
    int is_same_point =
        sampled->count > sampled->first && sampled->points[sampled->count - 1].point == row->point;
    if (!is_same_point) {
        settle(sampled);
        struct sampled_point *points =
            reallocarray(sampled->points, sampled->count + 1, sizeof *points);
        if (!points)
            return -1;
        sampled->points = points;
        points[sampled->count++] =
            (struct sampled_point){.section = sampled->section,
                                   .point = row->point,
                                   .size = row->space->axes[row->space->main].values[row->point]};
    }

    struct sampled_point *point = &sampled->points[sampled->count - 1];
    struct distribution *cells = reallocarray(point->cells, point->libraries + 1, sizeof *cells);
    if (!cells)
        return -1;
    point->cells = cells;
    struct distribution *cell = &cells[point->libraries++];
    *cell = (struct distribution){0};
    if (distribution_set(cell, seconds, count) != 0)
        return -1;
    point->present += cell->count > 0;

    /* 1 / calls for now; sampled_end multiplies it by the clock's resolution. */
    if (row->diagnostics.interval_calls > 0)
        point->resolution = fmax(point->resolution, 1 / (double)row->diagnostics.interval_calls);
    return 0;
}

void sampled_end(struct sampled *sampled, double clock) {
    settle(sampled);
    for (size_t i = sampled->first; i < sampled->count; i++)
        sampled->points[i].resolution *= clock > 0 ? clock : 0;
    sampled->section++;
    sampled->first = sampled->count;
}

void sampled_release(struct sampled *sampled) {
    for (size_t i = 0; i < sampled->count; i++)
        release_point(&sampled->points[i]);
    free(sampled->points);
    *sampled = (struct sampled){0};
}

/* --- reading --- */

/* Fractions of an axis' length that stay free: at its ends, and for labels such as "p99". */
static const double margin = 0.03, space_for_words = 0.12;

/* The data that the charts borrow. */
struct material {
    struct table table;
    struct sampled sampled;
};

static void release_material(void *object) {
    struct material *material = object;
    table_release(&material->table);
    sampled_release(&material->sampled);
    free(material);
}

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the samples that are drawn");
}

/* Returns the resolution of a sample of one call; 0 if it is unknown. */
static double step_of(const struct section *section) {
    const struct fact *clock = facts_find(&section->provenance->run_facts, "clock_resolution");
    if (*quantity_words(section->quantity)->unit != 's')
        return quantity_resolution(section->quantity, (const double[]){4096, 4096}, 2).step;
    return clock && clock->kind == FACT_REAL ? clock->real : 0;
}

static int take_section(void *context, struct table *table, struct err *err) {
    struct material *material = context;
    sampled_end(&material->sampled, step_of(&table->sections[0]));
    if (material->sampled.count > SAMPLED_MOST)
        return err_set(err, ERR_USAGE,
                       "%zu points are too many to draw the samples of (%d at most); choose some "
                       "by --at, such as --at size=1000",
                       material->sampled.count, SAMPLED_MOST);
    return table_take(&material->table, table) ? 0 : no_memory(err);
}

static int read_material(struct material *material, struct chart_set *set,
                         const struct options *options, struct err *err) {
    const struct samples_taker taker = {sampled_take, &material->sampled};
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs,
                          .table = options->table,
                          .visit = take_section,
                          .context = material,
                          .meanwhile = fonts_begin};
    input.table.spared = NEED_ALL & ~(unsigned)NEED_WARNINGS;
    input.table.taker = &taker;
    input.table.with_provenance = 1;
    input.table.filter = &options->filter;
    material->sampled.wants_all = options->filter.condition_count > 0;
    colours_survey(&input, set);
    int code = input_read(&input, err);
    return code || colours_settle(set, &material->table) == 0 ? code : no_memory(err);
}

/* --- the axis of samples of one point's chart --- */

struct panel {
    const struct table *table;
    const struct section *section;
    const struct summary_row *libraries; /* of the section */
    const struct sampled_point *point;
    struct histogram_bins bins; /* these also give the range of samples */
};

/* Returns the position of a sample on the axis. off_axis is the inverse; it stays within finite
 * numbers. */
static double on_axis(const struct panel *panel, double seconds) {
    return panel->bins.is_log ? log(seconds) : seconds;
}

static double off_axis(const struct panel *panel, double place) {
    if (!panel->bins.is_log)
        return place;
    return place >= log(DBL_MAX) ? DBL_MAX : exp(fmax(log(DBL_MIN), place));
}

/* Shows the range of the histogram. A distribution function extends to the longest sample if that
 * is not far beyond. */
static void choose_range(struct chart *chart, const struct panel *panel) {
    double low = on_axis(panel, panel->bins.edges[0]);
    double high = on_axis(panel, panel->bins.edges[panel->bins.count]), longest = high;
    for (size_t l = 0; l < panel->point->libraries; l++)
        if (panel->point->cells[l].count)
            longest = fmax(longest, on_axis(panel, panel->point->cells[l].high));
    if (chart->style == STYLE_STEPS && longest <= high + (high - low) / 2)
        high = longest;
    double left = chart->style == STYLE_STEPS ? space_for_words : margin, length = high - low;
    chart->x = (struct axis_terms){.unit = quantity_axis(panel->section->quantity)};
    chart->x.scale = panel->bins.is_log ? AXIS_LOG : AXIS_LINEAR;
    chart->x.low = off_axis(panel, low - left * length);
    chart->x.high = off_axis(panel, high + margin * length);
    if (chart->x.low < 0 && panel->bins.edges[0] >= 0)
        chart->x.low = 0;
}

/* --- text --- */

/* Writes a line such as "beyond the chart: blis 0.95 %, up to 1.2 ms". */
static void write_beyond(FILE *file, const struct chart *chart, const struct panel *panel) {
    const char *separator = "\nbeyond the chart: ";
    for (size_t l = 0; l < panel->point->libraries; l++) {
        const struct distribution *cell = &panel->point->cells[l];
        size_t below = distribution_below(cell, chart->x.low, 0);
        size_t above = cell->samples - distribution_below(cell, chart->x.high, 1);
        char longest[32];
        if (below + above == 0)
            continue;
        fprintf(file, "%s%s %.3g %%", separator, panel->libraries[l].library,
                100 * (double)(below + above) / (double)cell->samples);
        if (above)
            fprintf(file, ", up to %s",
                    prefixed_unit_format(longest, sizeof longest,
                                         quantity_words(panel->section->quantity)->unit, cell->high,
                                         3));
        separator = "; ";
    }
}

/* From this ratio of two edges on, a percentage does not help the reader. */
static const double decades_from = 10;

/* Says what the chart draws: "30 to 50 samples each; share in bins of 12 ns". The width of bins on
 * a logarithmic axis is given as "3 %" or, if they are very wide, "120 decades". */
static const char *word_samples(struct chart_set *set, const struct chart *chart,
                                const struct panel *panel) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;

    size_t least = SIZE_MAX, most = 0;
    for (size_t l = 0; l < panel->point->libraries; l++) {
        size_t samples = panel->point->cells[l].samples;
        least = samples && samples < least ? samples : least;
        most = samples > most ? samples : most;
    }
    size_words_exact((double)least, file);
    if (least < most) {
        fputs(" to ", file);
        size_words_exact((double)most, file);
    }
    fprintf(file, " sample%s%s", most == 1 ? "" : "s", panel->point->present > 1 ? " each" : "");
    fputs(chart->style == STYLE_BARS ? "; share in " : "; cumulative share of samples", file);

    if (chart->style == STYLE_BARS) {
        const double *edges = panel->bins.edges;
        double decades = log10(edges[1]) - log10(edges[0]);
        char width[32];
        if (panel->bins.is_log && decades >= log10(decades_from))
            fprintf(file, "bins of %.3g decades", decades);
        else if (panel->bins.is_log)
            fprintf(file, "bins of %.2g %%", 100 * (edges[1] / edges[0] - 1));
        else
            fprintf(file, "bins of %s",
                    prefixed_unit_format(width, sizeof width,
                                         quantity_words(panel->section->quantity)->unit,
                                         edges[1] - edges[0], 2));
    }
    write_beyond(file, chart, panel);
    int failed = fclose(file) != 0;
    const char *kept = chart_set_own(set, text, free);
    return failed ? NULL : kept;
}

static int word_chart(struct chart_set *set, struct chart *chart, const struct panel *panel,
                      int is_first) {
    char *point = NULL; /* "size 1000, stride 8" */
    size_t size = 0;
    FILE *file = open_memstream(&point, &size);
    if (file)
        parameter_grid_write_point(panel->section->space, panel->point->point, file);
    int failed = !file || fclose(file) != 0;
    const char *at = chart_set_own(set, point, free);

    const char *run = words_run(set, panel->table, panel->section);
    const char *setting = words_setting(set, panel->section);
    const char *warnings = is_first ? words_warnings(set, panel->section) : "";
    const char *samples = word_samples(set, chart, panel);
    if (failed || !run || !setting || !warnings || !at || !samples)
        return -1;
    const struct quantity_words *of = quantity_words(panel->section->quantity);
    chart->title =
        chart_set_text(set, "%s%s — %s at %s", panel->section->action, run, of->many, at);
    chart->subtitle = chart_set_text(set, "%s\n%s%s", samples, setting, warnings);
    chart->x_label = of->about;
    return chart->title && chart->subtitle ? 0 : -1;
}

/* --- series --- */

/* Uses the distribution's own numbers as x; y is the fraction of samples up to each. */
static int fill_steps(struct chart_set *set, struct series_data *series,
                      const struct distribution *cell) {
    double *parts = chart_set_alloc(set, cell->count, sizeof *parts);
    for (size_t i = 0; parts && i < cell->count; i++)
        parts[i] = (double)(i + 1) / (double)cell->count;
    series->count = cell->count;
    series->x = cell->values;
    series->y = parts;
    return parts ? 0 : -1;
}

static int fill_bars(struct chart_set *set, struct series_data *series, const struct panel *panel,
                     const struct distribution *cell) {
    size_t bins = panel->bins.count;
    size_t *counts = calloc(bins, sizeof *counts);
    double *edges = chart_set_alloc(set, bins + 1, sizeof *edges);
    double *parts = chart_set_alloc(set, bins + 1, sizeof *parts);
    int ok = counts && edges && parts;
    if (ok)
        histogram_count(&panel->bins, cell, counts);
    for (size_t i = 0; ok && i <= bins; i++) {
        edges[i] = panel->bins.edges[i];
        parts[i] = i < bins && cell->samples ? (double)counts[i] / (double)cell->samples : 0;
    }
    free(counts);
    series->count = cell->count ? bins + 1 : 0;
    series->x = edges;
    series->y = parts;
    return ok ? 0 : -1;
}

static int add_series(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    size_t count = panel->point->libraries;
    struct series_data *series = chart_set_alloc(set, count, sizeof *series);
    int code = series ? 0 : -1;
    for (size_t l = 0; code == 0 && l < count; l++) {
        const struct distribution *cell = &panel->point->cells[l];
        const struct summary_row *summary = &panel->libraries[l];
        code = chart->style == STYLE_STEPS ? fill_steps(set, &series[l], cell)
                                           : fill_bars(set, &series[l], panel, cell);
        if (code)
            break;
        series[l].name = summary->library;
        series[l].is_reference = summary->is_reference;
        code = chart_set_colour(set, summary->library, &series[l].colour);
    }
    chart->series = series;
    chart->series_count = count;
    return code;
}

static const struct {
    double probability;
    const char *label;
} quantiles[] = {{0.5, "p50"}, {0.95, "p95"}, {0.99, "p99"}};
enum { QUANTILES = sizeof quantiles / sizeof *quantiles };

/* Marks quantiles. In a distribution function a mark goes across all libraries. A histogram has
 * marks only if it shows a single library. A quantile is not marked if any library has too few
 * samples for it. */
static int add_marks(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    struct mark *marks = chart_set_alloc(set, QUANTILES, sizeof *marks);
    int is_vertical = chart->style == STYLE_BARS;
    if (!marks)
        return -1;
    chart->marks = marks;
    if (is_vertical && panel->point->libraries > 1)
        return 0;

    size_t fewest = SIZE_MAX;
    for (size_t l = 0; l < panel->point->libraries; l++)
        if (panel->point->cells[l].samples && panel->point->cells[l].samples < fewest)
            fewest = panel->point->cells[l].samples;
    for (int q = 0; q < QUANTILES; q++) {
        double p = quantiles[q].probability;
        if (order_has_quantile(fewest, p))
            marks[chart->mark_count++] = (struct mark){
                .is_vertical = is_vertical,
                .is_at_left = 1,
                .is_below = q == 1,
                .label = quantiles[q].label,
                .at = is_vertical ? distribution_quantile(&panel->point->cells[0], p) : p};
    }
    if (is_vertical && chart->mark_count) {
        const struct series_data *series = &chart->series[0];
        double highest = 0;
        for (size_t i = 0; i < series->count; i++)
            highest = fmax(highest, series->y[i]);
        chart->y.low = 0;
        chart->y.high = (1 + space_for_words) * highest;
    }
    return 0;
}

/* --- charts --- */

static int add_chart(struct chart_set *set, struct panel *panel, enum chart_style style,
                     int is_first) {
    struct chart *chart = chart_set_add(set);
    const struct sampled_point *point = panel->point;
    if (!chart)
        return -1;
    chart->style = style;
    chart->y.unit = UNIT_PART;
    if (histogram_bins_choose(&panel->bins, point->cells, point->libraries, point->resolution) != 0)
        return -1;
    choose_range(chart, panel);
    int code = add_series(set, chart, panel);
    code = code ? code : add_marks(set, chart, panel);
    code = code ? code : word_chart(set, chart, panel, is_first);
    histogram_bins_release(&panel->bins);
    return code;
}

static int make(struct chart_set *set, const struct options *options, enum chart_style style,
                struct err *err) {
    struct material *material = calloc(1, sizeof *material);
    if (!chart_set_own(set, material, release_material))
        return no_memory(err);
    int code = read_material(material, set, options, err);
    if (code)
        return code;

    size_t last = SIZE_MAX;
    for (size_t i = 0; code == 0 && i < material->sampled.count; i++) {
        const struct sampled_point *point = &material->sampled.points[i];
        const struct section *section = &material->table.sections[point->section];
        struct panel panel = {.table = &material->table,
                              .section = section,
                              .libraries = &material->table.summaries[section->first_summary],
                              .point = point};
        if (!point->present)
            continue;
        code = add_chart(set, &panel, style, point->section != last);
        last = point->section;
    }
    if (code == 0 && set->count == 0)
        return err_set(err, ERR_USAGE, "there are no samples to draw%s",
                       material->sampled.wants_all ? " where --at asks for them" : "");
    if (code == 0)
        code = words_set_caption_of_charts(set, &material->table);
    set->columns = set->count > 1 ? 2 : 1;
    return code ? no_memory(err) : 0;
}

int samples_make_ecdf(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err) {
    (void)kind;
    return make(set, options, STYLE_STEPS, err);
}

int samples_make_histogram(struct chart_set *set, const struct kind *kind,
                           const struct options *options, struct err *err) {
    (void)kind;
    return make(set, options, STYLE_BARS, err);
}
