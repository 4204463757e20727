/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_stacked.h: tables with the same header below each other, each below a title of its own:
 *
 *     insert
 *     library,n,time_ms
 *     a,100,1.5
 *
 *     find
 *     library,n,time_ms
 *     a,100,0.5
 *
 * or groups of rows below one that has nothing but their title, whose names come again in others or
 * which begin with a blank:
 *
 *     library,n,time_ms          | query | server | time (ms) |
 *     insert,,                   |---|---|---|
 *     a,100,1.5                  | 1 | { posts } |
 *     find,,                     | | a | 1.5 |
 *     a,100,0.5                  | 2 | { users } |
 *                                ...
 *
 * They are one table, in which a column has the titles (csv_parts.h): those of comments if each
 * table has one, else the nearest lines. */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_STACKED_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_STACKED_H

#include "formats/csv_text/csv_record.h"

/* Sets STACKED to the table that those in the source of RECORD, which stands at its first line,
 * are, as a reader makes one (csv_record_begin_made); each line has the number that it has there.
 * Returns 1, 0 if there are no such tables, or an error. A title that says a unit, or comes twice,
 * makes them none. The caller must call source_release if it returns 1. */
int csv_stacked_make(struct csv_record *record, struct source *stacked, struct err *err);

#endif
