/* SPDX-License-Identifier: GPL-3.0-or-later */
/* object_scan.h: finds runs in a file whose own list of runs cannot be read. Private.
 *
 * Every HDF5 object begins with the letters OHDR. A sandboxed child checks whether the object at
 * each such place is a group that holds an action: then it is a run. If the superblock or the end
 * of the file is missing, the child substitutes new ones in its memory; the file is not changed. A
 * run is then either read completely, with every checksum correct, or not at all. */
#ifndef BENCHMAT_STORE_TOOLS_OBJECT_SCAN_H
#define BENCHMAT_STORE_TOOLS_OBJECT_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/run.h"

/* --- superblock --- */

/* Makes a new superblock: the 48 bytes by which HDF5 finds everything else. Private.
 *
 * HDF5 File Format Specification Version 3.0, II.A: the superblock of version 2. */

#define SUPERBLOCK_SIZE 48
#define SUPERBLOCK_NONE UINT64_MAX

/* Addresses of the first two objects of an archive, counted from the end of the user block. Every
 * archive is created by the same steps, so these are always there. */
#define SUPERBLOCK_EXTENSION 48
#define SUPERBLOCK_ROOT      97

/* Makes the superblock of a file of LENGTH bytes behind a user block (LAYOUT_USER_BLOCK), whose
 * extension (SUPERBLOCK_NONE: none) and root group are at these addresses. */
void superblock_make(unsigned char bytes[SUPERBLOCK_SIZE], uint64_t length, uint64_t extension,
                     uint64_t root);

/* --- scanning --- */

struct object_scan;

/* Looks for runs in FD, a file of SIZE bytes; FD and PATH (for messages) are borrowed. Finding none
 * is not an error. On success the caller gives CARVE to object_scan_end (NULL is fine). */
int object_scan_begin(struct object_scan **carve, const char *path, int fd, uint64_t size,
                      struct err *err);
void object_scan_end(struct object_scan *carve);

/* The runs in the order in which they are in the file, and the offset at which each begins. */
size_t object_scan_count(const struct object_scan *carve);
uint64_t object_scan_position(const struct object_scan *carve, size_t run);

/* Reads one run. The caller gives RESULT, which has no name, to run_free. ERR_DAMAGED if the run is
 * not complete. */
int object_scan_read(struct object_scan *carve, size_t run, struct run **result, struct err *err);

#endif
