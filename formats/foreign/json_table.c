/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_table.c: reads tables of times that are written as JSON: rows, columns and objects
 * (json_rows.h), and JSON Lines, an object for each line.
 *
 * What the columns mean is told by their names and cells as in a CSV table (csv.h). Members of
 * members are called "time.mean_ms", the "name" of "case" just "case"; those of params, parameters,
 * config, args, labels and stats have their own names alone, and of an object such as "correctness"
 * only the members that say whether the result is right are taken. An array of numbers in an object
 * that is called what results are has samples: the line stands for as many. A short one of another
 * name is a text: "64x128". Other arrays are left out, which the fact "json_left_out" says. */
#include "formats/foreign/foreign.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv/csv.h"
#include "formats/csv/csv_columns.h"
#include "formats/harness/json_rows.h"
#include "formats/harness/json_samples.h"
#include "formats/foreign/registry.h"
#include "formats/import/header_words.h"
#include "formats/json/json_read.h"

#define PREFIX "json_"

enum { NAME = 256, MOST_ITEMS = 8, MOST_COLUMNS = CSV_RECORD_MOST_FIELDS };
#define MOST_CELLS ((size_t)1 << 28)

/* A table on its way to the text that csv_format reads. */
struct table {
    json_object *columns;   /* of each name its number */
    json_object **cells;    /* [count of columns] of the line, borrowed */
    unsigned char *is_list; /* [count of columns] whether they are arrays of samples */
    size_t samples;         /* in the longest one; 0: there is none */
    json_object *made;      /* the texts of numbers that have a unit beside them */
    json_object *left_out;  /* the names of arrays that are neither samples nor texts */
    char *text;
    size_t length;
    FILE *file;
    size_t *entries; /* [lines] which entry each line is from, from 1 */
    size_t lines;
};

/* --- lines --- */

static int is_scalar(json_object *value) {
    return !json_object_is_type(value, json_type_array) &&
           !json_object_is_type(value, json_type_object);
}

/* Whether an array called KEY says what the line is of: "shape", "flags". */
static int is_text(const char *key, json_object *value) {
    const struct header header = header_read(key);
    size_t count = is_scalar(value) ? 0 : json_object_array_length(value);
    for (size_t i = 0; i < count; i++)
        if (!is_scalar(json_object_array_get_idx(value, i)))
            return 0;
    return count && count <= MOST_ITEMS && !header.unit.kind &&
           (header.role == HEADER_OTHER || header.role == HEADER_SIZE ||
            header.role == HEADER_PARAMETER || header.role == HEADER_LIBRARY ||
            header.role == HEADER_ACTION);
}

/* Returns the number of the column called NAME, which is added unless it IS_CLOSED; MOST_COLUMNS if
 * there is none. */
static size_t column_of(struct table *table, const char *name, int is_closed) {
    json_object *number;
    if (json_object_object_get_ex(table->columns, name, &number))
        return (size_t)json_object_get_int64(number);
    size_t count = (size_t)json_object_object_length(table->columns);
    if (is_closed || count == MOST_COLUMNS)
        return MOST_COLUMNS;
    json_object_object_add(table->columns, name, json_object_new_int64((int64_t)count));
    return count;
}

static int has_key_of(json_object *object, json_object *other) {
    json_object_object_foreach(other, key, value) {
        (void)value;
        if (json_object_object_get_ex(object, key, NULL))
            return 1;
    }
    return 0;
}

/* Whether the members of MEMBER, called KEY in OBJECT, have names of their own. */
static int is_dropped(json_object *object, const char *key, json_object *member) {
    static const char parameters[] = "params parameters config args labels",
                      statistics[] = "stats statistics";
    return words_have(parameters, key) ||
           (words_have(statistics, key) && !has_key_of(object, member));
}

/* Whether the member KEY says whether a result is right. */
static int is_answer(const char *key, json_object *value) {
    return json_object_is_type(value, json_type_boolean) &&
           (header_word(key, HEADER_VERDICT) != HEADER_NO_WORD || words_have("match matches", key));
}

/* Whether an object called KEY tells of whether a result is right, and some member says it. */
static int has_answer(const char *key, json_object *object) {
    if (header_word(key, HEADER_VERDICT) == HEADER_NO_WORD)
        return 0;
    json_object_object_foreach(object, name, value) {
        if (is_answer(name, value))
            return 1;
    }
    return 0;
}

/* Returns the text that OBJECT is if it is a number and its unit: "1.5 ms"; else NULL. */
static json_object *amount_of(struct table *table, json_object *object) {
    json_object *value = NULL;
    const char *unit = json_text_string(object, "unit");
    double number;
    char *text = NULL;
    if (json_object_object_length(object) != 2 || !unit ||
        !json_object_object_get_ex(object, "value", &value) || !json_text_number(value, &number) ||
        asprintf(&text, "%s %s", json_object_get_string(value), unit) < 0)
        return NULL;
    json_object *made = json_object_new_string(text);
    free(text);
    json_object_array_add(table->made, made);
    return made;
}

/* Puts VALUE into the cell of the line that is called NAME, or, without cells, adds its column. */
static void take_value(struct table *table, const char *name, json_object *value, int has_samples) {
    size_t c = column_of(table, name, table->cells != NULL);
    if (!table->cells || c == MOST_COLUMNS)
        return;
    table->cells[c] = value;
    table->is_list[c] = (unsigned char)has_samples;
    if (has_samples && json_object_array_length(value) > table->samples)
        table->samples = json_object_array_length(value);
}

/* Takes the members of OBJECT, called KEY, that say whether the result of the line is right, by
 * words for it; the others only tell how it was found. */
static void take_answers(struct table *table, const char *key, json_object *object) {
    json_object_object_foreach(object, member, value) {
        char name[NAME];
        snprintf(name, sizeof name, "%s.%s", key, member);
        if (!is_answer(member, value))
            json_object_object_add(table->left_out, name, NULL);
        else
            take_value(table, header_word(member, HEADER_VERDICT) != HEADER_NO_WORD ? member : key,
                       value, 0);
    }
}

/* Puts the members of OBJECT into the cells of the line, or, without cells, adds their columns. */
static void take_members(struct table *table, json_object *object, const char *prefix) {
    json_object_object_foreach(object, key, value) {
        char name[NAME];
        int is_name = *prefix && strcmp(key, "name") == 0;
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix && !is_name ? "." : "",
                 is_name ? "" : key);
        json_object *amount =
            json_object_is_type(value, json_type_object) ? amount_of(table, value) : NULL;
        value = amount ? amount : value;
        if (json_object_is_type(value, json_type_object)) {
            if (!*prefix && has_answer(key, value))
                take_answers(table, key, value);
            else
                take_members(table, value, is_dropped(object, key, value) ? prefix : name);
            continue;
        }
        int has_samples = json_samples_are(object, key, value);
        if (!is_scalar(value) && !has_samples && !is_text(key, value)) {
            json_object_object_add(table->left_out, name, NULL);
            continue;
        }
        if (has_samples) {
            size_t n = *prefix ? strlen(prefix) + 1 : 0;
            if (n < sizeof name)
                json_samples_column(key, object, name + n, sizeof name - n);
        }
        take_value(table, name, value, has_samples);
    }
}

static void write_text(FILE *file, const char *text) {
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text == '\n' || *text == '\r' ? ' ' : *text, file);
    }
}

static void write_cell(FILE *file, json_object *value) {
    size_t count =
        json_object_is_type(value, json_type_array) ? json_object_array_length(value) : 0;
    if (!count && !json_object_is_type(value, json_type_string)) {
        fputs(value ? json_object_get_string(value) : "", file);
        return;
    }
    fputc('"', file);
    if (!count)
        write_text(file, json_object_get_string(value));
    for (size_t i = 0; i < count; i++) {
        json_object *item = json_object_array_get_idx(value, i);
        fputs(i == 0 ? "" : json_object_is_type(item, json_type_string) ? " " : "x", file);
        write_text(file, item ? json_object_get_string(item) : "null");
    }
    fputc('"', file);
}

/* Writes the line, once for each of its samples. */
static int write_lines(struct table *table, size_t entry) {
    size_t columns = (size_t)json_object_object_length(table->columns);
    size_t samples = table->samples ? table->samples : 1;
    if (samples > MOST_CELLS || (table->lines + samples) * (columns + 1) > MOST_CELLS)
        return 0;
    size_t *entries = reallocarray(table->entries, table->lines + samples, sizeof *entries);
    if (!entries)
        return 0;
    table->entries = entries;
    for (size_t i = 0; i < samples; i++) {
        for (size_t c = 0; c < columns; c++) {
            json_object *value = table->cells[c];
            if (table->is_list[c])
                value = i < json_object_array_length(value) ? json_object_array_get_idx(value, i)
                                                            : NULL;
            fputs(c ? "," : "", table->file);
            write_cell(table->file, value);
        }
        fputc('\n', table->file);
        entries[table->lines++] = entry;
    }
    return 1;
}

/* --- layouts --- */

/* Whether SOURCE has several objects, each on a line of its own. */
static int is_of_lines(const struct source *source) {
    const char *text = source->text, *end = memchr(text, '\n', source->length);
    size_t first = 0, last, next;
    if (!end)
        return 0;
    for (last = (size_t)(end - text); last && isspace((unsigned char)text[last - 1]); last--)
        ;
    while (first < last && isspace((unsigned char)text[first]))
        first++;
    for (next = (size_t)(end - text); next < source->length && isspace((unsigned char)text[next]);)
        next++;
    return first < last && text[first] == '{' && text[last - 1] == '}' && next < source->length &&
           text[next] == '{';
}

static json_object *parse(const struct source *source, struct err *err) {
    return is_of_lines(source) ? json_text_parse_lines(source, err) : json_text_parse(source, err);
}

/* --- the table --- */

static void release(struct table *table) {
    json_object_put(table->columns);
    json_object_put(table->made);
    json_object_put(table->left_out);
    free(table->cells);
    free(table->is_list);
    free(table->text);
    free(table->entries);
}

/* Writes at most MOST rows as text. Returns 0 if memory runs out. The caller must release TABLE. */
static int write_table(struct table *table, json_object *rows, size_t most) {
    size_t count = json_object_array_length(rows), written = 0;
    *table = (struct table){.columns = json_object_new_object(),
                            .made = json_object_new_array(),
                            .left_out = json_object_new_object()};
    count = count < most ? count : most;
    for (size_t i = 0; i < count; i++)
        if (json_object_is_type(json_object_array_get_idx(rows, i), json_type_object))
            take_members(table, json_object_array_get_idx(rows, i), "");
    size_t columns = (size_t)json_object_object_length(table->columns);
    table->cells = calloc(columns + 1, sizeof *table->cells);
    table->is_list = calloc(columns + 1, sizeof *table->is_list);
    table->file = open_memstream(&table->text, &table->length);
    if (!table->cells || !table->is_list || !table->file)
        return 0;
    json_object_object_foreach(table->columns, name, number) {
        json_object *text = json_object_new_string(name);
        fputs(json_object_get_int64(number) ? "," : "", table->file);
        write_cell(table->file, text);
        json_object_put(text);
    }
    fputc('\n', table->file);
    int ok = 1;
    for (size_t i = 0; ok && i < count; i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        if (!json_object_is_type(row, json_type_object))
            continue;
        memset(table->cells, 0, columns * sizeof *table->cells);
        memset(table->is_list, 0, columns * sizeof *table->is_list);
        table->samples = 0;
        take_members(table, row, "");
        ok = write_lines(table, i + 1);
        written++;
    }
    return fclose(table->file) == 0 && ok && written;
}

/* Writes "entries 3 and 4" in the place of the two lines of the text that a message names. */
static void name_entries(struct err *err, const struct table *table) {
    size_t lines[2];
    int length = 0;
    char *at = err ? strstr(err->message, ": lines ") : NULL, rest[sizeof err->message];
    if (!at || sscanf(at, ": lines %zu and %zu%n", &lines[0], &lines[1], &length) < 2 ||
        !lines[0] || !lines[1] || lines[0] > table->lines || lines[1] > table->lines)
        return;
    snprintf(rest, sizeof rest, "%s", at + length);
    snprintf(at, sizeof err->message - (size_t)(at - err->message), ": entries %zu and %zu%s",
             table->entries[lines[0] - 1], table->entries[lines[1] - 1], rest);
}

/* Writes "entry 3" in the place of the line of the text that a message names; of the header, line
 * 0, nothing. */
static void name_entry(struct err *err, const struct table *table) {
    static const char word[] = ": line ";
    char *at = err ? strstr(err->message, word) : NULL, *end;
    if (!at)
        return;
    size_t line = strtoul(at + strlen(word), &end, 10);
    char rest[sizeof err->message];
    if (line > table->lines)
        return;
    snprintf(rest, sizeof rest, "%s", end);
    if (line)
        snprintf(at, sizeof err->message - (size_t)(at - err->message), ": entry %zu%s",
                 table->entries[line - 1], rest);
    else
        memmove(at, rest, strlen(rest) + 1);
}

/* Sets the fact that names the members which are in no column. */
static void say_left_out(const struct table *table, struct facts *facts) {
    char *text = NULL;
    size_t size;
    FILE *file = json_object_object_length(table->left_out) ? open_memstream(&text, &size) : NULL;
    int count = 0;
    json_object_object_foreach(table->left_out, name, nothing) {
        (void)nothing;
        if (file)
            fprintf(file, "%s%s", count++ ? ", " : "", name);
    }
    if (file && fclose(file) == 0)
        facts_set_text(facts, PREFIX "left_out", text);
    free(text);
}

static int read_json_table(struct import_builder *builder, const struct source *source,
                           const struct format_options *options, struct err *err) {
    json_object *root = parse(source, err), *facts;
    if (!root)
        return ERR_DAMAGED;
    json_object *rows = json_rows_of(root, &facts);
    struct table table = {0};
    int rc = !rows ? err_set(err, ERR_DAMAGED, "%s: there is no table in it: an array of objects",
                             source->path)
             : write_table(&table, rows, SIZE_MAX)
                 ? 0
                 : err_set(err, ERR_FAILED, "%s: no memory for its table", source->path);
    if (rc == 0) {
        const struct source text = {
            .path = source->path, .text = table.text, .length = table.length};
        rc = csv_read_made(builder, &text, "csv_", options, err);
        if (rc) {
            name_entry(err, &table);
            name_entries(err, &table);
        }
    }
    if (rc == 0)
        say_left_out(&table, &builder->facts);
    if (rc == 0) {
        json_object_object_foreach(facts, key, value)
            json_facts_add(&builder->facts, PREFIX, key, value);
    }
    release(&table);
    json_object_put(facts);
    json_object_put(rows);
    json_object_put(root);
    return rc;
}

/* --- recognition --- */

/* Parses the lines that HEAD has, all of them or those before the last, which may be cut. */
static json_object *parse_lines(struct source *source) {
    json_object *rows = json_text_parse_lines(source, NULL);
    while (!rows && source->length && source->text[source->length - 1] != '\n')
        source->length--;
    return rows ? rows : json_text_parse_lines(source, NULL);
}

/* Parses what HEAD has: all of it or, if it was cut, its first object. */
static json_object *parse_head(const char *head, size_t n) {
    struct source source = {.path = "", .text = head, .length = n};
    const char *object = memchr(head, '{', n);
    if (is_of_lines(&source))
        return parse_lines(&source);
    json_object *root = n < FORMAT_HEAD ? json_text_parse(&source, NULL) : NULL;
    if (root)
        return root;
    json_tokener *tokener = json_tokener_new_ex(JSON_TEXT_DEPTH);
    json_object *rows = json_object_new_array(), *first = NULL;
    if (tokener && rows && object)
        first = json_tokener_parse_ex(tokener, object, (int)(n - (size_t)(object - head)));
    if (first)
        json_object_array_add(rows, first);
    if (tokener)
        json_tokener_free(tokener);
    return rows;
}

/* Whether the rows are those that bench-analyze writes, all of their columns or some: names of its
 * own, which have no units. */
static int are_ours(json_object *rows) {
    json_object *first = json_object_array_get_idx(rows, 0);
    if (json_object_object_get_ex(first, "archive", NULL) &&
        json_object_object_get_ex(first, "action", NULL))
        return 1;
    static const char *const analysed[] = {"mean", "median", "ratio", "verdict", "status"};
    int is_analysed = 0;
    for (size_t i = 0; i < sizeof analysed / sizeof *analysed; i++)
        is_analysed |= json_object_object_get_ex(first, analysed[i], NULL);
    if (!is_analysed || !json_object_object_get_ex(first, "library", NULL))
        return 0;
    json_object_object_foreach(first, name, value) {
        const struct header header = header_read(name);
        if (header.unit.kind || header.role == HEADER_UNIT || json_samples_are(first, name, value))
            return 0;
    }
    return 1;
}

static int recognises(const char *head, size_t n, const char *path) {
    size_t at = 0;
    (void)path;
    while (at < n && isspace((unsigned char)head[at]))
        at++;
    const struct source source = {.path = "", .text = head, .length = n};
    if (at == n || !strchr("[{", head[at]) ||
        (n >= FORMAT_HEAD && head[at] == '{' && !is_of_lines(&source)))
        return 0;
    json_object *root = parse_head(head, n), *facts;
    json_object *rows = json_rows_of(root, &facts);
    struct table table = {0};
    int is_table = rows && !are_ours(rows) && write_table(&table, rows, 2) &&
                   csv_columns_recognise(table.text, table.length, 1);
    release(&table);
    json_object_put(facts);
    json_object_put(rows);
    json_object_put(root);
    return is_table;
}

const struct format json_table_format = {
    .name = "json-table",
    .about = "tables of times as JSON or JSON Lines: an object for each row, or an array for each "
             "column",
    .extensions = "",
    .recognises = recognises,
    .has_columns = 1,
    .read = read_json_table,
};
