/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_column.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_number.h"
#include "formats/text/decimal.h"

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
    if (!column->kind && like < columns->count && !header_is_ratio(name)) {
        column->kind = columns->items[like].header.unit.kind;
        column->worth = columns->items[like].worth;
    } else if (!column->kind)
        column->worth = 1;
    column->better = header_better(name, column->kind);
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

/* Returns a copy of FIELD without the blanks around it; NULL if memory runs out. */
static char *take_name(const char *field) {
    field += strspn(field, " \t");
    size_t length = strlen(field);
    while (length && strchr(" \t", field[length - 1]))
        length--;
    return strndup(field, length);
}

/* Adds a column whose header is TEXT. */
static int add_name(struct csv_columns *columns, const char *text) {
    struct csv_column *column = &columns->items[columns->count];
    column->name = take_name(text);
    if (!column->name)
        return 0;
    column->header = header_read(column->name);
    column->worth = column->header.unit.kind ? column->header.unit.worth : NAN;
    columns->count++;
    return 1;
}

/* Goes on to the first line with more than one name: titles may stand above the header. */
static int pass_titles(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    int rc = 1;
    while (rc == 1 && record->count > 1) {
        size_t names = 0;
        for (size_t c = 0; c < record->count; c++)
            names += *record->fields[c] != '\0';
        if (names > 1)
            return 0;
        columns->header_lines++;
        rc = csv_record_next(record, err);
    }
    return rc < 0          ? rc
           : rc > 1        ? rc
           : record->count ? 0
                           : csv_columns_refuse(record, ERR_DAMAGED, "no header", "", err);
}

static int take_names(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    columns->items = calloc(record->count, sizeof *columns->items);
    for (size_t c = 0; c < record->count; c++)
        if (!columns->items || !add_name(columns, record->fields[c]))
            return csv_columns_no_memory(record, err);
    return 0;
}

int csv_has_parameter_mark(const char *name) {
    return strncasecmp(name, CSV_PARAMETER_MARK, strlen(CSV_PARAMETER_MARK)) == 0;
}

const char *csv_parameter_name(const char *name) {
    return name + (csv_has_parameter_mark(name) ? strlen(CSV_PARAMETER_MARK) : 0);
}

/* Names of parameters that are marked as such may differ in case only. */
static int is_name(const void *things, uint32_t number, const void *key) {
    const char *name = ((const struct csv_column *)things)[number].name;
    return csv_has_parameter_mark(key) ? strcmp(name, key) == 0 : strcasecmp(name, key) == 0;
}

/* Returns the first column that is called like one before it; `count` if there is none, or memory
 * runs out. Names may be empty. */
static size_t find_repeated(const struct csv_columns *columns) {
    struct slots slots = {0};
    size_t c = 0;
    for (; c < columns->count; c++) {
        const char *name = columns->items[c].name;
        uint64_t hash = slots_hash();
        for (const char *at = name; *at; at++)
            hash = slots_hash_number(hash, (uint64_t)tolower((unsigned char)*at));
        if (!*name)
            continue;
        if (slots_find(&slots, hash, is_name, columns->items, name) != SLOTS_NONE)
            break;
        if (!slots_add(&slots, hash, (uint32_t)c)) {
            c = columns->count;
            break;
        }
    }
    slots_release(&slots);
    return c;
}

static int check_names(const struct csv_columns *columns, const struct csv_record *record,
                       struct err *err) {
    size_t numbers = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const char *name = columns->items[c].name;
        double number;
        numbers += (size_t)decimal_read(name, strlen(name), &number);
    }
    size_t repeated = find_repeated(columns);
    if (repeated < columns->count)
        return csv_columns_refuse(record, ERR_DAMAGED, "two columns are called ",
                                  columns->items[repeated].name, err);
    return numbers < columns->count || !numbers
               ? 0
               : csv_columns_refuse(
                     record, ERR_DAMAGED,
                     "numbers where the header should be; the first line must name the columns, "
                     "such as size,a_ms,b_ms",
                     "", err);
}

/* --- headers of several lines --- */

/* Whether RECORD goes on with the header: no field is a number, and each that is not empty is a
 * unit or stands where names are missing or not all different. */
static int is_second_line(const struct csv_columns *columns, const struct csv_record *record) {
    int are_units = 1, are_apart = find_repeated(columns) == columns->count;
    size_t fields = 0;
    if (record->count != columns->count)
        return 0;
    for (size_t c = 0; c < columns->count; c++) {
        const char *name = columns->items[c].name, *field = record->fields[c];
        struct measured_unit unit;
        double number;
        are_apart &= *name != '\0';
        if (!*field)
            continue;
        fields++;
        are_units &= measured_unit_read(field, strlen(field), &unit) ||
                     decimal_is_missing(field, strlen(field));
        if (csv_number_read(field, strlen(field), record->mark, &number, &unit))
            return 0;
    }
    return fields && (are_units || !are_apart);
}

/* Whether RECORD is the line in which pandas names the index of its rows. */
static int is_index_line(const struct csv_columns *columns, const struct csv_record *record) {
    int is_one = record->count == columns->count && *record->fields[0];
    for (size_t c = 1; is_one && c < record->count; c++)
        is_one = !*record->fields[c];
    return is_one;
}

static int rename_column(struct csv_columns *columns, size_t c, const char *name) {
    struct csv_columns renamed = {.items = columns->items, .count = c};
    free(columns->items[c].name);
    return add_name(&renamed, name);
}

/* Joins the names of the second line to those of the first, where a name above stands for the empty
 * fields behind it, too. RECORD is the second line. */
static int join_names(struct csv_columns *columns, const struct csv_record *record) {
    char *above = NULL, *joined = NULL;
    int ok = 1, is_begun = 0;
    for (size_t c = 0; ok && c < columns->count; c++) {
        const char *field = record->fields[c];
        is_begun |= *columns->items[c].name != '\0';
        if (*columns->items[c].name || !is_begun) {
            free(above);
            above = strdup(columns->items[c].name);
        }
        int has_field = *field && !decimal_is_missing(field, strlen(field));
        ok = above && asprintf(&joined, "%s%s%s", above, *above && has_field ? " " : "",
                               has_field ? field : "") >= 0;
        if (ok) {
            ok = rename_column(columns, c, joined);
            free(joined);
        }
    }
    free(above);
    return ok;
}

/* Takes the second and the third line of a header, if it has them. */
static int take_more_names(struct csv_columns *columns, struct csv_record *record,
                           struct err *err) {
    size_t line = record->number;
    int rc = csv_record_next(record, err);
    if (rc == 1 && is_second_line(columns, record)) {
        columns->header_lines++;
        if (!join_names(columns, record))
            return csv_columns_no_memory(record, err);
        rc = csv_record_next(record, err);
        if (rc == 1 && is_index_line(columns, record)) {
            columns->header_lines++;
            if (!rename_column(columns, 0, record->fields[0]))
                return csv_columns_no_memory(record, err);
        }
    }
    record->number = line;
    return rc < 0 ? rc : rc > 1 ? rc : 0;
}
int csv_columns_are_plain(const struct csv_columns *columns) {
    return columns->is_ours || csv_columns_have(columns, "seconds");
}

int csv_columns_read_names(struct csv_columns *columns, struct csv_record *record,
                           struct err *err) {
    columns->header_lines = 1;
    int rc = record->is_made ? 0 : pass_titles(columns, record, err);
    if (rc == 0)
        rc = take_names(columns, record, err);
    if (rc == 0 && !record->is_made)
        rc = take_more_names(columns, record, err);
    return rc ? rc : check_names(columns, record, err);
}

/* Whether the record has several fields, and nothing in them. */
static int is_blank_record(const struct csv_record *record) {
    size_t i = 0;
    while (i < record->count && !*record->fields[i])
        i++;
    return record->count > 1 && i == record->count;
}

int csv_columns_next(const struct csv_columns *columns, struct csv_record *record,
                     struct err *err) {
    int rc = csv_record_next(record, err);
    while (rc == 1 && !*record->fields[0] && is_blank_record(record))
        rc = csv_record_next(record, err);
    if (rc != 1 || record->count == columns->count)
        return rc;
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %zu columns, where the header has %zu",
                   record->source->path, record->number, record->count, columns->count);
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
