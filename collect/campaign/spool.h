/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spool.h: the directory of a campaign, which may lie where others can write, and its files.
 *
 * It is made with mode 0700. Whatever is taken from it or put there goes through a descriptor of
 * it, so it stays the same directory, whoever renames it meanwhile. It must not be a link, nor may
 * anybody but its owner be able to write in it. Each file must be a regular one of the same owner,
 * with one name, that others cannot write: links are not followed, and nothing else, such as a FIFO
 * or a device, is opened or waited for. Messages name what is not so, and the way out. */
#ifndef BENCHMAT_COLLECT_CAMPAIGN_SPOOL_H
#define BENCHMAT_COLLECT_CAMPAIGN_SPOOL_H

#include <stdio.h>
#include <sys/types.h>

#include "formats/text/err.h"

/* Zero-initialised: none. */
struct spool {
    const char *path; /* borrowed */
    int directory;    /* a descriptor */
    uid_t owner;
};

/* Makes the spool at PATH, or takes the one that is there: this user's. */
int spool_make(struct spool *spool, const char *path, struct err *err);

/* Opens the spool at PATH to look into it, which may be another user's. ERR_ABSENT: there is none.
 */
int spool_open(struct spool *spool, const char *path, struct err *err);

void spool_close(struct spool *spool);

/* Sets IS_THERE to whether the spool has the file NAME. */
int spool_has(const struct spool *spool, const char *name, int *is_there, struct err *err);

/* Opens the file NAME to be read; FILE is NULL if it is not there. */
int spool_read(const struct spool *spool, const char *name, FILE **file, struct err *err);

/* Opens the file NAME, which is made if it is not there, to be added to. */
int spool_append(const struct spool *spool, const char *name, FILE **file, struct err *err);

/* Puts TEXT into a new file NAME, which people can run, in the place of the one that is there. */
int spool_write_script(const struct spool *spool, const char *name, const char *text,
                       struct err *err);

void spool_remove(const struct spool *spool, const char *name);

#endif
