/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/analysis/colours.h"
#include "plot/analysis/dates.h"
#include "plot/analysis/sections.h"
#include "plot/analysis/threads.h"
#include "plot/figure/fonts.h"

/* --- what is drawn --- */

struct choice_of_measures {
    const struct measure *all[KIND_MOST_MEASURES];
    size_t count;
    struct measure column; /* of --y */
    double quantile;       /* that it is; NaN for none */
};

static int turn_over(struct choice_of_measures *chosen, const struct kind *kind, struct err *err) {
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

static int choose_measures(struct choice_of_measures *chosen, const struct kind *kind,
                           const struct axes_asked *asked, struct err *err) {
    int code = 0;
    *chosen = (struct choice_of_measures){.count = kind_measure_count(kind), .quantile = NAN};
    memcpy(chosen->all, kind->measures, sizeof chosen->all);
    if (asked->y) {
        code = measure_of_column(&chosen->column, asked->y, err);
        chosen->all[0] = &chosen->column;
        chosen->count = 1;
        chosen->quantile = code ? NAN : measure_quantile(&chosen->column);
    }
    if (code == 0 && asked->is_speedup)
        code = turn_over(chosen, kind, err);
    return code;
}

/* Beside times, ratios of a library to itself say nothing, where it is alone in every action. */
static void keep_of_alone(struct choice_of_measures *chosen, const struct table *table,
                          const struct axes_asked *asked) {
    size_t kept = 0;
    if (asked->is_speedup)
        return;
    for (size_t i = 0; i < table->section_count; i++)
        if (table->sections[i].summary_count > 1)
            return;
    for (size_t k = 0; k < chosen->count; k++)
        if (!chosen->all[k]->has_level)
            chosen->all[kept++] = chosen->all[k];
    chosen->count = kept ? kept : chosen->count;
}

/* --- where it is read from --- */

static int take(void *context, struct table *table, struct err *err) {
    return table_take(context, table) ? 0 : err_set(err, ERR_FAILED, "no memory for what is drawn");
}

static int is_over_dates(const struct options *options) {
    return options->axes.x && strcmp(options->axes.x, AXES_DATE) == 0;
}

static int read_table(struct table *table, struct chart_set *set,
                      const struct choice_of_measures *chosen, const struct options *options,
                      struct err *err) {
    const char *columns[KIND_MOST_MEASURES + 1] = {NULL};
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs            ? options->runs
                                  : is_over_dates(options) ? "all"
                                                           : NULL,
                          .table = options->table,
                          .visit = take,
                          .context = table,
                          .row_columns = columns,
                          .meanwhile = fonts_begin};
    colours_survey(&input, set);
    unsigned needs = NEED_NOISE | NEED_WARNINGS | NEED_REPORTS;
    for (size_t k = 0; k < chosen->count; k++) {
        columns[k] = chosen->all[k]->column;
        needs |= measure_column(chosen->all[k]).needs;
    }
    input.table.spared = NEED_ALL & ~needs;
    input.table.filter = &options->filter;
    if (!isnan(chosen->quantile)) {
        input.table.probabilities = &chosen->quantile;
        input.table.quantile_count = 1;
    }
    return input_read(&input, err);
}

static void release_table(void *table) {
    table_release(table);
    free(table);
}

/* --- charts --- */

typedef int change_table(struct table *table, const struct options *options, struct err *err);

static int check_grid(const struct chart_set *set, const struct options *options, struct err *err) {
    size_t columns = options->grid_columns, rows = options->grid_rows;
    if (!rows || set->count <= columns * rows)
        return 0;
    return err_set(err, ERR_USAGE,
                   "%zu charts do not go into a grid of %zux%zu; choose --grid %zux%zu, --grid %zu "
                   "for as many rows as it takes, or fewer actions with --action",
                   set->count, columns, rows, columns, (set->count + columns - 1) / columns,
                   columns);
}

static int make(struct chart_set *set, const struct kind *kind, const struct options *options,
                const char *across, change_table *change, struct err *err) {
    struct choice_of_measures chosen;
    struct table *table = calloc(1, sizeof *table);
    const struct table *drawn = table;
    if (!chart_set_own(set, table, release_table))
        return err_set(err, ERR_FAILED, "no memory for what is drawn");
    int code = choose_measures(&chosen, kind, &options->axes, err);
    code = code ? code : read_table(table, set, &chosen, options, err);
    if (code == 0 && change)
        code = change(table, options, err);
    if (code == 0 && is_over_dates(options))
        code = dates_join(set, table, &drawn, err);
    if (code)
        return code;
    keep_of_alone(&chosen, drawn, &options->axes);
    set->is_grid = options->grid_columns > 0;
    set->columns = options->grid_columns;
    const struct sections_options asked = {.measures = chosen.all,
                                           .measure_count = chosen.count,
                                           .is_stacked = kind->is_stacked,
                                           .across = across,
                                           .axes = &options->axes,
                                           .peak = &options->table.peak};
    code = sections_chart(set, drawn, &asked, err);
    return code ? code : check_grid(set, options, err);
}

int rows_make(struct chart_set *set, const struct kind *kind, const struct options *options,
              struct err *err) {
    return make(set, kind, options, options->axes.x, NULL, err);
}

static int keep_largest(struct table *table, const struct options *options, struct err *err) {
    for (size_t i = 0; i < options->filter.condition_count; i++)
        if (strcmp(options->filter.conditions[i].axis, "size") == 0)
            return 0;
    return threads_keep_largest(table) ? 0 : err_set(err, ERR_FAILED, "no memory to choose a size");
}

int rows_make_threads(struct chart_set *set, const struct kind *kind, const struct options *options,
                      struct err *err) {
    const char *across = options->axes.x ? options->axes.x : SCALING_AXIS;
    if (strcmp(across, SCALING_AXIS) != 0)
        return err_set(err, ERR_USAGE,
                       "--kind threads has threads across, not --x %s; give --y "
                       "scaling to draw that over %s",
                       across, across);
    int code = make(set, kind, options, across, keep_largest, err);
    for (size_t i = 0; i < set->count && code == 0; i++)
        code = threads_finish(set, &set->charts[i], &options->axes, err);
    return code;
}
