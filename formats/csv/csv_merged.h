/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_merged.h: names and sizes that stand only in the first line of their group, as merged cells
 * of a spreadsheet do:
 *
 *     n,package,time_ms
 *     10,a,6
 *     ,b,12
 *     20,a,7
 *     ,b,14
 *
 * Blanks are such only where they are at the begin of lines, at least two groups have some, no name
 * comes again below itself, and no two lines have the same names then. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_MERGED_H
#define BENCHMAT_FORMATS_CSV_CSV_MERGED_H

#include "formats/csv/csv_column.h"

/* Sets columns->merged to how many of the first columns have such blanks. RECORD stands at any
 * line, and stands at another one afterwards. Returns 0 if memory runs out. */
int csv_merged_find(struct csv_columns *columns, struct csv_record *record);

/* Puts what stands above into the blanks of RECORD, a line below the header. Returns 0 if memory
 * runs out. */
int csv_merged_fill(const struct csv_columns *columns, struct csv_record *record);

#endif
