/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_rows.h: the rows of a CSV that a harness writes, by the names of its columns. */
#ifndef BENCHMAT_FORMATS_HARNESS_CSV_ROWS_H
#define BENCHMAT_FORMATS_HARNESS_CSV_ROWS_H

#include "formats/csv_text/csv_record.h"

struct csv_rows {
    struct csv_record record; /* number and count of the current row are public */
    char **columns;           /* [count] */
    size_t count;
    size_t before; /* lines before the header */
    struct source table;
};

/* Returns where the header, which begins with HEADER, stands at the begin of a line among the N
 * bytes at TEXT; N if it does not. */
size_t csv_rows_find(const char *text, size_t n, const char *header);

/* Begins with the header at AT of SOURCE, which is borrowed. The caller must call csv_rows_end,
 * also after a failure, as of csv_record_begin and csv_record_next. */
int csv_rows_begin(struct csv_rows *rows, const struct source *source, size_t at, struct err *err);
/* Reads the next row. Returns 1, 0 at the end, or an error. */
int csv_rows_next(struct csv_rows *rows, struct err *err);
void csv_rows_rewind(struct csv_rows *rows, struct err *err);
/* Returns the field in the column called NAME; "" if the row, or the table, has none. */
const char *csv_rows_field(const struct csv_rows *rows, const char *name);
/* Returns the line of the current row in the file. */
size_t csv_rows_line(const struct csv_rows *rows);
void csv_rows_end(struct csv_rows *rows);

#endif
