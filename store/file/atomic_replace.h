/* SPDX-License-Identifier: GPL-3.0-or-later */
/* atomic_replace.h: a file made beside another, whose place it then takes. Private.
 *
 *     atomic_replace_begin   an empty file with the owner and the permissions of the old one
 *     atomic_replace_replace renames it over the old one, and returns when that is on disk
 *     atomic_replace_end     removes what did not take the old one's place
 *
 * Its name is the old one's, and "-repack". Only who has the old file locked to prepare (lock.h)
 * may make it; so one that is found there was left by a process that died, and is removed. */
#ifndef BENCHMAT_STORE_FILE_ATOMIC_REPLACE_H
#define BENCHMAT_STORE_FILE_ATOMIC_REPLACE_H

#include "formats/text/err.h"
#include "store/file/system.h"

struct atomic_replace {
    const struct system *system;
    const char *old; /* path of the old file, without symbolic links; borrowed */
    char *path;      /* of the new one; NULL when there is none */
};

/* For the file OLD, open as FD. Also after a failure atomic_replace_end is safe. */
int atomic_replace_begin(struct atomic_replace *aside, const struct system *system, const char *old,
                         int fd, struct err *err);

/* To be called once the new file is whole and synced, and nobody has it open for writing. After
 * ERR_FAILED the old file is in its place; after ERR_UNSURE the disk does not confirm the names,
 * and after a loss of power it may be either. */
int atomic_replace_replace(struct atomic_replace *aside, struct err *err);

void atomic_replace_end(struct atomic_replace *aside);

#endif
