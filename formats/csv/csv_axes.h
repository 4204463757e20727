/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_axes.h: whether the libraries of a wide table are in its columns or in its lines. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_AXES_H
#define BENCHMAT_FORMATS_CSV_CSV_AXES_H

#include "formats/csv/csv_column.h"

/* The axis that options->as may call NAME: "rows", "columns". */
enum csv_axis csv_axis_called(const char *name);
const char *csv_axis_name(enum csv_axis axis);

/* Tells by the names on both axes, unless options->as says it, which of them are libraries; the
 * others are actions. ERR_USAGE: options->as says it of another table. */
int csv_axes_settle(struct csv_columns *columns, struct csv_record *record, struct err *err);

/* Whether several columns have the names of libraries, so that texts in lines name what these do.
 */
int csv_axes_are_libraries_in_columns(const struct csv_columns *columns);

#endif
