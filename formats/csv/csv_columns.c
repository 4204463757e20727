/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv/csv_cell_roles.h"
#include "formats/csv/csv_doubtful.h"
#include "formats/csv/csv_header_lines.h"
#include "formats/csv/csv_header_roles.h"
#include "formats/csv/csv_merged.h"
#include "formats/csv_text/csv_number.h"
#include "formats/csv_text/csv_outcome.h"
#include "formats/csv/csv_thousands.h"
#include "formats/csv_text/csv_titles.h"
#include "formats/csv_text/csv_turned.h"
#include "formats/text/decimal.h"

/* Chains the measures and verdicts of each owner, and the measures without one. */
static void link_measures(struct csv_columns *columns) {
    columns->measures = columns->count;
    for (size_t c = 0; c < columns->count; c++)
        columns->items[c].measures = columns->count;
    for (size_t c = columns->count; c-- > 0;) {
        struct csv_column *column = &columns->items[c];
        size_t *first = column->owner < columns->count ? &columns->items[column->owner].measures
                                                       : &columns->measures;
        if (column->role != CSV_MEASURE &&
            (column->role != CSV_VERDICT || column->owner == columns->count))
            continue;
        column->next = *first;
        *first = c;
    }
}

/* Leaves out the measures of which a measurement has no room. */
static void limit_measures(struct csv_columns *columns) {
    const char *names[RUN_MAX_MEASURES];
    size_t count = 0;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        size_t k = 0;
        if (column->role != CSV_MEASURE)
            continue;
        while (k < count && strcmp(names[k], column->measure) != 0)
            k++;
        if (k == RUN_MAX_MEASURES)
            column->role = CSV_LEFT_OUT;
        else if (k == count)
            names[count++] = column->measure;
    }
}

/* Notes whether TEXT, the first of COLUMN, may be a result: a number, or a word in the place of
 * one.
 */
static void look_at(struct csv_column *column, const char *text, char mark) {
    size_t n = strlen(text);
    struct measured_unit unit;
    enum cell_status status;
    double number;
    char type;
    int is_number = csv_number_read(text, n, mark, &number, &unit);
    column->begins_with_word =
        !*text || csv_type_read(text, &type) || csv_status_read(text, &status);
    column->begins_with_unit = is_number && unit.kind == UNIT_TIME;
    column->begins_with_bytes = is_number && unit.kind == UNIT_BYTES;
    column->begins_with_number = is_number;
    column->begins_with_ratio = is_number && csv_number_is_ratio(text, n);
    column->are_counted[0] = column->are_counted[1] = 1;
    column->is_rising = column->is_round = 1;
    column->begins_with_fraction = is_number && number != floor(number);
    column->begins_with_text = !is_number && !decimal_is_missing(text, n) &&
                               !csv_duration_read(text, n, &number) &&
                               !csv_outcome_read(text, &status);
}

static int is_power_of_two(double number) {
    int exponent;
    return number >= 1 && frexp(number, &exponent) == 0.5;
}

/* Counts what TEXT, number LINE of the first fields of COLUMN, is. */
static void count_field(struct csv_column *column, const char *text, char mark, size_t line) {
    size_t n = strlen(text);
    struct measured_unit unit;
    enum cell_status status;
    double number;
    int is_number = csv_number_read(text, n, mark, &number, &unit);
    column->are_counted[0] &= is_number && number == (double)line;
    column->are_counted[1] &= is_number && number == (double)line + 1;
    column->is_rising &= is_number && number > column->last;
    column->is_round &= is_number && (fmod(number, 10) == 0 || is_power_of_two(number));
    column->has_negative |= is_number && number < 0;
    column->first = is_number && line == 0 ? number : column->first;
    column->last = is_number ? number : column->last;
    if (is_number && number == 1 && !unit.kind)
        column->ones++;
    else if (!decimal_is_missing(text, n))
        column->others++;
    if (is_number)
        column->units +=
            unit.kind == UNIT_TIME || unit.kind == UNIT_CYCLES || unit_kind_is_rate(unit.kind);
    else if (csv_duration_read(text, n, &number))
        column->units++;
    else if (!decimal_is_missing(text, n) && !csv_outcome_read(text, &status))
        column->units--;
}

/* Looks at the first lines below the header. Returns 0 if memory runs out. */
static int look_at_first(struct csv_columns *columns, struct csv_record *record) {
    enum { LOOKED_AT = 50 };
    const size_t line = record->number;
    int has_memory = csv_merged_find(columns, record);
    csv_thousands_find(columns, record);
    int rc = csv_columns_skip_header(columns, record, NULL);
    for (size_t i = 0; rc == 0 && i < LOOKED_AT && csv_columns_next(columns, record, NULL) == 1;
         i++)
        for (size_t c = 0; c < columns->count; c++) {
            if (i == 0)
                look_at(&columns->items[c], record->fields[c], record->mark);
            count_field(&columns->items[c], record->fields[c], record->mark, i);
        }
    record->number = line;
    return has_memory;
}

/* Whether COLUMN may only hold results: nothing there tells lines apart. */
static int may_be_results(const struct csv_column *column) {
    enum header_role role = column->header.role;
    return *column->name && !column->begins_with_text &&
           (role == HEADER_RESULT || role == HEADER_OF_NAME || role == HEADER_SPREAD ||
            role == HEADER_MEASURE || role == HEADER_CPU || role == HEADER_OTHER);
}

/* Names a first column without a name, which others leave out, if it alone tells lines apart and
 * does not count them; of parts the one behind their titles. Returns 0 if memory runs out. */
static int name_first(struct csv_columns *columns) {
    const size_t at = columns->is_part && columns->count > 1 && *columns->items[0].name;
    const struct csv_column *first = &columns->items[at];
    if (columns->count < at + 2 || *first->name || first->are_counted[0] || first->are_counted[1] ||
        (!first->begins_with_number && !first->begins_with_text))
        return 1;
    for (size_t c = at + 1; c < columns->count; c++)
        if (!may_be_results(&columns->items[c]))
            return 1;
    return csv_header_lines_name(columns, at, first->begins_with_number ? "size" : "name");
}

/* Whether what COLUMN is called is a result: a number that is not whole, or one with a unit, which
 * may stand with sizes in the header if the cells do not have it, too. */
static int is_called_result(const struct csv_column *column, char mark, size_t with_units) {
    struct measured_unit unit;
    double number;
    size_t n = strlen(column->name);
    if (!csv_number_read(column->name, n, mark, &number, &unit) ||
        csv_number_is_ratio(column->name, n))
        return 0;
    if (!unit.kind)
        return strchr(column->name, mark) != NULL || number != floor(number);
    return unit.kind != UNIT_BYTES && unit.kind != UNIT_COUNT &&
           (column->begins_with_unit || (with_units < 2 && !column->header.scale));
}

/* Refuses results in the place of the header. */
static int check_header(const struct csv_columns *columns, const struct csv_record *record,
                        struct err *err) {
    struct measured_unit unit;
    double number;
    size_t with_units = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const char *name = columns->items[c].name;
        with_units += csv_number_read(name, strlen(name), record->mark, &number, &unit) &&
                      unit.kind && unit.kind != UNIT_BYTES;
    }
    for (size_t c = 0; columns->header_lines == 1 && !record->is_made && c < columns->count; c++)
        if (is_called_result(&columns->items[c], record->mark, with_units))
            return err_set(
                err, ERR_DAMAGED,
                "%s: line %zu is no header, as \"%.60s\" is a result; write a line above "
                "it that names the columns, such as library,%s",
                record->source->path, record->number, columns->items[c].name,
                with_units ? "time" : "size,time_ms");
    return 0;
}

int csv_columns_read(struct csv_columns *columns, struct csv_record *record, const char *titles,
                     const struct format_options *options, struct err *err) {
    *columns = (struct csv_columns){.is_part = titles != NULL};
    int rc = record->is_made ? 0 : csv_titles_pass(record, &columns->titles, err);
    if (rc == 0 && titles && !csv_titles_add(&columns->titles, titles))
        rc = csv_columns_no_memory(record, err);
    if (rc == 0 && !record->is_made && !csv_titles_take_comments(record, &columns->titles))
        rc = csv_columns_no_memory(record, err);
    if (rc == 0)
        rc = csv_record_next(record, err);
    if (rc <= 0)
        return rc ? rc : csv_columns_refuse(record, ERR_DAMAGED, "the file is empty", "", err);
    rc = csv_header_lines_read(columns, record, err);
    if (rc == 0)
        rc = look_at_first(columns, record) && name_first(columns)
                 ? check_header(columns, record, err)
                 : csv_columns_no_memory(record, err);
    if (rc == 0)
        rc = csv_header_roles_assign(columns, record, options, err);
    if (rc == 0 && csv_columns_count_role(columns, CSV_UNDECIDED))
        rc = csv_cell_roles_decide(columns, record, err);
    if (rc == 0)
        rc = csv_doubtful_settle_size(columns, record, err);
    if (rc == 0)
        rc = csv_doubtful_check_calls(columns, record, err);
    limit_measures(columns);
    link_measures(columns);
    for (size_t c = 0; c < columns->count; c++)
        columns->counts[columns->items[c].role]++;
    return rc ? rc : csv_columns_skip_header(columns, record, err);
}

void csv_columns_release(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        free(column->name);
        free(column->library);
        free(column->measure);
        free(column->unit);
        free(column->value);
        free(column->word);
        free(column->no_verdict);
        free(column->numbers);
        key_index_release(&column->seen.fields);
        key_index_release(&column->meetings.points);
        free(column->meetings.items);
    }
    free(columns->items);
    free(columns->titles);
    free(columns->size_name);
    *columns = (struct csv_columns){0};
}

/* Whether a header has a unit, but not clearly which. */
static int is_in_doubt(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count && !columns->items[c].header.has_two_units &&
           !columns->items[c].header.may_be_tokens)
        c++;
    return c < columns->count;
}

/* Reads HEAD up to the end of its third line, or all of it. */
int csv_columns_recognise(const char *head, size_t n, size_t least) {
    static const struct format_options none;
    struct source source = {.path = "", .text = head, .length = n};
    struct csv_record record;
    struct csv_columns columns = {0};
    int rc = csv_record_begin(&record, &source, NULL);
    int is_turned = rc == 0 && csv_turned_is(&record);
    if (rc == 0)
        rc = csv_titles_pass(&record, &columns.titles, NULL);
    if (rc == 0)
        rc = csv_titles_take_comments(&record, &columns.titles) ? 0 : ERR_FAILED;
    if (rc == 0)
        rc = csv_record_next(&record, NULL) == 1 ? 0 : ERR_DAMAGED;
    if (rc == 0)
        rc = csv_header_lines_read(&columns, &record, NULL);
    if (rc == 0)
        rc = look_at_first(&columns, &record) && name_first(&columns)
                 ? csv_header_roles_assign(&columns, &record, &none, NULL)
                 : ERR_FAILED;
    int is_table = is_turned || (columns.count >= least && (rc == 0 || is_in_doubt(&columns)));
    csv_columns_release(&columns);
    csv_record_release(&record);
    return is_table;
}
