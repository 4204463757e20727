/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"

const struct row row_unknown = {
#define REAL(name)     .name = NAN,
#define INTERVAL(name) .name = INTERVAL_UNKNOWN,
#include "formats/model/row.def"
    .mean = INTERVAL_UNKNOWN,
    .log_mean = NAN,
    .log_se = NAN,
    .typical = {NAN, NAN, 0, NAN},
    .chosen = INTERVAL_UNKNOWN,
    .chosen_side = {NAN, NAN, 0, NAN},
    .log_ratio = NAN,
    .mean_side = {NAN, NAN, 0, NAN},
    .log_ratio_se = NAN,
    .log_ratio_degrees = NAN,
    .own_ratio = INTERVAL_UNKNOWN,
    .margin = NAN,
    .noise = {INTERVAL_UNKNOWN, NAN, NAN},
    .reports =
        {
#define QUANTITY(ID, name, detail, unit, better, per_cell, one, many, about) per_cell(name)
#define MEAN(name)                                                           .name = NAN,
#define LARGEST(name)                                                        .name = NAN,
#define NONE(name)
#include "formats/model/detail.def"
#define REPORT(name) .name = NAN,
#include "formats/model/row.def"
        },
    .diagnostics = {.rise = NAN,
                    .p_value = NAN,
                    .one_mode = NAN,
                    .one_group = NAN,
                    .unsteady = NAN,
                    .interval_calls = -1,
                    .rank_error = NAN},
};

/* Returns ARRAY with room for at least COUNT elements, grown by doubling. */
static void *with_room(void *array, size_t count, size_t size) {
    size_t workspace = 1;
    while (workspace < count)
        workspace *= 2;
    return xreallocarray(array, workspace, size);
}

/* The caller puts the rows behind those that are there. */
static void append(struct table *t, const struct section *section,
                   const struct summary_row *summaries) {
    t->summaries =
        with_room(t->summaries, t->summary_count + section->summary_count, sizeof *t->summaries);
    t->sections = with_room(t->sections, t->section_count + 1, sizeof *t->sections);
    struct section *own = &t->sections[t->section_count++];
    *own = *section;
    own->first_row = t->row_count;
    own->first_summary = t->summary_count;
    if (section->summary_count)
        memcpy(t->summaries + t->summary_count, summaries,
               section->summary_count * sizeof *summaries);
    t->row_count += section->row_count;
    t->summary_count += section->summary_count;
}

static int is_in_mode(const struct section *section, const char *mode) {
    return section->mode && strcmp(section->mode, mode) == 0;
}

int section_keeps_calls(const struct section *section) {
    return is_in_mode(section, "sample");
}

int section_shows_throughput(const struct section *section) {
    return is_in_mode(section, "throughput");
}

void table_append(struct table *t, const struct section *section, const struct row *rows,
                  const struct summary_row *summaries) {
    t->rows = with_room(t->rows, t->row_count + section->row_count, sizeof *t->rows);
    if (section->row_count)
        memcpy(t->rows + t->row_count, rows, section->row_count * sizeof *rows);
    append(t, section, summaries);
}

void table_append_own(struct table *t, const struct section *section, struct row *rows,
                      const struct summary_row *summaries) {
    int is_first = t->row_count == 0;
    if (is_first)
        append(t, section, summaries);
    else
        table_append(t, section, rows, summaries);
    free(is_first ? t->rows : rows);
    t->rows = is_first ? rows : t->rows;
}

void table_take(struct table *table, struct table *from) {
    for (size_t i = 0; i < from->section_count; i++) {
        const struct section *section = &from->sections[i];
        table_append(table, section, from->rows + section->first_row,
                     from->summaries + section->first_summary);
    }
    from->section_count = 0;
    table_release(from);
}

void section_release(struct section *section) {
    parameter_grid_free(section->space);
    errors_release(&section->errors);
    warnings_free(section->warnings);
    provenance_free(section->provenance);
    selected_cell_free(section->chosen);
    free(section->bases);
    free(section->quantiles);
    free(section->round_logs);
    free(section->round_ratios);
    free(section->round_mean_ratios);
    free(section->sides);
    free(section->shown);
    free(section->round_controls);
    error_model_free(section->error_model);
    left_outs_release(&section->left_out);
    for (size_t i = 0; i < section->name_count; i++)
        free(section->names[i]);
    free(section->names);
    *section = (struct section){0};
}

void table_release(struct table *table) {
    for (size_t i = 0; i < table->section_count; i++)
        section_release(&table->sections[i]);
    free(table->rows);
    free(table->summaries);
    free(table->sections);
    *table = (struct table){0};
}

const char *pairing_name(int pairing) {
    static const char *const names[] = {"unknown", "paired", "unpaired", "paired by round"};
    return pairing >= 0 && pairing < 4 ? names[pairing] : "";
}

/* Means over different numbers of sizes are not comparable: those over the most sizes come first.
 */
static int compare_ratios(const void *a, const void *b, void *summaries) {
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const struct summary_row *rows = summaries;
    double first = rows[i].ratio.estimate, second = rows[j].ratio.estimate;
    if (rows[i].sizes != rows[j].sizes)
        return rows[i].sizes < rows[j].sizes ? 1 : -1;
    if (isnan(first) || isnan(second) || first == second)
        return isnan(first) - isnan(second) ? isnan(first) - isnan(second) : (i > j) - (i < j);
    return first < second ? -1 : 1;
}

size_t *table_fastest_first(const struct table *table, const struct section *section) {
    size_t *order = xcalloc(section->summary_count, sizeof *order);
    for (size_t i = 0; i < section->summary_count; i++)
        order[i] = i;
    qsort_r(order, section->summary_count, sizeof *order, compare_ratios,
            table->summaries + section->first_summary);
    return order;
}
