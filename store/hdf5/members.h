/* SPDX-License-Identifier: GPL-3.0-or-later */
/* members.h: lists a group's members. Private.
 *
 * Call the functions that take an HDF5 id only inside a sandbox. */
#ifndef BENCHMAT_STORE_HDF5_MEMBERS_H
#define BENCHMAT_STORE_HDF5_MEMBERS_H

#include <stddef.h>

#include "formats/text/err.h"
#include "store/hdf5/h5.h"

/* Lists the members of GROUP in the order of creation: COUNT names, which the caller gives to
 * members_free. A member outside this very file (an external or soft link) is an error. */
int members_list(hid_t group, char ***names, size_t *count, struct err *err);
/* Also lists the address of each member's object, in an array that the caller must free. */
int members_locate(hid_t group, char ***names, haddr_t **addresses, size_t *count, struct err *err);
void members_free(char **names, size_t count);

/* If the member NAME is an object of TYPE and has ATTRIBUTE, sets TEXT to the attribute's text,
 * which the caller must free; otherwise sets it to NULL. Opens only members that have the
 * attribute, which are few: opening all would take longer than reading them. A member that has it
 * and cannot be opened is an error. */
int members_text(hid_t group, const char *name, H5I_type_t type, const char *attribute, char **text,
                 struct err *err);

/* --- names of attributes --- */

/* Names of attributes that every reader accepts. Private.
 *
 * They are plain words; other names are percent-encoded, so that they can be decoded. (Members of
 * groups are identifiers: formats/model/identifiers.h.) */

/* Returns the name of the attribute that holds the fact TRUE_NAME, which the caller must free: each
 * byte outside [A-Za-z0-9_.-] becomes %XX, and so does the first byte of a name that begins with
 * '_' or that the format or one of its readers uses itself. NULL if memory runs out. */
char *names_encode_fact(const char *true_name);

/* Decodes such a name in place. Returns 0, or -1 if the attribute does not hold a fact. */
int names_decode_fact(char *attribute);

#endif
