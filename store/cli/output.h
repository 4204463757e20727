/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: prints tables with aligned columns, and JSON. */
#ifndef BENCHMAT_STORE_CLI_OUTPUT_H
#define BENCHMAT_STORE_CLI_OUTPUT_H

#include <json-c/json.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/model/run.h"

/* Cells, row by row. Set COLUMNS; otherwise zero-initialised is empty. */
struct text_table {
    size_t columns;
    const char *right; /* a character per column: 'r' aligns it to the right. NULL: none */
    char **cells;
    size_t count;
};

/* Adds a copy of TEXT as a cell, made safe for a terminal. */
void text_table_add(struct text_table *table, const char *text);
void text_table_addf(struct text_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds an amount of bytes in readable form: "262 KB". */
void text_table_add_bytes(struct text_table *table, uint64_t bytes);
#define TEXT_TABLE_BYTES 32
/* Writes that text to BUFFER and returns BUFFER. */
char *text_table_bytes(char buffer[TEXT_TABLE_BYTES], uint64_t bytes);

/* Prints all rows, each indented by INDENT spaces, with two spaces between columns. */
void text_table_print(const struct text_table *table, size_t indent, FILE *file);
void text_table_release(struct text_table *table);

/* --- json --- */

/* JSON output. Undefined values become null. */

/* Each adds a value to an object. */
void json_output_put(json_object *object, const char *key, json_object *value);
void json_output_put_text(json_object *object, const char *key, const char *text); /* may be NULL */
void json_output_put_integer(json_object *object, const char *key, int64_t integer);

json_object *json_output_text(const char *text); /* bytes that are not UTF-8 become '?' */
json_object *json_output_real(double real);
json_object *json_output_integers(const int64_t *values, size_t count);
json_object *json_output_facts(const struct facts *facts);

/* Prints SEPARATOR ("[\n", ",\n", or ""), then VALUE, and releases VALUE. */
void json_output_print(const char *separator, json_object *value);

#endif
