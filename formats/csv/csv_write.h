/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_write.h: writes tables of times that csv.h can read.
 *
 *     usual     run,action,library,size,round,seed,seconds: a line for each sample
 *     summary   n,mean,sd,min,max in place of the last three: a line for each cell
 *     wide      run,action,size and a column of means for each library, empty without samples
 *
 * A parameter whose name has another meaning in such a table, as N, mean and type have, is in a
 * column called parameter:NAME (csv.h).
 *
 * The writer adds columns only if some measurement needs them: control_of, type, threads, the
 * parameters and status; they stand before the times. It leaves out what was not measured, but
 * writes a line for a cell that failed. Doubles have the fewest digits that read back as the same
 * value. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_WRITE_H
#define BENCHMAT_FORMATS_CSV_CSV_WRITE_H

#include "formats/import/format.h"

extern const struct format_writer csv_writer, tsv_writer;

#endif
