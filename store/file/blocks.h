/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h: the blocks of a file that differ from what is on disk. Private. */
#ifndef BENCHMAT_STORE_FILE_BLOCKS_H
#define BENCHMAT_STORE_FILE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

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

#endif
