/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_stacked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_field.h"
#include "formats/csv/csv_headings.h"
#include "formats/csv/csv_number.h"
#include "formats/csv/csv_titles.h"
#include "formats/import/header_words.h"
#include "formats/model/hash_table.h"
#include "formats/model/key_index.h"
#include "formats/text/array.h"

enum { MOST_TABLES = 1000, MOST_LINES = 40, TITLE = 256, WORD = 64 };

/* A line of a text, without the blanks around it. */
struct line {
    const char *text;
    size_t length;
    size_t at, next; /* where it begins, and the one behind it */
};

struct stacked_table {
    char title[TITLE];   /* the nearest line above it; "": that is none */
    char heading[TITLE]; /* of Markdown above it; "": there is none */
    char text[TITLE];    /* what stands behind a title in a row */
    size_t first, last;  /* the lines of its rows */
};

struct stack {
    const struct source *source;
    struct line header;
    struct stacked_table *tables;
    size_t count;
    char axis[WORD]; /* what the titles are numbers of: "n" of "n = 100"; "": they are names */
    int is_filled;   /* they stand in the first column, which is blank in other rows, */
    int has_texts;   /* some with a text behind them */
};

/* --- lines --- */

static struct line line_at(const struct source *source, size_t at) {
    const char *text = source->text + at, *end = memchr(text, '\n', source->length - at);
    size_t n = end ? (size_t)(end - text) : source->length - at;
    struct line line = {text, n, at, at + n + (end != NULL)};
    while (line.length && strchr(" \t\r", line.text[line.length - 1]))
        line.length--;
    while (line.length && strchr(" \t", *line.text)) {
        line.text++;
        line.length--;
    }
    return line;
}

static int has(const struct line *line, char c) {
    return memchr(line->text, c, line->length) != NULL;
}

/* Whether LINE is a row, or the rule below a header, of a table with that DELIMITER: some field but
 * the first is not empty. */
static int is_row(const struct line *line, char delimiter) {
    struct line filled = *line;
    while (filled.length && strchr(" \t", filled.text[filled.length - 1]))
        filled.length--;
    while (filled.length && filled.text[filled.length - 1] == delimiter && delimiter != '|')
        filled.length--;
    return filled.length && *filled.text != '#' && has(&filled, delimiter);
}

static int says_unit(const struct line *line) {
    char text[TITLE];
    snprintf(text, sizeof text, "%.*s", (int)(line->length < TITLE ? line->length : TITLE - 1),
             line->text);
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
        stack->header = line_at(stack->source, at);
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

/* Copies LINE without marks around it to TITLE; "" if nothing is left, or too much. */
static void take_title(struct line line, char delimiter, char title[TITLE]) {
    static const char marks[] = "# \t*_\"'=";
    while (line.length && strchr(marks, *line.text)) {
        line.text++;
        line.length--;
    }
    while (line.length &&
           (strchr(marks, line.text[line.length - 1]) || line.text[line.length - 1] == ':' ||
            line.text[line.length - 1] == delimiter))
        line.length--;
    snprintf(title, TITLE, "%.*s", line.length < TITLE ? (int)line.length : 0, line.text);
}

/* Returns a new table, whose header is in LINE; NULL if there are too many. */
static struct stacked_table *add_table(struct stack *stack, size_t line) {
    struct stacked_table *tables = array_grow(stack->tables, stack->count, sizeof *tables);
    if (!tables)
        return NULL;
    stack->tables = tables;
    if (stack->count == MOST_TABLES)
        return NULL;
    tables[stack->count] = (struct stacked_table){.first = line + 1, .last = line};
    return &tables[stack->count++];
}

/* Takes headings for the titles if all tables have one, and there may be a text below it. Returns
 * whether all have titles that differ. */
static int settle_titles(struct stack *stack) {
    size_t headings = 0;
    for (size_t i = 0; i < stack->count; i++)
        headings += *stack->tables[i].heading != '\0';
    for (size_t i = 0; i < stack->count; i++) {
        struct stacked_table *table = &stack->tables[i];
        if (headings == stack->count)
            memcpy(table->title, table->heading, TITLE);
        for (size_t k = 0; k < i; k++)
            if (strcasecmp(stack->tables[k].title, table->title) == 0)
                return 0;
        if (!*table->title)
            return 0;
    }
    return 1;
}

/* Finds the tables with the header in STACK. Returns whether the whole text is such tables. */
static int find_tables(struct stack *stack, char delimiter) {
    struct line title = {.length = 0}, heading = {.length = 0};
    int is_open = 0; /* rows may follow */
    size_t number = 1;
    for (size_t at = 0; at < stack->source->length; number++) {
        const struct line line = line_at(stack->source, at);
        at = line.next;
        if (csv_headings_are_same(line.text, line.length, stack->header.text,
                                  stack->header.length)) {
            struct stacked_table *table = title.length ? add_table(stack, number) : NULL;
            if (!table)
                return 0;
            take_title(title, delimiter, table->title);
            take_title(heading, delimiter, table->heading);
            title.length = heading.length = 0;
            is_open = 1;
        } else if (stack->count && is_row(&line, delimiter)) {
            if (!is_open)
                return 0;
            stack->tables[stack->count - 1].last = number;
        } else if (line.length) {
            title = line;
            heading = *line.text == '#' ? line : heading;
            is_open = 0;
            if (says_unit(&line))
                return 0;
        }
    }
    /* Behind the last table of Markdown there may be other words. */
    return stack->count > 1 && (!title.length || delimiter == '|') && settle_titles(stack);
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
             pair = slots_hash_number(name, stack->count);
    groups->rows++;
    groups->blanks += !*record->fields[0];
    return key_index_number(&groups->names, &name, sizeof name) != KEY_INDEX_NONE &&
           key_index_number(&groups->pairs, &pair, sizeof pair) != KEY_INDEX_NONE;
}

/* Adds the group that the title in RECORD begins. */
static int begin_group(struct groups *groups, struct stack *stack,
                       const struct csv_record *record) {
    const char *title = record->fields[0];
    struct stacked_table *table = add_table(stack, record->number);
    if (!table)
        return 0;
    take_title((struct line){.text = title, .length = strlen(title)}, record->delimiter,
               table->title);
    if (record->count > 1)
        snprintf(table->text, TITLE, "%.*s", TITLE - 1, record->fields[1]);
    stack->has_texts |= *table->text != '\0';
    groups->numbers += (size_t)is_number(title, record->mark);
    return 1;
}

/* Whether the titles are some: below each of them rows begin with a blank, or, below names, some
 * with the same names. */
static int are_groups(const struct groups *groups, const struct stack *stack) {
    if (groups->blanks)
        return groups->blanks == groups->rows;
    return !stack->has_texts && !groups->numbers && groups->names.count < groups->pairs.count;
}

/* Finds groups of rows in the table of RECORD, each below a row that has nothing but its title.
 * Returns whether the whole table is such groups. */
static int find_groups(struct stack *stack, struct csv_record *record) {
    struct groups groups = {0};
    int ok = csv_record_next(record, NULL) == 1, rc = 0;
    groups.fields = record->count;
    stack->count = 0;
    while (ok && (rc = csv_record_next(record, NULL)) == 1) {
        struct stacked_table *last = stack->count ? &stack->tables[stack->count - 1] : NULL;
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
    stack->is_filled = groups.blanks > 0;
    ok = ok && rc == 0 && stack->count > 1 && are_groups(&groups, stack) && settle_titles(stack);
    key_index_release(&groups.names);
    key_index_release(&groups.pairs);
    csv_record_rewind(record);
    return ok;
}

/* --- what the titles are --- */

/* Reads "n = 100" or "threads: 4". Returns the number's text, and copies what it is of to WORD. */
static const char *read_axis(const char *title, char word[WORD]) {
    size_t n = strcspn(title, "=:"), length = n;
    struct measured_unit unit;
    double number;
    while (length && title[length - 1] == ' ')
        length--;
    if (!title[n] || !length || length >= WORD)
        return NULL;
    snprintf(word, WORD, "%.*s", (int)length, title);
    const char *text = title + n + 1 + strspn(title + n + 1, " ");
    return csv_number_read(text, strlen(text), '.', &number, &unit) && !unit.kind ? text : NULL;
}

/* Takes numbers of one thing in all titles for these. */
static void find_axis(struct stack *stack) {
    char word[WORD];
    for (size_t i = 0; i < stack->count; i++)
        if (!read_axis(stack->tables[i].title, i ? word : stack->axis) ||
            (i && strcmp(word, stack->axis) != 0)) {
            *stack->axis = '\0';
            return;
        }
}

/* Whether the table with the header in RECORD says by no column what its results are of: only by
 * sizes, parameters and samples. */
static int has_no_names(const struct csv_record *record) {
    size_t c = 0;
    for (; c < record->count; c++) {
        const enum header_role role = header_read(record->fields[c]).role;
        if (role == HEADER_OTHER || role == HEADER_OF_NAME || role == HEADER_ACTION ||
            header_word(record->fields[c], HEADER_LIBRARY) != HEADER_NO_WORD)
            break;
    }
    return c == record->count;
}

/* What the column of texts behind titles is called. */
static const char text_name[] = "description";

/* Returns what the column of titles is called in the table with the header in RECORD; NULL if that
 * has such a column. */
static const char *column_name(const struct csv_record *record, const struct stack *stack) {
    const size_t first = (size_t)stack->is_filled;
    if (first && *record->fields[0] && !*stack->axis)
        return record->fields[0];
    const char *name = has_no_names(record) ? "library" : "action";
    for (size_t c = 0; c < record->count; c++)
        if (header_word(record->fields[c], HEADER_ACTION) != HEADER_NO_WORD)
            name = "section";
    name = *stack->axis ? stack->axis : name;
    for (size_t c = first; c < record->count; c++)
        if (strcasecmp(record->fields[c], name) == 0 ||
            (stack->has_texts && strcasecmp(record->fields[c], text_name) == 0))
            return NULL;
    return name;
}

/* --- the table --- */

/* Writes FIRST before the fields of RECORD, or in the place of the first one; and TEXT behind them.
 */
static void write_record(const struct stack *stack, const struct csv_record *record,
                         const char *first, const char *text, FILE *file) {
    csv_field_write(file, first, ',', 1);
    for (size_t c = (size_t)stack->is_filled; c < record->count; c++) {
        fputc(',', file);
        csv_field_write(file, record->fields[c], ',', 1);
    }
    if (stack->has_texts) {
        fputc(',', file);
        csv_field_write(file, text, ',', 1);
    }
    fputc('\n', file);
}

/* Writes the rows of all tables. Returns 0 if one has another number of fields than the header. */
static int write_rows(const struct stack *stack, struct csv_record *record, size_t fields,
                      FILE *file) {
    char word[WORD];
    size_t table = 0, line = 1;
    int rc;
    while ((rc = csv_record_next(record, NULL)) == 1) {
        while (table + 1 < stack->count && record->number > stack->tables[table].last)
            table++;
        const struct stacked_table *of = &stack->tables[table];
        if (record->number < of->first || record->number > of->last || is_blank(record))
            continue; /* such as a title of a group */
        if (record->count != fields)
            return 0;
        for (; line < record->number; line++)
            fputc('\n', file);
        write_record(stack, record, *stack->axis ? read_axis(of->title, word) : of->title, of->text,
                     file);
        line++;
    }
    return rc == 0;
}

/* Writes the table of STACK. Returns as csv_stacked_make. */
static int write_table(const struct stack *stack, struct csv_record *record,
                       struct source *stacked) {
    const char *name = csv_record_next(record, NULL) == 1 ? column_name(record, stack) : NULL;
    FILE *file = name ? open_memstream(&stacked->owned, &stacked->length) : NULL;
    if (!name)
        return 0;
    if (!file)
        return ERR_FAILED;
    write_record(stack, record, name, text_name, file);
    int ok = write_rows(stack, record, record->count, file);
    if (fclose(file) != 0)
        return ERR_FAILED;
    stacked->text = stacked->owned;
    if (!ok)
        source_release(stacked);
    return ok;
}

int csv_stacked_make(struct csv_record *record, struct source *stacked, struct err *err) {
    struct stack stack = {.source = record->source};
    const size_t begin = record->begin, line = record->begin_line;
    int rc = 0;
    *stacked = (struct source){.path = record->source->path};
    if (find_header(record, &stack) &&
        (find_tables(&stack, record->delimiter) || find_groups(&stack, record))) {
        find_axis(&stack);
        rc = write_table(&stack, record, stacked);
        if (rc == ERR_FAILED)
            err_set(err, ERR_FAILED, "%s: no memory to read it", stacked->path);
    }
    free(stack.tables);
    int again = rc == 1 ? 0 : csv_record_begin_at(record, begin, line, err);
    return again ? again : rc;
}
