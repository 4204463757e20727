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

#endif
