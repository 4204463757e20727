/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_theirs.h: samples out of variables that somebody else has laid out. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_THEIRS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_THEIRS_H

#include "formats/import/format.h"
#include "formats/mat/mat_array.h"
#include "formats/mat/mat_memory.h"

/* Adds to GATHER, whose path is the file's, what is in FILE, a struct of all variables. An action
 * is the file itself, under the name in OPTIONS or else the file's, if it has the sizes; and each
 * struct that has sizes. These are the numbers called as in options->size_param, else `sizes`.
 * Every other array of real numbers with as many rows, columns or layers is a library, but for
 * `seeds` (how many of the samples of each size count), `flops` and `bytes`. ERR_USAGE: there are
 * no sizes, or nothing beside them; ERR_DAMAGED: they are none, or it takes more memory than BUDGET
 * has left. */
int mat_theirs_read(struct import_builder *builder, const struct mat_array *file,
                    const struct format_options *options, struct mat_budget *budget,
                    struct err *err);

#endif
