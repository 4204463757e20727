/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_cell_roles.h: what the cells of a table tell of the columns whose headers do not say what
 * they are.
 *
 * One pass over all lines notes of each such column whether it holds numbers, whether they come
 * again, and whether different libraries have the same. What that does not tell of a column, the
 * lines of each cell do (csv_doubtful.h). */
#ifndef BENCHMAT_FORMATS_CSV_CSV_CELL_ROLES_H
#define BENCHMAT_FORMATS_CSV_CSV_CELL_ROLES_H

#include "formats/csv/csv_column.h"

/* Decides the role of each CSV_UNDECIDED column from all lines of RECORD below the header.
 * ERR_DAMAGED: a line is invalid, or nothing tells what a column is; ERR_FAILED: no memory. */
int csv_cell_roles_decide(struct csv_columns *columns, struct csv_record *record, struct err *err);

#endif
