/* SPDX-License-Identifier: GPL-3.0-or-later */
/* identifiers.h: names that MATLAB takes for variables and fields. */
#ifndef BENCHMAT_FORMATS_TEXT_IDENTIFIERS_H
#define BENCHMAT_FORMATS_TEXT_IDENTIFIERS_H

#include <stddef.h>

#define IDENTIFIER_SIZE 64 /* MATLAB's namelengthmax of 63, and the terminator */

/* Those of one struct, or of one file. Zero-initialised is none. */
struct identifiers {
    char (*items)[IDENTIFIER_SIZE];
    size_t count;
};

/* Adds an identifier for TRUE_NAME and returns it: TRUE_NAME itself where that is one that no other
 * has. Otherwise each byte outside [A-Za-z0-9_] becomes '_'; a first character that is no letter,
 * and a word reserved by MATLAB, get an 'x' in front; what is over 63 characters is cut; and a name
 * already taken ends in _2, _3, ... The result is valid until the next call for IDENTIFIERS; NULL
 * when there is no memory. */
const char *identifiers_add(struct identifiers *identifiers, const char *true_name);
void identifiers_release(struct identifiers *identifiers);

/* Whether C is one of [A-Za-z0-9_], in any locale. */
int identifiers_may_have(char c);

#endif
