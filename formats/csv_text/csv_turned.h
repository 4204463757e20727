/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_turned.h: tables that lie on their side: a line for each quantity, with its name first, and a
 * column for each library or size:
 *
 *     library,openblas,mkl
 *     n,100,100
 *     time_ms,1.5,2.5 */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_TURNED_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_TURNED_H

#include "formats/csv_text/csv_record.h"

/* Whether the table of RECORD, which stands at its first line and stays there, lies on its side. */
int csv_turned_is(struct csv_record *record);

/* Sets TURNED to the table of RECORD as a reader makes one (csv_record_begin_made), in whose lines
 * its columns stand from the second on. The caller must call source_release. */
int csv_turned_make(struct csv_record *record, struct source *turned, struct err *err);

/* Lets a message about a line of such a table name the column of the file. */
void csv_turned_name_place(struct err *err);

#endif
