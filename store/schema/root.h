/* SPDX-License-Identifier: GPL-3.0-or-later */
/* root.h: what an archive says of itself, in the attributes of its root. Private.
 *
 * To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_SCHEMA_ROOT_H
#define BENCHMAT_STORE_SCHEMA_ROOT_H

#include "formats/text/err.h"
#include "store/hdf5/h5.h"
#include "store/schema/contents.h"

/* Makes FILE, just created, an archive without runs. */
int root_found(hid_t file, const char *creator, struct err *err);

/* Makes the format version ours, if that of FILE is an older one: whoever adds a run adds what an
 * older program knows nothing of, and must not rewrite. */
int root_raise_version(hid_t file, struct err *err);

/* Whether VERSION, of the same major version, is a newer minor one than ours. */
int root_is_newer(const char *version);

/* --- next run number --- */

/* The number of the next run. Private. */

/* The name of the run to be appended to FILE: a number higher than any there. Asks for the latest
 * only, as listing thousands would take longer than appending. */
int next_run_number_next(hid_t file, char name[CONTENTS_NAME_SIZE], struct err *err);

#endif
