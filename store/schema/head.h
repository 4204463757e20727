/* SPDX-License-Identifier: GPL-3.0-or-later */
/* head.h: reads a measurement without its samples, and where these are. Private.
 *
 * Call these only inside a sandbox. */
#ifndef BENCHMAT_STORE_SCHEMA_HEAD_H
#define BENCHMAT_STORE_SCHEMA_HEAD_H

#include "store/schema/samples.h"

/* Where a run is, for our own parser and for HDF5. */
struct head_place {
    struct file_view *image;
    uint64_t address; /* of its group */
    hid_t file;
    const char *name; /* "run_000001" */
    struct reader_common *common;
};

/* Zero-initialised is empty. */
struct head {
    struct run *run; /* with one measurement, read with READER_HEAD */
    struct samples samples;
};

/* Reads the head of the run's ACTION; the caller gives it to head_release. EXTENT comes without
 * READER_HEAD. native_header_read reads what our own writer wrote; HDF5 reads anything else. */
int head_read(struct head *head, const struct head_place *place, const char *action,
              enum reader_extent extent, struct err *err);
void head_release(struct head *head);

/* --- reading without HDF5 --- */

/* Reads what our own writer wrote, without HDF5 (object.h). Private.
 *
 * Each function returns 0, or -1 if HDF5 must read it instead. Call them only inside a sandbox. */

/* Reads ACTION of the run at ADDRESS into HEAD, which is empty, as head_read does. The caller gives
 * HEAD to head_release even after a failure. */
int native_header_read(struct head *head, struct file_view *image, uint64_t address,
                       const char *action, enum reader_extent extent);

/* Lists the names of the actions of the run at ADDRESS, sorted; the caller gives them to
 * members_free. */
int native_header_actions(struct file_view *image, uint64_t address, char ***actions,
                          size_t *count);

#endif
