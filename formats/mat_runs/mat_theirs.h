/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_theirs.h: samples out of variables that somebody else has laid out. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_THEIRS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_THEIRS_H

#include "formats/import/format.h"
#include "formats/mat/mat_array.h"

/* --- mat variables --- */

/* The runs in the variables of a MAT-file, whichever version it is of. */

/* All of a file's, in its order. Zero-initialised is none. Names and what the arrays consist of are
 * borrowed. */
struct mat_variables {
    const char **names;
    struct mat_array *items;
    size_t count, room, met; /* met: with those that were skipped */
    char *skipped;           /* "f (a function handle), ..."; NULL: none */
};

/* The file that they are of, all borrowed. */
struct mat_origin {
    const char *path;
    const char *text; /* of the file's header; "": none */
    const struct format_options *options;
    struct mat_budget *budget;
};

/* Adds a variable, or one that is not read and WHY: "an object". ERR_DAMAGED: there are too many;
 * ERR_FAILED: no memory. Messages name PATH. */
int mat_variables_add(struct mat_variables *variables, const char *name,
                      const struct mat_array *array, const char *path, struct err *err);
int mat_variables_skip(struct mat_variables *variables, const char *name, const char *why,
                       const char *path, struct err *err);

/* Makes RUNS, which are empty before and the caller's to release: ours (mat_ours.h), if they say
 * so, else one of theirs (mat_theirs.h). ERR_DAMAGED also where a variable is there twice. */
int mat_variables_read(const struct mat_variables *variables, const struct mat_origin *origin,
                       struct runs *runs, struct err *err);

void mat_variables_release(struct mat_variables *variables);

#endif
