/* SPDX-License-Identifier: GPL-3.0-or-later */
/* head.h: a measurement without its samples, and where these are. Private.
 *
 * To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_SCHEMA_HEAD_H
#define BENCHMAT_STORE_SCHEMA_HEAD_H

#include "store/schema/samples.h"

/* Where a run is: for us, and for HDF5. */
struct head_place {
    struct file_view *image;
    uint64_t address; /* of its group */
    hid_t file;
    const char *name; /* "run_000001" */
};

/* Zero-initialised is empty. */
struct head {
    struct run *run; /* of one measurement, as READER_HEAD has it */
    struct samples samples;
};

/* Reads that of the run's ACTION, to be given to head_release. EXTENT goes without READER_HEAD.
 * What is as our own writer left it is read by ourselves (head.h), all else by HDF5. */
int head_read(struct head *head, const struct head_place *place, const char *action,
              enum reader_extent extent, struct err *err);
void head_release(struct head *head);

/* --- native header --- */

/* What is as our own writer left it, read without HDF5 (object.h). Private.
 *
 * Each returns 0, or -1 when it is to be left to HDF5. To be called inside a sandbox. */

/* Reads into HEAD, which is empty, as head_read does, ACTION of the run at ADDRESS. HEAD is to be
 * given to head_release in any case. */
int native_header_read(struct head *head, struct file_view *image, uint64_t address,
                       const char *action, enum reader_extent extent);

/* The names of the actions of the run at ADDRESS, sorted, to be given to members_free. */
int native_header_actions(struct file_view *image, uint64_t address, char ***actions,
                          size_t *count);

#endif
