/* SPDX-License-Identifier: GPL-3.0-or-later */
/* head_plain.h: what is as our own writer left it, read without HDF5 (object.h). Private.
 *
 * Each returns 0, or -1 when it is to be left to HDF5. To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_SCHEMA_HEAD_PLAIN_H
#define BENCHMAT_STORE_SCHEMA_HEAD_PLAIN_H

#include "store/schema/head.h"

/* Reads into HEAD, which is empty, as head_read does, ACTION of the run at ADDRESS. HEAD is to be
 * given to head_release in any case. */
int head_plain_read(struct head *head, struct image *image, uint64_t address, const char *action,
                    enum reader_extent extent);

/* The names of the actions of the run at ADDRESS, sorted, to be given to members_free. */
int head_plain_actions(struct image *image, uint64_t address, char ***actions, size_t *count);

#endif
