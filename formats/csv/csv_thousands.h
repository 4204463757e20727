/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_thousands.h: columns whose numbers have points between thousands, as 1.234.567 has, beside
 * others of one table that have them before decimals. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_THOUSANDS_H
#define BENCHMAT_FORMATS_CSV_CSV_THOUSANDS_H

#include "formats/csv/csv_column.h"

/* Sets `has_thousands` of the columns in which some number has two such points, and none another
 * one. RECORD stands at any line, and stands at another one afterwards. */
void csv_thousands_find(struct csv_columns *columns, struct csv_record *record);

/* Takes these points away from the fields of RECORD, a line below the header. */
void csv_thousands_drop(const struct csv_columns *columns, const struct csv_record *record);

#endif
