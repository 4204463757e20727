/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_theirs.h: reads the variables of MAT-files of other programs. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_THEIRS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_THEIRS_H

#include "formats/mat_runs/mat_variables.h"

/* Adds the samples in FILE, a struct of all variables, to BUILDER, whose path is the file's.
 *
 * The file itself is an action if it has sizes, under the name in OPTIONS or else the file's name;
 * so is each struct that has sizes, under its own name. The sizes are the numbers called
 * options->size_param, by default `sizes`, or else by a word for sizes (header_words.h). Every
 * other array of real numbers with a matching number of rows, columns or layers is a library,
 * except `seeds` (how many of the samples of each size count), `flops` and `bytes`, and what the
 * words say is no result: parameters, statistics and other measures. They tell units, too: "a_ms".
 * Beside a cell of names, an array with a dimension for these holds the results of so many
 * libraries. Arrays of several structs, and vectors beside a cell of texts that tells which library
 * each number is of, are tables (mat_table.h).
 *
 * ERR_USAGE if there is neither a table nor sizes with libraries beside them. ERR_DAMAGED if a
 * size, a number of seeds or a time is invalid, if there are too many variables, or if they take
 * more memory than BUDGET has left. */
int mat_theirs_read(struct import_builder *builder, const struct mat_array *file,
                    const struct mat_variables *all, const struct mat_origin *origin,
                    struct err *err);

/* Returns ERR_USAGE: the file at PATH has no tables, whose columns options->as is for. */
int mat_theirs_refuse_roles(const char *path, struct err *err);

#endif
