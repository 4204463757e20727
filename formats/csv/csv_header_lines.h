/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_header_lines.h: the names of columns, which may stand in several lines.
 *
 * Each line goes on with the names above it, as in
 *
 *     ,time_ms,time_ms       of pandas, which repeats them, and names the rows in a line of their
 *     library,blas,mkl       own
 *     n,,
 *
 * or has units. Columns of one name are called as those before them, too, where these tell them
 * apart: "compile,time,run,time". In a line above, a name stands for the empty fields behind it,
 * too. Spreadsheets write "Average of time_ms" and "Column Labels" above the names of a pivot
 * table, and add totals, which are left out. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_HEADER_LINES_H
#define BENCHMAT_FORMATS_CSV_CSV_HEADER_LINES_H

#include "formats/csv/csv_column.h"

/* Takes the names of the columns from RECORD, which stands at the first line below titles
 * (csv_titles.h), and from those below it that go on with the header. ERR_DAMAGED: a name occurs
 * twice, or all of them are numbers; ERR_FAILED: no memory. */
int csv_header_lines_read(struct csv_columns *columns, struct csv_record *record, struct err *err);

/* Calls column C as TEXT says. Returns 0 if memory runs out. */
int csv_header_lines_name(struct csv_columns *columns, size_t c, const char *text);

/* How pandas calls the totals that it adds to pivot tables. */
#define CSV_MARGINS "All"

/* Whether TEXT is how spreadsheets call the totals that they add. */
int csv_is_of_totals(const char *text);

#endif
