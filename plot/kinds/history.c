/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analyze/history/change_points.h"
#include "analyze/model/variants.h"
#include "formats/text/date.h"
#include "formats/text/percent.h"
#include "formats/text/xalloc.h"
#include "plot/figure/text.h"

/* A chart names and marks only this many changes, the largest ones, and counts the others. */
enum { MOST_TOLD = 4 };

struct told_change {
    const struct history_cell *cell;
    const struct history_change *change;
    double date;
};

/* The cells of one chart, and the dates of their runs. */
struct panel {
    const struct timeline *timeline;
    const struct history_cell **cells; /* [cell_count] the set owns this and the following arrays */
    size_t cell_count;
    size_t *runs;  /* [run_count] the runs with a date, ordered by it */
    double *dates; /* [run_count] */
    size_t run_count, undated;
    struct told_change *changes; /* [change_count], the largest first */
    size_t change_count, told_count;
};

static const double half_day = 12 * 3600; /* seconds */
static const double row_of_words = 0.14;  /* fraction of a chart's height */

/* --- choosing the cells of a chart --- */

/* The most runs of some cells, and the largest size with so many. */
struct record {
    size_t cells, runs;
    double size;
};

/* Cells that differ only in their library share a chart. */
struct choice {
    struct key_index charts, kinds; /* by host, action and type; charts also by point */
    uint32_t *chart_of;             /* [cells] */
    uint32_t *kind_of;              /* [charts.count] */
    struct record *of_charts, *of_kinds;
};

static void add_cell(struct record *record, size_t runs, double size) {
    if (runs > record->runs)
        record->size = size;
    else if (runs == record->runs)
        record->size = fmax(record->size, size);
    record->runs = runs > record->runs ? runs : record->runs;
    record->cells++;
}

static void find_charts(struct choice *choice, const struct timeline *timeline) {
    size_t count = timeline->cells.count;
    *choice = (struct choice){.chart_of = xcalloc(count, sizeof *choice->chart_of),
                              .kind_of = xcalloc(count, sizeof *choice->kind_of),
                              .of_charts = xcalloc(count, sizeof *choice->of_charts),
                              .of_kinds = xcalloc(count, sizeof *choice->of_kinds)};
    for (size_t i = 0; i < count; i++) {
        const struct history_cell *cell = &timeline->cells.items[i];
        const char *const key[] = {cell->host, cell->action, cell->type, cell->point};
        uint32_t chart = xkey_index_number_of_texts(&choice->charts, key, 4);
        uint32_t kind = xkey_index_number_of_texts(&choice->kinds, key, 3);
        double size = timeline_size(timeline, cell->action, cell->point);
        choice->chart_of[i] = chart;
        choice->kind_of[chart] = kind;
        add_cell(&choice->of_charts[chart], cell->count, size);
        add_cell(&choice->of_kinds[kind], cell->count, size);
    }
}

static void forget_charts(struct choice *choice) {
    key_index_release(&choice->charts);
    key_index_release(&choice->kinds);
    free(choice->chart_of);
    free(choice->kind_of);
    free(choice->of_charts);
    free(choice->of_kinds);
}

/* Returns whether the point of CHART is the default for its host, action and type: no other point
 * has more runs, or as many runs and a larger size. */
static int is_usual(const struct choice *choice, uint32_t chart) {
    const struct record *own = &choice->of_charts[chart];
    const struct record *best = &choice->of_kinds[choice->kind_of[chart]];
    return own->runs == best->runs && !(best->size > own->size);
}

/* --- curves --- */

static double date_of(const struct timeline *timeline, size_t run) {
    return date_read(history_run(timeline->history, run).started);
}

static int by_date(const void *a, const void *b, void *context) {
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    const double *dates = context;
    if (dates[left] != dates[right])
        return dates[left] < dates[right] ? -1 : 1;
    return (left > right) - (left < right);
}

/* Finds the runs that have a date and at least one of the cells. */
static void find_runs(struct chart_set *set, struct panel *panel) {
    size_t count = history_run_count(panel->timeline->history);
    double *dates = chart_set_alloc(set, count, sizeof *dates);
    unsigned char *is_met = chart_set_alloc(set, count, 1);
    panel->runs = chart_set_alloc(set, count, sizeof *panel->runs);
    panel->dates = chart_set_alloc(set, count, sizeof *panel->dates);
    for (size_t c = 0; c < panel->cell_count; c++)
        for (size_t p = 0; p < panel->cells[c]->count; p++)
            is_met[panel->cells[c]->points[p].run] = 1;
    for (size_t r = 0; r < count; r++) {
        dates[r] = is_met[r] ? date_of(panel->timeline, r) : NAN;
        panel->undated += is_met[r] && isnan(dates[r]);
        if (!isnan(dates[r]))
            panel->runs[panel->run_count++] = r;
    }
    qsort_r(panel->runs, panel->run_count, sizeof *panel->runs, by_date, dates);
    for (size_t i = 0; i < panel->run_count; i++)
        panel->dates[i] = dates[panel->runs[i]];
}

static double level_of(const struct timeline *timeline, const struct history_cell *cell,
                       size_t point) {
    double seconds = NAN;
    for (size_t i = 0; i < timeline->levels.count; i++) {
        const struct history_level *level = &timeline->levels.items[i];
        size_t first = level->change ? level->change->first : 0;
        if (level->cell == cell && first <= point)
            seconds = level->seconds;
    }
    return seconds;
}

/* Adds a series for each cell. It has a value for every run; NaN if the run lacks the cell. */
static void add_series(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    size_t runs = panel->run_count;
    struct series_data *series = chart_set_alloc(set, panel->cell_count, sizeof *series);
    size_t *place_of =
        chart_set_alloc(set, history_run_count(panel->timeline->history), sizeof *place_of);
    for (size_t i = 0; i < runs; i++)
        place_of[panel->runs[i]] = i + 1;
    for (size_t c = 0; c < panel->cell_count; c++) {
        const struct history_cell *cell = panel->cells[c];
        double *values = chart_set_alloc(set, 4 * runs, sizeof *values);
        for (size_t i = 0; i < 4 * runs; i++)
            values[i] = NAN;
        for (size_t p = 0; p < cell->count; p++) {
            const struct history_point *point = &cell->points[p];
            if (place_of[point->run] == 0)
                continue;
            double *at = values + place_of[point->run] - 1;
            at[0] = point->mean;
            at[runs] = point->mean * (double)point->low;
            at[2 * runs] = point->mean * (double)point->high;
            at[3 * runs] = level_of(panel->timeline, cell, p);
        }
        series[c] = (struct series_data){.name = cell->library,
                                         .count = runs,
                                         .x = panel->dates,
                                         .y = values,
                                         .low = values + runs,
                                         .high = values + 2 * runs,
                                         .levels = values + 3 * runs,
                                         .colour = chart_set_colour(set, cell->library)};
    }
    chart->series = series;
    chart->series_count = panel->cell_count;
}

/* --- changes --- */

static int by_magnitude(const void *a, const void *b) {
    const struct told_change *left = a, *right = b;
    double one = fabs(log(left->change->ratio.estimate)),
           other = fabs(log(right->change->ratio.estimate));
    if (one != other)
        return one > other ? -1 : 1;
    return (left->change > right->change) - (left->change < right->change);
}

static void find_changes(struct chart_set *set, struct panel *panel) {
    size_t most = 0;
    for (size_t c = 0; c < panel->cell_count; c++)
        most += panel->cells[c]->change_count;
    panel->changes = chart_set_alloc(set, most, sizeof *panel->changes);
    for (size_t c = 0; c < panel->cell_count; c++) {
        const struct history_cell *cell = panel->cells[c];
        for (size_t i = 0; i < cell->change_count; i++) {
            double date = date_of(panel->timeline, cell->points[cell->changes[i].first].run);
            panel->changes[panel->change_count++] =
                (struct told_change){cell, &cell->changes[i], date};
        }
    }
    qsort(panel->changes, panel->change_count, sizeof *panel->changes, by_magnitude);
    panel->told_count = panel->change_count < MOST_TOLD ? panel->change_count : MOST_TOLD;
}

static size_t count_at(const struct told_change *changes, size_t count, double date) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += changes[i].date == date;
    return found;
}

/* Marks the changes with short labels such as "openblas +20 %", or "openblas +20 %, 1 more" where
 * others are at the same time; the subtitle gives details. */
static void add_marks(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    struct mark *marks = chart_set_alloc(set, MOST_TOLD, sizeof *marks);
    size_t count = 0;
    for (size_t i = 0; i < panel->told_count; i++) {
        const struct told_change *told = &panel->changes[i];
        double part = told->change->ratio.estimate - 1;
        if (isnan(told->date) || count_at(panel->changes, i, told->date))
            continue;
        size_t more = count_at(panel->changes, panel->change_count, told->date) - 1;
        const char *others = more ? chart_set_text(set, ", %zu more", more) : "";
        const char *label =
            chart_set_text(set, "%s %s%s%s", told->cell->library, part < 0 ? "−" : "+",
                           percent_of(fabs(part)).text, others);
        int row = more ? (int)(count % 2) : 0; /* a long label has less room beside others */
        marks[count++] =
            (struct mark){.is_vertical = 1, .at = told->date, .label = label, .row = row};
    }
    chart->marks = marks;
    chart->mark_count = count;
}

/* Leaves room above the curves for the labels of changes, and half a day on either side of a single
 * run. */
static void choose_ranges(struct chart *chart, const struct panel *panel) {
    double highest = -HUGE_VAL, lowest = HUGE_VAL;
    for (size_t c = 0; c < panel->cell_count; c++)
        for (size_t p = 0; p < panel->cells[c]->count; p++) {
            const struct history_point *point = &panel->cells[c]->points[p];
            double reach = isnan(point->high) ? 1 : point->high;
            highest = fmax(highest, point->mean * reach);
            lowest = fmin(lowest, point->mean);
        }
    double span = panel->run_count ? panel->dates[panel->run_count - 1] - panel->dates[0] : 0;
    chart->x.unit = UNIT_DATE;
    chart->y = quantity_axis(panel->timeline->asked.quantity);
    if (panel->run_count && span == 0) {
        chart->x.low = panel->dates[0] - half_day;
        chart->x.high = panel->dates[0] + half_day;
    }
    if (chart->mark_count && highest > lowest) {
        chart->y.low = -HUGE_VAL;
        chart->y.high = highest * pow(highest / lowest, row_of_words);
    }
}

/* --- text --- */

static void write_day(char *text, size_t size, double seconds) {
    time_t whole = (time_t)seconds;
    struct tm calendar = {0};
    gmtime_r(&whole, &calendar);
    strftime(text, size, "%Y-%m-%d", &calendar);
}

/* Writes lines such as "openblas 20 % slower since 2025-02-11 (0.3.20 → 0.3.21)". */
static void write_changes(FILE *file, const struct panel *panel) {
    const struct quantity_words *of = quantity_words(panel->timeline->asked.quantity);
    size_t runs = 0, more = panel->change_count - panel->told_count;
    for (size_t c = 0; c < panel->cell_count; c++)
        runs = panel->cells[c]->count > runs ? panel->cells[c]->count : runs;
    if (panel->change_count == 0 && runs < CHANGE_FEWEST)
        fprintf(file, "\n%zu run%s: too few to show a change", runs, runs == 1 ? "" : "s");
    else if (panel->change_count == 0)
        fprintf(file, "\nno change shown in %zu runs", runs);
    for (size_t i = 0; i < panel->told_count; i++) {
        const struct told_change *told = &panel->changes[i];
        const struct history_change *change = told->change;
        char day[32];
        fprintf(file, "\n%s %s %s", told->cell->library,
                percent_of(fabs(change->ratio.estimate - 1)).text,
                (change->ratio.estimate > 1) == of->is_rate ? of->less : of->more);
        if (!isnan(told->date)) {
            write_day(day, sizeof day, told->date);
            fprintf(file, " since %s", day);
        }
        if (change->version_before)
            fprintf(file, " (%s → %s)", *change->version_before ? change->version_before : "?",
                    *change->version_after ? change->version_after : "?");
    }
    if (more)
        fprintf(file, "\nand %zu smaller change%s", more, more == 1 ? "" : "s");
    if (panel->undated)
        fprintf(file, "\n%zu run%s without a date left out", panel->undated,
                panel->undated == 1 ? " is" : "s are");
}

static void word_chart(struct chart_set *set, struct chart *chart, const struct panel *panel) {
    const struct history_cell *cell = panel->cells[0];
    char *text, first[32] = "", last[32] = "";
    size_t size;
    const enum quantity quantity = panel->timeline->asked.quantity;
    chart->title = quantity == QUANTITY_SECONDS
                       ? chart_set_text(set, "%s — history at %s", cell->action, cell->point)
                       : chart_set_text(set, "%s — history of %s at %s", cell->action,
                                        quantity_words(quantity)->one, cell->point);

    FILE *file = xopen_memstream(&text, &size);
    fprintf(file, "mean of each run, %g %% interval; line: mean between changes%s%s",
            100 * panel->timeline->asked.confidence, *cell->host ? "; on " : "", cell->host);
    write_changes(file, panel);
    xclose_memstream(file);
    chart->subtitle = chart_set_own(set, text, free);

    /* The x label gives the full dates, because ticks show only a part of each date. */
    chart->x_label = "start of the run";
    if (panel->run_count) {
        write_day(first, sizeof first, panel->dates[0]);
        write_day(last, sizeof last, panel->dates[panel->run_count - 1]);
        chart->x_label = strcmp(first, last) == 0
                             ? chart_set_text(set, "start of the run, %s, UTC", first)
                             : chart_set_text(set, "start of the run, %s to %s, UTC", first, last);
    }
}

/* --- charts --- */

static void add_chart(struct chart_set *set, const struct timeline *timeline,
                      const struct choice *choice, uint32_t number) {
    struct panel panel = {.timeline = timeline};
    panel.cells = chart_set_alloc(set, choice->of_charts[number].cells, sizeof *panel.cells);
    for (size_t i = 0; i < timeline->cells.count; i++)
        if (choice->chart_of[i] == number)
            panel.cells[panel.cell_count++] = &timeline->cells.items[i];

    find_runs(set, &panel);
    struct chart *chart = chart_set_add(set);
    chart->style = STYLE_LEVELS;
    add_series(set, chart, &panel);
    find_changes(set, &panel);
    add_marks(set, chart, &panel);
    choose_ranges(chart, &panel);
    word_chart(set, chart, &panel);
}

int history_draw(struct chart_set *set, const struct timeline *timeline,
                 const struct options *options, struct err *err) {
    int all = options->filter.condition_count > 0;
    struct choice choice;
    find_charts(&choice, timeline);
    for (uint32_t i = 0; i < choice.charts.count; i++)
        if (all || is_usual(&choice, i))
            add_chart(set, timeline, &choice, i);
    forget_charts(&choice);
    if (set->count == 0)
        return err_set(err, ERR_USAGE, "there is no history to draw: no cell%s has a %s",
                       all ? " that --at asks for" : "",
                       quantity_words(options->table.quantity)->one);
    set->columns = set->count > 1 ? 2 : 1;
    set->title = xstrdup("history");
    chart_set_caption(set);
    return 0;
}

static void release(void *object) {
    timeline_release(object);
    free(object);
}

int history_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err) {
    (void)kind;
    struct timeline *timeline = chart_set_own(set, xcalloc(1, sizeof *timeline), release);
    int code = timeline_read(timeline, set, options, err);
    return code ? code : history_draw(set, timeline, options, err);
}
