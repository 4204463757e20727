/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_variables.h: makes runs of the variables of a MAT-file of any version, whether we or another
 * program chose their layout. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_VARIABLES_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_VARIABLES_H

#include "formats/import/format.h"
#include "formats/mat/mat_array.h"

/* All variables of a file, in its order. Zero-initialised: none. It borrows names and the memory of
 * arrays. */
struct mat_variables {
    const char **names;
    struct mat_array *items;
    size_t count, room, met; /* met: all variables, including skipped ones */
    char *skipped;           /* "f (a function handle), ..."; NULL for none */
    char *skipped_names;     /* the first of them that is called as what is compared; NULL: none */
};

/* The file of the variables. Everything is borrowed. */
struct mat_origin {
    const char *path;
    const char *text; /* text of the file's header; "" for none */
    const struct format_options *options;
    struct mat_budget *budget;
};

/* Add a variable, or skip one that is not read and say WHY: "a function handle"; of an object, the
 * CLASS_NAME that the file gives it tells more (mat_words_object), else it is NULL. ERR_DAMAGED if
 * there are too many variables; ERR_FAILED if memory runs out. Messages name PATH. */
int mat_variables_add(struct mat_variables *variables, const char *name,
                      const struct mat_array *array, const char *path, struct err *err);
int mat_variables_skip(struct mat_variables *variables, const char *name, const char *why,
                       const char *class_name, const char *path, struct err *err);

/* Makes RUNS, which must be empty and which the caller must release, from the variables of our own
 * file (mat_ours.h) or of another program's. ERR_DAMAGED if the data are invalid or a variable is
 * there twice; ERR_USAGE if another program's file has neither sizes with times nor a table. */
int mat_variables_read(const struct mat_variables *variables, const struct mat_origin *origin,
                       struct runs *runs, struct err *err);

void mat_variables_release(struct mat_variables *variables);

#endif
