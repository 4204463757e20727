/* SPDX-License-Identifier: GPL-3.0-or-later */
/* superblock.h: the 48 bytes by which HDF5 finds everything else, made anew. Private.
 *
 * HDF5 File Format Specification Version 3.0, II.A: the superblock of version 2. */
#ifndef BENCHMAT_STORE_HDF5_SUPERBLOCK_H
#define BENCHMAT_STORE_HDF5_SUPERBLOCK_H

#include <stdint.h>

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

#endif
