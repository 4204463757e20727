/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_titles.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_number.h"
#include "formats/import/format.h"

enum {
    MOST_LINES = 40,  /* of titles */
    LOOKED_AT = 30,   /* records of a table */
    MOST_TEXT = 4096, /* bytes of all titles */
    LONGEST_LINE = 256,
    LONGEST_UNIT = 40,
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
    size_t begin = first, begin_line = first_line; /* where a table is that cannot be read */
    int has_begin = csv_record_is_ruled(record);
    int are_single = 1; /* all lines before have one field */
    if ((is_table(record) || begins_rows(record)) && !is_sentence(record))
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
        if (rc == 0 && !has_begin && csv_record_is_ruled(record)) {
            has_begin = 1;
            begin = record->begin;
            begin_line = record->begin_line;
        }
    }
    return csv_record_begin_at(record, begin, begin_line, err);
}

int csv_titles_take_comments(const struct csv_record *record, char **titles) {
    const struct source *source = record->source;
    size_t header = next_line(source, record->begin);
    int ok = 1;
    for (size_t at = 0; ok && at < source->length; at = next_line(source, at)) {
        if (at >= header && source->text[at] != '#')
            break;
        size_t text = at, next = next_line(source, at);
        while (text < next && strchr("# \t", source->text[text]))
            text++;
        if (source->text[at] == '#')
            ok = take_titles(source, text, next, titles);
    }
    return ok;
}

int csv_titles_have_name(const char *name) {
    static const char names[] = "title ylabel y_label metric measure heading caption unit units";
    enum header_role role = header_read(name).role;
    return role == HEADER_UNIT || role == HEADER_REMARK || words_have(names, name);
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

/* Notes the unit of the N bytes at TEXT as that of times or of rates; two different ones are none.
 */
static void note(struct csv_title_units *units, const char *text, size_t n,
                 const struct measured_unit *unit) {
    struct csv_title_unit *known = unit_kind_is_rate(unit->kind) ? &units->rate : &units->time;
    known->is_doubtful |= known->unit.kind && !measured_unit_equals(&known->unit, unit);
    known->unit = *unit;
    snprintf(known->words, sizeof known->words, "%.*s", (int)n, text);
}

/* Notes the longest unit with which the N bytes at TEXT begin, up to the end of a word. A number of
 * a unit of times is a time itself: "in 100 ms". */
static int take_unit(struct csv_title_units *units, const char *text, size_t n) {
    struct measured_unit unit;
    n = n < LONGEST_UNIT ? n : LONGEST_UNIT;
    for (size_t end = n; end > 0; end--)
        if ((end == n || strchr(" \t,;:.)]}", text[end])) && measured_unit_read(text, end, &unit) &&
            unit.kind != UNIT_BYTES && !(unit.kind == UNIT_TIME && isdigit((unsigned char)*text))) {
            note(units, text, end, &unit);
            return 1;
        }
    return 0;
}

/* Notes the unit of TEXT if that is a header: "times (ms)". A PART of a line needs a word for what
 * is measured: of "k-NN, elapsed seconds", but not of "100 runs, 5 s". */
static void note_header(struct csv_title_units *units, const char *text, int is_part) {
    const struct header header = header_read(text);
    if (header.role != HEADER_RESULT || !header.unit.kind || header.unit.kind == UNIT_BYTES ||
        (is_part && !header.is_time && !header.is_rate))
        return;
    const struct file_measure rate = header_rate(text, &header);
    note(units, rate.name, strlen(rate.name), &header.unit);
}

/* Notes the unit behind AT in the N bytes at LINE if that is in brackets, as in "(ms)" and "(mean
 * us)", or behind "in" or "unit".
 * The "(s)" of "run(s)" is none. */
static void look_at(struct csv_title_units *units, const char *line, size_t n, size_t at) {
    static const char *const words[] = {"in", "unit", "units", "unit:", "units:"};
    const char *text = line + at;
    int is_begin = at == 0 || strchr(" \t([{,;:", line[at - 1]) != NULL;
    if (strchr("([{", *text) && n - at > 2 && (is_begin || text[2] != ')') &&
        !take_unit(units, text + 1, n - at - 1)) {
        char in[LONGEST_LINE];
        snprintf(in, sizeof in, "%.*s", (int)strcspn(text + 1, ")]}\n"), text + 1);
        note_header(units, in, 0);
    }
    for (size_t i = 0; is_begin && i < sizeof words / sizeof *words; i++) {
        size_t skip = strlen(words[i]);
        if (n - at <= skip || strncasecmp(text, words[i], skip) != 0 || text[skip] != ' ')
            continue;
        while (at + skip < n && strchr(" =:", text[skip]))
            skip++;
        if (take_unit(units, text + skip, n - at - skip))
            break;
    }
}

/* Notes the units of the parts of LINE between commas, which it cuts there. */
static void note_parts(struct csv_title_units *units, char *line) {
    static const char between[] = ",;:";
    for (char *part, *rest = line; (part = strsep(&rest, between));)
        note_header(units, part, 1);
}

/* Notes what the N bytes at LINE say. */
static void look_at_line(struct csv_title_units *units, const char *line, size_t n) {
    char text[LONGEST_LINE];
    snprintf(text, sizeof text, "%.*s", (int)n, line);
    note_header(units, text, 0);
    note_parts(units, text);
    for (size_t at = 0; at < n; at++)
        look_at(units, line, n, at);
}

/* Takes "ns/op (GFLOPS)" at the begin of the N bytes at LINE: results are in the first unit, and
 * numbers in brackets behind them in the second. */
static int take_pair(struct csv_title_units *units, const char *line, size_t n) {
    const char *open = memchr(line, '(', n),
               *close = open ? memchr(open, ')', n - (size_t)(open - line)) : NULL;
    struct measured_unit first, second;
    size_t length = open ? (size_t)(open - line) : 0;
    while (length && line[length - 1] == ' ')
        length--;
    if (!length || !close || !measured_unit_read(line, length, &first) ||
        !measured_unit_read(open + 1, (size_t)(close - open) - 1, &second))
        return 0;
    note(units, line, length, &first);
    return 1;
}

struct csv_title_units csv_titles_units(const char *titles) {
    struct csv_title_units units = {.time.unit.kind = UNIT_NONE, .rate.unit.kind = UNIT_NONE};
    for (const char *line = titles; line && *line;) {
        const size_t n = strcspn(line, "\n");
        if (!take_pair(&units, line, n))
            look_at_line(&units, line, n);
        line += n + (line[n] == '\n');
    }
    if (units.time.is_doubtful)
        units.time.unit.kind = UNIT_NONE;
    if (units.rate.is_doubtful)
        units.rate.unit.kind = UNIT_NONE;
    return units;
}

const struct csv_title_unit *csv_titles_unit(const struct csv_title_units *units,
                                             const struct header *header) {
    if (header && (header->is_rate || header->is_time))
        return header->is_rate ? &units->rate : &units->time;
    static const struct csv_title_unit none = {.unit.kind = UNIT_NONE};
    return units->time.unit.kind && units->rate.unit.kind ? &none
           : units->time.unit.kind                        ? &units->time
                                                          : &units->rate;
}
