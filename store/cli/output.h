/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: words in columns that line up. */
#ifndef BENCHMAT_STORE_CLI_OUTPUT_H
#define BENCHMAT_STORE_CLI_OUTPUT_H

#include <json-c/json.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/model/run.h"

/* Cells, row by row. Set COLUMNS; the rest zero-initialised is empty. */
struct text_table {
    size_t columns;
    const char *right; /* a character per column: 'r' stands to the right. NULL: none does */
    char **cells;
    size_t count;
    int failed; /* memory ran out: something is missing */
};

/* Adds a cell; TEXT is copied, and made clean for a terminal. */
void text_table_add(struct text_table *table, const char *text);
void text_table_addf(struct text_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds an amount of bytes as people say it: "262 KB". */
void text_table_add_bytes(struct text_table *table, uint64_t bytes);
#define TEXT_TABLE_BYTES 32
/* The same text, written to BUFFER, which is returned. */
char *text_table_bytes(char buffer[TEXT_TABLE_BYTES], uint64_t bytes);

/* Prints all rows, each behind INDENT blanks, two blanks between columns. */
void text_table_print(const struct text_table *table, size_t indent, FILE *file);
void text_table_release(struct text_table *table);

/* --- json --- */

/* What bench-store knows, as JSON. What is undefined is null. */

/* Each adds VALUE to an object; without memory the process ends, as there is nothing to be lost. */
void json_output_put(json_object *object, const char *key, json_object *value);
void json_output_put_text(json_object *object, const char *key, const char *text); /* may be NULL */
void json_output_put_integer(json_object *object, const char *key, int64_t integer);

json_object *json_output_text(const char *text); /* bytes that are no UTF-8 become '?' */
json_object *json_output_real(double real);
json_object *json_output_integers(const int64_t *values, size_t count);
json_object *json_output_facts(const struct facts *facts);

/* Prints VALUE and releases it. With SEPARATOR in front: "[\n", ",\n", or "". */
void json_output_print(const char *separator, json_object *value);

#endif
