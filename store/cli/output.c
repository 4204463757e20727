/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/cli/output.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

/* --- table --- */

/* Takes ownership of TEXT. */
static void add(struct text_table *table, char *text) {
    /* Doubles the array whenever the count reaches a power of two. */
    if ((table->count & (table->count - 1)) == 0)
        table->cells =
            xreallocarray(table->cells, table->count ? 2 * table->count : 1, sizeof *table->cells);
    utf8_clean(text, '?');
    table->cells[table->count++] = text;
}

void text_table_add(struct text_table *table, const char *text) {
    add(table, xstrdup(text));
}

void text_table_addf(struct text_table *table, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(table, xvasprintf(format, arguments));
    va_end(arguments);
}

char *text_table_bytes(char buffer[TEXT_TABLE_BYTES], uint64_t bytes) {
    static const char *const units[] = {"bytes", "KB", "MB", "GB", "TB"};
    size_t unit = 0;
    double value = (double)bytes;
    for (; value >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
        value /= 1000;
    snprintf(buffer, TEXT_TABLE_BYTES, "%.*f %s", unit && value < 100 ? 1 : 0, value, units[unit]);
    return buffer;
}

void text_table_add_bytes(struct text_table *table, uint64_t bytes) {
    char text[TEXT_TABLE_BYTES];
    text_table_add(table, text_table_bytes(text, bytes));
}

static size_t width_of(const struct text_table *table, size_t column) {
    size_t widest = 0;
    for (size_t i = column; i < table->count; i += table->columns) {
        size_t width = utf8_width(table->cells[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

void text_table_print(const struct text_table *table, size_t indent, FILE *file) {
    size_t *widths = xcalloc(table->columns, sizeof *widths);
    for (size_t c = 0; c < table->columns; c++)
        widths[c] = width_of(table, c);
    for (size_t i = 0; i < table->count; i++) {
        size_t column = i % table->columns;
        int is_last = column + 1 == table->columns;
        int is_right = table->right && table->right[column] == 'r';
        fprintf(file, "%*s", column ? 2 : (int)indent, "");

        const char *text = table->cells[i];
        int blanks = (int)(widths[column] - utf8_width(text));
        if (is_right)
            fprintf(file, "%*s%s", blanks, "", text);
        else
            fprintf(file, "%s%*s", text, is_last ? 0 : blanks, "");

        if (is_last)
            fputc('\n', file);
    }
    free(widths);
}

void text_table_release(struct text_table *table) {
    for (size_t i = 0; i < table->count; i++)
        free(table->cells[i]);
    free(table->cells);
    table->cells = NULL;
    table->count = 0;
}

/* --- json --- */

void json_output_put(json_object *object, const char *key, json_object *value) {
    char *name = utf8_escape(key);
    if (!name || json_object_object_add(object, name, value) != 0)
        xalloc_die();
    free(name);
}

/* Replaces only invalid UTF-8: line ends and tabs, which are not safe on a terminal, are valid in
 * JSON. */
static void make_well_formed(char *text) {
    uint32_t code;
    while (*text) {
        size_t bytes = utf8_decode(text, &code);
        if (bytes == 0)
            *text = '?';
        text += bytes ? bytes : 1;
    }
}

json_object *json_output_text(const char *text) {
    if (!text)
        return NULL;
    char *copy = xstrdup(text);
    make_well_formed(copy);
    json_object *value = json_object_new_string(copy);
    free(copy);
    return value;
}

void json_output_put_text(json_object *object, const char *key, const char *text) {
    json_output_put(object, key, json_output_text(text));
}

void json_output_put_integer(json_object *object, const char *key, int64_t integer) {
    json_output_put(object, key, json_object_new_int64(integer));
}

/* Uses as many digits as are needed to read back the same double. */
json_object *json_output_real(double real) {
    char text[40];
    int digits = 15;
    if (!isfinite(real))
        return NULL;
    do
        snprintf(text, sizeof text, "%.*g", digits, real);
    while (digits++ < 17 && strtod(text, NULL) != real);
    return json_object_new_double_s(real, text);
}

json_object *json_output_integers(const int64_t *values, size_t count) {
    json_object *array = json_object_new_array();
    for (size_t i = 0; i < count; i++)
        if (json_object_array_add(array, json_object_new_int64(values[i])) != 0)
            xalloc_die();
    return array;
}

static json_object *fact_value(const struct fact *fact) {
    switch (fact->kind) {
    case FACT_INTEGER:
        return json_object_new_int64(fact->integer);
    case FACT_REAL:
        return json_output_real(fact->real);
    case FACT_TEXT:
        break;
    }
    return json_output_text(fact->text);
}

json_object *json_output_facts(const struct facts *facts) {
    json_object *object = json_object_new_object();
    for (size_t i = 0; i < facts->count; i++)
        json_output_put(object, facts->items[i].name, fact_value(&facts->items[i]));
    return object;
}

void json_output_print(const char *separator, json_object *value) {
    const char *text = json_object_to_json_string_ext(value, JSON_C_TO_STRING_NOSLASHESCAPE);
    if (!text)
        xalloc_die();
    printf("%s%s", separator, text);
    json_object_put(value);
}
