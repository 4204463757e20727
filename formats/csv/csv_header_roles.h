/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_header_roles.h: what the headers of a table's columns say of them.
 *
 * Three things tell a role, in this order: the user (options->as), csv.h's own names, and the words
 * that others use (header_words.h). The words tell the shape of the table, too: whether its results
 * stand in one column, or in one for each library. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_HEADER_ROLES_H
#define BENCHMAT_FORMATS_CSV_CSV_HEADER_ROLES_H

#include "formats/csv/csv_column.h"

/* Gives each column, of which the names are known, its role; CSV_UNDECIDED if only its cells can
 * tell it. ERR_DAMAGED: nothing says what the times are, or two columns do; ERR_USAGE: no column
 * has a name that OPTIONS give; ERR_FAILED: no memory. RECORD may stand at another line afterwards.
 */
int csv_header_roles_assign(struct csv_columns *columns, struct csv_record *record,
                            const struct format_options *options, struct err *err);

#endif
