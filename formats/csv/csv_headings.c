/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_headings.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_line.h"
#include "formats/csv_text/csv_number.h"
#include "formats/csv_text/csv_outcome.h"
#include "formats/text/decimal.h"

struct heading {
    struct csv_line line; /* its length is 0: there is none */
    size_t number;        /* of that line */
    size_t blanks;        /* lines before it without anything */
    int is_by_header;     /* the header comes again above or below it */
};

/* Notes LINE, of that NUMBER, which is none of a table, in HEADING. */
static void note_line(const struct csv_record *record, const struct csv_line *line, size_t number,
                      struct heading *heading) {
    const struct csv_line header = csv_line_at(record->source, record->begin);
    heading->blanks += !line->length;
    if (!line->length || *line->text != '#')
        return;
    struct csv_line comment = *line;
    comment.text += strspn(line->text, "# \t");
    const size_t skipped = (size_t)(comment.text - line->text);
    if (skipped >= line->length)
        return;
    comment.length -= skipped;
    if (csv_line_equals(&comment, &header)) {
        heading->is_by_header = 1;
        return;
    }
    heading->line = *line;
    heading->number = number;
}

/* Notes the lines from AT, in line NUMBER, to where the current record begins. */
static void note_lines(const struct csv_record *record, size_t at, size_t number,
                       struct heading *heading) {
    for (; number < record->number; number++) {
        const struct csv_line line = csv_line_at(record->source, at);
        note_line(record, &line, number, heading);
        at = line.next;
    }
}

/* Whether lines below HEADING are of another table than those below FIRST. */
static int begins_another(const struct heading *heading, const struct heading *first) {
    size_t least = first->line.length ? 1 : 2;
    return heading->line.length && (heading->is_by_header || heading->blanks >= least) &&
           !csv_line_equals(&heading->line, &first->line);
}

/* Whether the table may have several parts. */
static int may_be_parted(const struct csv_record *record) {
    static const char *const gaps[] = {"\n#", "\n\n\n", "\n\r\n\r\n"};
    const struct source *source = record->source;
    size_t i = 0, count = record->delimiter == ' ' ? sizeof gaps / sizeof *gaps : 1;
    while (i < count && !memmem(source->text, source->length, gaps[i], strlen(gaps[i])))
        i++;
    return i < count && !record->is_made;
}

int csv_headings_check(const struct csv_columns *columns, struct csv_record *record,
                       struct err *err) {
    const struct source *source = record->source;
    struct heading first = {.line = {.text = ""}}, heading = {.line = {.text = ""}};
    size_t at = 0, line = 1, rows = 0, records = 0;
    if (!may_be_parted(record))
        return 0;
    csv_record_rewind(record);
    for (; csv_record_next(record, NULL) == 1; at = record->at, line = record->line) {
        note_lines(record, at, line, &heading);
        if (records++ < columns->header_lines)
            continue;
        if (csv_columns_is_header(columns, record)) {
            heading.is_by_header = 1;
            continue;
        }
        if (rows++ == 0)
            first = heading;
        else if (begins_another(&heading, &first))
            return err_set(
                err, ERR_DAMAGED,
                "%s: line %zu: another table begins there (%.*s); give each table a file",
                source->path, heading.number,
                heading.line.length < 60 ? (int)heading.line.length : 60, heading.line.text);
        else if (record->delimiter == ' ' && heading.blanks >= 2 && !heading.line.length)
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: another data set begins there, below two blank lines; "
                           "give each a file",
                           source->path, record->number);
        heading = (struct heading){.line = {.text = ""}};
    }
    return csv_columns_skip_header(columns, record, err);
}

/* --- headers in the midst --- */

int csv_headings_refuse_header(const struct csv_record *record, struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: the header of another table (%.40s%s%.40s ...); give each table "
                   "a file, the first one lines %zu to %zu",
                   record->source->path, record->number, record->fields[0],
                   record->count > 1 ? ", " : "", record->count > 1 ? record->fields[1] : "",
                   record->begin_line, record->number - 1);
}

/* "less than a ms" */
static int is_amount_in_words(const char *text) {
    static const char *const begins[] = {"less than ", "more than ", "under ", "over ",
                                         "about ",     "around ",    "almost "};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncasecmp(text, begins[i], strlen(begins[i])) == 0)
            return 1;
    return 0;
}

/* Whether TEXT, which stands where a number should, is a word, and none for its lack. */
static int is_word(const char *text, char mark) {
    size_t n = strlen(text);
    struct measured_unit unit;
    enum cell_status status;
    double number;
    int may_begin = isalpha((unsigned char)*text) || (unsigned char)*text > 127;
    return may_begin && !is_amount_in_words(text) && !decimal_is_missing(text, n) &&
           !csv_number_read(text, n, mark, &number, &unit) &&
           !csv_duration_read(text, n, &number) && !csv_outcome_read(text, &status);
}

/* Whether RECORD is the header of a table: it has a word for results, or IS_APART from what is
 * above. */
static int is_another(const struct csv_columns *columns, const struct csv_record *record,
                      int is_apart) {
    size_t words = 0;
    int has_result = is_apart;
    for (size_t c = 0; c < record->count; c++) {
        const char *field = record->fields[c];
        const struct header header = header_read(field);
        int is_one = is_word(field, record->mark);
        if (record->count == columns->count && columns->items[c].begins_with_number && !is_one)
            return 0;
        words += is_one || (c == 0 && !*field);
        has_result |= is_one && (header.role == HEADER_RESULT || header.unit.kind);
    }
    return has_result && words == record->count && words > 1;
}

void csv_headings_blame(const struct csv_columns *columns, struct csv_record *record,
                        struct err *err) {
    if (!columns->header_lines || csv_record_is_ruled(record) ||
        csv_columns_skip_header(columns, record, NULL) != 0)
        return;
    const int is_drawn = record->delimiter == '|'; /* lines are drawn between rows */
    for (size_t line = record->line; csv_record_next(record, NULL) == 1; line = record->line) {
        if (!csv_columns_is_header(columns, record) &&
            is_another(columns, record, !is_drawn && record->number > line)) {
            csv_headings_refuse_header(record, err);
            return;
        }
    }
}
