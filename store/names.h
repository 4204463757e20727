/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.h: names that every reader accepts. Private.
 *
 * Members of groups are MATLAB identifiers. Attributes are plain words; what is not is written with
 * percent signs, so that it can be read back. */
#ifndef BENCHMAT_STORE_NAMES_H
#define BENCHMAT_STORE_NAMES_H

#include <stddef.h>

/* --- field names ---------------------------------------------------------------------------- */

#define NAMES_FIELD_SIZE 64 /* MATLAB's namelengthmax of 63, and the terminator */

/* The fields of one struct. Zero-initialised is none. */
struct names {
    char (*items)[NAMES_FIELD_SIZE];
    size_t count;
};

/* Adds a field for TRUE_NAME and returns its name: TRUE_NAME itself where that is an identifier no
 * other field has. Otherwise each byte outside [A-Za-z0-9_] becomes '_'; a first character that is
 * no letter, and a word reserved by MATLAB, get an 'x' in front; what is over 63 characters is cut;
 * and a name already taken ends in _2, _3, ... The result is valid until the next call for NAMES;
 * NULL when there is no memory. */
const char *names_add(struct names *names, const char *true_name);
void names_release(struct names *names);

/* --- attribute names ------------------------------------------------------------------------ */

/* The name of the attribute that holds the fact TRUE_NAME, to be freed: each byte outside
 * [A-Za-z0-9_.-] becomes %XX, and so does the first byte of a name that begins with '_' or that
 * the format or one of its readers uses itself. NULL when there is no memory. */
char *names_encode_fact(const char *true_name);

/* The reverse, in place. Returns 0, or -1 if the attribute is none that holds a fact. */
int names_decode_fact(char *attribute);

#endif
