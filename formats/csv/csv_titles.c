/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_titles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv/csv_number.h"

enum {
    MOST_LINES = 40,  /* of titles */
    LOOKED_AT = 30,   /* records of a table */
    MOST_TEXT = 4096, /* bytes of all titles */
};

/* --- where the table begins --- */

/* Whether RECORD, which stands at its first line, has a line of several fields, and as many in the
 * next ones. */
static int is_table(struct csv_record *record) {
    size_t lines = 1;
    int rc = csv_record_next(record, NULL);
    size_t fields = record->count;
    while (rc == 1 && lines <= LOOKED_AT && (rc = csv_record_next(record, NULL)) == 1 &&
           record->count == fields)
        lines++;
    csv_record_rewind(record);
    return fields > 1 && lines > 1 && (rc == 0 || lines > LOOKED_AT);
}

/* Whether the fields of RECORD may be names of columns. If it may have SIZES, numbers behind a word
 * for what stands beside them may be, too. */
static int is_header(const struct csv_record *record, int may_have_sizes) {
    static const enum header_role roles[] = {HEADER_LIBRARY, HEADER_SIZE, HEADER_ACTION};
    const char *first = record->fields[0];
    int has_numbers = 0, has_word = !*first || header_read(first).unit.kind;
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        has_word |= header_word(first, roles[i]) != HEADER_NO_WORD;
    for (size_t c = 0; c < record->count; c++) {
        struct measured_unit unit;
        double number;
        const char *field = record->fields[c];
        has_numbers |= csv_number_read(field, strlen(field), record->mark, &number, &unit);
    }
    return !has_numbers || (may_have_sizes && has_word);
}

/* Whether some field of RECORD has a word for what columns hold. */
static int has_words(const struct csv_record *record) {
    size_t c = 0;
    while (c < record->count && header_read(record->fields[c]).role == HEADER_OTHER)
        c++;
    return c < record->count;
}

/* Whether the first line is a sentence that happens to have as many words as there are columns. */
static int is_sentence(struct csv_record *record) {
    int is = record->delimiter == ' ' && csv_record_next(record, NULL) == 1 && !has_words(record) &&
             csv_record_next(record, NULL) == 1 && has_words(record) && is_header(record, 0);
    csv_record_rewind(record);
    return is;
}

/* Whether the record at the first line is a header, and a table's. */
static int begins_table(struct csv_record *record, int may_have_sizes) {
    int is = csv_record_next(record, NULL) == 1 && is_header(record, may_have_sizes);
    csv_record_rewind(record);
    return is && is_table(record);
}

/* Whether the record at the first line is a header with a unit, and the next one has as many fields
 * and numbers. A line behind them may not be of their table. */
static int begins_rows(struct csv_record *record) {
    int has_unit = 0, has_number = 0, is = csv_record_next(record, NULL) == 1;
    size_t fields = record->count;
    is = is && fields > 1 && is_header(record, 0);
    for (size_t c = 0; is && c < fields; c++)
        has_unit |= header_read(record->fields[c]).unit.kind != UNIT_NONE;
    is = is && has_unit && csv_record_next(record, NULL) == 1 && record->count == fields;
    for (size_t c = 0; is && c < fields; c++) {
        struct measured_unit unit;
        double number;
        const char *field = record->fields[c];
        has_number |= csv_number_read(field, strlen(field), record->mark, &number, &unit);
    }
    csv_record_rewind(record);
    return has_number;
}

/* Returns where the line behind that at AT begins; the end of the text if there is none. */
static size_t next_line(const struct source *source, size_t at) {
    const char *end = memchr(source->text + at, '\n', source->length - at);
    return end ? (size_t)(end + 1 - source->text) : source->length;
}

/* Takes the lines from AT to END as titles. */
static int take_titles(const struct source *source, size_t at, size_t end, char **titles) {
    int ok = 1;
    while (ok && at < end) {
        size_t next = next_line(source, at);
        char line[MOST_TEXT];
        size_t length = (next < end ? next : end) - at;
        snprintf(line, sizeof line, "%.*s", (int)(length < MOST_TEXT ? length : MOST_TEXT - 1),
                 source->text + at);
        ok = csv_titles_add(titles, line);
        at = next;
    }
    return ok;
}

int csv_titles_pass(struct csv_record *record, char **titles, struct err *err) {
    const struct source *source = record->source;
    const size_t first = record->begin, first_line = record->begin_line;
    int are_single = 1; /* all lines before have one field */
    if (is_table(record) && !is_sentence(record))
        return 0;
    for (size_t lines = 0; lines < MOST_LINES; lines++) {
        are_single &= csv_record_next(record, NULL) == 1 && record->count == 1;
        size_t at = next_line(source, record->begin), line = record->begin_line + 1;
        if (at >= source->length)
            break;
        int rc = csv_record_begin_at(record, at, line, NULL);
        if (rc == 0 && (begins_table(record, are_single) || begins_rows(record)))
            return take_titles(source, first, record->begin, titles)
                       ? 0
                       : err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    }
    return csv_record_begin_at(record, first, first_line, err);
}

/* --- what titles say --- */

int csv_titles_add(char **titles, const char *text) {
    size_t length = strlen(text), used = *titles ? strlen(*titles) : 0;
    while (length && strchr(" \t\r\n,;|", text[length - 1]))
        length--;
    if (!length || used + length + 1 > MOST_TEXT)
        return 1;
    char *all = NULL;
    if (asprintf(&all, "%s%s%.*s", *titles ? *titles : "", *titles ? "\n" : "", (int)length, text) <
        0)
        return 0;
    free(*titles);
    *titles = all;
    return 1;
}

/* Reads the unit in brackets at the end of the N bytes at LINE, or that behind "in". */
static struct measured_unit unit_of(const char *line, size_t n) {
    static const char between[] = " in ";
    struct measured_unit unit = {UNIT_NONE, NAN};
    while (n && strchr(" \t\r:.\"", line[n - 1]))
        n--;
    size_t at = n && line[n - 1] == ')' ? n - 1 : n, end = at;
    while (at && line[at - 1] != '(')
        at--;
    if (end < n && at)
        measured_unit_read(line + at, end - at, &unit);
    for (at = n; !unit.kind && at >= sizeof between - 1; at--)
        if (strncasecmp(line + at - (sizeof between - 1), between, sizeof between - 1) == 0) {
            measured_unit_read(line + at, n - at, &unit);
            break;
        }
    return unit;
}

struct measured_unit csv_titles_unit(const char *titles) {
    struct measured_unit all = {UNIT_NONE, NAN};
    for (const char *line = titles; line && *line;) {
        size_t n = strcspn(line, "\n");
        struct measured_unit unit = unit_of(line, n);
        if (all.kind && unit.kind && (unit.kind != all.kind || unit.worth != all.worth))
            return (struct measured_unit){UNIT_NONE, NAN};
        all = unit.kind && unit.kind != UNIT_BYTES ? unit : all;
        line += n + (line[n] == '\n');
    }
    return all;
}
