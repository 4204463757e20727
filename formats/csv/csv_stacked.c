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
#include "formats/text/array.h"

enum { MOST_TABLES = 1000, MOST_LINES = 40, TITLE = 256, WORD = 64 };

/* A line of a text, without the blanks around it. */
struct line {
    const char *text;
    size_t length;
    size_t at, next; /* where it begins, and the one behind it */
};

struct stacked_table {
    char title[TITLE];
    size_t first, last; /* the lines of its rows */
};

struct stack {
    const struct source *source;
    struct line header;
    struct stacked_table *tables;
    size_t count;
    char axis[WORD]; /* what the titles are numbers of: "n" of "n = 100"; "": they are names */
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

/* Adds a table below TITLE, whose header is in LINE. Returns 0 if the title is none, or was before.
 */
static int add_table(struct stack *stack, const struct line *title, size_t line, char delimiter) {
    static const char marks[] = "# \t*_\"'=";
    struct line bare = *title;
    struct stacked_table *tables = array_grow(stack->tables, stack->count, sizeof *tables);
    if (!tables || stack->count == MOST_TABLES || says_unit(title))
        return 0;
    stack->tables = tables;
    while (bare.length && strchr(marks, *bare.text)) {
        bare.text++;
        bare.length--;
    }
    while (bare.length &&
           (strchr(marks, bare.text[bare.length - 1]) || bare.text[bare.length - 1] == ':' ||
            bare.text[bare.length - 1] == delimiter))
        bare.length--;
    struct stacked_table *table = &tables[stack->count];
    *table = (struct stacked_table){.first = line + 1, .last = line};
    if (!bare.length || bare.length >= TITLE)
        return 0;
    snprintf(table->title, TITLE, "%.*s", (int)bare.length, bare.text);
    for (size_t i = 0; i < stack->count; i++)
        if (strcasecmp(tables[i].title, table->title) == 0)
            return 0;
    stack->count++;
    return 1;
}

/* Finds the tables with the header in STACK. Returns whether the whole text is such tables. */
static int find_tables(struct stack *stack, char delimiter) {
    struct line title = {.length = 0};
    int is_open = 0; /* rows may follow */
    size_t number = 1;
    for (size_t at = 0; at < stack->source->length; number++) {
        const struct line line = line_at(stack->source, at);
        at = line.next;
        if (csv_headings_are_same(line.text, line.length, stack->header.text,
                                  stack->header.length)) {
            if (!title.length || !add_table(stack, &title, number, delimiter))
                return 0;
            title.length = 0;
            is_open = 1;
        } else if (stack->count && is_row(&line, delimiter)) {
            if (!is_open)
                return 0;
            stack->tables[stack->count - 1].last = number;
        } else if (line.length) {
            /* A heading of Markdown may have a text below it. */
            if (!title.length || *title.text != '#' || *line.text == '#')
                title = line;
            is_open = 0;
            if (says_unit(&line))
                return 0;
        }
    }
    /* Behind the last table of Markdown there may be other words. */
    return stack->count > 1 && (!title.length || delimiter == '|');
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

/* Returns what the column of titles is called in the table with the header in RECORD; NULL if that
 * has such a column. */
static const char *column_name(const struct csv_record *record, const struct stack *stack) {
    const char *name = has_no_names(record) ? "library" : "action";
    for (size_t c = 0; c < record->count; c++)
        if (header_word(record->fields[c], HEADER_ACTION) != HEADER_NO_WORD)
            name = "section";
    name = *stack->axis ? stack->axis : name;
    for (size_t c = 0; c < record->count; c++)
        if (strcasecmp(record->fields[c], name) == 0)
            return NULL;
    return name;
}

/* --- the table --- */

static void write_record(const struct csv_record *record, const char *first, FILE *file) {
    csv_field_write(file, first, ',', 1);
    for (size_t c = 0; c < record->count; c++) {
        fputc(',', file);
        csv_field_write(file, record->fields[c], ',', 1);
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
        if (record->number < of->first || record->number > of->last)
            continue;
        if (record->count != fields)
            return 0;
        for (; line < record->number; line++)
            fputc('\n', file);
        write_record(record, *stack->axis ? read_axis(of->title, word) : of->title, file);
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
    write_record(record, name, file);
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
    if (find_header(record, &stack) && find_tables(&stack, record->delimiter)) {
        find_axis(&stack);
        rc = write_table(&stack, record, stacked);
        if (rc == ERR_FAILED)
            err_set(err, ERR_FAILED, "%s: no memory to read it", stacked->path);
    }
    free(stack.tables);
    int again = rc == 1 ? 0 : csv_record_begin_at(record, begin, line, err);
    return again ? again : rc;
}
