/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The record being read. */
struct growth {
    struct csv_record *record;
    size_t used;      /* bytes of the room */
    int is_in_quotes; /* a quoted field is open */
};

static int record_refuse(const struct csv_record *record, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %s", record->source->path, record->number, why);
}

/* --- starts of records --- */

static size_t line_end(const struct source *source, size_t at) {
    const char *end = memchr(source->text + at, '\n', source->length - at);
    return end ? (size_t)(end - source->text) : source->length;
}

static int is_passed_over(const struct source *source, size_t at, size_t end) {
    if (source->text[at] == '#')
        return 1;
    while (at < end && (source->text[at] == ' ' || source->text[at] == '\r'))
        at++;
    return at == end;
}

/* Moves RECORD to the next line that holds a record. */
static void pass_over(struct csv_record *record) {
    while (record->at < record->source->length) {
        size_t end = line_end(record->source, record->at);
        if (!is_passed_over(record->source, record->at, end))
            return;
        record->at = end + (end < record->source->length);
        record->line++;
    }
}

void csv_record_rewind(struct csv_record *record) {
    const struct source *source = record->source;

    record->at = source->length >= 3 && memcmp(source->text, "\357\273\277", 3) == 0 ? 3 : 0;
    record->line = 1;
    pass_over(record);
}

/* Returns the mark before decimals, by the begin of the table: a comma if one stands, apart from
 * delimiters, between digits and not before three of them, as one of thousands does; between
 * semicolons before three of them, too. */
static char find_mark(const struct csv_record *record) {
    enum { LOOKED_AT = 1 << 16 };
    const char *text = record->source->text;
    size_t end = record->source->length;
    int is_in_quotes = 0;
    end = end - record->at < LOOKED_AT ? end : record->at + LOOKED_AT;
    for (size_t at = record->at + 1; at < end; at++) {
        size_t digits = 0;
        is_in_quotes ^= text[at] == '"';
        if (text[at] != ',' || !isdigit((unsigned char)text[at - 1]) ||
            (record->delimiter == ',' && !is_in_quotes))
            continue;
        while (at + 1 < end && isdigit((unsigned char)text[at + 1])) {
            at++;
            digits++;
        }
        int is_of_thousands = digits == 3 && (record->delimiter != ';' ||
                                              (at + 1 < end && strchr(",.", text[at + 1])));
        if (digits && !is_of_thousands)
            return ',';
    }
    return '.';
}

int csv_record_begin(struct csv_record *record, const struct source *source, struct err *err) {
    *record = (struct csv_record){.source = source, .mark = '.'};
    int rc = source_check_text(source, err);
    if (rc)
        return rc;
    record->room = malloc(CSV_RECORD_MOST_BYTES + 1);
    record->fields = malloc(CSV_RECORD_MOST_FIELDS * sizeof *record->fields);
    if (!record->room || !record->fields)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    csv_record_rewind(record);
    if (record->at < source->length) {
        size_t at = record->at;
        size_t end = line_end(source, record->at);
        static const char delimiters[] = ",;\t";
        size_t counts[sizeof delimiters] = {0}, best = 0;
        for (int is_in_quotes = 0; at < end; at++) {
            const char *found = source->text[at] ? strchr(delimiters, source->text[at]) : NULL;
            is_in_quotes ^= source->text[at] == '"';
            if (found && !is_in_quotes)
                counts[found - delimiters]++;
        }
        for (size_t d = 1; d < sizeof delimiters - 1; d++)
            best = counts[d] > counts[best] ? d : best;
        record->delimiter = delimiters[best];
        record->mark = find_mark(record);
    }
    return 0;
}

void csv_record_release(struct csv_record *record) {
    free(record->room);
    free(record->fields);
    *record = (struct csv_record){0};
}

/* --- one record --- */

static int begin_field(struct growth *growth, struct err *err) {
    struct csv_record *record = growth->record;
    if (record->count == CSV_RECORD_MOST_FIELDS)
        return record_refuse(record, "too many columns", err);
    record->fields[record->count++] = record->room + growth->used;
    growth->is_in_quotes =
        record->at < record->source->length && record->source->text[record->at] == '"';
    record->at += (size_t)growth->is_in_quotes;
    return 0;
}

static int append(struct growth *growth, char c, struct err *err) {
    if (growth->used == CSV_RECORD_MOST_BYTES)
        return record_refuse(growth->record, "longer than a line of a table is", err);
    growth->record->room[growth->used++] = c;
    return 0;
}

/* Whether a delimiter or the end of a line or of the file stands at record->at. */
static int is_end_of_field(const struct csv_record *record) {
    const char *text = record->source->text + record->at;
    size_t left = record->source->length - record->at;
    return left == 0 || *text == record->delimiter || *text == '\n' ||
           (*text == '\r' && (left == 1 || text[1] == '\n'));
}

/* Reads the rest of a quoted field, with its closing quote. */
static int read_quoted(struct growth *growth, struct err *err) {
    struct csv_record *record = growth->record;
    const struct source *source = record->source;
    int rc = 0;
    while (rc == 0 && record->at < source->length) {
        char c = source->text[record->at++];
        if (c == '"' && (record->at == source->length || source->text[record->at] != '"')) {
            growth->is_in_quotes = 0;
            return is_end_of_field(record)
                       ? 0
                       : record_refuse(record, "text after a closing quote", err);
        }
        record->at += c == '"';
        record->line += c == '\n';
        rc = append(growth, c, err);
    }
    return rc ? rc : record_refuse(record, "a quote that is not closed", err);
}

static int is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Reads an unquoted field without the blanks around it. A carriage return belongs to it unless it
 * ends the line. */
static int read_plain(struct growth *growth, struct err *err) {
    struct csv_record *record = growth->record;
    const char *text = record->source->text;
    size_t at = record->at, end = record->source->length;
    while (at < end && text[at] != record->delimiter && text[at] != '\n')
        at++;
    if (at > record->at && text[at - 1] == '\r' && (at == end || text[at] == '\n'))
        at--;
    size_t first = record->at, last = at;
    while (first < last && is_blank(text[first]))
        first++;
    while (last > first && is_blank(text[last - 1]))
        last--;
    size_t n = last - first;
    if (n > CSV_RECORD_MOST_BYTES - growth->used)
        return record_refuse(record, "longer than a line of a table is", err);
    memcpy(record->room + growth->used, text + first, n);
    growth->used += n;
    record->at = at;
    return 0;
}

static int read_field(struct growth *growth, struct err *err) {
    int rc = begin_field(growth, err);
    if (rc == 0)
        rc = growth->is_in_quotes ? read_quoted(growth, err) : read_plain(growth, err);
    return rc ? rc : append(growth, '\0', err);
}

int csv_record_next(struct csv_record *record, struct err *err) {
    const struct source *source = record->source;
    struct growth growth = {.record = record};
    record->count = 0;
    pass_over(record);
    record->number = record->line;
    if (record->at >= source->length)
        return 0;
    int rc = read_field(&growth, err);
    while (rc == 0 && record->at < source->length &&
           source->text[record->at] == record->delimiter) {
        record->at++;
        rc = read_field(&growth, err);
    }
    if (rc)
        return rc;
    record->at += record->at < source->length && source->text[record->at] == '\r';
    record->at += record->at < source->length;
    record->line++;
    return 1;
}
