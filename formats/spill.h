/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spill.h: arrays of numbers that need not stay in memory, however large they are.
 *
 * A small one is allocated as any other. A large one lies in a temporary file without a name, which
 * is mapped and shared, so that the system may write out what it has no room for, and read it back
 * where it is looked at again: of such an array nothing has to be in memory. With room to spare
 * nothing is written, as the file is gone before its turn comes.
 *
 * The file is in the directory that the environment variable TMPDIR names, or else in /var/tmp:
 * unlike /tmp, that is on a disk everywhere. A directory that is itself kept in memory (tmpfs)
 * works, but spares nothing. The file has all its length from the beginning, so that a full disk is
 * an error here, and no signal later. */
#ifndef BENCHMAT_FORMATS_SPILL_H
#define BENCHMAT_FORMATS_SPILL_H

#include <stddef.h>

#include "formats/err.h"

/* More bytes than these are a large array, for who has no reason to draw the line elsewhere. */
#define SPILL_LARGE ((size_t)8 << 20)

/* Zero-initialised is none. */
struct spill {
    double *values;
    size_t mapped; /* private: bytes of the file; 0 where VALUES are allocated */
};

/* Makes an array of COUNT zeros; in a file where these are more than LARGE bytes (0: SPILL_LARGE).
 * Returns 0, and then SPILL is to be given to spill_close; or ERR_FAILED with a message that says
 * what there is no room for, after which SPILL is none. */
int spill_open(struct spill *spill, size_t count, size_t large, struct err *err);

/* Of none, does nothing; leaves none. */
void spill_close(struct spill *spill);

#endif
