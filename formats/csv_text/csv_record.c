/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv_text/csv_field.h"
#include "formats/csv_text/csv_number.h"
#include "formats/text/decimal.h"

/* The record being read. */
struct growth {
    struct csv_record *record;
    size_t used;      /* bytes of the room */
    int is_in_quotes; /* a quoted field is open */
};

static int csv_record_read(struct csv_record *record, struct err *err);

static int record_refuse(const struct csv_record *record, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %s", record->source->path, record->number, why);
}

/* --- starts of records --- */

static size_t line_end(const struct source *source, size_t at) {
    const char *end = memchr(source->text + at, '\n', source->length - at);
    return end ? (size_t)(end - source->text) : source->length;
}

static int is_blank(char c) {
    return c == ' ' || c == '\t';
}

static size_t skip_blanks(const struct source *source, size_t at, size_t end) {
    while (at < end && is_blank(source->text[at]))
        at++;
    return at;
}

/* Whether the line is one that a drawn table has between its rows. */
static int is_rule(const struct source *source, size_t at, size_t end) {
    size_t dashes = 0;
    for (; at < end && strchr("|+-=: \t\r", source->text[at]); at++)
        dashes += strchr("-=", source->text[at]) != NULL;
    return at == end && dashes > 0;
}

/* Whether the line is one that begins or ends a block in Markdown, in which a table may stand. */
static int is_fence(const struct source *source, size_t at, size_t end) {
    return end - at >= 3 && memcmp(source->text + at, "```", 3) == 0;
}

static int is_passed_over(const struct csv_record *record, size_t at, size_t end) {
    const struct source *source = record->source;
    int may_be_drawn = record->delimiter == '|' || record->delimiter == ' ';
    if (source->text[at] == '#' || (may_be_drawn && is_rule(source, at, end)) ||
        is_fence(source, at, end))
        return 1;
    while (at < end && (source->text[at] == ' ' || source->text[at] == '\r'))
        at++;
    return at == end;
}

/* Whether the words of a document go on at AT, below its drawn table, and no other one follows. */
static int is_behind_table(const struct csv_record *record, size_t at) {
    const struct source *source = record->source;
    return record->delimiter == '|' && !memchr(source->text + at, '|', source->length - at);
}

/* Moves RECORD to the next line that holds a record. */
static void pass_over(struct csv_record *record) {
    while (record->at < record->source->length) {
        size_t end = line_end(record->source, record->at);
        if (!is_passed_over(record, record->at, end) && !is_behind_table(record, record->at))
            return;
        record->at = end + (end < record->source->length);
        record->line++;
    }
}

void csv_record_rewind(struct csv_record *record) {
    record->at = record->begin;
    record->line = record->begin_line;
}

/* Whether the number that the mark at AT may belong to begins its field, as "1,5" does and those in
 * the names "f<1,2>" and "conv 3x3,64" do not. */
static int begins_field(const struct csv_record *record, size_t at, int is_in_quotes) {
    const char *text = record->source->text,
               *others = text[at] == ',' ? "0123456789.+-" : "0123456789+-";
    while (at > record->at && text[at - 1] && strchr(others, text[at - 1]))
        at--;
    while (record->delimiter == '|' && at > record->at && text[at - 1] &&
           strchr("*~`", text[at - 1])) /* of Markdown */
        at--;
    size_t begin = at;
    while (at > record->at && text[at - 1] == ' ')
        at--;
    return at == record->at || (text[at - 1] && strchr("\"\n\t;|", text[at - 1])) ||
           (text[at - 1] == record->delimiter && !is_in_quotes) ||
           (record->delimiter == ' ' && begin - at >= record->least);
}

/* Where the first mark of each kind is; 0: there is none. */
struct marks {
    size_t comma, point;                     /* before decimals */
    size_t ambiguous_comma, ambiguous_point; /* before three digits, as that of thousands is */
};

/* Looks at the mark at AT, behind which are DIGITS. */
static void look_at_mark(const struct csv_record *record, size_t at, size_t digits,
                         int is_in_quotes, struct marks *marks) {
    const char *text = record->source->text;
    size_t behind = at + 1 + digits;
    char next = behind < record->source->length ? text[behind] : '\0';
    int is_comma = text[at] == ',', is_ended = next == record->delimiter && !is_in_quotes;
    int is_ambiguous = digits == 3 && csv_leads_thousands(text, at);
    int is_other = (next == ',' || next == '.') && !is_ended;
    if (!digits || (is_other && (next == text[at] || is_ambiguous || !is_comma)) ||
        !begins_field(record, at, is_in_quotes))
        return;
    size_t *first = is_comma       ? is_ambiguous ? &marks->ambiguous_comma : &marks->comma
                    : is_ambiguous ? &marks->ambiguous_point
                                   : &marks->point;
    if (!*first)
        *first = at;
}

/* The number around the mark at AT, and its LENGTH. */
static const char *number_around(const struct source *source, size_t at, int *length) {
    const char *text = source->text;
    size_t begin = at, end = at + 1;
    while (begin > 0 && text[begin - 1] && strchr("0123456789.+-", text[begin - 1]))
        begin--;
    while (end < source->length && isdigit((unsigned char)text[end]))
        end++;
    *length = (int)(end - begin);
    return text + begin;
}

/* Finds the mark before decimals, by the begin of the table: a comma if one stands in a number,
 * apart from delimiters, and not before three digits, as one of thousands does; between semicolons
 * before three of them, too. Refuses a table in which 1.234 or 1,234 may be two numbers. */
static int find_mark(struct csv_record *record, struct err *err) {
    enum { LOOKED_AT = 1 << 16 };
    const char *text = record->source->text;
    size_t end = record->source->length;
    struct marks marks = {0};
    int is_in_quotes = record->at < end && text[record->at] == '"', is_header = 1;
    end = end - record->at < LOOKED_AT ? end : record->at + LOOKED_AT;
    for (size_t at = record->at + 1; at < end; at++) {
        is_in_quotes ^= text[at] == '"';
        is_header &= text[at] != '\n';
        if ((text[at] != ',' && (text[at] != '.' || is_header)) ||
            !isdigit((unsigned char)text[at - 1]) ||
            (text[at] == record->delimiter && !is_in_quotes))
            continue;
        size_t digits = 0;
        while (at + 1 + digits < end && isdigit((unsigned char)text[at + 1 + digits]))
            digits++;
        look_at_mark(record, at, digits, is_in_quotes, &marks);
        at += digits;
    }
    if (!marks.comma && record->delimiter != ';')
        return 0;
    size_t comma = marks.comma ? marks.comma : marks.ambiguous_comma, point = marks.point;
    if (comma)
        record->mark = ',';
    if (!comma || !point || (marks.comma && !marks.ambiguous_point))
        return 0;
    int lengths[2];
    const char *of_comma = number_around(record->source, comma, &lengths[0]),
               *of_point = number_around(record->source, point, &lengths[1]);
    return err_set(err, ERR_DAMAGED,
                   "%s: \"%.*s\" and \"%.*s\" have different marks before decimals, so that others "
                   "may be read wrongly; write all with a point, or all with a comma",
                   record->source->path, lengths[0], of_comma, lengths[1], of_point);
}

/* --- delimiters --- */

/* Returns the end of the field at AT in the line up to END of a table with LEAST blanks between
 * fields. */
static size_t end_of_word(const struct source *source, size_t at, size_t end, size_t least) {
    while (at < end) {
        size_t next = skip_blanks(source, at, end), blanks = next - at;
        int is_end = next == end || source->text[next] == '\r' || blanks >= least ||
                     memchr(source->text + at, '\t', blanks);
        if (blanks && is_end && !(next < end && blanks == 1 && strchr("([{", source->text[next])))
            return at;
        at = next < end ? next + 1 : end;
    }
    return end;
}

/* Counts the fields of the line at AT. */
static size_t count_words(const struct source *source, size_t at, size_t least) {
    size_t end = line_end(source, at), words = 0;
    end -= end > at && source->text[end - 1] == '\r';
    for (at = skip_blanks(source, at, end); at < end; at = skip_blanks(source, at, end)) {
        at = end_of_word(source, at, end, least);
        words++;
    }
    return words;
}

/* Takes blanks for the delimiter if the first lines have equally many fields then. */
static void find_blanks(struct csv_record *record) {
    enum { LOOKED_AT = 10 };
    const struct source *source = record->source;
    for (size_t least = 1; least < 3 && !record->delimiter; least++) {
        size_t lines = 1, words = count_words(source, record->at, least);
        csv_record_rewind(record);
        while (lines < LOOKED_AT && words > 1) {
            record->at = line_end(source, record->at);
            record->at += record->at < source->length;
            record->delimiter = ' '; /* lines may be drawn between those of words */
            pass_over(record);
            record->delimiter = '\0';
            if (record->at == source->length || count_words(source, record->at, least) != words)
                break;
            lines++;
        }
        if (lines > 1 && (lines == LOOKED_AT || record->at == source->length)) {
            record->delimiter = ' ';
            record->least = least;
        }
        csv_record_rewind(record);
    }
}

/* Whether the character at AT stands between digits. */
static int is_in_number(const struct source *source, size_t at) {
    return at > 0 && at + 1 < source->length && isdigit((unsigned char)source->text[at - 1]) &&
           isdigit((unsigned char)source->text[at + 1]);
}

/* Whether the line from AT to END is the header of a table in Markdown that lacks the outer bars.
 */
static int has_rule_below(const struct source *source, size_t at, size_t end) {
    size_t below = end + (end < source->length), behind = line_end(source, below);
    return memchr(source->text + at, '|', end - at) && is_rule(source, below, behind) &&
           memchr(source->text + below, '|', behind - below);
}

int csv_record_is_ruled(const struct csv_record *record) {
    const struct source *source = record->source;
    return has_rule_below(source, record->begin, line_end(source, record->begin));
}

static void find_delimiter(struct csv_record *record) {
    static const char delimiters[] = ",;\t";
    const struct source *source = record->source;
    size_t end = line_end(source, record->at), counts[sizeof delimiters] = {0}, best = 0,
           decimals = 0;
    int is_in_quotes = 0;
    size_t at = skip_blanks(source, record->at, end);
    if (source->text[at] == '|' || (source->text[at] == '+' && is_rule(source, at, end)) ||
        has_rule_below(source, at, end)) {
        record->delimiter = '|';
        return;
    }
    for (; at < end; at++) {
        const char *found = source->text[at] ? strchr(delimiters, source->text[at]) : NULL;
        is_in_quotes ^= source->text[at] == '"';
        if (found && !is_in_quotes)
            counts[found - delimiters]++;
        decimals += found && *found == ',' && !is_in_quotes && is_in_number(source, at);
    }
    if (counts[1] && decimals == counts[0]) /* "quick;0,5 ms" */
        counts[0] = 0;
    for (size_t d = 1; d < sizeof delimiters - 1; d++)
        best = counts[d] > counts[best] ? d : best;
    record->delimiter = counts[best] ? delimiters[best] : '\0';
    if (!record->delimiter)
        find_blanks(record);
    if (!record->delimiter)
        record->delimiter = ',';
}

/* --- headers in comments --- */

static int is_of_numbers(const struct csv_record *record) {
    size_t numbers = 0;
    for (size_t i = 0; i < record->count; i++) {
        const char *field = record->fields[i];
        struct measured_unit unit;
        double value;
        if (csv_number_read(field, strlen(field), record->mark, &value, &unit))
            numbers++;
        else if (!decimal_is_missing(field, strlen(field)))
            return 0;
    }
    return numbers > 0;
}

/* Makes the last line with '#' before a first line of numbers the first record, if it has as many
 * fields. FIRST is where the first line of all, number LINE, begins. */
static void find_commented(struct csv_record *record, size_t first, size_t line) {
    const struct source *source = record->source;
    const size_t begin = record->begin, begin_line = record->begin_line;
    size_t at = first, fields, found = begin, found_line = begin_line;
    if (begin == first || csv_record_next(record, NULL) != 1 || !is_of_numbers(record))
        return;
    fields = record->count;
    for (; at < begin; line++) {
        size_t end = line_end(source, at), text = at;
        while (text < end && (source->text[text] == '#' || is_blank(source->text[text])))
            text++;
        record->at = text;
        if (text > at && text < end && csv_record_read(record, NULL) == 1 &&
            record->count == fields) {
            found = text;
            found_line = line;
        }
        at = end + (end < source->length);
    }
    record->begin = found;
    record->begin_line = found_line;
}

int csv_record_begin_at(struct csv_record *record, size_t at, size_t line, struct err *err) {
    const struct source *source = record->source;
    int rc = 0;
    record->mark = '.';
    record->delimiter = '\0';
    record->begin = at;
    record->begin_line = line;
    for (int pass = 0; pass < 2; pass++) { /* what is passed over depends on the delimiter */
        csv_record_rewind(record);
        pass_over(record);
        record->begin = record->at;
        record->begin_line = record->line;
        if (record->at < source->length && !pass)
            find_delimiter(record);
    }
    if (record->at < source->length) {
        rc = find_mark(record, err);
        find_commented(record, at, line);
    }
    csv_record_rewind(record);
    return rc;
}

static size_t at_most(size_t n, size_t most) {
    return n < most ? n : most;
}

int csv_record_begin(struct csv_record *record, const struct source *source, struct err *err) {
    *record = (struct csv_record){.source = source};
    int rc = source_check_text(source, err);
    if (rc)
        return rc;
    record->most_bytes = at_most(source->length + 1, CSV_RECORD_MOST_BYTES);
    record->most_fields = at_most(source->length + 1, CSV_RECORD_MOST_FIELDS);
    record->room = malloc(record->most_bytes);
    record->fields = malloc(record->most_fields * sizeof *record->fields);
    if (!record->room || !record->fields)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    size_t first = source->length >= 3 && memcmp(source->text, "\357\273\277", 3) == 0 ? 3 : 0;
    return csv_record_begin_at(record, first, 1, err);
}

int csv_record_begin_made(struct csv_record *record, const struct source *source, struct err *err) {
    int rc = csv_record_begin(record, source, err);
    record->is_made = 1;
    record->delimiter = ',';
    record->mark = '.';
    record->begin = record->begin_line = 0;
    csv_record_rewind(record);
    return rc;
}

void csv_record_release(struct csv_record *record) {
    for (size_t c = 0; record->above && c < CSV_RECORD_MOST_MERGED; c++)
        free(record->above[c]);
    free(record->above);
    free(record->room);
    free(record->fields);
    *record = (struct csv_record){0};
}

/* --- one record --- */

static int begin_field(struct growth *growth, struct err *err) {
    struct csv_record *record = growth->record;
    if (record->count == record->most_fields)
        return err_set(err, ERR_DAMAGED, "%s: line %zu: more than %d columns", record->source->path,
                       record->number, CSV_RECORD_MOST_FIELDS);
    record->fields[record->count++] = record->room + growth->used;
    growth->is_in_quotes =
        record->at < record->source->length && record->source->text[record->at] == '"';
    record->at += (size_t)growth->is_in_quotes;
    return 0;
}

static int append(struct growth *growth, char c, struct err *err) {
    if (growth->used == growth->record->most_bytes)
        return record_refuse(growth->record, "longer than a line of a table is", err);
    growth->record->room[growth->used++] = c;
    return 0;
}

/* Whether a delimiter or the end of a line or of the file stands at record->at. */
static int is_end_of_field(const struct csv_record *record) {
    const char *text = record->source->text + record->at;
    size_t left = record->source->length - record->at;
    return left == 0 || *text == record->delimiter || *text == '\n' ||
           (record->delimiter == ' ' && *text == '\t') ||
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

/* Whether the delimiter at AT belongs to the field, as "\\|" of Markdown does. */
static int is_escaped(const struct csv_record *record, size_t at) {
    return record->delimiter == '|' && at > record->at && record->source->text[at - 1] == '\\';
}

/* Reads an unquoted field without the blanks around it. A carriage return belongs to it unless it
 * ends the line. */
static int read_plain(struct growth *growth, struct err *err) {
    struct csv_record *record = growth->record;
    const char *text = record->source->text;
    size_t at = record->at, end = record->source->length;
    char delimiter = record->delimiter;
    if (delimiter == ' ')
        at = end_of_word(record->source, at, line_end(record->source, at), record->least);
    else
        while (at < end && text[at] != '\n' && (text[at] != delimiter || is_escaped(record, at)))
            at++;
    if (at > record->at && text[at - 1] == '\r' && (at == end || text[at] == '\n'))
        at--;
    size_t first = record->at, last = at;
    while (first < last && is_blank(text[first]))
        first++;
    while (last > first && is_blank(text[last - 1]))
        last--;
    size_t n = last - first;
    if (n > record->most_bytes - growth->used)
        return record_refuse(record, "longer than a line of a table is", err);
    memcpy(record->room + growth->used, text + first, n);
    growth->used += n;
    record->at = at;
    return 0;
}

static int read_field(struct growth *growth, struct err *err) {
    struct csv_record *record = growth->record;
    char *field = record->room + growth->used;
    int rc = begin_field(growth, err);
    if (rc == 0)
        rc = growth->is_in_quotes ? read_quoted(growth, err) : read_plain(growth, err);
    if (rc == 0)
        rc = append(growth, '\0', err);
    if (rc == 0 && !record->is_made)
        csv_field_unguard(field);
    if (rc == 0 && record->delimiter == '|')
        csv_field_unmark(field);
    return rc;
}

/* Goes to the next field of a line of words, or of one that is drawn, if there is one. */
static int is_more(struct csv_record *record) {
    const struct source *source = record->source;
    size_t at = record->at;
    if (record->delimiter == '|' && at < source->length && source->text[at] == '|')
        at++;
    size_t next = skip_blanks(source, at, source->length);
    record->at = record->delimiter == ' ' ? next : at;
    next += next < source->length && source->text[next] == '\r';
    if (next < source->length && source->text[next] != '\n')
        return 1;
    record->at = next;
    return 0;
}

/* Reads the record at record->at. */
static int csv_record_read(struct csv_record *record, struct err *err) {
    const struct source *source = record->source;
    struct growth growth = {.record = record};
    record->count = 0;
    record->number = record->line;
    if (record->at >= source->length)
        return 0;
    int is_separated = record->delimiter != ' ' && record->delimiter != '|';
    if (!is_separated)
        record->at = skip_blanks(source, record->at, source->length);
    record->at +=
        record->delimiter == '|' && record->at < source->length && source->text[record->at] == '|';
    int rc = read_field(&growth, err);
    while (rc == 0 && is_separated && record->at < source->length &&
           source->text[record->at] == record->delimiter) {
        record->at++;
        rc = read_field(&growth, err);
    }
    while (rc == 0 && !is_separated && is_more(record))
        rc = read_field(&growth, err);
    if (rc)
        return rc;
    record->at += record->at < source->length && source->text[record->at] == '\r';
    record->at += record->at < source->length;
    record->line++;
    return 1;
}

int csv_record_next(struct csv_record *record, struct err *err) {
    pass_over(record);
    return csv_record_read(record, err);
}
