/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_names.h: the columns that csv.h's own names, or options->as, give a role. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_NAMES_H
#define BENCHMAT_FORMATS_CSV_CSV_NAMES_H

#include "formats/csv/csv_column.h"

/* Gives each column that the user, or its name alone, tells its role, whatever else the table has,
 * and all others CSV_UNDECIDED; tells the tables that the project's programs write. ERR_DAMAGED: a
 * header has two units; ERR_USAGE: no column has a name that OPTIONS give; ERR_FAILED: no memory.
 */
int csv_names_assign(struct csv_columns *columns, const struct csv_record *record,
                     const struct format_options *options, struct err *err);

/* Unless a column already has ROLE, gives it to the undecided column with the likeliest of the
 * words of NAMES. */
void csv_names_find_role(struct csv_columns *columns, enum csv_role role, enum header_role names);

/* Whether a table of means is one that bench-analyze or bench-store wrote. */
int csv_names_are_analysed(const struct csv_columns *columns);

/* Whether a column called NAME in a table like those that are exported, which is not the name of
 * another column there, is a parameter of that name. */
int csv_names_take_parameter(const char *name);

/* Returns the detail of samples (run.h) called NAME in any case; NULL if there is none. */
const struct series_detail *csv_names_detail(const char *name);

#endif
