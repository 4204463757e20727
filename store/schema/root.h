/* SPDX-License-Identifier: GPL-3.0-or-later */
/* root.h: the attributes of the root, in which an archive describes itself, and run numbers.
 * Private.
 *
 * Call the functions that take an HDF5 id only inside a sandbox. */
#ifndef BENCHMAT_STORE_SCHEMA_ROOT_H
#define BENCHMAT_STORE_SCHEMA_ROOT_H

#include "formats/text/err.h"
#include "store/hdf5/h5.h"
#include "store/schema/contents.h"

/* Makes FILE, which was just created, an archive without runs. */
int root_found(hid_t file, const char *creator, struct err *err);

/* Raises the format version of FILE to ours if it is older: a program that adds a run may add what
 * an older program does not know and must not rewrite. */
int root_raise_version(hid_t file, struct err *err);

/* Whether VERSION, with the same major version as ours, has a newer minor version. */
int root_is_newer(const char *version);

/* --- the next run's number --- */

/* Sets NAME to the name of the next run to append to FILE, with a number higher than any in use.
 * Looks up only the latest run, as listing thousands would take longer than appending. */
int next_run_number_next(hid_t file, char name[CONTENTS_NAME_SIZE], struct err *err);

#endif
