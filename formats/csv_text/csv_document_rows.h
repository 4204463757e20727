/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_document_rows.h: what the rows of a table in a document tell: whether it has times, and which
 * of them are none of its own. */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_DOCUMENT_ROWS_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_DOCUMENT_ROWS_H

#include "formats/csv_text/csv_markdown.h"
#include "formats/csv_text/csv_record.h"

/* Begins RECORD, whose source has TABLE, there, and reads its header. Returns whether it could. */
int csv_document_begin(struct csv_record *record, const struct csv_markdown_table *table);
/* Reads the next row of TABLE. Returns whether there is one. */
int csv_document_next(struct csv_record *record, const struct csv_markdown_table *table);

/* Whether TABLE has times or rates: by its header, most cells of a column, or the words above
 * numbers without a unit. */
int csv_document_has_results(const struct csv_markdown_table *table, struct csv_record *record);

/* Makes the rows of TABLE in TEXT, that of RECORD, that are titles of those below, and a mean or
 * sum of all others, blank. Returns whether there was one. */
int csv_document_drop_rows(const struct csv_markdown_table *table, struct csv_record *record,
                           char *text);

#endif
