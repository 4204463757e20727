/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overlay.h: an HDF5 file whose changes stay in memory. Private.
 *
 * A virtual file driver for HDF5 over an open file descriptor. What HDF5 reads comes from the file;
 * what it writes is kept in memory, block by block, and the file is never touched. Once HDF5 has
 * closed the file, overlay_save puts the changed blocks into a copy. So a full or failing disk is
 * met by overlay_save, which can report it, and never by HDF5 1.10, which may crash after a failed
 * write. The memory needed is that of the changes, whatever the size of the file.
 *
 * It is used for reading too: the descriptor is opened before HDF5 parses a byte, and HDF5 cannot
 * open any other file through it (an external link inherits the driver, and is refused). */
#ifndef BENCHMAT_STORE_OVERLAY_H
#define BENCHMAT_STORE_OVERLAY_H

#include <stdint.h>

#include "store/h5.h"

struct overlay;

/* An overlay over the first SIZE bytes of FD, which is borrowed and must stay open; NAME is the one
 * file name that HDF5 will be able to open through it. NULL when there is no memory. */
struct overlay *overlay_new(int fd, uint64_t size, const char *name);
/* To be called after HDF5 has closed the file. NULL is fine. */
void overlay_free(struct overlay *overlay);

/* A file access property list that makes H5Fopen and H5Fcreate use the overlay; to be closed by the
 * caller, before the overlay is freed. Negative on failure. */
hid_t overlay_access_list(struct overlay *overlay);

/* Puts bytes into the overlay past HDF5: for the user block. */
void overlay_write(struct overlay *overlay, uint64_t offset, const void *bytes, size_t size);

/* How many bytes of the file beneath are still part of it: what a copy has to start with. */
uint64_t overlay_base(const struct overlay *overlay);

/* Makes FD, which holds a copy of the first overlay_base bytes, what HDF5 sees. Returns 0, or an
 * errno value. */
int overlay_save(const struct overlay *overlay, int fd);

#endif
