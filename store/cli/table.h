/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h: words in columns that line up. */
#ifndef BENCHMAT_STORE_CLI_TABLE_H
#define BENCHMAT_STORE_CLI_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Cells, row by row. Set COLUMNS; the rest zero-initialised is empty. */
struct cmd_table {
    size_t columns;
    const char *right; /* a character per column: 'r' stands to the right. NULL: none does */
    char **cells;
    size_t count;
    int failed; /* memory ran out: something is missing */
};

/* Adds a cell; TEXT is copied, and made clean for a terminal. */
void cmd_table_add(struct cmd_table *table, const char *text);
void cmd_table_addf(struct cmd_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds an amount of bytes as people say it: "262 KB". */
void cmd_table_add_bytes(struct cmd_table *table, uint64_t bytes);
#define CMD_TABLE_BYTES 32
/* The same text, written to BUFFER, which is returned. */
char *cmd_table_bytes(char buffer[CMD_TABLE_BYTES], uint64_t bytes);

/* Prints all rows, each behind INDENT blanks, two blanks between columns. */
void cmd_table_print(const struct cmd_table *table, size_t indent, FILE *file);
void cmd_table_release(struct cmd_table *table);

#endif
