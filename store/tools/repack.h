/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repack.h: rewrites an archive without the space that deleted runs left in it. */
#ifndef BENCHMAT_STORE_TOOLS_REPACK_H
#define BENCHMAT_STORE_TOOLS_REPACK_H

#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/lock.h"

/* Writes the runs of the archive PATH, under their names, to a new file beside it
 * (atomic_replace.h), reads that to its last byte and compares every run with the old one, and
 * renames it over the old file, with its owner and permissions. Symbolic links are followed. A
 * process that has the old file open goes on reading it; writers wait. Whatever happens on the way,
 * PATH is either the old file or the new one, complete. Needs disk space for a second copy.
 *
 * Refused, since something would be lost: a damaged run, a run that is still being measured,
 * members of the root that are not runs, a file of a newer format than this program writes. Sets
 * BEFORE and AFTER to the file's lengths in bytes. HOW may be NULL. */
int repack_archive(const char *path, const struct access *how, uint64_t *before, uint64_t *after,
                   struct err *err);

#endif
