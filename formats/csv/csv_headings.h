/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_headings.h: the comments above and between the lines of a table, which may be headings of
 * several tables: "# Insert (ns)". Those of Markdown are csv_document.h's. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_HEADINGS_H
#define BENCHMAT_FORMATS_CSV_CSV_HEADINGS_H

#include "formats/csv/csv_column.h"

/* Refuses (ERR_DAMAGED) lines under another heading than the first ones: above a header that comes
 * again, or behind a blank line and below another heading; two blank lines alone, as gnuplot has
 * them between data sets, make any comment one, and part a table whose fields have blanks between.
 */
int csv_headings_check(const struct csv_columns *columns, struct csv_record *record,
                       struct err *err);

/* Refuses (ERR_DAMAGED) the line in RECORD, which is the header of another table. */
int csv_headings_refuse_header(const struct csv_record *record, struct err *err);

/* Says so in ERR, in the place of what it says of a table that cannot be read, and is none of
 * Markdown (csv_document.h), if some line below the header of RECORD has words, and nothing else,
 * in columns that begin with numbers, and some of them are for results. */
void csv_headings_blame(const struct csv_columns *columns, struct csv_record *record,
                        struct err *err);

#endif
