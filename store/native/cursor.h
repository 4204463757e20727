/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cursor.h: bytes of a file, taken one after the other. Private. */
#ifndef BENCHMAT_STORE_NATIVE_CURSOR_H
#define BENCHMAT_STORE_NATIVE_CURSOR_H

#include "store/native/file_view.h"

struct cursor {
    const unsigned char *at;
    size_t left;
    int failed; /* more was taken than there is; then nothing more is to be had */
};

/* Where the next SIZE bytes stand, or NULL. */
static inline const unsigned char *cursor_take(struct cursor *c, size_t size) {
    if (size > c->left)
        c->failed = 1;
    if (c->failed)
        return NULL;
    c->at += size;
    c->left -= size;
    return c->at - size;
}

/* The next number of SIZE bytes, or 0. */
static inline uint64_t cursor_number(struct cursor *c, size_t size) {
    const unsigned char *bytes = cursor_take(c, size);
    return bytes ? file_view_number(bytes, size) : 0;
}

#endif
