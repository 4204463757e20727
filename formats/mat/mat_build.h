/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_build.h: arrays of MATLAB made to be written.
 *
 * So that they can be made without a check on every line, running out of memory is remembered. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_BUILD_H
#define BENCHMAT_FORMATS_MAT_MAT_BUILD_H

#include "formats/text/identifiers.h"
#include "formats/mat/mat_array.h"
#include "formats/mat/mat_memory.h"

/* What they consist of. Begun by mat_build_begin; not to be moved. */
struct mat_build {
    struct mat_budget budget;
    struct mat_memory memory;
    int has_failed; /* memory ran out: what was made is not to be written */
};

void mat_build_begin(struct mat_build *build);
void mat_build_release(struct mat_build *build);

/* A full array of DIMS, as many as RANK; dimensions of 1 behind the second are left out, as MATLAB
 * does. NUMBERS, of CLASS, are borrowed. */
struct mat_array mat_build_numbers(struct mat_build *build, enum mat_class class,
                                   const void *numbers, const size_t *dims, size_t rank);
/* A single number. */
struct mat_array mat_build_real(struct mat_build *build, double value);
struct mat_array mat_build_integer(struct mat_build *build, int64_t value);
/* A row of characters, of UTF-8. */
struct mat_array mat_build_text(struct mat_build *build, const char *text);

/* The fields of a struct, or the variables of a file. Zero-initialised is none. */
struct mat_fields {
    struct identifiers names;
    struct mat_array *items; /* of class 0 where the name is only reserved */
    size_t room;
};

/* Adds ITEM under the identifier for TRUE_NAME, which is returned; NULL when memory ran out. */
const char *mat_fields_add(struct mat_build *build, struct mat_fields *fields,
                           const char *true_name, struct mat_array item);
/* Reserves the identifier for TRUE_NAME; no field comes of it unless its item is set. */
const char *mat_fields_reserve(struct mat_build *build, struct mat_fields *fields,
                               const char *true_name);

/* A struct of one element with FIELDS, which are released. */
struct mat_array mat_fields_end(struct mat_build *build, struct mat_fields *fields);
void mat_fields_release(struct mat_fields *fields);

#endif
