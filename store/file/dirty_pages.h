/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dirty_pages.h: the blocks of a file that differ from what is on disk. Private. */
#ifndef BENCHMAT_STORE_FILE_DIRTY_PAGES_H
#define BENCHMAT_STORE_FILE_DIRTY_PAGES_H

#include <stddef.h>
#include <stdint.h>

#include "store/file/system.h"

#define BLOCKS_SIZE 4096

struct blocks_slot {
    uint64_t number;
    unsigned char *bytes; /* NULL: the slot is free */
};

/* Block number -> BLOCKS_SIZE bytes, as a hash table, so that its memory is that of the changes
 * whatever the size of the file. Zero-initialised is empty. */
struct blocks {
    struct blocks_slot *slots;
    size_t room, count;
};

/* The bytes of a block, or NULL. */
unsigned char *blocks_find(const struct blocks *blocks, uint64_t number);
/* Adds a block that is not there yet. Its bytes are undefined; NULL when there is no memory. */
unsigned char *blocks_add(struct blocks *blocks, uint64_t number);
/* The numbers of all blocks, ascending; COUNT of them, to be freed. NULL when there is no memory.
 */
uint64_t *blocks_numbers(const struct blocks *blocks);
void blocks_release(struct blocks *blocks);

/* --- dirty pages --- */

/* A file as it is to become. Private.
 *
 * What is written below the end that the file had stays in memory, by blocks; what is written
 * beyond goes straight to the file. FAILURE says why the draft cannot be used, once the disk did
 * not take something. */

struct dirty_pages {
    const struct system *system;
    int fd;
    uint64_t length; /* as it is to become: it grows by what is written, or as it is set */
    uint64_t old_length;
    uint64_t old_blocks; /* how many blocks it had; what is in these is kept in memory */
    struct blocks blocks;
    int failure; /* of the first change that could not be kept, negative */
};

/* FD, open for writing, has LENGTH bytes; it stays the caller's. */
void dirty_pages_start(struct dirty_pages *draft, const struct system *system, int fd,
                       uint64_t length);
/* Safe on one that is zero-initialised. */
void dirty_pages_release(struct dirty_pages *draft);

void dirty_pages_write(struct dirty_pages *draft, uint64_t offset, const void *bytes, size_t size);
/* Whether what is written to that block stays in memory. */
static inline int dirty_pages_is_kept(const struct dirty_pages *draft, uint64_t number) {
    return number < draft->old_blocks;
}

/* The functions below return 0 or a negative errno value. */

/* Reads the file as it is to become, zeros where there never was anything. */
int dirty_pages_read(const struct dirty_pages *draft, uint64_t offset, void *bytes, size_t size);
/* Reads the file itself, zeros beyond its end; one of the blocks that it had, zeros beyond its old
 * end. */
int dirty_pages_read_file(const struct dirty_pages *draft, uint64_t offset, void *bytes,
                          size_t size);
int dirty_pages_read_old(const struct dirty_pages *draft, uint64_t number, unsigned char *bytes);
/* Whether a block is different now; OLD is what it was. One that is cut off is. */
int dirty_pages_has_changed(const struct dirty_pages *draft, uint64_t number,
                            const unsigned char *old);

/* Gives the file its new length, where that is longer, or the disk is full; nobody looks there. */
int dirty_pages_take_room(const struct dirty_pages *draft);
/* Overwrites the blocks that have changed, those in memory having these NUMBERS (blocks_numbers),
 * and cuts the file where it is to be shorter. */
int dirty_pages_apply(const struct dirty_pages *draft, const uint64_t *numbers);
/* Takes back what was written beyond the old end. */
int dirty_pages_cut_back(const struct dirty_pages *draft);

#endif
