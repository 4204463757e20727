/* SPDX-License-Identifier: GPL-3.0-or-later */
/* temporary_file.h: arrays that need not stay in memory, however large they are and however many.
 *
 * A process says how much of them it wants to keep in memory (spill_limit). What is small, or comes
 * before that is reached, is allocated as anything else. The others lie in temporary files without
 * a name, which are mapped and shared, so that the system may write out what it has no room for,
 * and read it back where it is looked at again: of such an array nothing has to be in memory. With
 * room to spare nothing is written, as the file is gone before its turn comes.
 *
 * The files are in the directory that the environment variable TMPDIR names, or else in /var/tmp:
 * unlike /tmp, that is on a disk everywhere. A directory that is itself kept in memory (tmpfs)
 * works, but spares nothing. A file has all its length from the beginning, so that a full disk is
 * no signal later. Where there is no room for files, or no such directory, somewhat more is kept in
 * memory; beyond that it is an error. */
#ifndef BENCHMAT_FORMATS_FILES_TEMPORARY_FILE_H
#define BENCHMAT_FORMATS_FILES_TEMPORARY_FILE_H

#include <stddef.h>

#include "formats/text/err.h"

/* Fewer bytes than these stay in memory. */
#define SPILL_LARGE ((size_t)64 << 10)

/* So many times as much is kept where no file can be made. */
#define SPILL_WITHOUT_FILES ((size_t)16)

/* What programs keep that analyse archives of any size. */
#define SPILL_USUAL ((size_t)4 << 20)

/* Keeps no more than about BYTES of arrays in memory from here on. Without this all are kept. */
void spill_limit(size_t bytes);

/* An array of COUNT zeros of SIZE bytes each, at least one, aligned as malloc's; to be given to
 * spill_free. NULL with errno set where there is no room for it. */
void *spill_new(size_t count, size_t size);

/* Gives ARRAY, which may be NULL, room for COUNT elements of SIZE bytes and keeps what is in it;
 * what is new is undefined. NULL with errno set, and ARRAY as it was, where there is no room. */
void *spill_grow(void *array, size_t count, size_t size);

/* NULL is fine. */
void spill_free(void *array);

/* Says of what spill_new or spill_grow had no room for, by errno, how to make some: "WHAT: no
 * memory", or which directory is full. WHAT is a format. Returns ERR_FAILED. */
__attribute__((format(printf, 2, 3))) int spill_error(struct err *err, const char *what, ...);

/* --- for a process that may not make files --------------------------------------------------- */

/* A region of one such file, of which nothing is there before it is used: where the disk is full
 * then, using it is a SIGBUS. */
struct spill_region {
    unsigned char *start; /* NULL for none */
    size_t size;
};

/* One of at most SIZE bytes, for a child to be forked; none where nothing is limited, or there is
 * no file. */
struct spill_region spill_region_new(size_t size);
/* Unmaps it: in the parent, whose child has its own. */
void spill_region_free(struct spill_region *region);
/* Has all arrays to come that are no longer kept in memory lie in REGION while there is room; all
 * others, and all where it is none, are in memory. For one thread. The region is empty again
 * whenever all of its arrays have been freed. */
void spill_use_region(const struct spill_region *region);

#endif
