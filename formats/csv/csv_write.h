/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_write.h: tables of times as csv.h reads them.
 *
 *     usual     run,action,library,size,round,seed,seconds: a line for each sample
 *     summary   n,mean,sd,min,max in place of the last three: a line for each cell
 *     wide      run,action,size and a column of means for each library, empty where it was wrong
 *
 * Where there is something to be said, columns control_of, type, status, threads and those of the
 * parameters stand before the times. What was not measured is left out, but a cell that failed has
 * a line that says so. Doubles have the fewest digits that read back as the same. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_WRITE_H
#define BENCHMAT_FORMATS_CSV_CSV_WRITE_H

#include "formats/import/format.h"

extern const struct format_writer csv_writer, tsv_writer;

#endif
