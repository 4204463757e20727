/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_column.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_header_lines.h"
#include "formats/csv/csv_merged.h"
#include "formats/csv/csv_thousands.h"

/* --- refusals --- */

int csv_columns_refuse(const struct csv_record *record, int code, const char *why, const char *name,
                       struct err *err) {
    return err_set(err, code, "%s: line %zu: %s%s", record->source->path, record->number, why,
                   name);
}

int csv_columns_no_memory(const struct csv_record *record, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory to read it", record->source->path);
}

/* --- roles --- */

size_t csv_columns_find(const struct csv_columns *columns, const char *name) {
    size_t c = 0;
    while (c < columns->count && strcasecmp(columns->items[c].name, name) != 0)
        c++;
    return c;
}

int csv_columns_have(const struct csv_columns *columns, const char *name) {
    return csv_columns_find(columns, name) < columns->count;
}

int csv_columns_have_role(const struct csv_columns *columns, enum csv_role role) {
    return columns->of_role[role] < columns->count;
}

void csv_columns_set_role(struct csv_columns *columns, size_t c, enum csv_role role) {
    columns->items[c].role = role;
    if (role < CSV_SINGLE_ROLES)
        columns->of_role[role] = c;
}

/* Whether the header of COLUMN has a name besides the words for what was measured: "max_power" has
 * one, "max" and "95% ci" have none. */
static int has_name(const struct csv_column *column) {
    static const char none[] = "sample samples run runs overall all";
    const struct header *header = &column->header;
    char name[MEASURE_NAME];
    snprintf(name, sizeof name, "%.*s", (int)header->length, column->name + header->name);
    for (const char *c = name; *c; c++)
        if (isalpha((unsigned char)*c) || (unsigned char)*c >= 0x80)
            return !words_have(none, name);
    return 0;
}

/* Whether A and B are called after the same: "min_rtt" and "avg_rtt_ms". */
static int have_one_name(const struct csv_column *a, const struct csv_column *b) {
    return a->header.length == b->header.length &&
           strncasecmp(a->name + a->header.name, b->name + b->header.name, a->header.length) == 0;
}

/* Whether numbers without a unit of their own in COLUMN are in that of LIKE: a statistic of it, or
 * the same kind of number. A "throughput" beside times is in a unit that nothing says, and so is
 * "max_power". */
static int shares_unit(const struct csv_column *column, const struct csv_column *like) {
    const struct header *header = &column->header, *other = &like->header;
    int is_of_rates = other->is_rate || unit_kind_is_rate(other->unit.kind);
    if (header->is_rate || header->is_time)
        return header->is_rate == is_of_rates;
    if (has_name(column) && !have_one_name(column, like))
        return 0;
    return header->role == HEADER_SPREAD || header->role == HEADER_CPU ||
           header->rank != RANK_PLAIN;
}

/* Returns the column in whose unit the numbers of column C are: FIRST, or another; `count`: none.
 */
static size_t find_like(const struct csv_columns *columns, size_t c, size_t first) {
    const struct csv_column *column = &columns->items[c];
    size_t like = first;
    if (first == columns->count || shares_unit(column, &columns->items[first]))
        return first;
    for (like = 0; like < columns->count; like++)
        if (columns->items[like].header.unit.kind &&
            has_name(column) == has_name(&columns->items[like]) &&
            shares_unit(column, &columns->items[like]))
            break;
    return like;
}

int csv_columns_make_measure(struct csv_columns *columns, size_t c, const char *library,
                             size_t like) {
    struct csv_column *column = &columns->items[c];
    struct header named = column->header;
    char name[MEASURE_NAME], *copy = library ? strdup(library) : NULL;
    named.length = library ? named.length : 0;
    header_measure(column->name, &named, name, sizeof name);
    free(column->measure);
    free(column->library);
    column->measure = strdup(name);
    column->library = copy;
    column->owner = columns->count;
    column->detail = NULL;
    column->role = CSV_MEASURE;
    column->kind = column->header.unit.kind;
    like = find_like(columns, c, like);
    if (!column->kind && like < columns->count && !header_is_ratio(name)) {
        column->kind = columns->items[like].header.unit.kind;
        column->worth = columns->items[like].worth;
    } else if (!column->kind)
        column->worth = 1;
    int is_rate = column->header.is_rate && !column->header.length; /* "miss rate" is another */
    enum unit_kind kind = column->kind             ? column->kind
                          : column->header.is_time ? UNIT_TIME
                          : is_rate                ? UNIT_RATE
                                                   : UNIT_NONE;
    column->better = header_better(name, kind);
    if (unit_kind_is_rate(column->header.unit.kind)) {
        free(column->unit);
        column->unit = strdup(header_rate(column->name, &named).unit);
        if (!column->unit)
            return 0;
    }
    return column->measure && (column->library || !library);
}

int csv_columns_count_role(const struct csv_columns *columns, enum csv_role role) {
    int count = 0;
    for (size_t c = 0; c < columns->count; c++)
        count += columns->items[c].role == role;
    return count;
}

/* --- names --- */

int csv_has_parameter_mark(const char *name) {
    return strncasecmp(name, CSV_PARAMETER_MARK, strlen(CSV_PARAMETER_MARK)) == 0;
}

const char *csv_parameter_name(const char *name) {
    return name + (csv_has_parameter_mark(name) ? strlen(CSV_PARAMETER_MARK) : 0);
}

int csv_columns_are_plain(const struct csv_columns *columns) {
    return columns->is_ours || csv_columns_have(columns, "seconds");
}

/* --- lines --- */

/* Whether the record has several fields, and nothing in them. */
static int is_blank_record(const struct csv_record *record) {
    size_t i = 0;
    while (i < record->count && !*record->fields[i])
        i++;
    return record->count > 1 && i == record->count;
}

int csv_columns_is_header(const struct csv_columns *columns, const struct csv_record *record) {
    size_t c = 0;
    while (columns->header_lines == 1 && record->count == columns->count && c < record->count &&
           strcmp(record->fields[c], columns->items[c].name) == 0)
        c++;
    return c == columns->count;
}

/* Whether the record is blank, the header, or the totals of a pivot table. */
static int is_passed_over(const struct csv_columns *columns, struct csv_record *record) {
    const char *first = record->fields[0];
    if (csv_columns_is_header(columns, record)) {
        record->repeated = record->number;
        return 1;
    }
    if (!*first)
        return is_blank_record(record);
    int is_total = (*first == 'G' || *first == 'g' || *first == 'T' || *first == 't') &&
                   csv_is_of_totals(first);
    is_total |= columns->has_margins && strcmp(first, CSV_MARGINS) == 0;
    record->has_totals |= is_total;
    return is_total;
}

/* What to do about RECORD, which has not as many fields as the header. */
static const char *way_out(const struct csv_columns *columns, const struct csv_record *record) {
    if (record->count == 1)
        return "; if another table begins there, give each a file";
    if (record->count < columns->count || columns->count == 1)
        return "";
    return record->delimiter == ','   ? "; put a field that has a comma itself in quotes"
           : record->delimiter == ';' ? "; put a field that has a semicolon itself in quotes"
           : record->delimiter == '|' ? "; write \\| for a bar within a field"
                                      : "";
}

int csv_columns_next(const struct csv_columns *columns, struct csv_record *record,
                     struct err *err) {
    int rc = csv_record_next(record, err);
    while (rc == 1 && is_passed_over(columns, record))
        rc = csv_record_next(record, err);
    if (rc == 1 && record->count == columns->count) {
        csv_thousands_drop(columns, record);
        return csv_merged_fill(columns, record) ? 1 : csv_columns_no_memory(record, err);
    }
    if (rc != 1)
        return rc;
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %zu column%s, where the header has %zu%s",
                   record->source->path, record->number, record->count,
                   record->count == 1 ? "" : "s", columns->count, way_out(columns, record));
}

int csv_columns_skip_header(const struct csv_columns *columns, struct csv_record *record,
                            struct err *err) {
    csv_record_rewind(record);
    for (size_t i = 0; i < columns->header_lines; i++) {
        int rc = csv_record_next(record, err);
        if (rc < 0)
            return ERR_DAMAGED;
    }
    return 0;
}

int csv_column_is_of_library(const struct csv_column *column) {
    return header_word(column->name, HEADER_LIBRARY) != HEADER_NO_WORD;
}
