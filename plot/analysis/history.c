/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analyze/cli/input.h"
#include "analyze/history/change_scan.h"
#include "analyze/model/variants.h"
#include "formats/text/date.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"
#include "plot/figure/text.h"

/* --- history data --- */

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the history");
}

/* --- points --- */

static const struct history_data_point *find_point(const struct history_data *history_data,
                                                   const char *action, const char *key) {
    for (size_t i = 0; i < history_data->point_count; i++)
        if (strcmp(history_data->points[i].key, key) == 0 &&
            strcmp(history_data->points[i].action, action) == 0)
            return &history_data->points[i];
    return NULL;
}

/* KEY is past's from here on. Returns 0 when there is no memory, as for the following. */
static int add_point(struct history_data *history_data, const char *action, char *key,
                     double size) {
    struct history_data_point *points =
        reallocarray(history_data->points, history_data->point_count + 1, sizeof *points);
    char *copy = points ? strdup(action) : NULL;
    if (points)
        history_data->points = points;
    if (!copy) {
        free(key);
        return 0;
    }
    points[history_data->point_count++] = (struct history_data_point){copy, key, size};
    return 1;
}

static int note_points(struct history_data *history_data, const struct section *section) {
    const struct parameter_grid *space = section->space;
    int ok = 1;
    for (size_t p = 0; ok && p < space->points; p++) {
        char *key = point_key(space, p, &section->provenance->action_facts);
        if (!key)
            return 0;
        if (find_point(history_data, section->action, key))
            free(key);
        else
            ok = add_point(history_data, section->action, key, space->axes[space->main].values[p]);
    }
    return ok;
}

/* --- reading --- */

static int take_section(void *context, struct table *table, struct err *err) {
    struct history_data *history_data = context;
    const struct section *section = &table->sections[0];
    int code = history_add_run(history_data->history, NULL, section->run,
                               &section->provenance->run_facts, err);
    if (code > 0) /* a copy */
        return 0;
    if (code == 0)
        code = history_add_rows(history_data->history, table, section, err);
    return code == 0 && !note_points(history_data, section) ? no_memory(err) : code;
}

static int history_data_read(struct history_data *history_data, struct chart_set *set,
                             const struct options *options, struct err *err) {
    double confidence = options->table.confidence > 0 ? options->table.confidence : 0.95;
    const struct history_asked asked = {1 - confidence, confidence, options->table.min_effect};
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs ? options->runs : "all",
                          .table = options->table,
                          .visit = take_section,
                          .context = history_data,
                          .meanwhile = fonts_begin};
    input.table.spared = NEED_ALL;
    input.table.with_provenance = 1;
    input.table.filter = &options->filter;
    colours_survey(&input, set);
    history_data->confidence = confidence;
    history_data->history = history_new();
    int code = history_data->history ? input_read(&input, err) : no_memory(err);
    code = code ? code : history_conclude(history_data->history, &asked, &history_data->cells, err);
    return code ? code
                : history_levels_of(&history_data->levels, history_data->history,
                                    &history_data->cells, HISTORY_ALL, err);
}

/* Reads what OPTIONS choose, and tells SET of the libraries (chart_set.h). PAST is to be released
 * in any case. */
static void history_data_release(struct history_data *history_data) {
    history_levels_release(&history_data->levels);
    history_cells_release(&history_data->cells);
    history_free(history_data->history);
    for (size_t i = 0; i < history_data->point_count; i++) {
        free(history_data->points[i].action);
        free(history_data->points[i].key);
    }
    free(history_data->points);
    *history_data = (struct history_data){0};
}

/* --- choosing --- */

static int is_of_one_kind(const struct history_cell *a, const struct history_cell *b) {
    return strcmp(a->host, b->host) == 0 && strcmp(a->action, b->action) == 0 &&
           strcmp(a->type, b->type) == 0;
}

/* Whether two cells differ in nothing but the library: they belong into one chart. */
static int history_data_are_together(const struct history_cell *a, const struct history_cell *b) {
    return strcmp(a->point, b->point) == 0 && is_of_one_kind(a, b);
}

static size_t most_runs(const struct history_data *history_data, const struct history_cell *cell) {
    size_t most = 0;
    for (size_t i = 0; i < history_data->cells.count; i++)
        if (history_data_are_together(&history_data->cells.items[i], cell) &&
            history_data->cells.items[i].count > most)
            most = history_data->cells.items[i].count;
    return most;
}

static double size_of(const struct history_data *history_data, const struct history_cell *cell) {
    const struct history_data_point *point = find_point(history_data, cell->action, cell->point);
    return point ? point->size : NAN;
}

/* Whether there is no other point of the same host, action and type with more runs than that of
 * CELL has, or as many and a larger size. */
static int history_data_is_usual(const struct history_data *history_data,
                                 const struct history_cell *cell) {
    size_t runs = most_runs(history_data, cell);
    double size = size_of(history_data, cell);
    for (size_t i = 0; i < history_data->cells.count; i++) {
        const struct history_cell *other = &history_data->cells.items[i];
        int is_better =
            other->count > runs || (other->count == runs && size_of(history_data, other) > size);
        if (is_of_one_kind(other, cell) && is_better)
            return 0;
    }
    return 1;
}

/* --- dates --- */

/* The runs of one action. */
struct group {
    const struct table *table;
    const struct section **runs; /* by their start */
    size_t run_count, points;
    const struct summary_row **libraries;
    size_t library_count;
    const char **axes; /* names, without the date */
    size_t axis_count;
};

static int is_same(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static int are_of_one_group(const struct section *a, const struct section *b) {
    return is_same(a->action, b->action) && is_same(a->type, b->type);
}

/* --- what the runs have --- */

static int by_start(const void *a, const void *b) {
    const struct section *left = *(const struct section *const *)a;
    const struct section *right = *(const struct section *const *)b;
    double from = date_read(left->started), to = date_read(right->started);
    if (from != to)
        return from < to ? -1 : 1;
    return (left > right) - (left < right);
}

static void find_runs(struct group *group, const struct section *like) {
    for (size_t i = 0; i < group->table->section_count; i++) {
        const struct section *section = &group->table->sections[i];
        if (!are_of_one_group(section, like) || isnan(date_read(section->started)))
            continue;
        group->runs[group->run_count++] = section;
        group->points += section->summary_count ? section->space->points : 0;
    }
    qsort(group->runs, group->run_count, sizeof *group->runs, by_start);
}

static size_t find_library(const struct group *group, const char *name) {
    size_t l = 0;
    while (l < group->library_count && strcmp(group->libraries[l]->library, name) != 0)
        l++;
    return l;
}

static size_t find_axis(const struct group *group, const char *name) {
    size_t i = 0;
    while (i < group->axis_count && strcmp(group->axes[i], name) != 0)
        i++;
    return i;
}

/* From the latest run on. */
static void find_names(struct group *group) {
    for (size_t r = group->run_count; r > 0; r--) {
        const struct section *run = group->runs[r - 1];
        for (size_t l = 0; l < run->summary_count; l++) {
            const struct summary_row *summary = &group->table->summaries[run->first_summary + l];
            if (find_library(group, summary->library) == group->library_count)
                group->libraries[group->library_count++] = summary;
        }
        for (size_t i = 0; i < run->space->axis_count; i++)
            if (find_axis(group, run->space->axes[i].name) == group->axis_count)
                group->axes[group->axis_count++] = run->space->axes[i].name;
    }
}

static size_t count_axes(const struct table *table) {
    size_t count = 0;
    for (size_t i = 0; i < table->section_count; i++)
        count += table->sections[i].space->axis_count;
    return count;
}

static int find_group(struct group *group, struct chart_set *set, const struct table *table,
                      const struct section *like) {
    *group = (struct group){.table = table};
    group->runs = chart_set_room(set, table->section_count, sizeof *group->runs);
    group->libraries = chart_set_room(set, table->summary_count, sizeof *group->libraries);
    group->axes = chart_set_room(set, count_axes(table), sizeof *group->axes);
    if (!group->runs || !group->libraries || !group->axes)
        return -1;
    find_runs(group, like);
    find_names(group);
    return 0;
}

/* --- their points --- */

static int varies(const double *values, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (values[i] != values[0] && !(isnan(values[i]) && isnan(values[0])))
            return 1;
    return 0;
}

static void fill_axis(const struct group *group, struct parameter_grid_axis *axis,
                      const char *name) {
    size_t at = 0;
    for (size_t r = 0; r < group->run_count; r++) {
        const struct section *run = group->runs[r];
        const struct parameter_grid_axis *of_run = parameter_grid_find(run->space, name);
        double date = strcmp(name, AXES_DATE) == 0 ? date_read(run->started) : NAN;
        for (size_t p = 0; run->summary_count && p < run->space->points; p++)
            axis->values[at++] = of_run ? of_run->values[p] : date;
    }
    axis->varies = varies(axis->values, at);
}

static const struct parameter_grid *join_spaces(const struct group *group, struct chart_set *set) {
    struct parameter_grid *space = chart_set_room(set, 1, sizeof *space);
    struct parameter_grid_axis *axes = chart_set_room(set, group->axis_count + 1, sizeof *axes);
    if (!space || !axes)
        return NULL;
    *space = (struct parameter_grid){.points = group->points,
                                     .axes = axes,
                                     .axis_count = group->axis_count + 1,
                                     .has_size = group->runs[0]->space->has_size,
                                     .main = group->axis_count};
    for (size_t i = 0; i <= group->axis_count; i++) {
        axes[i].name = chart_set_room(set, 1, 256);
        axes[i].values = chart_set_room(set, group->points, sizeof *axes[i].values);
        if (!axes[i].name || !axes[i].values)
            return NULL;
        strncpy(axes[i].name, i < group->axis_count ? group->axes[i] : AXES_DATE, 255);
        fill_axis(group, &axes[i], i < group->axis_count ? group->axes[i] : AXES_DATE);
    }
    return space;
}

/* --- their rows --- */

static void fill_point(const struct group *group, const struct section *run, size_t point,
                       struct row *rows, const struct parameter_grid *space, size_t at) {
    const struct row *of_run = group->table->rows + run->first_row + point * run->summary_count;
    for (size_t l = 0; l < group->library_count; l++) {
        rows[l] = row_unknown;
        rows[l].status = CELL_NOT_MEASURED;
        rows[l].library = group->libraries[l]->library;
    }
    for (size_t l = 0; l < run->summary_count; l++)
        rows[find_library(group, of_run[l].library)] = of_run[l];
    for (size_t l = 0; l < group->library_count; l++) {
        rows[l].space = space;
        rows[l].point = at;
        rows[l].noise = of_run[0].noise;
    }
}

static void fill_rows(const struct group *group, struct row *rows,
                      const struct parameter_grid *space) {
    size_t at = 0;
    for (size_t r = 0; r < group->run_count; r++)
        for (size_t p = 0; group->runs[r]->summary_count && p < group->runs[r]->space->points;
             p++, at++)
            fill_point(group, group->runs[r], p, rows + at * group->library_count, space, at);
}

/* --- all of it --- */

/* Its rows and summaries go to the end of JOINED, which has room. */
static int add_group(struct table *joined, const struct group *group, struct chart_set *set) {
    struct section *section = &joined->sections[joined->section_count];
    const struct parameter_grid *space = join_spaces(group, set);
    if (!space)
        return -1;
    *section = *group->runs[group->run_count - 1];
    section->space = (struct parameter_grid *)space;
    section->first_row = joined->row_count;
    section->row_count = group->points * group->library_count;
    section->first_summary = joined->summary_count;
    section->summary_count = group->library_count;
    fill_rows(group, joined->rows + joined->row_count, space);
    for (size_t l = 0; l < group->library_count; l++)
        joined->summaries[joined->summary_count++] = *group->libraries[l];
    joined->row_count += section->row_count;
    joined->section_count++;
    return 0;
}

static int is_joined(const struct table *joined, const struct section *section) {
    for (size_t i = 0; i < joined->section_count; i++)
        if (are_of_one_group(&joined->sections[i], section))
            return 1;
    return 0;
}

static int add_rows_for(struct table *joined, const struct group *group, struct chart_set *set) {
    size_t count = joined->row_count + group->points * group->library_count;
    struct row *rows = chart_set_room(set, count, sizeof *rows);
    if (!rows)
        return -1;
    if (joined->row_count)
        memcpy(rows, joined->rows, joined->row_count * sizeof *rows);
    joined->rows = rows;
    return add_group(joined, group, set);
}

int dates_join(struct chart_set *set, const struct table *table, const struct table **joined,
               struct err *err) {
    struct table *all = chart_set_room(set, 1, sizeof *all);
    struct group group;
    int ok = all != NULL;
    if (ok)
        all->sections = chart_set_room(set, table->section_count, sizeof *all->sections);
    if (ok)
        all->summaries = chart_set_room(set, table->summary_count, sizeof *all->summaries);
    ok = ok && all->sections && all->summaries;
    for (size_t i = 0; i < table->section_count && ok; i++) {
        if (is_joined(all, &table->sections[i]))
            continue;
        ok = find_group(&group, set, table, &table->sections[i]) == 0;
        if (ok && group.run_count)
            ok = add_rows_for(all, &group, set) == 0;
    }
    *joined = all;
    if (!ok)
        return err_set(err, ERR_FAILED, "no memory to join %zu runs", table->section_count);
    return all->section_count ? 0
                              : err_set(err, ERR_USAGE,
                                        "no run says when it began, to be drawn "
                                        "against its date");
}

/* --- history --- */

/* Changes that are told over a chart and marked in it, the largest first; others are counted. */
enum { MOST_TOLD = 4 };

struct told_change {
    const struct history_cell *cell;
    const struct history_change *change;
    double date;
};

/* Seconds; and of the height of a chart. */
static const double half_day = 12 * 3600, row_of_words = 0.14;

/* The cells of one chart, and when their runs were. */
struct panel {
    const struct history_data *history_data;
    const struct history_cell **cells; /* in rooms of the set, like the following */
    size_t cell_count;
    size_t *runs;  /* [run_count] in order of time, of which each has a date */
    double *dates; /* [run_count] */
    size_t run_count, undated;
    struct told_change *changes; /* [change_count], the largest first */
    size_t change_count;
};

static void release_history_data(void *history_data) {
    history_data_release(history_data);
    free(history_data);
}

static int history_no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the history that is drawn");
}

static double date_of(const struct history_data *history_data, size_t run) {
    return date_read(history_run(history_data->history, run).started);
}

/* --- when --- */

static int by_date(const void *a, const void *b, void *context) {
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    const double *dates = context;
    if (dates[left] != dates[right])
        return dates[left] < dates[right] ? -1 : 1;
    return (left > right) - (left < right);
}

/* The runs that any of the cells has, and a date. */
static int history_find_runs(struct chart_set *set, struct panel *panel) {
    size_t count = history_run_count(panel->history_data->history);
    double *dates = chart_set_room(set, count, sizeof *dates);
    unsigned char *is_met = chart_set_room(set, count, 1);
    panel->runs = chart_set_room(set, count, sizeof *panel->runs);
    panel->dates = chart_set_room(set, count, sizeof *panel->dates);
    if (!dates || !is_met || !panel->runs || !panel->dates)
        return -1;
    for (size_t c = 0; c < panel->cell_count; c++)
        for (size_t p = 0; p < panel->cells[c]->count; p++)
            is_met[panel->cells[c]->points[p].run] = 1;
    for (size_t r = 0; r < count; r++) {
        dates[r] = is_met[r] ? date_of(panel->history_data, r) : NAN;
        panel->undated += is_met[r] && isnan(dates[r]);
        if (!isnan(dates[r]))
            panel->runs[panel->run_count++] = r;
    }
    qsort_r(panel->runs, panel->run_count, sizeof *panel->runs, by_date, dates);
    for (size_t i = 0; i < panel->run_count; i++)
        panel->dates[i] = dates[panel->runs[i]];
    return 0;
}

/* --- series --- */

static double level_of(const struct history_data *history_data, const struct history_cell *cell,
                       size_t point) {
    double seconds = NAN;
    for (size_t i = 0; i < history_data->levels.count; i++) {
        const struct history_level *level = &history_data->levels.items[i];
        size_t first = level->change ? level->change->first : 0;
        if (level->cell == cell && first <= point)
            seconds = level->seconds;
    }
    return seconds;
}

/* VALUES [4][runs]: mean, low, high, level; NaN for runs that do not have the cell. */
static void fill_series(const struct panel *panel, const struct history_cell *cell, double *values,
                        size_t *place_of) {
    size_t runs = panel->run_count;
    for (size_t i = 0; i < 4 * runs; i++)
        values[i] = NAN;
    for (size_t i = 0; i < runs; i++)
        place_of[panel->runs[i]] = i + 1;
    for (size_t p = 0; p < cell->count; p++) {
        const struct history_point *point = &cell->points[p];
        if (place_of[point->run] == 0)
            continue;
        double *at = values + place_of[point->run] - 1;
        at[0] = point->mean;
        at[runs] = point->mean * (double)point->low;
        at[2 * runs] = point->mean * (double)point->high;
        at[3 * runs] = level_of(panel->history_data, cell, p);
    }
}

static int add_series(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    size_t runs = panel->run_count;
    struct series_data *series = chart_set_room(set, panel->cell_count, sizeof *series);
    size_t *place_of =
        chart_set_room(set, history_run_count(panel->history_data->history), sizeof *place_of);
    for (size_t c = 0; series && place_of && c < panel->cell_count; c++) {
        double *values = chart_set_room(set, 4 * runs, sizeof *values);
        if (!values)
            return -1;
        fill_series(panel, panel->cells[c], values, place_of);
        series[c] = (struct series_data){.name = panel->cells[c]->library,
                                         .count = runs,
                                         .x = panel->dates,
                                         .y = values,
                                         .low = values + runs,
                                         .high = values + 2 * runs,
                                         .levels = values + 3 * runs};
        if (chart_set_colour(set, series[c].name, &series[c].colour) != 0)
            return -1;
    }
    chart->series = series;
    chart->series_count = panel->cell_count;
    return series && place_of ? 0 : -1;
}

/* --- changes --- */

static size_t count_changes(const struct panel *panel) {
    size_t count = 0;
    for (size_t c = 0; c < panel->cell_count; c++)
        count += panel->cells[c]->change_count;
    return count;
}

static int by_magnitude(const void *a, const void *b) {
    const struct told_change *left = a, *right = b;
    double one = fabs(log(left->change->ratio)), other = fabs(log(right->change->ratio));
    if (one != other)
        return one > other ? -1 : 1;
    return (left->change > right->change) - (left->change < right->change);
}

static int find_changes(struct chart_set *set, struct panel *panel) {
    panel->changes = chart_set_room(set, count_changes(panel), sizeof *panel->changes);
    for (size_t c = 0; panel->changes && c < panel->cell_count; c++) {
        const struct history_cell *cell = panel->cells[c];
        for (size_t i = 0; i < cell->change_count; i++) {
            double date = date_of(panel->history_data, cell->points[cell->changes[i].first].run);
            panel->changes[panel->change_count++] =
                (struct told_change){cell, &cell->changes[i], date};
        }
    }
    if (!panel->changes)
        return -1;
    qsort(panel->changes, panel->change_count, sizeof *panel->changes, by_magnitude);
    return 0;
}

static size_t count_told(const struct panel *panel) {
    return panel->change_count < MOST_TOLD ? panel->change_count : MOST_TOLD;
}

/* "openblas +20 %"; the words above say more. */
static const char *word_mark(struct chart_set *set, const struct told_change *told) {
    double percent = 100 * (told->change->ratio - 1);
    return chart_set_text(set, "%s %s%.2g %%", told->cell->library, percent < 0 ? "−" : "+",
                          fabs(percent));
}

static int add_marks(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    struct mark *marks = chart_set_room(set, MOST_TOLD, sizeof *marks);
    size_t count = 0;
    for (size_t i = 0; marks && i < count_told(panel); i++) {
        const struct told_change *told = &panel->changes[i];
        if (isnan(told->date))
            continue;
        marks[count] =
            (struct mark){.is_vertical = 1, .at = told->date, .label = word_mark(set, told)};
        if (!marks[count++].label)
            return -1;
    }
    chart->marks = marks;
    chart->mark_count = count;
    return marks ? 0 : -1;
}

/* --- ranges --- */

static double highest_of(const struct panel *panel, double *lowest) {
    double highest = -HUGE_VAL;
    *lowest = HUGE_VAL;
    for (size_t c = 0; c < panel->cell_count; c++)
        for (size_t p = 0; p < panel->cells[c]->count; p++) {
            const struct history_point *point = &panel->cells[c]->points[p];
            double reach = isnan(point->high) ? 1 : point->high;
            highest = fmax(highest, point->mean * reach);
            *lowest = fmin(*lowest, point->mean);
        }
    return highest;
}

/* Above, a row for the words of changes; about a single run, a day. */
static void choose_ranges(struct chart *chart, const struct panel *panel) {
    double lowest, highest = highest_of(panel, &lowest);
    double span = panel->run_count ? panel->dates[panel->run_count - 1] - panel->dates[0] : 0;
    chart->x.unit = UNIT_DATE;
    chart->y.unit = UNIT_SECONDS;
    if (panel->run_count && span == 0) {
        chart->x.low = panel->dates[0] - half_day;
        chart->x.high = panel->dates[0] + half_day;
    }
    if (chart->mark_count && highest > lowest) {
        chart->y.low = -HUGE_VAL;
        chart->y.high = highest * pow(highest / lowest, row_of_words);
    }
}

/* --- words --- */

static size_t longest_of(const struct panel *panel) {
    size_t longest = 0;
    for (size_t c = 0; c < panel->cell_count; c++)
        longest = panel->cells[c]->count > longest ? panel->cells[c]->count : longest;
    return longest;
}

static void write_day(char *text, size_t size, double seconds) {
    time_t whole = (time_t)seconds;
    struct tm calendar = {0};
    gmtime_r(&whole, &calendar);
    strftime(text, size, "%Y-%m-%d", &calendar);
}

/* "openblas 20 % slower since 2025-02-11 (0.3.20 → 0.3.21)" */
static void write_change(FILE *file, const struct told_change *told) {
    const struct history_change *change = told->change;
    char day[32];
    fprintf(file, "\n%s %.2g %% %s", told->cell->library, 100 * fabs(change->ratio - 1),
            change->ratio > 1 ? "slower" : "faster");
    if (!isnan(told->date)) {
        write_day(day, sizeof day, told->date);
        fprintf(file, " since %s", day);
    }
    if (change->version_before)
        fprintf(file, " (%s → %s)", *change->version_before ? change->version_before : "?",
                *change->version_after ? change->version_after : "?");
}

static void write_changes(FILE *file, const struct panel *panel) {
    size_t runs = longest_of(panel), told = count_told(panel), more = panel->change_count - told;
    if (panel->change_count == 0 && runs < 2 * CHANGE_LEAST)
        fprintf(file, "\n%zu run%s: too few to show a change", runs, runs == 1 ? "" : "s");
    else if (panel->change_count == 0)
        fprintf(file, "\nno change is shown in %zu runs", runs);
    for (size_t i = 0; i < told; i++)
        write_change(file, &panel->changes[i]);
    if (more)
        fprintf(file, "\nand %zu smaller change%s", more, more == 1 ? "" : "s");
    if (panel->undated)
        fprintf(file, "\n%zu run%s without a date left out", panel->undated,
                panel->undated == 1 ? " is" : "s are");
}

static const char *word_setting(struct chart_set *set, const struct panel *panel) {
    const struct history_cell *cell = panel->cells[0];
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    fprintf(file, "mean of each run, %g %% interval; line: level%s%s",
            100 * panel->history_data->confidence, *cell->host ? "; on " : "", cell->host);
    write_changes(file, panel);
    int failed = fclose(file) != 0;
    const char *kept = chart_set_own(set, text, free);
    return failed ? NULL : kept;
}

/* With the days, of which ticks tell but a part. */
static const char *word_dates(struct chart_set *set, const struct panel *panel) {
    char first[32] = "", last[32] = "";
    if (panel->run_count == 0)
        return "start of the run";
    write_day(first, sizeof first, panel->dates[0]);
    write_day(last, sizeof last, panel->dates[panel->run_count - 1]);
    if (strcmp(first, last) == 0)
        return chart_set_text(set, "start of the run, %s, UTC", first);
    return chart_set_text(set, "start of the run, %s to %s, UTC", first, last);
}

static int word_chart(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    const struct history_cell *cell = panel->cells[0];
    chart->title = chart_set_text(set, "%s — history at %s", cell->action, cell->point);
    chart->subtitle = word_setting(set, panel);
    chart->x_label = word_dates(set, panel);
    return chart->title && chart->subtitle && chart->x_label ? 0 : -1;
}

static int caption(struct chart_set *set) {
    size_t size;
    FILE *file = open_memstream(&set->caption, &size);
    for (size_t i = 0; file && i < set->count; i++)
        fprintf(file, "%s%s: %s", i ? "\n" : "", set->charts[i].title, set->charts[i].subtitle);
    set->title = strdup("history");
    int failed = !file || fclose(file) != 0;
    return failed || !set->title ? -1 : 0;
}

/* --- charts --- */

static int add_chart(struct chart_set *set, struct panel *panel) {
    struct chart *chart = history_find_runs(set, panel) == 0 ? chart_set_add(set) : NULL;
    if (!chart)
        return -1;
    chart->style = STYLE_LEVELS;
    int code = add_series(set, chart, panel);
    code = code ? code : find_changes(set, panel);
    code = code ? code : add_marks(set, chart, panel);
    if (code == 0)
        choose_ranges(chart, panel);
    return code ? code : word_chart(set, chart, panel);
}

/* FIRST is the first cell of its chart. */
static int gather_panel(struct chart_set *set, struct panel *panel,
                        const struct history_data *history_data, size_t first) {
    *panel = (struct panel){.history_data = history_data};
    panel->cells = chart_set_room(set, history_data->cells.count, sizeof *panel->cells);
    for (size_t i = first; panel->cells && i < history_data->cells.count; i++)
        if (history_data_are_together(&history_data->cells.items[i],
                                      &history_data->cells.items[first]))
            panel->cells[panel->cell_count++] = &history_data->cells.items[i];
    return panel->cells ? 0 : -1;
}

static int is_first_of_chart(const struct history_data *history_data, size_t cell) {
    for (size_t i = 0; i < cell; i++)
        if (history_data_are_together(&history_data->cells.items[i],
                                      &history_data->cells.items[cell]))
            return 0;
    return 1;
}

static int add_charts(struct chart_set *set, const struct history_data *history_data, int all,
                      struct err *err) {
    int code = 0;
    for (size_t i = 0; code == 0 && i < history_data->cells.count; i++) {
        struct panel panel;
        if (!is_first_of_chart(history_data, i) ||
            !(all || history_data_is_usual(history_data, &history_data->cells.items[i])))
            continue;
        code = gather_panel(set, &panel, history_data, i);
        code = code ? code : add_chart(set, &panel);
    }
    if (code == 0 && set->count == 0)
        return err_set(err, ERR_USAGE, "there is no history to draw: no cell%s has a time",
                       all ? " that --at asks for" : "");
    set->columns = set->count > 1 ? 2 : 1;
    return code || caption(set) != 0 ? history_no_memory(err) : 0;
}

int history_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err) {
    (void)kind;
    struct history_data *history_data = calloc(1, sizeof *history_data);
    if (!chart_set_own(set, history_data, release_history_data))
        return history_no_memory(err);
    int code = history_data_read(history_data, set, options, err);
    return code ? code : add_charts(set, history_data, options->filter.condition_count > 0, err);
}
