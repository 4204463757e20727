/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repack.h: an archive written anew, without the room that deleted runs left in it. */
#ifndef BENCHMAT_STORE_TOOLS_REPACK_H
#define BENCHMAT_STORE_TOOLS_REPACK_H

#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/lock.h"

/* Writes the runs of the archive PATH, under their names, to a new file beside it
 * (atomic_replace.h); reads that to its last byte and holds every run against the old one; and
 * renames it over the old one, with its owner and permissions. A symbolic link is followed. Whoever
 * has the old file open goes on reading what it opened; who wants to write waits. Whatever happens
 * on the way, PATH is the old file or the new one, whole. Needs room for a second copy.
 *
 * Refused, as something would be lost: a damaged run, a run still being measured, members of the
 * root that are no runs, a file of a newer format than this program writes. Sets BEFORE and AFTER
 * to the file's lengths in bytes. HOW may be NULL. */
int repack_archive(const char *path, const struct access *how, uint64_t *before, uint64_t *after,
                   struct err *err);

#endif
