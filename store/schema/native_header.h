/* SPDX-License-Identifier: GPL-3.0-or-later */
/* native_header.h: what is as our own writer left it, read without HDF5 (object.h). Private.
 *
 * Each returns 0, or -1 when it is to be left to HDF5. To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_SCHEMA_NATIVE_HEADER_H
#define BENCHMAT_STORE_SCHEMA_NATIVE_HEADER_H

#include "store/schema/head.h"

/* Reads into HEAD, which is empty, as head_read does, ACTION of the run at ADDRESS. HEAD is to be
 * given to head_release in any case. */
int native_header_read(struct head *head, struct file_view *image, uint64_t address,
                       const char *action, enum reader_extent extent);

/* The names of the actions of the run at ADDRESS, sorted, to be given to members_free. */
int native_header_actions(struct file_view *image, uint64_t address, char ***actions,
                          size_t *count);

#endif
