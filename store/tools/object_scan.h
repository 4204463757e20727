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

/* --- superblock --- */

/* The 48 bytes by which HDF5 finds everything else, made anew. Private.
 *
 * HDF5 File Format Specification Version 3.0, II.A: the superblock of version 2. */

#define SUPERBLOCK_SIZE 48
#define SUPERBLOCK_NONE UINT64_MAX

/* Where the objects of an archive begin, counted from the end of the user block. Every archive was
 * created by the same steps, so the first two always stand there. */
#define SUPERBLOCK_EXTENSION 48
#define SUPERBLOCK_ROOT      97

/* That of a file of LENGTH bytes behind a user block (layout.h), whose extension (SUPERBLOCK_NONE:
 * it has none) and root group stand at these addresses. */
void superblock_make(unsigned char bytes[SUPERBLOCK_SIZE], uint64_t length, uint64_t extension,
                     uint64_t root);

/* --- object scan --- */

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
