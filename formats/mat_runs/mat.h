/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat.h: reads runs from classic MAT-files, which MATLAB's save and load use (mat_file.h), and
 * writes them, compressed (v7). docs/mat-files.md describes the layout. Version 7.3 is HDF5: the
 * store opens such files and makes runs of them with the same code (mat_variables.h).
 *
 * Our files have the variables `sizes` and `seeds`, one for each parameter, and one for each
 * library. The variable of a library has the mean seconds per call at each size or, with
 * WRITING_SAMPLES, every sample, [K R S] in MATLAB's order. The variable `benchmat` has all true
 * names and all facts. Samples read back bit by bit, with all details and facts; means read back as
 * one sample per size.
 *
 * Files of other programs need only a vector of sizes and, of the same length, the seconds of each
 * library; a matrix with a row or a column for each size gives several samples. Texts, single
 * numbers and small matrices in such a file become facts, "mat_NAME"; the fact "mat_left_out" lists
 * everything else. Complex and logical arrays are never libraries. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_H

#include "formats/import/format.h"

extern const struct format_writer mat_writer_of_runs;

extern const struct format mat_format;

#endif
