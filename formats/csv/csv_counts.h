/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_counts.h: tells counts of what a call does, such as "flops" and "Mops" beside its time, from
 * rates that are called so.
 *
 * A count is the same for all libraries at one point, a rate is not. Where a table does not show
 * that, the spelling does (measured_unit.is_likely_count). Without times, they are rates. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_COUNTS_H
#define BENCHMAT_FORMATS_CSV_CSV_COUNTS_H

#include "formats/csv/csv_column.h"

/* Makes the headers of counts, in a table whose columns have no roles yet but by their names, those
 * of measures. RECORD stands at any line, and stands at another one afterwards. Returns 0 if memory
 * runs out. */
int csv_counts_find(struct csv_columns *columns, struct csv_record *record);

#endif
