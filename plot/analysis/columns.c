/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/view.h"
#include "plot/analysis/chart_set.h"
#include "plot/analysis/history.h"
#include "plot/analysis/measures.h"
#include "plot/analysis/sections.h"
#include "plot/analysis/threads.h"
#include "plot/figure/text.h"

/* --- quantiles --- */

/* As lists of columns have them. */
double measure_quantile(const struct measure *measure) {
    struct view view = {0};
    double probability = NAN;
    if (!column_find(&row_columns, measure->column) &&
        view_set_columns(&view, measure->column, &(struct err){""}) == 0 &&
        view.quantile_count == 1 && view.columns.count == 1 && !view.columns.items[0].sign)
        probability = view.quantiles[0];
    view_release(&view);
    return probability;
}

struct column measure_column(const struct measure *measure) {
    const struct column *found = column_find(&row_columns, measure->column);
    return found ? *found : column_of_quantile(measure->column, 0);
}

/* --- units --- */

static int is_of(const struct column *column, const char *const *names) {
    for (; *names; names++)
        if (strncmp(column->name, *names, strlen(*names)) == 0)
            return 1;
    return 0;
}

/* What the unit "1" of a column stands for shows in how people see it, or in its name. */
static struct axis_terms terms_of_number(const struct column *column) {
    static const char *const ratios[] = {"ratio", "speedup", NULL};
    static const char *const errors[] = {"max_error", "mean_error", "total_error", "relative_error",
                                         "tolerance", "residual",   NULL};
    if (column->type == COLUMN_COUNT)
        return (struct axis_terms){.unit = UNIT_COUNT};
    if (column->number == number_percent)
        return (struct axis_terms){.unit = UNIT_PART};
    if (column->number == number_ratio || is_of(column, ratios))
        return (struct axis_terms){.unit = UNIT_RATIO};
    if (is_of(column, errors))
        return (struct axis_terms){.unit = UNIT_ERROR};
    return (struct axis_terms){.unit = UNIT_NUMBER};
}

/* Differences have a sign, which no logarithmic axis can show. */
static struct axis_terms terms_of(const struct column *column) {
    static const char *const signed_times[] = {"difference", "overhead", NULL};
    static const struct {
        const char *unit;
        enum axis_unit axis;
    } units[] = {{"s", UNIT_SECONDS},
                 {"flop/s", UNIT_RATE},
                 {"B/s", UNIT_RATE},
                 {"1/s", UNIT_RATE},
                 {"byte", UNIT_RATE}};
    struct axis_terms terms = terms_of_number(column);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(column->unit, units[i].unit) == 0)
            terms.unit = units[i].axis;
    if (is_of(column, signed_times))
        terms.scale = AXIS_LINEAR;
    return terms;
}

/* --- words --- */

static const char *column_title(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "%s", of->measure->column);
}

static const char *column_subtitle(struct chart_set *set, const struct measured *of) {
    struct column column = measure_column(of->measure);
    double quantile = measure_quantile(of->measure);
    char end[64];
    snprintf(end, sizeof end, "%s_low", column.name);
    int has_interval = column_find(&row_columns, end) != NULL;
    const char *unit = strcmp(column.unit, "1") == 0 || !*column.unit ? "" : column.unit;
    const char *interval = has_interval ? chart_set_text(set, ", with its %g %% interval",
                                                         100 * of->section->confidence)
                                        : "";
    if (!interval)
        return NULL;
    if (!isnan(quantile))
        return chart_set_text(set, "time that %g %% of all samples are within", 100 * quantile);
    return chart_set_text(set, "%s%s%s%s", *unit && strcmp(unit, "s") != 0 ? unit : "",
                          *unit && strcmp(unit, "s") != 0 ? ": " : "", column.about, interval);
}

/* --- names nearly so --- */

static size_t least_of(size_t a, size_t b, size_t c) {
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* V. I. Levenshtein's distance; of names longer than DISTANCE_LONGEST, of their beginnings. */
enum { DISTANCE_LONGEST = 40 };
static size_t distance_of(const char *a, const char *b) {
    size_t row[DISTANCE_LONGEST + 1];
    size_t width = strnlen(b, DISTANCE_LONGEST), height = strnlen(a, DISTANCE_LONGEST);
    for (size_t k = 0; k <= width; k++)
        row[k] = k;
    for (size_t i = 1; i <= height; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t k = 1; k <= width; k++) {
            size_t above = row[k];
            row[k] = least_of(above + 1, row[k - 1] + 1, corner + (a[i - 1] != b[k - 1]));
            corner = above;
        }
    }
    return row[width];
}

static int is_drawable(const struct column *column) {
    return column->type == COLUMN_REAL || column->type == COLUMN_COUNT;
}

/* A name that contains the other is nearer than any that does not; a letter or two say nothing. */
static size_t unlikeness(const char *wanted, const char *name) {
    int contains =
        (strlen(wanted) > 1 && strstr(name, wanted)) || (strlen(name) > 2 && strstr(wanted, name));
    return distance_of(wanted, name) + (contains ? 0 : DISTANCE_LONGEST);
}

enum { NEAREST = 4 };
static void list_nearest(const char *wanted, char *list, size_t size) {
    const struct column *taken[NEAREST] = {NULL};
    size_t used = 0;
    for (int n = 0; n < NEAREST; n++) {
        const struct column *best = NULL;
        for (size_t c = 0; c < row_columns.count; c++) {
            const struct column *column = &row_columns.columns[c];
            int is_taken = 0;
            for (int k = 0; k < n; k++)
                is_taken |= taken[k] == column;
            if (!is_taken && is_drawable(column) &&
                (!best || unlikeness(wanted, column->name) < unlikeness(wanted, best->name)))
                best = column;
        }
        taken[n] = best;
        if (best && used < size)
            used += (size_t)snprintf(list + used, size - used, "%s%s", n ? ", " : "", best->name);
    }
}

int measure_of_column(struct measure *measure, const char *column, struct err *err) {
    const struct column *found = column_find(&row_columns, column);
    const struct measure *known = measure_known(column);
    char nearest[256] = "";
    if (known) {
        *measure = *known;
        return 0;
    }
    *measure = (struct measure){.name = column,
                                .column = column,
                                .y = {.unit = UNIT_SECONDS},
                                .absent = "no numbers in that column",
                                .title = column_title,
                                .subtitle = column_subtitle};
    if (!isnan(measure_quantile(measure))) {
        measure->absent = "too few samples for that quantile";
        return 0;
    }
    if (found && is_drawable(found)) {
        measure->y = terms_of(found);
        return 0;
    }
    list_nearest(column, nearest, sizeof nearest);
    return err_set(err, ERR_USAGE,
                   "--y %s: there is no column of numbers called so; nearest are %s; bench-analyze "
                   "--columns help lists all",
                   column, nearest);
}

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
