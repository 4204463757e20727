/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/forest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/number.h"
#include "analyze/input/input.h"
#include "analyze/comparison/hosts.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/row_limit.h"
#include "plot/charts/forest.h"

static void release_hosts(void *object) {
    hosts_release(object);
    free(object);
}

/* --- reading --- */

static int add_section(void *context, struct table *table, struct err *err) {
    return hosts_add(context, table, &table->sections[0], err);
}

static int read_hosts(struct hosts *hosts, struct chart_set *set, const struct options *options,
                      struct err *err) {
    double confidence = options->table.confidence > 0 ? options->table.confidence : 0.95;
    const struct hosts_asked asked = {1 - confidence, confidence, options->table.min_effect};
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs ? options->runs : "all",
                          .table = options->table,
                          .visit = add_section,
                          .context = hosts,
                          .meanwhile = fonts_begin};
    input.table.spared = NEED_ALL & ~(unsigned)NEED_VERDICT;
    input.table.with_provenance = 1;
    input.table.filter = &options->filter;
    colours_survey(&input, set);
    int code = input_read(&input, err);
    code = code ? code : hosts_conclude(hosts, &asked, err);
    return code ? code : hosts_check_shared(hosts, err);
}

/* Returns whether no other point of CELL's library has more hosts, or as many and a larger size. */
static int is_usual(const struct hosts *hosts, const struct hosts_cell *cell) {
    for (size_t i = 0; i < hosts->cell_count; i++) {
        const struct hosts_cell *other = &hosts->cells[i];
        int is_alike = other->action == cell->action && other->type == cell->type &&
                       other->library == cell->library;
        int is_better = other->hosts != cell->hosts ? other->hosts > cell->hosts
                        : other->size != cell->size ? other->size > cell->size
                                                    : other > cell;
        if (is_alike && is_better)
            return 0;
    }
    return 1;
}

/* --- names --- */

enum { LONG_NAME = 20 };

static int is_separator(char c) {
    return c == '.' || c == '-' || c == '_';
}

/* Bytes that the names of all hosts begin and end with, in whole words. */
struct shared {
    size_t begin, end;
};

static struct shared find_shared(const struct hosts *hosts) {
    const char *first = hosts->names[0];
    size_t length = strlen(first);
    struct shared shared = {length, length};
    for (size_t i = 1; i < hosts->name_count; i++) {
        const char *name = hosts->names[i];
        size_t same = 0, bytes = strlen(name);
        while (same < shared.begin && name[same] == first[same])
            same++;
        shared.begin = same;
        for (same = 0; same < shared.end && same < bytes;)
            if (name[bytes - 1 - same] != first[length - 1 - same])
                break;
            else
                same++;
        shared.end = same;
    }
    while (shared.begin && !is_separator(first[shared.begin - 1]))
        shared.begin--;
    while (shared.end && !is_separator(first[length - shared.end]))
        shared.end--;
    return shared;
}

/* A long name loses what tells hosts apart if its middle is left out. So what all of them have is
 * left out: first their domain, then words at the beginning and at the end. */
static const char *short_name(struct chart_set *set, const struct hosts *hosts, const char *name) {
    struct shared shared = find_shared(hosts);
    size_t length = strlen(name);
    if (length <= LONG_NAME || shared.begin + shared.end >= length)
        return name;
    const char *end = name + length - shared.end, *domain = strchr(end, '.');
    size_t kept = domain ? (size_t)(domain - name) : length;
    if (kept <= LONG_NAME)
        return chart_set_text(set, "%.*s", (int)kept, name);
    return chart_set_text(set, "%s%.*s%s", shared.begin ? "…" : "",
                          (int)(end - name - shared.begin), name + shared.begin,
                          kept > (size_t)(end - name) ? "…" : "");
}

/* --- rows --- */

/* All numbers of a chart have the decimals that its intervals support on average; 3 without any. */
static int decimals_of(const struct hosts *hosts, const struct hosts_cell *cell) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < cell->count; i++) {
        const struct host_ratio *one = &hosts->ratios[cell->first + i];
        if (interval_has_ends(one->ratio)) {
            sum += number_decimals(one->ratio.estimate, interval_width(one->ratio) / 2);
            count++;
        }
    }
    return count > 0 ? (int)fmin(fmax(round(sum / count), 0), 5) : 3;
}

/* 0.823 [0.811, 0.835] */
static const char *numbers(struct chart_set *set, const struct forest_row *row, int decimals) {
    const struct number_ends ends =
        number_ends((struct interval){row->at, row->low, row->high}, 1, decimals);
    if (row->kind == FOREST_ANOTHER)
        return chart_set_text(set, "%s", ends.text);
    return isnan(row->low) ? chart_set_text(set, "%.*f", decimals, row->at)
                           : chart_set_text(set, "%.*f %s", decimals, row->at, ends.text);
}

static void add_row(struct chart *chart, struct series_data *series, struct forest_row *rows,
                    const char *name, struct forest_row row) {
    series[chart->row_count].name = name;
    rows[chart->row_count++] = row;
}

/* Adds the rows to CHART, and a series for each, which is named as it. */
static void add_rows(struct chart_set *set, struct chart *chart, const struct hosts *hosts,
                     const struct hosts_cell *cell, size_t colour) {
    double *places = chart_set_alloc(set, cell->count + 2, sizeof *places);
    struct forest_row *rows = chart_set_alloc(set, cell->count + 2, sizeof *rows);
    struct series_data *series = chart_set_alloc(set, cell->count + 2, sizeof *series);
    int decimals = decimals_of(hosts, cell);
    double heaviest = 0;
    for (size_t i = 0; i < cell->count; i++)
        heaviest = fmax(heaviest, hosts->ratios[cell->first + i].weight);
    for (size_t i = 0; i < cell->count; i++) {
        const struct host_ratio *one = &hosts->ratios[cell->first + i];
        const char *why = one->status != CELL_OK       ? cell_status_name((int)one->status)
                          : isnan(one->ratio.estimate) ? "no ratio"
                                                       : NULL;
        double weight = heaviest > 0 ? one->weight / heaviest : 0;
        add_row(chart, series, rows, short_name(set, hosts, one->host),
                (struct forest_row){FOREST_ONE, why, one->ratio.estimate, one->ratio.low,
                                    one->ratio.high, weight, NAN, NAN, NULL});
    }
    if (cell->hosts > 1)
        add_row(chart, series, rows, chart_set_text(set, "mean of %zu", cell->hosts),
                (struct forest_row){FOREST_MEAN, NULL, cell->ratio.estimate, cell->ratio.low,
                                    cell->ratio.high, 1, NAN, NAN, NULL});
    if (interval_has_ends(cell->predicted))
        add_row(chart, series, rows, "another host",
                (struct forest_row){FOREST_ANOTHER, NULL, NAN, cell->predicted.low,
                                    cell->predicted.high, 0, NAN, NAN, NULL});
    for (size_t i = 0; i < chart->row_count; i++) {
        rows[i].text = rows[i].text ? rows[i].text : numbers(set, &rows[i], decimals);
        series[i].colour = colour;
    }
    forest_set_rows(chart, rows, chart->row_count, series, places);
}

/* --- words --- */

static const char *words_of_spread(struct chart_set *set, const struct hosts_cell *cell) {
    char spread[64], p[32], *tab;
    if (cell->hosts < 2)
        return cell->hosts ? "\none host only: says nothing about others"
                           : "\nno mean: no host has several rounds or samples";
    number_ratio(interval_alone(cell->spread), "1", spread, sizeof spread);
    while ((tab = strchr(spread, '\t')))
        memmove(tab, tab + 1, strlen(tab));
    number_p_value(interval_alone(cell->q_p), "1", p, sizeof p);
    return chart_set_text(set, "\nspread between hosts %s, I² %.3g %%, p %s%s%s", spread,
                          100 * cell->i_squared, *p == '<' ? "" : "= ", p,
                          cell->hosts == 2 ? "; two hosts say nothing about a third" : "");
}

static void word_chart(struct chart_set *set, struct chart *chart, const struct hosts *hosts,
                       const struct hosts_cell *cell) {
    const struct quantity_words *of = quantity_words(cell->quantity);
    const char *spread = words_of_spread(set, cell);
    chart->title = chart_set_text(set, "%s%s%s%s — %s by host at %s", cell->action,
                                  cell->type ? " (" : "", cell->type ? cell->type : "",
                                  cell->type ? ")" : "", cell->library, cell->point);
    chart->x_label =
        chart_set_text(set, "%s of %s = 1; lower is %s", of->one, cell->reference, of->less);
    chart->subtitle = chart_set_text(set, "ratio to %s on the same host, %g %% intervals%s%s",
                                     cell->reference, 100 * hosts->asked.confidence,
                                     cell->hosts > 1 ? "; random-effects mean" : "", spread);
}

static void add_chart(struct chart_set *set, const struct hosts *hosts,
                      const struct hosts_cell *cell) {
    struct chart *chart = chart_set_add(set);
    chart->x = (struct axis_terms){.unit = UNIT_RATIO, .scale = AXIS_LOG};
    add_rows(set, chart, hosts, cell, chart_set_colour(set, cell->library));
    const char *note = row_limit(set, chart, ROWS_FIRST);
    word_chart(set, chart, hosts, cell);
    if (*note)
        chart->subtitle = chart_set_text(set, "%s\n%s", chart->subtitle, note);
}

int forest_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err) {
    (void)kind;
    struct hosts *hosts = chart_set_own(set, xcalloc(1, sizeof *hosts), release_hosts);
    int code = read_hosts(hosts, set, options, err);
    if (code)
        return code;
    int all = options->filter.condition_count > 0;
    for (size_t i = 0; i < hosts->cell_count; i++)
        if (all || is_usual(hosts, &hosts->cells[i]))
            add_chart(set, hosts, &hosts->cells[i]);
    set->columns = set->count > 1 ? 2 : 1;
    set->title = xstrdup("ratios by host");
    chart_set_caption(set);
    return 0;
}
