/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analyze/history/change_scan.h"
#include "formats/text/date.h"
#include "plot/analysis/history_data.h"

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

static int no_memory(struct err *err) {
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
static int find_runs(struct chart_set *set, struct panel *panel) {
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
    struct chart *chart = find_runs(set, panel) == 0 ? chart_set_add(set) : NULL;
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
    return code || caption(set) != 0 ? no_memory(err) : 0;
}

int history_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err) {
    (void)kind;
    struct history_data *history_data = calloc(1, sizeof *history_data);
    if (!chart_set_own(set, history_data, release_history_data))
        return no_memory(err);
    int code = history_data_read(history_data, set, options, err);
    return code ? code : add_charts(set, history_data, options->filter.condition_count > 0, err);
}
