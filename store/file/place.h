/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.h: whether a path is one that a file can be read from, or kept at. Private. */
#ifndef BENCHMAT_STORE_FILE_PLACE_H
#define BENCHMAT_STORE_FILE_PLACE_H

#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/system.h"

/* Whether a file could be changed at PATH, or created there; changes nothing. Refused: what is no
 * regular file, what may not be written, a directory that is none or may not be written (the
 * journal has to go there), and file systems on which locks cannot be trusted (place.h). */
int place_check_writable(const char *path, struct err *err);

/* The path without symbolic links, so that all who change a file agree on the name of its journal;
 * to be freed. Itself where there is no file yet. NULL with ERR filled on failure. */
char *place_resolve(const char *path, struct err *err);

/* Whether FD, opened at PATH, is a regular file; ERR_FAILED when not. */
int place_check_file(const struct system *system, const char *path, int fd, struct err *err);
/* Whether FD is on a file system where locks can be trusted; ERR_FAILED with the way out. */
int place_check_locks(const struct system *system, const char *path, int fd, struct err *err);
/* Whether PATH still names the file FD: 1 or 0, or a negative errno value. */
int place_is_named(const struct system *system, const char *path, int fd);

/* Says that something failed with -FAILURE (an errno value), and the way out; returns ERR_FAILED.
 */
int place_error(struct err *err, const char *path, const char *what, int failure);

/* --- filesystem --- */

/* Where a file may not be changed, because locks cannot be trusted there. Private. */

/* The name of a file system on which two machines may hold the same lock, or a lock means nothing,
 * by its number (statfs's f_type, linux/magic.h); NULL for any other. FUSE is among them, since
 * what is behind it cannot be told. Static. */
const char *filesystem_without_locks(uint64_t type);

#endif
