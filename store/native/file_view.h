/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_view.h: reads bytes of an archive by HDF5's addresses. Private. */
#ifndef BENCHMAT_STORE_NATIVE_FILE_VIEW_H
#define BENCHMAT_STORE_NATIVE_FILE_VIEW_H

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Objects of one run lie close together but are not read in order, so several blocks are cached. */
enum { FILE_VIEW_BLOCK = 1 << 14, FILE_VIEW_BLOCKS = 32 };

struct file_view {
    int fd;
    uint64_t size; /* of the file */
    uint64_t base; /* offset of address 0 in the file: the end of the user block */

    /* The blocks read last; the caller gives them to file_view_release. */
    struct file_view_block {
        uint64_t number;
        size_t held;
        unsigned char *bytes; /* [FILE_VIEW_BLOCK]; NULL: not read yet */
    } blocks[FILE_VIEW_BLOCKS];
    unsigned char *bytes; /* a copy of bytes that extend over several blocks */
    size_t room;
};

/* Returns the SIZE bytes at ADDRESS, valid until the next call for IMAGE. NULL if they are not in
 * the file, or memory runs out. */
const unsigned char *file_view_at(struct file_view *image, uint64_t address, size_t size);

/* Reads the SIZE bytes at ADDRESS. Returns 0, or -1 if they are not in the file. */
int file_view_read(const struct file_view *image, uint64_t address, void *bytes, size_t size);

/* Reads COUNT numbers of 8 bytes each. Returns as above. */
int file_view_read_numbers(const struct file_view *image, uint64_t address, void *numbers,
                           size_t count);

void file_view_release(struct file_view *image);

/* A little-endian number of 1, 2, 4 or 8 bytes. */
static inline uint64_t file_view_number(const unsigned char *bytes, size_t size) {
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

/* COUNT little-endian numbers of 8 bytes each, integers or floats, become those of this machine. On
 * a little-endian one compilers leave nothing of it. */
static inline void file_view_take_numbers(void *numbers, size_t count) {
    unsigned char *at = numbers;
    for (uint64_t number; count; count--, at += sizeof number) {
        memcpy(&number, at, sizeof number);
        number = le64toh(number);
        memcpy(at, &number, sizeof number);
    }
}

/* --- cursor --- */

/* Takes bytes one part after the other. Private. */

struct cursor {
    const unsigned char *at;
    size_t left;
    int failed; /* more was taken than there is; nothing more can be taken */
};

/* Returns the place of the next SIZE bytes, or NULL. */
static inline const unsigned char *cursor_take(struct cursor *c, size_t size) {
    if (size > c->left)
        c->failed = 1;
    if (c->failed)
        return NULL;
    c->at += size;
    c->left -= size;
    return c->at - size;
}

/* Returns the next number of SIZE bytes, or 0. */
static inline uint64_t cursor_number(struct cursor *c, size_t size) {
    const unsigned char *bytes = cursor_take(c, size);
    return bytes ? file_view_number(bytes, size) : 0;
}

#endif
