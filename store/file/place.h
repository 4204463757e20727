/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.h: checks whether a file can be read from a path, or kept there. Private. */
#ifndef BENCHMAT_STORE_FILE_PLACE_H
#define BENCHMAT_STORE_FILE_PLACE_H

#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/system.h"

/* Checks whether a file could be changed at PATH, or created there; changes nothing. Refuses
 * anything but a regular file, a stranger's symbolic link to one (link.h), a file without write
 * permission, a directory that is missing or not writable (the journal goes there), and file
 * systems on which locks cannot be trusted (filesystem_without_locks). */
int place_check_writable(const char *path, struct err *err);

/* Returns the path without symbolic links, so that all who change a file agree on the name of its
 * journal; the caller must free it. If the file does not exist yet, the path is returned as it is.
 * On failure returns NULL with ERR filled. */
char *place_resolve(const char *path, struct err *err);

/* Checks that FD, opened at PATH, is a regular file; ERR_FAILED if not. */
int place_check_file(const struct system *system, const char *path, int fd, struct err *err);
/* Checks that FD is on a file system where locks can be trusted; ERR_FAILED with advice if not. */
int place_check_locks(const struct system *system, const char *path, int fd, struct err *err);
/* Whether PATH still names the file FD: 1 or 0, or a negative errno value. */
int place_is_named(const struct system *system, const char *path, int fd);

/* Fills ERR: WHAT failed with -FAILURE (an errno value), with advice; returns ERR_FAILED. */
int place_error(struct err *err, const char *path, const char *what, int failure);

#endif
