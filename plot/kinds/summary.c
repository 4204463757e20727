/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/number.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/captions.h"
#include "plot/analysis/kind_table.h"
#include "plot/analysis/row_limit.h"
#include "plot/charts/forest.h"

/* --- rows --- */

/* What the rows of all actions are written to. */
struct making {
    struct chart_set *set;
    struct chart *chart;
    struct forest_row *rows;
    struct series_data *series;
    size_t used;
};

/* Returns whether any library has a mean beside the reference, whose own is 1. */
static int has_means(const struct table *table, const struct section *section) {
    for (size_t i = 0; i < section->summary_count; i++) {
        const struct summary_row *row = &table->summaries[section->first_summary + i];
        if (!row->is_reference && row->ratio.estimate > 0)
            return 1;
    }
    return 0;
}

static size_t most_sizes(const struct table *table, const struct section *section) {
    size_t most = 0;
    for (size_t i = 0; i < section->summary_count; i++) {
        size_t sizes = table->summaries[section->first_summary + i].sizes;
        most = sizes > most ? sizes : most;
    }
    return most;
}

/* 1.32× [1.31, 1.33], of 4 points: those at which it has a ratio, if others have more. */
static const char *numbers(struct chart_set *set, const struct summary_row *row, size_t most) {
    char *text;
    size_t size;
    if (row->is_reference)
        return "1×";
    if (isnan(row->ratio.estimate))
        return "no ratio";
    FILE *file = xopen_memstream(&text, &size);
    number_ratio_in_words(row->ratio, file);
    if (row->sizes < most)
        fprintf(file, ", of %zu point%s", row->sizes, row->sizes == 1 ? "" : "s");
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

static void add_row(struct making *making, const struct section *section,
                    const struct summary_row *row, size_t most) {
    struct series_data *series = &making->series[making->used];
    double is_known = row->is_reference || isnan(row->ratio.estimate) ? NAN : 1;
    int is_noisy = section->controlled && !isnan(row->noise.floor);
    making->rows[making->used++] =
        (struct forest_row){.kind = FOREST_DOT,
                            .text = numbers(making->set, row, most),
                            .at = row->is_reference ? 1 : row->ratio.estimate,
                            .low = row->ratio.low * is_known,
                            .high = row->ratio.high * is_known,
                            .noise_low = is_noisy ? 1 / row->noise.floor : NAN,
                            .noise_high = is_noisy ? row->noise.floor : NAN};
    series->name = row->library;
    series->colour = chart_set_colour(making->set, row->library);
}

/* Adds a heading and the rows of SECTION, the fastest first. */
static void add_section(struct making *making, const struct table *table,
                        const struct section *section, const char *name) {
    size_t most = most_sizes(table, section), *order = table_fastest_first(table, section);
    if (!order)
        xalloc_die();
    making->series[making->used].name =
        most == 1 ? name : chart_set_text(making->set, "%s, %zu points", name, most);
    making->rows[making->used++] =
        (struct forest_row){FOREST_HEADING, "", NAN, NAN, NAN, 0, NAN, NAN, NULL};
    for (size_t i = 0; i < section->summary_count; i++)
        add_row(making, section, &table->summaries[section->first_summary + order[i]], most);
    free(order);
}

/* --- words --- */

/* Returns the library that all ratios are relative to, or else "the reference". */
static const char *reference_of(const struct table *table) {
    const char *name = NULL;
    for (size_t i = 0; i < table->section_count; i++) {
        const char *other = table->sections[i].reference;
        if (name && other && strcmp(name, other) != 0)
            return "the reference";
        name = name ? name : other;
    }
    return name ? name : "the reference";
}

static void word_chart(struct making *making, const struct table *table, struct words *words,
                       size_t count) {
    struct chart_set *set = making->set;
    words_join(set, words, count, 1, "summary");
    const char *note = row_limit(set, making->chart, ROWS_FIRST);
    const char *one = quantity_words(table->sections[0].quantity)->one;
    words->title =
        chart_set_text(set, "geometric means of the %s relative to %s", one, reference_of(table));
    words->subtitle = chart_set_text(set, "over all points of an action, %g %% intervals",
                                     100 * table->sections[0].confidence);
    words->losses = *note ? chart_set_text(set, "\n%s", note) : "";
    words_set(set, words);
    words_set_caption(set, words, table);
}

/* --- the chart --- */

static void fill_chart(struct making *making, const struct table *table) {
    struct chart_set *set = making->set;
    size_t count = table->section_count + table->summary_count, drawn = 0;
    struct words *words = chart_set_alloc(set, table->section_count, sizeof *words);
    double *places = chart_set_alloc(set, count, sizeof *places);
    making->rows = chart_set_alloc(set, count, sizeof *making->rows);
    making->series = chart_set_alloc(set, count, sizeof *making->series);
    for (size_t i = 0; i < table->section_count; i++) {
        struct measured of = {&measure_ratio, table, &table->sections[i], NULL};
        if (!has_means(table, of.section))
            continue;
        words[drawn] = words_find(set, &of);
        add_section(making, table, of.section, words[drawn++].name);
    }
    if (!drawn)
        return;
    making->chart->x = (struct axis_terms){.unit = UNIT_RATIO, .scale = AXIS_LOG};
    making->chart->x_label = "";
    making->chart->is_relative = 1;
    forest_set_rows(making->chart, making->rows, making->used, making->series, places);
    word_chart(making, table, words, drawn);
}

int summary_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err) {
    (void)kind;
    int code;
    const struct table *table =
        kind_table_read(set, options, NEED_VERDICT | NEED_WARNINGS, &code, err);
    if (code)
        return code;
    colours_settle(set, table);
    struct making making = {.set = set, .chart = chart_set_add(set)};
    set->columns = 1;
    fill_chart(&making, table);
    return making.used ? 0
                       : err_set(err, ERR_USAGE,
                                 "nothing to draw: no library has a ratio to the reference "
                                 "(--kind time draws times)");
}
