/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_axes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "formats/import/axes.h"

enum {
    LOOKED_AT = 100, /* lines */
    PLAIN = 3        /* the weights differ so much that nobody would think otherwise */
};

static const char *const axis_names[] = {[CSV_AXIS_COLUMNS] = "columns", [CSV_AXIS_ROWS] = "rows"};

enum csv_axis csv_axis_called(const char *name) {
    for (int axis = CSV_AXIS_COLUMNS; axis <= CSV_AXIS_ROWS; axis++)
        if (strcasecmp(axis_names[axis], name) == 0)
            return (enum csv_axis)axis;
    return CSV_AXIS_UNKNOWN;
}

const char *csv_axis_name(enum csv_axis axis) {
    return axis_names[axis];
}

static int has_results(const struct csv_column *column) {
    return column->role == CSV_TIMES && !column->is_next && !column->is_sample;
}

/* Whether the results of COLUMN are called by what libraries were built with, or ran on. */
static int is_of_build(const struct csv_column *column) {
    static const char words[] = "cpu gpu gcc g++ clang icc icx ifort gfortran nvcc msvc "
                                "serial sequential parallel omp openmp cuda opencl scalar simd sse "
                                "avx float double single";
    char first[32];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(column->library, " -_"), column->library);
    return words_have(words, first);
}

/* Whether COLUMN, whose word has WEIGHT, has names in its lines. */
static int has_names(const struct csv_column *column, int weight) {
    return (column->role == CSV_UNDECIDED || column->role == CSV_LIBRARY ||
            column->role == CSV_ACTION) &&
           !column->begins_with_number &&
           (weight || (column->begins_with_text && !column->begins_with_word));
}

/* The column of names whose word is the likeliest for libraries; `count` if there is none. */
static size_t find_names(const struct csv_columns *columns) {
    size_t best = columns->count;
    int most = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const struct axis axis = {.head = columns->items[c].name};
        int weight = axis_weight(&axis);
        if (has_names(&columns->items[c], weight) && (best == columns->count || weight > most)) {
            best = c;
            most = weight;
        }
    }
    return best;
}

static int note_names(struct axis *axis, const struct csv_columns *columns, size_t c,
                      struct csv_record *record, struct err *err) {
    const size_t line = record->number;
    int rc = csv_columns_skip_header(columns, record, err);
    for (size_t i = 0; rc == 0 && i < LOOKED_AT && csv_columns_next(columns, record, NULL) == 1;
         i++)
        axis_note(axis, record->fields[c]);
    record->number = line;
    return rc;
}

/* Makes the texts of a line the names of what the libraries in columns did, save those of libraries
 * that were built in several ways. */
static void name_actions(struct csv_columns *columns, int are_builds) {
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role == CSV_UNDECIDED && has_names(column, 0) &&
            header_word(column->name, HEADER_LIBRARY) != HEADER_NO_WORD &&
            !(are_builds && axis_head_weight(column->name) >= PLAIN))
            csv_columns_set_role(columns, c,
                                 csv_columns_have_role(columns, CSV_ACTION) ? CSV_OF_ACTION
                                                                            : CSV_ACTION);
    }
}

static int check_given(const struct csv_columns *columns, const struct csv_record *record,
                       struct err *err) {
    const char *name = csv_axis_name(columns->given_axis);
    return !columns->given_axis || columns->is_wide
               ? 0
               : err_set(err, ERR_USAGE,
                         "%s: --as %s=library is for tables with a column for each library or "
                         "action; this one has a column of results: give --as COLUMN=library",
                         record->source->path, name);
}

int csv_axes_settle(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    size_t results = 0, builds = 0, names = find_names(columns);
    struct axis of_columns = {0}, of_rows = {0};
    int rc = check_given(columns, record, err);
    if (rc || !columns->is_wide || columns->is_ours)
        return rc;
    for (size_t c = 0; c < columns->count; c++) {
        if (!has_results(&columns->items[c]))
            continue;
        results++;
        builds += (size_t)is_of_build(&columns->items[c]);
        axis_note(&of_columns, columns->items[c].library);
    }
    if (names < columns->count) {
        of_rows.head = columns->items[names].name;
        rc = note_names(&of_rows, columns, names, record, err);
    }
    int more = axis_weight(&of_rows) - axis_weight(&of_columns);
    enum csv_axis axis = more > 0 && results > 1 && !builds ? CSV_AXIS_ROWS : CSV_AXIS_COLUMNS;
    if (columns->given_axis)
        axis = columns->given_axis;
    else if (results > 1 && of_rows.names.count > 1 && more < PLAIN && more > -PLAIN && !builds &&
             !isdigit((unsigned char)*of_rows.names.items[0]))
        columns->other_axis = axis == CSV_AXIS_ROWS ? CSV_AXIS_COLUMNS : CSV_AXIS_ROWS;
    columns->are_actions = axis == CSV_AXIS_ROWS;
    if (columns->are_actions && names < columns->count &&
        !csv_columns_have_role(columns, CSV_LIBRARY)) {
        if (columns->items[names].role == CSV_ACTION)
            columns->of_role[CSV_ACTION] = columns->count;
        csv_columns_set_role(columns, names, CSV_LIBRARY);
    } else if (!columns->are_actions && results > 1)
        name_actions(columns, builds > 0);
    axis_release(&of_columns);
    axis_release(&of_rows);
    return rc;
}

int csv_axes_are_libraries_in_columns(const struct csv_columns *columns) {
    size_t named = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        named += column->role == CSV_TIMES && !column->is_next && *column->library;
    }
    return named > 1 && !columns->are_actions && !columns->is_ours;
}
