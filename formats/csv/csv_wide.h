/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_wide.h: tables with a column, or several, for each library. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_WIDE_H
#define BENCHMAT_FORMATS_CSV_CSV_WIDE_H

#include "formats/csv/csv_column.h"

/* Settles by all headers together which of the words in one of them belong to a name. */
void csv_wide_settle_names(struct csv_columns *columns);

/* Whether COLUMN may have the results of a library whose name its header has. */
int csv_wide_is_of_name(const struct csv_column *column);

/* Makes the columns of libraries CSV_TIMES, and what else was measured of them CSV_MEASURE.
 * ERR_DAMAGED: two columns may have the results of a library; ERR_FAILED: no memory. */
int csv_wide_make(struct csv_columns *columns, const struct csv_record *record, struct err *err);

/* Whether COLUMN has samples, without a unit and a name of a library: "Run 1". */
int csv_wide_is_of_samples(const struct csv_column *column);

/* Returns a column of differences, such as "delta", where nothing has what they are of; `count` if
 * there is none. */
size_t csv_wide_find_difference(const struct csv_columns *columns);

/* Leaves out what was calculated from columns of libraries or samples: a mean over them, their
 * difference. */
void csv_wide_leave_out_derived(struct csv_columns *columns);

#endif
