/* SPDX-License-Identifier: GPL-3.0-or-later */
/* identifiers.h: makes names that MATLAB accepts for variables and fields. */
#ifndef BENCHMAT_FORMATS_MODEL_IDENTIFIERS_H
#define BENCHMAT_FORMATS_MODEL_IDENTIFIERS_H

#include <stddef.h>

#include "formats/model/hash_table.h"

#define IDENTIFIER_SIZE 64 /* MATLAB's namelengthmax, 63, and the NUL */

/* The identifiers of one struct or of one file. Zero-initialised: none. ITEMS may also be set, and
 * COUNT be lowered, by a caller. */
struct identifiers {
    char (*items)[IDENTIFIER_SIZE];
    size_t count;

    /* private */
    struct slots by_name;
    struct identifier_stem *stems; /* of those that got a suffix */
    size_t stem_count;
    struct slots by_stem;
};

/* Adds an identifier for TRUE_NAME and returns it. It is TRUE_NAME itself if that is a valid
 * identifier and not taken. Otherwise:
 *  - Each byte outside [A-Za-z0-9_] becomes '_'.
 *  - If the first character is not a letter, or the name is a reserved word of MATLAB, an 'x' is
 *    put in front.
 *  - The name is cut to 63 characters.
 *  - A name that is taken gets the suffix _2, _3, ..., behind those that names with the same 42
 *    first characters have got.
 *
 * The result is valid until the next call for IDENTIFIERS. Returns NULL if memory runs out. */
const char *identifiers_add(struct identifiers *identifiers, const char *true_name);
void identifiers_release(struct identifiers *identifiers);

/* Returns whether C is one of [A-Za-z0-9_], in any locale. */
int identifiers_may_have(char c);

#endif
