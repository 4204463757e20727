/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_columns.h: decides what each column of a table of times is, by the rules in csv.h: first by
 * what its header says (csv_header_roles.h), then by its cells (csv_cell_roles.h). */
#ifndef BENCHMAT_FORMATS_CSV_CSV_COLUMNS_H
#define BENCHMAT_FORMATS_CSV_CSV_COLUMNS_H

#include "formats/csv/csv_column.h"

/* Reads the header of RECORD, looks at all cells if needed, and returns to the first line below the
 * header. TITLES are the words above tables that were made one (csv_parts.h), else NULL. The caller
 * must call csv_columns_release, also after a failure. ERR_DAMAGED: there is no header, a name
 * occurs twice, nothing says what the times are, or a column or line is invalid; ERR_USAGE: no
 * column has the name that OPTIONS give for the size; ERR_FAILED: no memory. */
int csv_columns_read(struct csv_columns *columns, struct csv_record *record, const char *titles,
                     const struct format_options *options, struct err *err);
void csv_columns_release(struct csv_columns *columns);

/* Whether the N bytes at HEAD begin with the header of such a table, of at LEAST so many columns.
 */
int csv_columns_recognise(const char *head, size_t n, size_t least);

#endif
