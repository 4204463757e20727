/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draft.h: a file as it is to become. Private.
 *
 * What is written below the end that the file had stays in memory, by blocks; what is written
 * beyond goes straight to the file. FAILURE says why the draft cannot be used, once the disk did
 * not take something. */
#ifndef BENCHMAT_STORE_FILE_DRAFT_H
#define BENCHMAT_STORE_FILE_DRAFT_H

#include "store/file/blocks.h"
#include "store/file/system.h"

struct draft {
    const struct system *system;
    int fd;
    uint64_t length; /* as it is to become: it grows by what is written, or as it is set */
    uint64_t old_length;
    uint64_t old_blocks; /* how many blocks it had; what is in these is kept in memory */
    struct blocks blocks;
    int failure; /* of the first change that could not be kept, negative */
};

/* FD, open for writing, has LENGTH bytes; it stays the caller's. */
void draft_start(struct draft *draft, const struct system *system, int fd, uint64_t length);
/* Safe on one that is zero-initialised. */
void draft_release(struct draft *draft);

void draft_write(struct draft *draft, uint64_t offset, const void *bytes, size_t size);
/* Whether what is written to that block stays in memory. */
static inline int draft_is_kept(const struct draft *draft, uint64_t number) {
    return number < draft->old_blocks;
}

/* The functions below return 0 or a negative errno value. */

/* Reads the file as it is to become, zeros where there never was anything. */
int draft_read(const struct draft *draft, uint64_t offset, void *bytes, size_t size);
/* Reads the file itself, zeros beyond its end; one of the blocks that it had, zeros beyond its old
 * end. */
int draft_read_file(const struct draft *draft, uint64_t offset, void *bytes, size_t size);
int draft_read_old(const struct draft *draft, uint64_t number, unsigned char *bytes);
/* Whether a block is different now; OLD is what it was. One that is cut off is. */
int draft_has_changed(const struct draft *draft, uint64_t number, const unsigned char *old);

/* Gives the file its new length, where that is longer, or the disk is full; nobody looks there. */
int draft_take_room(const struct draft *draft);
/* Overwrites the blocks that have changed, those in memory having these NUMBERS (blocks_numbers),
 * and cuts the file where it is to be shorter. */
int draft_apply(const struct draft *draft, const uint64_t *numbers);
/* Takes back what was written beyond the old end. */
int draft_cut_back(const struct draft *draft);

#endif
