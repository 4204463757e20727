/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dirty_pages.h: keeps the blocks of a file that differ from what is on disk. Private. */
#ifndef BENCHMAT_STORE_FILE_DIRTY_PAGES_H
#define BENCHMAT_STORE_FILE_DIRTY_PAGES_H

#include <stddef.h>
#include <stdint.h>

#include "store/file/system.h"

#define BLOCKS_SIZE 4096

struct blocks_slot {
    uint64_t number;
    unsigned char *bytes; /* NULL: free slot */
};

/* A hash table from block number to BLOCKS_SIZE bytes, so that memory depends on the size of the
 * changes, not of the file. Zero-initialised is empty. */
struct blocks {
    struct blocks_slot *slots;
    size_t room, count;
};

/* Returns the bytes of a block, or NULL. */
unsigned char *blocks_find(const struct blocks *blocks, uint64_t number);
/* Adds a block that is not in the table yet. Its bytes are undefined; returns NULL if memory runs
 * out. */
unsigned char *blocks_add(struct blocks *blocks, uint64_t number);
/* Returns the COUNT numbers of all blocks, ascending; the caller must free the array. NULL if
 * memory runs out. */
uint64_t *blocks_numbers(const struct blocks *blocks);
void blocks_release(struct blocks *blocks);

/* --- the draft of a file --- */

/* A draft of a file with changes. Private.
 *
 * Writes below the old end of the file stay in memory, in blocks; writes beyond it go straight to
 * the file. If the disk refuses a write, the draft is unusable, and FAILURE says why. */

struct dirty_pages {
    const struct system *system;
    int fd;
    uint64_t length; /* the new length: grows with writes, or is set */
    uint64_t old_length;
    uint64_t old_blocks; /* number of blocks of the old file; changes to these are kept in memory */
    struct blocks blocks;
    int failure; /* negative errno of the first change that failed */
};

/* FD is open for writing and has LENGTH bytes; it stays the caller's. */
void dirty_pages_start(struct dirty_pages *draft, const struct system *system, int fd,
                       uint64_t length);
/* Safe on a zero-initialised draft. */
void dirty_pages_release(struct dirty_pages *draft);

void dirty_pages_write(struct dirty_pages *draft, uint64_t offset, const void *bytes, size_t size);
/* Whether writes to that block stay in memory. */
static inline int dirty_pages_is_kept(const struct dirty_pages *draft, uint64_t number) {
    return number < draft->old_blocks;
}

/* The functions below return 0 or a negative errno value. */

/* Reads from the draft; zeros where nothing was ever written. */
int dirty_pages_read(const struct dirty_pages *draft, uint64_t offset, void *bytes, size_t size);
/* dirty_pages_read_file reads the file itself, with zeros beyond its end; dirty_pages_read_old
 * reads a block of the old file, with zeros beyond its old end. */
int dirty_pages_read_file(const struct dirty_pages *draft, uint64_t offset, void *bytes,
                          size_t size);
int dirty_pages_read_old(const struct dirty_pages *draft, uint64_t number, unsigned char *bytes);
/* Whether a block differs from OLD, its old content. A block that the new length cuts counts as
 * changed. */
int dirty_pages_has_changed(const struct dirty_pages *draft, uint64_t number,
                            const unsigned char *old);

/* Gives the file its new length unless that is below the old one; fails here if the disk is full.
 * Nobody looks at the new part yet. */
int dirty_pages_take_room(const struct dirty_pages *draft);
/* Overwrites the blocks that have changed, where NUMBERS are those of the blocks in memory
 * (blocks_numbers), and cuts the file if it becomes shorter. */
int dirty_pages_apply(const struct dirty_pages *draft, const uint64_t *numbers);
/* Cuts off what was written beyond the old end. */
int dirty_pages_cut_back(const struct dirty_pages *draft);

#endif
