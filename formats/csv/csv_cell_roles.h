/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_cell_roles.h: what the cells of a table tell of the columns whose headers do not say what
 * they are.
 *
 * One pass over all lines notes of each such column whether it holds numbers, whether they come
 * again, and whether different libraries have the same. Columns of varying texts need a second
 * pass, and perhaps more: such a column
 *
 * - that is the same in all rows of each cell (same run, action, library, size, type and
 *   parameters) becomes a parameter if it holds numbers, else it is left out;
 * - that differs joins the name of the library if it has a name for what libraries differ in;
 *   otherwise the table is refused, with the name of the column. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_CELL_ROLES_H
#define BENCHMAT_FORMATS_CSV_CSV_CELL_ROLES_H

#include "formats/csv/csv_column.h"

/* Decides the role of each CSV_UNDECIDED column from all lines of RECORD below the header.
 * ERR_DAMAGED: a line is invalid, or nothing tells what a column is; ERR_FAILED: no memory. */
int csv_cell_roles_decide(struct csv_columns *columns, struct csv_record *record, struct err *err);

void csv_seen_forget(struct csv_seen *seen);

/* Refuses lines of one cell that have different numbers of calls in a column which says of how many
 * calls results may be: their times are neither samples of one call nor totals of as many. */
int csv_cell_roles_check_calls(struct csv_columns *columns, struct csv_record *record,
                               struct err *err);

#endif
