/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_record.h"

#include <stdlib.h>
#include <string.h>

/* The record that is being read, as it grows. */
struct growth {
    struct csv_record *record;
    size_t used;      /* of the room */
    int is_in_quotes; /* a quoted field is open */
};

static int refuse(const struct csv_record *record, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %s", record->source->path, record->number, why);
}

/* --- where records begin --- */

static size_t mark_length(const struct source *source) {
    return source->length >= 3 && memcmp(source->text, "\357\273\277", 3) == 0 ? 3 : 0;
}

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

/* Puts RECORD at the next line that is one. */
static void pass_over(struct csv_record *record) {
    while (record->at < record->source->length) {
        size_t end = line_end(record->source, record->at);
        if (!is_passed_over(record->source, record->at, end))
            return;
        record->at = end + (end < record->source->length);
        record->line++;
    }
}

static char tell_delimiter(const struct source *source, size_t at, size_t end) {
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
    return delimiters[best];
}

void csv_record_rewind(struct csv_record *record) {
    record->at = mark_length(record->source);
    record->line = 1;
    pass_over(record);
}

int csv_record_begin(struct csv_record *record, const struct source *source, struct err *err) {
    *record = (struct csv_record){.source = source};
    int rc = source_check_text(source, err);
    if (rc)
        return rc;
    record->room = malloc(CSV_RECORD_MOST_BYTES + 1);
    record->fields = malloc(CSV_RECORD_MOST_FIELDS * sizeof *record->fields);
    if (!record->room || !record->fields)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    csv_record_rewind(record);
    if (record->at < source->length)
        record->delimiter = tell_delimiter(source, record->at, line_end(source, record->at));
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
        return refuse(record, "too many columns", err);
    record->fields[record->count++] = record->room + growth->used;
    growth->is_in_quotes =
        record->at < record->source->length && record->source->text[record->at] == '"';
    record->at += (size_t)growth->is_in_quotes;
    return 0;
}

static int append(struct growth *growth, char c, struct err *err) {
    if (growth->used == CSV_RECORD_MOST_BYTES)
        return refuse(growth->record, "longer than a line of a table is", err);
    growth->record->room[growth->used++] = c;
    return 0;
}

/* Whether a delimiter or the end of a line or of the file stands at the record's place. */
static int is_end_of_field(const struct csv_record *record) {
    const char *text = record->source->text + record->at;
    size_t left = record->source->length - record->at;
    return left == 0 || *text == record->delimiter || *text == '\n' ||
           (*text == '\r' && (left == 1 || text[1] == '\n'));
}

/* The rest of a quoted field, with the quote that ends it. */
static int read_quoted(struct growth *growth, struct err *err) {
    struct csv_record *record = growth->record;
    const struct source *source = record->source;
    int rc = 0;
    while (rc == 0 && record->at < source->length) {
        char c = source->text[record->at++];
        if (c == '"' && (record->at == source->length || source->text[record->at] != '"')) {
            growth->is_in_quotes = 0;
            return is_end_of_field(record) ? 0 : refuse(record, "text after a closing quote", err);
        }
        record->at += c == '"';
        record->line += c == '\n';
        rc = append(growth, c, err);
    }
    return rc ? rc : refuse(record, "a quote that is not closed", err);
}

/* The rest of a field without quotes. A carriage return is of it, unless a line ends behind it. */
static int read_plain(struct growth *growth, struct err *err) {
    struct csv_record *record = growth->record;
    const char *text = record->source->text;
    size_t at = record->at, end = record->source->length;
    while (at < end && text[at] != record->delimiter && text[at] != '\n')
        at++;
    if (at > record->at && text[at - 1] == '\r' && (at == end || text[at] == '\n'))
        at--;
    size_t n = at - record->at;
    if (n > CSV_RECORD_MOST_BYTES - growth->used)
        return refuse(record, "longer than a line of a table is", err);
    memcpy(record->room + growth->used, text + record->at, n);
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
