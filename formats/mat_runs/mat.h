/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat.h: classic MAT-files, as MATLAB's save and load have them (mat_file.h): read, and written
 * compressed (v7). docs/mat-files.md describes the layout. Those of version 7.3 are HDF5: the store
 * opens them, and makes runs of them by the same code (mat_theirs.h).
 *
 * Ours have `sizes`, `seeds`, a variable for each parameter and one for each library: the mean
 * seconds per call at each size; or with WRITING_SAMPLES every sample, [K R S] in MATLAB's order.
 * The variable `benchmat` has all names as they are and all facts. Samples come back bit by bit
 * with all details and facts, means as one sample a size.
 *
 * Others' need no more than a vector of sizes and, of the same length, seconds of each library;
 * matrices with a line or a column for each size have several samples. What else such a file says
 * in texts and single numbers becomes facts, "mat_NAME". Complex and logical arrays are left out.
 */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_H

#include "formats/import/format.h"

/* --- mat write --- */

/* Runs as variables of MATLAB, in the layout of docs/mat-files.md. */

extern const struct format_writer mat_writer_of_runs;

/* --- mat --- */

extern const struct format mat_format;

#endif
