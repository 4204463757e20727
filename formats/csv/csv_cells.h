/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_cells.h: whether columns of a table tell samples apart that would become one cell. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_CELLS_H
#define BENCHMAT_FORMATS_CSV_CSV_CELLS_H

#include "formats/csv/csv_columns.h"

/* Settles the columns whose role is CSV_DOUBTFUL by all lines of RECORD, from the first below the
 * header on. One that is the same in all rows of each cell (of the same run, action, library,
 * size, type and parameters) is left out, or where it holds numbers a parameter. One that differs
 * joins the name of the library if it is called as what libraries differ in; else ERR_DAMAGED,
 * which names it. ERR_FAILED: no memory. */
int csv_cells_settle(struct csv_columns *columns, struct csv_record *record, struct err *err);

#endif
