/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sort_rows.h: records put in order: grouped by some columns, and sorted within groups by others.
 */
#ifndef BENCHMAT_ANALYZE_COLUMNS_SORT_ROWS_H
#define BENCHMAT_ANALYZE_COLUMNS_SORT_ROWS_H

#include "analyze/columns/records.h"

/* Gives RECORDS the order that VIEW wants. Groups stand in the order in which the first of each
 * comes; within them records are sorted, undefined ones last, equal ones as they come. Names that
 * the records do not have are passed over. Returns 0 when there is no memory. */
int sort_rows_records(struct records *records, const struct view *view);

#endif
