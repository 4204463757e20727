/* SPDX-License-Identifier: GPL-3.0-or-later */
/* object_scan.h: runs found in a file whose own list of them cannot be read. Private.
 *
 * Every HDF5 object begins with the letters OHDR. Whatever bears them is asked, in a sandboxed
 * child, whether it is a group that holds an action: then it is a run. Where the superblock or the
 * end of the file is gone, others are put in their place, in the child's memory; the file is not
 * changed. A run is then either read whole, every checksum right, or not at all. */
#ifndef BENCHMAT_STORE_TOOLS_OBJECT_SCAN_H
#define BENCHMAT_STORE_TOOLS_OBJECT_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/run.h"

struct object_scan;

/* Looks for runs in FD, a file of SIZE bytes; FD and PATH (for messages) are borrowed. Finding none
 * is no error. On success the caller gives CARVE to object_scan_end (NULL is fine). */
int object_scan_begin(struct object_scan **carve, const char *path, int fd, uint64_t size,
                      struct err *err);
void object_scan_end(struct object_scan *carve);

/* Runs in the order in which they stand in the file, and the byte at which each begins. */
size_t object_scan_count(const struct object_scan *carve);
uint64_t object_scan_position(const struct object_scan *carve, size_t run);

/* Reads one. The caller gives RESULT, which has no name, to run_free. ERR_DAMAGED when it is not
 * whole. */
int object_scan_read(struct object_scan *carve, size_t run, struct run **result, struct err *err);

#endif
