/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.h: arrays that grow by one item at a time, and need no member for their capacity. */
#ifndef BENCHMAT_FORMATS_TEXT_ARRAY_H
#define BENCHMAT_FORMATS_TEXT_ARRAY_H

#include <stddef.h>

/* Returns ITEMS, which are COUNT of SIZE bytes, with capacity for one more: as they are, or moved
 * to twice as much at each power of two. Nothing else may have changed their capacity, nor may
 * COUNT have become smaller. Returns NULL, and leaves ITEMS as they are, if memory runs out. */
void *array_grow(void *items, size_t count, size_t size);
/* The same, but ends the program if memory runs out (xalloc.h). */
void *xarray_grow(void *items, size_t count, size_t size) __attribute__((returns_nonnull));

#endif
