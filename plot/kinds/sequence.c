/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/sequence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/aggregate/warnings.h"
#include "analyze/statistics/histogram.h"
#include "analyze/statistics/order.h"
#include "formats/text/percent.h"
#include "formats/text/prefixed_unit.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/captions.h"
#include "plot/kinds/sampled.h"

enum { MOST_LINES = 60, FEWEST_OF_LEVEL = 3, MOST_SHOWN = 6000 };
static const double margin = 0.05;     /* of the y axis, at both ends */
static const double least_rise = 0.01; /* that is told */

/* The charts of one point. */
struct panel {
    const struct table *table;
    const struct section *section;
    const struct sampled_point *point;
    size_t seeds;    /* that any library has at this point */
    size_t span;     /* neighbours of which the first, lowest and highest are shown; 1: all are */
    size_t level;    /* neighbours that have one level: a round, or the whole rounds of a span */
    const char *at;  /* words of the point */
    double *medians; /* [libraries] */
    struct axis_terms y;
    int is_only_point; /* of the whole figure */
};

/* --- numbers --- */

/* Libraries may have fewer seeds at a point than the measurement has at others. */
static size_t seeds_of(const struct sampled_point *point) {
    size_t most = 0;
    for (size_t l = 0; l < point->libraries; l++) {
        const struct ordered_samples *order = &point->orders[l];
        for (size_t i = 0; i < order->rounds * order->seeds; i++)
            if (isfinite(order->seconds[i]) && i % order->seeds >= most)
                most = i % order->seeds + 1;
    }
    return most;
}

/* Chooses a range for the samples of all libraries over their medians. */
static void choose_range(struct panel *panel) {
    size_t libraries = panel->point->libraries;
    struct distribution *relative = xcalloc(libraries, sizeof *relative);
    struct histogram_bins bins = {0};
    for (size_t l = 0; l < libraries; l++) {
        const struct distribution *cell = &panel->point->cells[l];
        double *values = xcalloc(cell->count, sizeof *values);
        for (size_t i = 0; i < cell->count; i++)
            values[i] = cell->values[i] / panel->medians[l];
        distribution_set(&relative[l], values, cell->count);
        free(values);
    }
    histogram_bins_choose(&bins, relative, libraries, 0);
    double low = bins.edges[0], high = bins.edges[bins.count];
    double room = bins.is_log ? pow(high / low, margin) : margin * (high - low);
    panel->y = (struct axis_terms){.unit = UNIT_RATIO,
                                   .scale = bins.is_log ? AXIS_LOG : AXIS_LINEAR,
                                   .low = bins.is_log ? low / room : low - room,
                                   .high = bins.is_log ? high * room : high + room};
    histogram_bins_release(&bins);
    for (size_t l = 0; l < libraries; l++)
        distribution_release(&relative[l]);
    free(relative);
}

/* --- the series of a library --- */

/* What is told of it. */
struct found {
    size_t samples, disturbed, above, below; /* the chart, the last two */
    double highest, lowest;                  /* over the median */
};

/* The arrays of a series; behind each level is a gap. */
struct places {
    double *x, *y, *low, *high, *levels;
    unsigned char *crosses;
    size_t used;
};

static struct places places_for(struct chart_set *set, size_t count) {
    double *numbers = chart_set_alloc(set, 5 * count, sizeof *numbers);
    return (struct places){.x = numbers,
                           .y = numbers + count,
                           .low = numbers + 2 * count,
                           .high = numbers + 3 * count,
                           .levels = numbers + 4 * count,
                           .crosses = chart_set_alloc(set, count, 1)};
}

/* Adds a sample, or a gap if VALUE is NaN. What is beyond the axis has an arrow at its edge. */
static void add_place(struct places *places, const struct axis_terms *y, double x, double value,
                      double level) {
    size_t i = places->used++;
    double edge = fmin(fmax(value, y->low), y->high);
    int is_beyond = !isnan(value) && edge != value;
    places->x[i] = x;
    places->y[i] = isnan(value) ? NAN : edge;
    places->levels[i] = level;
    places->low[i] = is_beyond ? fmin(value, edge) : NAN;
    places->high[i] = is_beyond ? fmax(value, edge) : NAN;
}

static void count_sample(struct found *found, const struct axis_terms *y, double value,
                         int is_disturbed) {
    if (isnan(value))
        return;
    found->samples++;
    found->disturbed += is_disturbed != 0;
    found->above += value > y->high;
    found->below += value < y->low;
    found->highest = fmax(found->highest, value);
    found->lowest = fmin(found->lowest, value);
}

/* Sets KEPT to the first, the lowest and the highest of the samples from FIRST to before END, each
 * once, in their order; returns how many these are. */
static size_t keep_of_span(size_t kept[3], const double *values, size_t first, size_t end) {
    size_t low = first, high = first, count = 1;
    for (size_t s = first; s < end; s++) {
        low = !(values[low] <= values[s]) && !isnan(values[s]) ? s : low;
        high = !(values[high] >= values[s]) && !isnan(values[s]) ? s : high;
    }
    kept[0] = first;
    if (low < high ? low > first : low > high && high > first)
        kept[count++] = low < high ? low : high;
    size_t last = low < high ? high : low;
    if (last > kept[count - 1])
        kept[count++] = last;
    return count;
}

/* Returns the median of COUNT samples; NaN for too few. WORKSPACE holds COUNT numbers. */
static double level_of(const double *values, size_t count, double *workspace) {
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i]))
            workspace[used++] = values[i];
    return used >= FEWEST_OF_LEVEL ? order_median(workspace, used) : NAN;
}

/* The samples of a library in their order, over its median; NaN for one that is missing. */
struct ratios {
    double *values, *workspace;
    unsigned char *disturbed;
    size_t count;
};

static void release_ratios(struct ratios *ratios) {
    free(ratios->values);
    free(ratios->workspace);
    free(ratios->disturbed);
}

/* The caller must pass the result to release_ratios. */
static struct ratios find_ratios(const struct panel *panel, size_t library) {
    const struct ordered_samples *order = &panel->point->orders[library];
    size_t count = order->rounds * panel->seeds;
    struct ratios ratios = {.values = xcalloc(count, sizeof *ratios.values),
                            .workspace = xcalloc(panel->level, sizeof *ratios.workspace),
                            .disturbed = xcalloc(count, sizeof *ratios.disturbed),
                            .count = count};
    for (size_t i = 0; i < count; i++) {
        size_t at = i / panel->seeds * order->seeds + i % panel->seeds;
        int is_there = isfinite(order->seconds[at]);
        ratios.values[i] = is_there ? order->seconds[at] / panel->medians[library] : NAN;
        ratios.disturbed[i] = is_there && order->disturbed[at];
    }
    return ratios;
}

/* Adds the samples from FIRST to before END, which share a level: all, or three of each span. */
static void add_level(struct places *places, const struct panel *panel, const struct ratios *ratios,
                      size_t first, size_t end) {
    double level = level_of(ratios->values + first, end - first, ratios->workspace);
    for (size_t from = first; from < end; from += panel->span) {
        size_t to = from + panel->span < end ? from + panel->span : end;
        size_t kept[3], count = keep_of_span(kept, ratios->values, from, to);
        for (size_t k = 0; k < count; k++) {
            places->crosses[places->used] = ratios->disturbed[kept[k]];
            add_place(places, &panel->y, (double)(kept[k] + 1), ratios->values[kept[k]], level);
        }
    }
    add_place(places, &panel->y, (double)end + 0.5, NAN, NAN);
}

static struct found fill_series(struct chart_set *set, struct series_data *series,
                                const struct panel *panel, size_t library) {
    struct ratios ratios = find_ratios(panel, library);
    struct places places = places_for(set, ratios.count + ratios.count / panel->level + 1);
    struct found found = {.highest = -HUGE_VAL, .lowest = HUGE_VAL};
    for (size_t i = 0; i < ratios.count; i++)
        count_sample(&found, &panel->y, ratios.values[i], ratios.disturbed[i]);
    for (size_t i = 0; i < ratios.count; i += panel->level) {
        size_t end = i + panel->level < ratios.count ? i + panel->level : ratios.count;
        add_level(&places, panel, &ratios, i, end);
    }
    release_ratios(&ratios);
    series->count = places.used;
    series->x = places.x;
    series->y = places.y;
    series->low = found.above + found.below ? places.low : NULL;
    series->high = found.above + found.below ? places.high : NULL;
    series->levels = places.levels;
    series->wrong = places.crosses;
    return found;
}

/* --- text --- */

/* Writes "median 1.23 µs; 4 of 50 disturbed; rises by 3 % within rounds; 1 above, up to 12×". */
static const char *word_library(struct chart_set *set, const struct panel *panel, size_t library,
                                const struct found *found) {
    const struct row *row =
        &panel->table->rows[panel->section->first_row +
                            panel->point->point * panel->point->libraries + library];
    const struct diagnostics *diagnostics = &row->diagnostics;
    char *text, median[32];
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    fprintf(file, "median %s",
            prefixed_unit_format(median, sizeof median,
                                 quantity_words(panel->section->quantity)->unit,
                                 panel->medians[library], 3));
    if (found->disturbed)
        fprintf(file, "; %zu of %zu disturbed", found->disturbed, found->samples);
    if (diagnostics->unsteady > 0)
        fprintf(file, "; %s not steady after warm-up", percent_of(diagnostics->unsteady).text);
    if (fabs(diagnostics->rise) > least_rise && diagnostics->p_value < WARNINGS_LEVEL)
        fprintf(file, "; %s by %s within rounds", diagnostics->rise > 0 ? "rises" : "falls",
                percent_of(fabs(diagnostics->rise)).text);
    if (found->above)
        fprintf(file, "; %zu above, up to %.3g×", found->above, found->highest);
    if (found->below)
        fprintf(file, "; %zu below, down to %.3g×", found->below, found->lowest);
    if (row->status != CELL_OK)
        fprintf(file, "; %s", cell_status_name(row->status));
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

/* Returns what is told of all charts of a point. */
static const char *word_samples(struct chart_set *set, const struct panel *panel) {
    size_t rounds = panel->seeds ? panel->level / panel->seeds : 1;
    const char *levels = panel->level < FEWEST_OF_LEVEL ? ""
                         : rounds == 1
                             ? "; a level for each round"
                             : chart_set_text(set, "; a level for every %zu rounds", rounds);
    const char *thinned =
        panel->span == 1
            ? ""
            : chart_set_text(set, "; of each %zu samples the first, lowest and highest",
                             panel->span);
    return chart_set_text(set, "as taken, over the median of the library%s%s", levels, thinned);
}

/* Returns "blis at size 1000 (run_000002)". */
static const char *word_place(struct chart_set *set, const struct panel *panel,
                              const char *library) {
    return chart_set_text(set, "%s at %s%s", library, panel->at,
                          words_run(set, panel->table, panel->section));
}

/* Returns the words of one chart; those of its figure are words_set_grid's. */
static struct words word_chart(struct chart_set *set, const struct panel *panel,
                               const char *library) {
    const char *run = words_run(set, panel->table, panel->section);
    const char *action = panel->section->action;
    return (struct words){
        .name = chart_set_text(set, "%s%s, %s at %s", action, run, library, panel->at),
        .action = panel->is_only_point ? chart_set_text(set, "%s%s at %s", action, run, panel->at)
                                       : action,
        .facet = panel->is_only_point ? library : word_place(set, panel, library),
        .title = "samples in order",
        .brief = "samples",
        .subtitle = word_samples(set, panel),
        .noise = "",
        .setting = words_setting(set, panel->section),
        .losses = "",
        .warnings = words_warnings(set, panel->section)};
}

/* --- charts --- */

/* Thin lines where rounds begin, unless there are very many or none has two samples. */
static void add_lines(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    size_t rounds = panel->point->orders[0].rounds;
    struct mark *marks = chart_set_alloc(set, rounds, sizeof *marks);
    for (size_t r = 1; panel->seeds > 1 && r < rounds && rounds <= MOST_LINES; r++)
        marks[chart->mark_count++] =
            (struct mark){.is_vertical = 1, .label = "", .at = (double)(r * panel->seeds) + 0.5};
    chart->marks = marks;
}

/* Adds the chart of one library, and returns its words. */
static struct words add_chart(struct chart_set *set, const struct panel *panel, size_t library) {
    const char *name = panel->table->summaries[panel->section->first_summary + library].library;
    struct series_data *series = chart_set_alloc(set, 1, sizeof *series);
    struct chart *chart = chart_set_add(set);
    series->colour = chart_set_colour(set, name);
    struct found found = fill_series(set, series, panel, library);
    add_lines(set, chart, panel);
    series->name = name;
    chart->style = STYLE_LEVELS;
    chart->series = series;
    chart->series_count = 1;
    chart->cross = "a disturbed sample";
    chart->x = (struct axis_terms){.unit = UNIT_COUNT, .scale = AXIS_LINEAR};
    chart->x_label = "sample";
    chart->y = panel->y;
    chart->brief = word_library(set, panel, library, &found);
    return word_chart(set, panel, name);
}

static void find_medians(struct chart_set *set, struct panel *panel) {
    size_t libraries = panel->point->libraries;
    panel->medians = chart_set_alloc(set, libraries, sizeof *panel->medians);
    for (size_t l = 0; l < libraries; l++)
        panel->medians[l] = distribution_quantile(&panel->point->cells[l], 0.5);
}

/* Thins out very many samples, within rounds or, if these are short, in whole ones. */
static void choose_span(struct panel *panel) {
    size_t samples = panel->point->orders[0].rounds * panel->seeds;
    panel->span = samples > MOST_SHOWN ? (3 * samples + MOST_SHOWN - 1) / MOST_SHOWN : 1;
    panel->level = panel->seeds ? panel->seeds : 1;
    if (panel->span > panel->level)
        panel->span = panel->level *= (panel->span + panel->level - 1) / panel->level;
}

/* Notes a library that has no chart. */
static void leave_out(struct chart_set *set, const struct panel *panel, const char *library) {
    const char *place = word_place(set, panel, library);
    set->left_out = set->left_out
                        ? chart_set_text(set, "%s, %s", set->left_out, place)
                        : chart_set_text(set, "no samples with a median above zero: %s", place);
}

/* Adds the charts of a point, and their WORDS from set->count on. */
static void add_point(struct chart_set *set, struct panel *panel, struct words *words) {
    const struct summary_row *summaries = &panel->table->summaries[panel->section->first_summary];
    panel->seeds = seeds_of(panel->point);
    choose_span(panel);
    panel->at = sampled_words(set, panel->section, panel->point);
    find_medians(set, panel);
    choose_range(panel);
    for (size_t l = 0; l < panel->point->libraries; l++)
        if (panel->medians[l] > 0) {
            struct words *of = &words[set->count];
            *of = add_chart(set, panel, l);
        } else {
            leave_out(set, panel, summaries[l].library);
        }
}

/* A chart that is alone has all words above itself. */
static void join_words(struct chart_set *set) {
    struct chart *chart = &set->charts[0];
    chart->title = set->heading;
    chart->subtitle = chart_set_text(set, "%s\n%s", set->subtitle, chart->brief);
    set->heading = set->subtitle = NULL;
    set->is_grid = 0;
}

static void add_all(struct chart_set *set, const struct sampled_table *read) {
    size_t most = 0, drawn = 0;
    const struct section *section;
    for (size_t i = 0; i < read->sampled.count; i++) {
        most += read->sampled.points[i].libraries;
        drawn += sampled_at(read, i, &section) != NULL;
    }
    struct words *words = chart_set_alloc(set, most, sizeof *words);
    for (size_t i = 0; i < read->sampled.count; i++) {
        struct panel panel = {.table = &read->table,
                              .point = sampled_at(read, i, &panel.section),
                              .is_only_point = drawn == 1};
        if (panel.point)
            add_point(set, &panel, words);
    }
    if (!set->count)
        return;
    words_set_grid(set, words);
    for (size_t i = 0; i < set->count; i++) {
        set->charts[i].subtitle = set->charts[i].brief;
        words[i].losses = chart_set_text(set, "\n%s", set->charts[i].brief);
    }
    words_set_caption(set, words, &read->table);
    if (set->count == 1)
        join_words(set);
}

int sequence_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                  struct err *err) {
    int code;
    (void)kind;
    const struct sampled_table *read = sampled_read(set, options, 1, &code, err);
    if (!read)
        return code;
    set->is_grid = set->has_own_names = 1; /* unless there is one chart only */
    add_all(set, read);
    if (set->count == 0 && set->left_out)
        return err_set(err, ERR_USAGE, "nothing to draw: %s", set->left_out);
    if (set->count == 0)
        return sampled_nothing(&read->sampled, err);
    set->columns = options->grid_columns ? options->grid_columns : set->count > 1 ? 2 : 1;
    return 0;
}
