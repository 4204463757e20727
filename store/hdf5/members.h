/* SPDX-License-Identifier: GPL-3.0-or-later */
/* members.h: what a group has. Private.
 *
 * To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_HDF5_MEMBERS_H
#define BENCHMAT_STORE_HDF5_MEMBERS_H

#include <stddef.h>

#include "formats/text/err.h"
#include "store/hdf5/h5.h"

/* The members of GROUP in the order in which they were created: an array of COUNT names, all to be
 * freed. What is not in this very file (external and soft links) is an error. */
int members_list(hid_t group, char ***names, size_t *count, struct err *err);
/* The same, and the address of each member's object, to be freed. */
int members_locate(hid_t group, char ***names, haddr_t **addresses, size_t *count, struct err *err);
void members_free(char **names, size_t count);

/* Sets TEXT to that of ATTRIBUTE of the member NAME, if that is an object of TYPE and has one, to
 * be freed; otherwise to NULL. Few have: opening all would take longer than reading them. A member
 * that has it and cannot be opened is an error. */
int members_text(hid_t group, const char *name, H5I_type_t type, const char *attribute, char **text,
                 struct err *err);

/* --- names --- */

/* Names of attributes that every reader accepts. Private.
 *
 * Attributes are plain words; what is not is written with percent signs, so that it can be read
 * back. (Members of groups are identifiers: formats/text/identifiers.h.) */

/* The name of the attribute that holds the fact TRUE_NAME, to be freed: each byte outside
 * [A-Za-z0-9_.-] becomes %XX, and so does the first byte of a name that begins with '_' or that
 * the format or one of its readers uses itself. NULL when there is no memory. */
char *names_encode_fact(const char *true_name);

/* The reverse, in place. Returns 0, or -1 if the attribute is none that holds a fact. */
int names_decode_fact(char *attribute);

#endif
