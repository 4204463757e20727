/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.h: names of attributes that every reader accepts. Private.
 *
 * Attributes are plain words; what is not is written with percent signs, so that it can be read
 * back. (Members of groups are identifiers: formats/text/identifiers.h.) */
#ifndef BENCHMAT_STORE_HDF5_NAMES_H
#define BENCHMAT_STORE_HDF5_NAMES_H

/* The name of the attribute that holds the fact TRUE_NAME, to be freed: each byte outside
 * [A-Za-z0-9_.-] becomes %XX, and so does the first byte of a name that begins with '_' or that
 * the format or one of its readers uses itself. NULL when there is no memory. */
char *names_encode_fact(const char *true_name);

/* The reverse, in place. Returns 0, or -1 if the attribute is none that holds a fact. */
int names_decode_fact(char *attribute);

#endif
