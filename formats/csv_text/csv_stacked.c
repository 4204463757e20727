/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_stacked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_line.h"
#include "formats/csv_text/csv_number.h"
#include "formats/csv_text/csv_parts.h"
#include "formats/csv_text/csv_titles.h"
#include "formats/import/header_words.h"
#include "formats/model/hash_table.h"
#include "formats/model/key_index.h"

enum { MOST_LINES = 40 };

struct stack {
    const struct source *source;
    struct csv_line header;
    struct csv_parts parts;
};

/* --- lines --- */

/* Whether LINE is a row, or the rule below a header, of a table with that DELIMITER: some field but
 * the first is not empty. */
static int is_row(const struct csv_line *line, char delimiter) {
    struct csv_line filled = *line;
    while (filled.length && strchr(" \t", filled.text[filled.length - 1]))
        filled.length--;
    while (filled.length && filled.text[filled.length - 1] == delimiter && delimiter != '|')
        filled.length--;
    return filled.length && *filled.text != '#' && csv_line_has(&filled, delimiter);
}

static int says_unit(const struct csv_line *line) {
    char text[CSV_TITLE];
    snprintf(text, sizeof text, "%.*s",
             (int)(line->length < CSV_TITLE ? line->length : CSV_TITLE - 1), line->text);
    const struct csv_title_units units = csv_titles_units(text);
    return units.time.unit.kind || units.rate.unit.kind || units.time.is_doubtful ||
           units.rate.is_doubtful;
}

/* --- tables --- */

/* Whether the fields of RECORD are names, and some are of results. */
static int is_header(const struct csv_record *record) {
    int has_result = 0;
    for (size_t c = 0; c < record->count; c++) {
        const char *field = record->fields[c];
        const struct header header = header_read(field);
        struct measured_unit unit;
        double number;
        if (csv_number_read(field, strlen(field), record->mark, &number, &unit))
            return 0;
        has_result |= header.unit.kind || header.role == HEADER_RESULT;
    }
    return has_result && record->count > 1;
}

/* Finds the first header: RECORD stands there then. Returns whether there is one. */
static int find_header(struct csv_record *record, struct stack *stack) {
    size_t at = 0, number = 1;
    for (int i = 0; i < MOST_LINES && at < stack->source->length; i++, number++) {
        stack->header = csv_line_at(stack->source, at);
        if (stack->header.length && *stack->header.text != '#' &&
            csv_record_begin_at(record, at, number, NULL) == 0 && record->delimiter != ' ' &&
            csv_record_next(record, NULL) == 1 && record->number == number && is_header(record)) {
            csv_record_rewind(record);
            return 1;
        }
        at = stack->header.next;
    }
    return 0;
}

/* Takes headings for the titles if all tables have one, and there may be a text below it. Returns
 * whether all have titles that differ. */
static int settle_titles(struct stack *stack) {
    size_t headings = 0;
    for (size_t i = 0; i < stack->parts.count; i++)
        headings += *stack->parts.items[i].heading != '\0';
    for (size_t i = 0; i < stack->parts.count; i++) {
        struct csv_part *table = &stack->parts.items[i];
        if (headings == stack->parts.count)
            memcpy(table->title, table->heading, CSV_TITLE);
        for (size_t k = 0; k < i; k++)
            if (strcasecmp(stack->parts.items[k].title, table->title) == 0)
                return 0;
        if (!*table->title)
            return 0;
    }
    return 1;
}

/* Finds the tables with the header in STACK. Returns whether the whole text is such tables. */
static int find_tables(struct stack *stack, char delimiter) {
    struct csv_line title = {.text = ""}, heading = {.text = ""};
    int is_open = 0; /* rows may follow */
    size_t number = 1;
    for (size_t at = 0; at < stack->source->length; number++) {
        const struct csv_line line = csv_line_at(stack->source, at);
        at = line.next;
        if (csv_line_equals(&line, &stack->header)) {
            struct csv_part *table = title.length ? csv_parts_add(&stack->parts, number) : NULL;
            if (!table)
                return 0;
            csv_parts_title(title.text, title.length, delimiter, table->title);
            csv_parts_title(heading.text, heading.length, delimiter, table->heading);
            title.length = heading.length = 0;
            is_open = 1;
        } else if (stack->parts.count && is_row(&line, delimiter)) {
            if (!is_open)
                return 0;
            stack->parts.items[stack->parts.count - 1].last = number;
        } else if (line.length) {
            title = line;
            heading = *line.text == '#' ? line : heading;
            is_open = 0;
            if (says_unit(&line))
                return 0;
        }
    }
    /* Behind the last table of Markdown there may be other words. */
    return stack->parts.count > 1 && (!title.length || delimiter == '|') && settle_titles(stack);
}

/* --- titles in rows --- */

/* Which rows have the titles of those below. */
struct groups {
    size_t fields;       /* of the header */
    size_t rows, blanks; /* those that are no titles, and of them those that begin with a blank */
    size_t numbers;      /* titles that are some */
    struct key_index names; /* with which rows begin, */
    struct key_index pairs; /* and each in its group */
};

static int is_number(const char *field, char mark) {
    struct measured_unit unit;
    double number;
    return csv_number_read(field, strlen(field), mark, &number, &unit);
}

static int is_blank(const struct csv_record *record) {
    size_t c = 0;
    while (c < record->count && !*record->fields[c])
        c++;
    return c == record->count;
}

/* Whether RECORD has a title in its first field, at most a text behind it, and nothing else. */
static int is_title(const struct csv_record *record, size_t fields) {
    size_t filled = 1;
    for (size_t c = 1; c < record->count; c++)
        filled = *record->fields[c] ? c + 1 : filled;
    return *record->fields[0] && record->count <= fields && filled <= 2 && filled < fields &&
           (filled == 1 || (fields > 3 && !is_number(record->fields[1], record->mark)));
}

/* Notes the row in RECORD, and its name in the last group. Returns 0 if memory runs out. */
static int note_row(struct groups *groups, const struct stack *stack,
                    const struct csv_record *record) {
    uint64_t name = slots_hash_text(slots_hash(), record->fields[0]),
             pair = slots_hash_number(name, stack->parts.count);
    groups->rows++;
    groups->blanks += !*record->fields[0];
    return key_index_number(&groups->names, &name, sizeof name) != KEY_INDEX_NONE &&
           key_index_number(&groups->pairs, &pair, sizeof pair) != KEY_INDEX_NONE;
}

/* Adds the group that the title in RECORD begins. */
static int begin_group(struct groups *groups, struct stack *stack,
                       const struct csv_record *record) {
    const char *title = record->fields[0];
    struct csv_part *table = csv_parts_add(&stack->parts, record->number);
    if (!table)
        return 0;
    csv_parts_title(title, strlen(title), record->delimiter, table->title);
    if (record->count > 1)
        snprintf(table->text, CSV_TITLE, "%.*s", CSV_TITLE - 1, record->fields[1]);
    stack->parts.has_texts |= *table->text != '\0';
    groups->numbers += (size_t)is_number(title, record->mark);
    return 1;
}

/* Whether the titles are some: below each of them rows begin with a blank, or, below names, some
 * with the same names. */
static int are_groups(const struct groups *groups, const struct stack *stack) {
    if (groups->blanks)
        return groups->blanks == groups->rows;
    return !stack->parts.has_texts && !groups->numbers && groups->names.count < groups->pairs.count;
}

/* Finds groups of rows in the table of RECORD, each below a row that has nothing but its title.
 * Returns whether the whole table is such groups. */
static int find_groups(struct stack *stack, struct csv_record *record) {
    struct groups groups = {0};
    int ok = csv_record_next(record, NULL) == 1, rc = 0;
    groups.fields = record->count;
    stack->parts.count = 0;
    while (ok && (rc = csv_record_next(record, NULL)) == 1) {
        struct csv_part *last =
            stack->parts.count ? &stack->parts.items[stack->parts.count - 1] : NULL;
        if (is_blank(record))
            continue;
        if (is_title(record, groups.fields))
            ok = (!last || last->last >= last->first) && begin_group(&groups, stack, record);
        else {
            ok = last && record->count == groups.fields && note_row(&groups, stack, record);
            if (ok)
                last->last = record->number;
        }
    }
    stack->parts.is_filled = groups.blanks > 0;
    ok = ok && rc == 0 && stack->parts.count > 1 && are_groups(&groups, stack) &&
         settle_titles(stack);
    key_index_release(&groups.names);
    key_index_release(&groups.pairs);
    csv_record_rewind(record);
    return ok;
}

/* --- what the titles are --- */

int csv_stacked_make(struct csv_record *record, struct source *stacked, struct err *err) {
    struct stack stack = {.source = record->source};
    const size_t begin = record->begin, line = record->begin_line;
    int rc = 0;
    *stacked = (struct source){.path = record->source->path};
    if (find_header(record, &stack) &&
        (find_tables(&stack, record->delimiter) || find_groups(&stack, record))) {
        rc = csv_parts_write(&stack.parts, record, stacked);
        if (rc == ERR_FAILED)
            err_set(err, ERR_FAILED, "%s: no memory to read it", stacked->path);
    }
    free(stack.parts.items);
    int again = rc == 1 ? 0 : csv_record_begin_at(record, begin, line, err);
    return again ? again : rc;
}
