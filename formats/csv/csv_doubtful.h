/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_doubtful.h: decides what columns are that may differ between the lines of one cell: the same
 * run, action, library, size, type and parameters.
 *
 * Such a column
 *
 * - that is the same in all lines of each cell becomes a parameter if it holds numbers, else it is
 *   left out;
 * - that differs, under a name for what libraries differ in, joins the name of the library;
 * - of texts that come again, under a word that nobody knows, has the actions if most cells of
 * named libraries have most of them, else it joins the name of the library;
 * - of remarks tells apart what is compared if each cell has the same ones, and is left out if not
 *   all lines have one;
 * - of any other kind makes the table one that is refused. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_DOUBTFUL_H
#define BENCHMAT_FORMATS_CSV_CSV_DOUBTFUL_H

#include "formats/csv/csv_column.h"

/* Decides the role of each CSV_DOUBTFUL column from all lines of RECORD below the header, in as
 * many passes as it takes. ERR_DAMAGED: nothing tells what a column is; ERR_FAILED: no memory. */
int csv_doubtful_settle(struct csv_columns *columns, struct csv_record *record, struct err *err);

/* Makes what is called "size" a measure if no two libraries have one in common, and each has a
 * single one wherever they meet: that of a compressed file, or of a program. */
int csv_doubtful_settle_size(struct csv_columns *columns, struct csv_record *record,
                             struct err *err);

/* Refuses lines of one cell that have different numbers of calls in a column which says of how many
 * calls results may be: their times are neither samples of one call nor totals of as many. */
int csv_doubtful_check_calls(struct csv_columns *columns, struct csv_record *record,
                             struct err *err);

/* Whether numbers of a column that is called as libraries are, such as "version", only say which
 * one it is: no two libraries have one in common. */
int csv_doubtful_is_version(const struct csv_columns *columns, const struct csv_column *column);

#endif
