/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_stacked.h: tables with the same header below each other, each below a title of its own:
 *
 *     insert                     ## insert
 *     library,n,time_ms
 *     a,100,1.5                  | library | n | time (ms) |
 *                                |---|---|---|
 *     find                       | a | 100 | 1.5 |
 *     library,n,time_ms
 *     a,100,0.5                  ## find
 *                                ...
 *
 * They are one table, in which a column has the titles. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_STACKED_H
#define BENCHMAT_FORMATS_CSV_CSV_STACKED_H

#include "formats/csv/csv_record.h"

/* Sets STACKED to the table that those in the source of RECORD, which stands at its first line,
 * are, as a reader makes one (csv_record_begin_made); each line has the number that it has there.
 * Returns 1, 0 if there are no such tables, or an error. A title that says a unit, or comes twice,
 * makes them none. The caller must call source_release if it returns 1. */
int csv_stacked_make(struct csv_record *record, struct source *stacked, struct err *err);

#endif
