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

/* Chooses a range for the samples of all libraries over their medians. Returns -1 if memory runs
 * out, as do the functions below. */
static int choose_range(struct panel *panel) {
    size_t libraries = panel->point->libraries;
    struct distribution *relative = calloc(libraries + 1, sizeof *relative);
    struct histogram_bins bins = {0};
    int code = relative ? 0 : -1;
    for (size_t l = 0; code == 0 && l < libraries; l++) {
        const struct distribution *cell = &panel->point->cells[l];
        double *values = calloc(cell->count + 1, sizeof *values);
        for (size_t i = 0; values && i < cell->count; i++)
            values[i] = cell->values[i] / panel->medians[l];
        code = values ? distribution_set(&relative[l], values, cell->count) : -1;
        free(values);
    }
    code = code ? code : histogram_bins_choose(&bins, relative, libraries, 0);
    if (code == 0) {
        double low = bins.edges[0], high = bins.edges[bins.count];
        double room = bins.is_log ? pow(high / low, margin) : margin * (high - low);
        panel->y = (struct axis_terms){.unit = UNIT_RATIO,
                                       .scale = bins.is_log ? AXIS_LOG : AXIS_LINEAR,
                                       .low = bins.is_log ? low / room : low - room,
                                       .high = bins.is_log ? high * room : high + room};
    }
    histogram_bins_release(&bins);
    for (size_t l = 0; relative && l < libraries; l++)
        distribution_release(&relative[l]);
    free(relative);
    return code;
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

static int places_begin(struct places *places, struct chart_set *set, size_t count) {
    double *numbers = chart_set_alloc(set, 5 * count, sizeof *numbers);
    places->crosses = chart_set_alloc(set, count, sizeof *places->crosses);
    if (!numbers || !places->crosses)
        return -1;
    places->x = numbers;
    places->y = numbers + count;
    places->low = numbers + 2 * count;
    places->high = numbers + 3 * count;
    places->levels = numbers + 4 * count;
    return 0;
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

/* Returns -1 if memory runs out; the caller must call release_ratios either way. */
static int find_ratios(struct ratios *ratios, const struct panel *panel, size_t library) {
    const struct ordered_samples *order = &panel->point->orders[library];
    size_t count = order->rounds * panel->seeds;
    *ratios = (struct ratios){.values = calloc(count + 1, sizeof *ratios->values),
                              .workspace = calloc(panel->level + 1, sizeof *ratios->workspace),
                              .disturbed = calloc(count + 1, sizeof *ratios->disturbed),
                              .count = count};
    if (!ratios->values || !ratios->workspace || !ratios->disturbed)
        return -1;
    for (size_t i = 0; i < count; i++) {
        size_t at = i / panel->seeds * order->seeds + i % panel->seeds;
        int is_there = isfinite(order->seconds[at]);
        ratios->values[i] = is_there ? order->seconds[at] / panel->medians[library] : NAN;
        ratios->disturbed[i] = is_there && order->disturbed[at];
    }
    return 0;
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

static int fill_series(struct chart_set *set, struct series_data *series, const struct panel *panel,
                       size_t library, struct found *found) {
    struct ratios ratios;
    struct places places = {.used = 0};
    int code = find_ratios(&ratios, panel, library);
    code = code ? code : places_begin(&places, set, ratios.count + ratios.count / panel->level + 1);
    *found = (struct found){.highest = -HUGE_VAL, .lowest = HUGE_VAL};
    for (size_t i = 0; code == 0 && i < ratios.count; i++)
        count_sample(found, &panel->y, ratios.values[i], ratios.disturbed[i]);
    for (size_t i = 0; code == 0 && i < ratios.count; i += panel->level) {
        size_t end = i + panel->level < ratios.count ? i + panel->level : ratios.count;
        add_level(&places, panel, &ratios, i, end);
    }
    release_ratios(&ratios);
    series->count = places.used;
    series->x = places.x;
    series->y = places.y;
    series->low = found->above + found->below ? places.low : NULL;
    series->high = found->above + found->below ? places.high : NULL;
    series->levels = places.levels;
    series->wrong = places.crosses;
    return code;
}

/* --- text --- */

/* Writes "median 1.23 µs; 4 of 50 disturbed; rises by 3 % within rounds; 1 above, up to 12×". */
static const char *word_library(struct chart_set *set, const struct panel *panel, size_t library,
                                const struct found *found) {
    const struct row *row =
        &panel->table->rows[panel->section->first_row +
                            panel->point->point * panel->point->libraries + library];
    const struct diagnostics *diagnostics = &row->diagnostics;
    char *text = NULL, median[32];
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
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
    int failed = fclose(file) != 0;
    const char *kept = chart_set_own(set, text, free);
    return failed ? NULL : kept;
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
    return levels && thinned ? chart_set_text(set, "as taken, over the median of the library%s%s",
                                              levels, thinned)
                             : NULL;
}

/* Returns "blis at size 1000 (run_000002)". */
static const char *word_place(struct chart_set *set, const struct panel *panel,
                              const char *library) {
    const char *run = words_run(set, panel->table, panel->section);
    return run ? chart_set_text(set, "%s at %s%s", library, panel->at, run) : NULL;
}

/* Sets the words of one chart; those of its figure are words_set_grid's. */
static int word_chart(struct words *words, struct chart_set *set, const struct panel *panel,
                      const char *library) {
    const char *run = words_run(set, panel->table, panel->section);
    const char *action = panel->section->action;
    if (!run)
        return -1;
    *words = (struct words){
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
    return words->name && words->action && words->facet && words->subtitle && words->setting &&
                   words->warnings
               ? 0
               : -1;
}

/* --- charts --- */

/* Thin lines where rounds begin, unless there are very many or none has two samples. */
static int add_lines(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    size_t rounds = panel->point->orders[0].rounds;
    struct mark *marks = chart_set_alloc(set, rounds, sizeof *marks);
    for (size_t r = 1; marks && panel->seeds > 1 && r < rounds && rounds <= MOST_LINES; r++)
        marks[chart->mark_count++] =
            (struct mark){.is_vertical = 1, .label = "", .at = (double)(r * panel->seeds) + 0.5};
    chart->marks = marks;
    return marks ? 0 : -1;
}

/* Adds the chart of one library; its words are WORDS. */
static int add_chart(struct chart_set *set, const struct panel *panel, size_t library,
                     struct words *words) {
    const char *name = panel->table->summaries[panel->section->first_summary + library].library;
    struct series_data *series = chart_set_alloc(set, 1, sizeof *series);
    struct chart *chart = chart_set_add(set);
    struct found found;
    if (!series || !chart || chart_set_colour(set, name, &series->colour) != 0 ||
        fill_series(set, series, panel, library, &found) != 0 || add_lines(set, chart, panel) != 0)
        return -1;
    series->name = name;
    chart->style = STYLE_LEVELS;
    chart->series = series;
    chart->series_count = 1;
    chart->cross = "a disturbed sample";
    chart->x = (struct axis_terms){.unit = UNIT_COUNT, .scale = AXIS_LINEAR};
    chart->x_label = "sample";
    chart->y = panel->y;
    chart->brief = word_library(set, panel, library, &found);
    return chart->brief ? word_chart(words, set, panel, name) : -1;
}

static int find_medians(struct chart_set *set, struct panel *panel) {
    size_t libraries = panel->point->libraries;
    panel->medians = chart_set_alloc(set, libraries, sizeof *panel->medians);
    for (size_t l = 0; panel->medians && l < libraries; l++)
        panel->medians[l] = distribution_quantile(&panel->point->cells[l], 0.5);
    return panel->medians ? 0 : -1;
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
static int leave_out(struct chart_set *set, const struct panel *panel, const char *library) {
    const char *place = word_place(set, panel, library);
    if (!place)
        return -1;
    set->left_out = set->left_out
                        ? chart_set_text(set, "%s, %s", set->left_out, place)
                        : chart_set_text(set, "no samples with a median above zero: %s", place);
    return set->left_out ? 0 : -1;
}

/* Adds the charts of a point, and their WORDS from set->count on. */
static int add_point(struct chart_set *set, struct panel *panel, struct words *words) {
    const struct summary_row *summaries = &panel->table->summaries[panel->section->first_summary];
    panel->seeds = seeds_of(panel->point);
    choose_span(panel);
    panel->at = sampled_words(set, panel->section, panel->point);
    if (!panel->at || find_medians(set, panel) != 0 || choose_range(panel) != 0)
        return -1;
    for (size_t l = 0; l < panel->point->libraries; l++)
        if (panel->medians[l] > 0 ? add_chart(set, panel, l, &words[set->count]) != 0
                                  : leave_out(set, panel, summaries[l].library) != 0)
            return -1;
    return 0;
}

/* A chart that is alone has all words above itself. */
static int join_words(struct chart_set *set) {
    struct chart *chart = &set->charts[0];
    chart->title = set->heading;
    chart->subtitle = chart_set_text(set, "%s\n%s", set->subtitle, chart->brief);
    set->heading = set->subtitle = NULL;
    set->is_grid = 0;
    return chart->subtitle ? 0 : -1;
}

static int add_all(struct chart_set *set, const struct sampled_table *read) {
    size_t most = 0, drawn = 0;
    const struct section *section;
    for (size_t i = 0; i < read->sampled.count; i++) {
        most += read->sampled.points[i].libraries;
        drawn += sampled_at(read, i, &section) != NULL;
    }
    struct words *words = chart_set_alloc(set, most, sizeof *words);
    for (size_t i = 0; words && i < read->sampled.count; i++) {
        struct panel panel = {.table = &read->table,
                              .point = sampled_at(read, i, &panel.section),
                              .is_only_point = drawn == 1};
        if (panel.point && add_point(set, &panel, words) != 0)
            return -1;
    }
    if (!words || (set->count && words_set_grid(set, words) != 0))
        return -1;
    for (size_t i = 0; i < set->count; i++) {
        set->charts[i].subtitle = set->charts[i].brief;
        words[i].losses = chart_set_text(set, "\n%s", set->charts[i].brief);
        if (!words[i].losses)
            return -1;
    }
    if (set->count && words_set_caption(set, words, &read->table) != 0)
        return -1;
    return set->count == 1 ? join_words(set) : 0;
}

int sequence_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                  struct err *err) {
    int code;
    (void)kind;
    const struct sampled_table *read = sampled_read(set, options, 1, &code, err);
    if (!read)
        return code;
    set->is_grid = set->has_own_names = 1; /* unless there is one chart only */
    if (add_all(set, read) != 0)
        return sampled_no_memory(err);
    if (set->count == 0 && set->left_out)
        return err_set(err, ERR_USAGE, "nothing to draw: %s", set->left_out);
    if (set->count == 0)
        return sampled_nothing(&read->sampled, err);
    set->columns = options->grid_columns ? options->grid_columns : set->count > 1 ? 2 : 1;
    return 0;
}
