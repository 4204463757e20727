/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replace.h: a file changed all at once or not at all. Private.
 *
 * The new content is written aside, in the same directory, synced, and renamed over the old file.
 * One at a time: who replaces a file holds an open-file-description lock on a byte of it far beyond
 * its end, and looks again, once it has the lock, whether the file still bears the name. */
#ifndef BENCHMAT_STORE_REPLACE_H
#define BENCHMAT_STORE_REPLACE_H

#include <stdint.h>

#include "formats/err.h"
#include "store/overlay.h"

struct replace {
    char *path;    /* with symbolic links resolved */
    int fd;        /* the file as it is, locked */
    uint64_t size; /* of the file as it is; 0 for a new one */
    int is_new;    /* made by replace_begin, to have something to lock */
};

/* Whether PATH names a file that could be replaced, or created. Changes nothing. */
int replace_possible(const char *path, struct err *err);

/* Locks PATH, creating an empty file where there is none; waits for others. On success the caller
 * ends it with replace_end. */
int replace_begin(struct replace *replace, const char *path, struct err *err);

/* Puts what OVERLAY holds in the file's place, with the same owner and permissions. On failure the
 * old file is as it was and nothing is left beside it. */
int replace_commit(struct replace *replace, const struct overlay *overlay, struct err *err);

/* Lets the next one in. A new file that got no content is removed. */
void replace_end(struct replace *replace);

#endif
