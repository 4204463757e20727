/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/bands.h"
#include "analyze/model/scaling_axis.h"
#include "formats/model/ascending.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/chart_set.h"
#include "plot/analysis/dates.h"
#include "plot/analysis/facets.h"
#include "plot/analysis/highlight.h"
#include "plot/analysis/measures.h"
#include "plot/analysis/sections.h"
#include "plot/figure/text.h"

/* --- choosing the measures --- */

struct choice_of_measures {
    const struct measure *all[KIND_MOST_MEASURES];
    size_t count;
    const struct measure *preferred; /* to the first; NULL for none */
    struct measure column;           /* the column of --y */
    double quantile;                 /* the probability, if --y names a quantile; else NaN */
};

/* Rates are of mean times, and of one file. */
static const struct measure *preferred_of(const struct kind *kind, const struct options *options) {
    int is_taken = !options->axes.y && !options->axes.is_speedup && options->source_count == 1 &&
                   options->table.statistic.kind == STATISTIC_TYPICAL &&
                   options->table.quantity == QUANTITY_SECONDS;
    return is_taken ? kind->preferred : NULL;
}

static int choose_measures(struct choice_of_measures *chosen, const struct kind *kind,
                           const struct options *options, struct err *err) {
    const struct axes_asked *asked = &options->axes;
    *chosen = (struct choice_of_measures){.count = kind_measure_count(kind),
                                          .preferred = preferred_of(kind, options),
                                          .quantile = NAN};
    memcpy(chosen->all, kind->measures, sizeof chosen->all);
    if (asked->y) {
        int code = measure_of_column(&chosen->column, asked->y, err);
        if (code)
            return code;
        chosen->all[0] = &chosen->column;
        chosen->count = 1;
        chosen->quantile = measure_quantile(&chosen->column);
    }
    if (!asked->is_speedup)
        return 0;

    int has_ratio = 0;
    for (size_t k = 0; k < chosen->count; k++) {
        has_ratio |= chosen->all[k]->has_level;
        if (strcmp(chosen->all[k]->column, measure_ratio.column) == 0)
            chosen->all[k] = &measure_speedup;
    }
    return has_ratio ? 0
                     : err_set(err, ERR_USAGE, "--speedup turns ratios over, and %s shows none",
                               chosen->all[0] == &chosen->column ? "--y" : kind->name);
}

static int has_number(const struct table *table, const struct section *section) {
    for (size_t i = 0; i < section->row_count; i++)
        if (!isnan(table->rows[section->first_row + i].mean.estimate))
            return 1;
    return 0;
}

/* Takes the preferred measure if every section with a result has it, or if it is to be held against
 * a peak. */
static void settle_measures(struct choice_of_measures *chosen, const struct table *table,
                            const struct rates_peak *peak) {
    size_t having = 0, lacking = 0;
    if (!chosen->preferred)
        return;
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        struct measured of = measure_settle(chosen->preferred, table, section, peak);
        int is_there = section->quantity == QUANTITY_SECONDS &&
                       section->statistic.kind == STATISTIC_TYPICAL && !measure_is_absent(&of);
        having += (size_t)is_there;
        lacking += (size_t)(!is_there && has_number(table, section));
    }
    if ((having && !lacking) || rates_has_peak(peak))
        chosen->all[0] = chosen->preferred;
}

static int is_over_dates(const struct options *options) {
    return options->axes.x && strcmp(options->axes.x, AXES_DATE) == 0;
}

/* Simultaneous bands are of the points of one run. */
static int check_bands(const struct choice_of_measures *chosen, const struct options *options,
                       struct err *err) {
    if (!options->table.are_simultaneous)
        return 0;
    if (is_over_dates(options))
        return err_set(err, ERR_USAGE,
                       "--bands simultaneous: bands hold over the points of one run, and --x %s "
                       "joins several",
                       AXES_DATE);
    for (size_t k = 0; k < chosen->count; k++)
        if (!bands_have(chosen->all[k]->column))
            return err_set(err, ERR_USAGE,
                           "--bands simultaneous is for times, rates, ratios and differences, not "
                           "for %s",
                           chosen->all[k]->column);
    return 0;
}

/* --- reading --- */

static int read_table(struct table *table, struct chart_set *set,
                      const struct choice_of_measures *chosen, const struct options *options,
                      struct err *err) {
    const char *columns[KIND_MOST_MEASURES + 1] = {NULL};
    struct input input = {.terms = &options->terms,
                          .file = options->sources[0],
                          .more_files = options->sources + 1,
                          .more_count = options->source_count - 1,
                          .runs = options->runs            ? options->runs
                                  : is_over_dates(options) ? "all"
                                                           : NULL,
                          .table = options->table,
                          .visit = input_keep,
                          .context = table,
                          .row_columns = columns,
                          .meanwhile = fonts_begin};
    colours_survey(&input, set);
    unsigned needs = NEED_NOISE | NEED_WARNINGS | NEED_REPORTS | NEED_BATCHES;
    for (size_t k = 0; k < chosen->count; k++) {
        columns[k] = chosen->all[k]->column;
        needs |= measure_column(chosen->all[k]).needs;
        needs |= chosen->all[k]->shows_lead ? NEED_VERDICT : NEED_TIMES;
    }
    if (chosen->preferred) /* rows without it have ratios instead */
        needs |= measure_column(chosen->preferred).needs;
    input.table.spared = NEED_ALL & ~needs;
    input.table.filter = &options->filter;
    if (!isnan(chosen->quantile)) {
        input.table.probabilities = &chosen->quantile;
        input.table.quantile_count = 1;
    }
    return input_read(&input, err);
}

/* --- charts over threads --- */

/* Keeps the points that have a size; of these, if ONLY_LARGEST, those with the largest. */
static void keep_sizes(struct table *table, struct section *section, int only_largest) {
    struct parameter_grid *space = section->space;
    size_t libraries = section->summary_count, points = space->points, kept = 0;
    size_t rounds = section->rounds_wanted;
    struct row *rows = table->rows + section->first_row;
    int *shown = xcalloc(points, sizeof *shown); /* the new number of each point, or -1 */
    double largest = NAN;
    for (size_t p = 0; p < points; p++)
        largest = fmax(largest, space->axes[0].values[p]);
    for (size_t p = 0; p < points; p++)
        shown[p] = space->axes[0].values[p] == largest ||
                           (!only_largest && !isnan(space->axes[0].values[p]))
                       ? (int)kept++
                       : -1;
    section->row_count = kept * libraries;
    for (size_t i = 0; i < points * libraries; i++)
        if (shown[i / libraries] >= 0) {
            size_t to = (size_t)shown[i / libraries];
            rows[to * libraries + i % libraries] = rows[i];
            rows[to * libraries + i % libraries].point = to;
            if (section->round_logs)
                memmove(section->round_logs + (to * libraries + i % libraries) * rounds,
                        section->round_logs + i * rounds, rounds * sizeof *section->round_logs);
        }
    parameter_grid_keep(space, shown);
    free(shown);
}

void threads_keep_largest(struct table *table) {
    for (size_t i = 0; i < table->section_count; i++) {
        struct section *section = &table->sections[i];
        if (section->row_count && section->space->axes[0].varies)
            keep_sizes(table, section, 1);
    }
}

/* Adds a guide that rises in proportion to the numbers of threads of all series. */
static void add_ideal(struct chart_set *set, struct chart *chart) {
    size_t points = 0, count = 0, kept = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        points += chart->series[s].count;
    double *x = chart_set_alloc(set, points, sizeof *x);
    double *y = chart_set_alloc(set, points, sizeof *y);
    struct series_data *ideal = chart_set_alloc(set, 1, sizeof *ideal);
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            if (chart->series[s].x[i] > 0)
                x[count++] = chart->series[s].x[i];
    qsort(x, count, sizeof *x, ascending_reals);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || x[kept - 1] != x[i])
            x[kept++] = x[i];
    for (size_t i = 0; i < kept; i++)
        y[i] = x[i] / x[0];
    *ideal = (struct series_data){.name = "ideal", .count = kept, .x = x, .y = y};
    chart->guide = ideal;
}

void threads_finish(struct chart_set *set, struct chart *chart, const struct axes_asked *asked) {
    if (asked->across.scale == AXIS_USUAL)
        chart->x.scale = AXIS_LOG2;
    if (chart->y.unit == UNIT_RATIO)
        add_ideal(set, chart);
}

/* --- charts --- */

static void release_table(void *table) {
    table_release(table);
    free(table);
}

/* Changes the table before make draws it. */
typedef void change_table(struct table *table, const struct options *options);

/* Sets ACROSS to what scaling goes over in the first section of TABLE that tells. */
static int choose_axis(const struct table *table, const char *over, const char **across,
                       struct err *err) {
    *across = over ? over : scaling_axis_words(table->sections[0].space, NULL)->name;
    for (size_t i = table->section_count; !over && i-- > 0;) {
        const struct section *section = &table->sections[i];
        if (scaling_axis_is_open(section->space, NULL))
            return err_set(err, ERR_USAGE,
                           "%s: more than one of threads, ranks and nodes varies; choose one with "
                           "--over",
                           section->action);
        const struct parameter_grid_axis *axis = scaling_axis_find(section->space, NULL);
        *across = axis ? axis->name : *across;
    }
    return 0;
}

/* The parameter that has a chart for each of its values; NULL for none. */
static const char *facet_of(const struct table *table, const struct kind *kind,
                            const struct options *options, const char *across) {
    if (options->facet)
        return strcmp(options->facet, FACETS_NONE) == 0 ? NULL : options->facet;
    int is_usual = (kind->takes & KIND_TAKES_FACETS) && !is_over_dates(options);
    return is_usual ? facets_choose(table, across) : NULL;
}

/* Returns whether any action has another library than the reference. */
static int compares(const struct table *table) {
    for (size_t s = 0; s < table->section_count; s++)
        if (table->sections[s].summary_count > 1)
            return 1;
    return 0;
}

static int make(struct chart_set *set, const struct kind *kind, const struct options *options,
                const char *across, change_table *change, struct err *err) {
    struct choice_of_measures chosen;
    struct table *table = chart_set_own(set, xcalloc(1, sizeof *table), release_table);
    const struct table *drawn = table;
    int code = choose_measures(&chosen, kind, options, err);
    code = code ? code : check_bands(&chosen, options, err);
    code = code ? code : read_table(table, set, &chosen, options, err);
    if (code == 0 && change && table->section_count)
        code = choose_axis(table, options->axes.x ? options->axes.x : options->table.over, &across,
                           err);
    if (code == 0 && change)
        change(table, options);
    if (code == 0 && is_over_dates(options))
        code = dates_join(set, table, &drawn, err);
    if (code)
        return code;
    settle_measures(&chosen, table, &options->table.peak);

    if (!across && !options->facet && (kind->takes & KIND_TAKES_FACETS) && !is_over_dates(options))
        across = facets_across(table);
    const char *facet = facet_of(table, kind, options, across);
    code = facet ? facets_split(&drawn, set, table, facet, across, err) : 0;
    if (code)
        return code;
    if (facet && !options->is_kind_given && !options->axes.y && chosen.count == 2) {
        /* of the default two, what shows who wins, or else how long it takes */
        chosen.all[0] =
            chosen.all[0]->has_level && !compares(table) ? chosen.all[1] : chosen.all[0];
        chosen.count = 1;
    }

    size_t columns = options->grid_columns, rows = options->grid_rows;
    if (facet && !columns)
        columns = facets_columns(drawn, chosen.count);
    set->is_grid = columns > 0;
    set->columns = columns;
    const struct sections_options asked = {.measures = chosen.all,
                                           .measure_count = chosen.count,
                                           .is_stacked = kind->is_stacked,
                                           .across = across,
                                           .keeps_axis = change != NULL,
                                           .facet = facet,
                                           .axes = &options->axes,
                                           .peak = &options->table.peak};
    code = sections_chart(set, drawn, &asked, err);
    if (code == 0)
        highlight_choose(set, drawn);
    if (code || !rows || set->count <= columns * rows)
        return code;
    return err_set(err, ERR_USAGE,
                   "%zu charts do not go into a grid of %zux%zu; choose --grid %zux%zu, --grid %zu "
                   "for as many rows as it takes, or fewer actions with --action",
                   set->count, columns, rows, columns, (set->count + columns - 1) / columns,
                   columns);
}

int rows_make(struct chart_set *set, const struct kind *kind, const struct options *options,
              struct err *err) {
    return make(set, kind, options, options->axes.x, NULL, err);
}

static int chooses_sizes(const struct options *options) {
    for (size_t i = 0; i < options->filter.condition_count; i++)
        if (strcmp(options->filter.conditions[i].axis, "size") == 0)
            return 1;
    return 0;
}

static void keep_largest_unless_chosen(struct table *table, const struct options *options) {
    if (!chooses_sizes(options))
        threads_keep_largest(table);
}

/* Gives points the size of their base, and takes those out that have none. */
static void keep_weak(struct table *table, const struct options *options) {
    for (size_t i = 0; i < table->section_count; i++) {
        struct section *section = &table->sections[i];
        double *sizes = section->row_count ? section->space->axes[0].values : NULL;
        for (size_t p = 0; sizes && p < section->space->points; p++)
            sizes[p] = table->rows[section->first_row + p * section->summary_count].weak_size;
        if (sizes)
            keep_sizes(table, section, !chooses_sizes(options));
    }
}

static int make_over_threads(struct chart_set *set, const struct kind *kind,
                             const struct options *options, change_table *change, struct err *err) {
    if (options->axes.x && scaling_axis_check(options->axes.x, err))
        return err_set(err, ERR_USAGE,
                       "--kind %s has threads across, not --x %s; give --y "
                       "scaling to draw that over %s",
                       kind->name, options->axes.x, options->axes.x);
    int code = make(set, kind, options, NULL, change, err);
    for (size_t i = 0; i < set->count && code == 0; i++)
        threads_finish(set, &set->charts[i], &options->axes);
    return code;
}

int rows_make_threads(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err) {
    return make_over_threads(set, kind, options, keep_largest_unless_chosen, err);
}

int rows_make_weak(struct chart_set *set, const struct kind *kind, const struct options *options,
                   struct err *err) {
    return make_over_threads(set, kind, options, keep_weak, err);
}
