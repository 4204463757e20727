/* SPDX-License-Identifier: GPL-3.0-or-later */
/* atomic_replace.h: makes a new file beside an old one and renames it over the old one. Private.
 *
 *     atomic_replace_begin   creates an empty file that nobody else may open
 *     atomic_replace_replace gives it the owner and permissions of the old one, renames it over
 *                            that, and returns when that is on disk
 *     atomic_replace_end     removes the new file if it did not replace the old one
 *
 * The new file's name is the old one's with "-repack" added. Only a process that has locked the old
 * file to prepare (lock.h) may create it. Until it replaces the old one it is marked as unfinished
 * (create_private in system.h): a file that is so marked is left over from a process that died, and
 * is removed. Any other file of that name is somebody's own; it stays, and nothing is made. */
#ifndef BENCHMAT_STORE_FILE_ATOMIC_REPLACE_H
#define BENCHMAT_STORE_FILE_ATOMIC_REPLACE_H

#include "formats/text/err.h"
#include "store/file/system.h"

struct atomic_replace {
    const struct system *system;
    const char *old; /* path of the old file without symbolic links; borrowed */
    int old_fd;      /* the old file; borrowed */
    char *path;      /* path of the new file; NULL if there is none */
    int fd;          /* the new file; negative if it was not made, or is in its place */
};

/* FD is the open file OLD. atomic_replace_end is safe even after a failure. */
int atomic_replace_begin(struct atomic_replace *aside, const struct system *system, const char *old,
                         int fd, struct err *err);

/* Call this when the new file is complete and synced, and nobody has it open for writing. After
 * ERR_FAILED the old file is in its place; after ERR_UNSURE the disk did not confirm the rename,
 * and after a loss of power the name may refer to either file. */
int atomic_replace_replace(struct atomic_replace *aside, struct err *err);

void atomic_replace_end(struct atomic_replace *aside);

#endif
