/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_index.h: groups and joins what has the same key, such as rows of one action, type, library
 * and point.
 *
 * Each key gets a number, counted from 0 in the order in which keys first appear. What is known of
 * a group is in an array of the caller, at the number of its key:
 *
 *     uint32_t known = keys.count, number = xkey_index_number(&keys, key, sizeof key);
 *     if (number == known) {
 *         cells = xarray_grow(cells, known, sizeof *cells);
 *         cells[number] = (struct cell){0};
 *     }
 *
 * A key is an array of numbers, such as those of texts (string_pool.h), or a list of texts. Keys
 * are equal if all of their bytes are, so they must have no padding. Keys of one index may differ
 * in length: the first parts of a key are another key, that of a coarser group.
 *
 * Both finding and adding take the same time however many keys there are (hash_table.h). The index
 * keeps a copy of each key. */
#ifndef BENCHMAT_FORMATS_MODEL_KEY_INDEX_H
#define BENCHMAT_FORMATS_MODEL_KEY_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/hash_table.h"

/* Zero-initialised: empty. */
struct key_index {
    uint32_t count; /* keys */

    /* private */
    char *bytes;  /* of all keys, one after the other */
    size_t *ends; /* [count] of the keys in BYTES */
    size_t capacity;
    struct slots slots;
};

#define KEY_INDEX_NONE SLOTS_NONE

/* Returns the number of KEY, of SIZE bytes, or KEY_INDEX_NONE if the index does not have it. */
uint32_t key_index_find(const struct key_index *index, const void *key, size_t size);

/* Returns the number of KEY, which is the former count if the key is new; KEY_INDEX_NONE, and adds
 * nothing, if memory runs out. */
uint32_t key_index_number(struct key_index *index, const void *key, size_t size);
/* The same, but ends the program if memory runs out (xalloc.h). */
uint32_t xkey_index_number(struct key_index *index, const void *key, size_t size);

/* The same for a key of COUNT texts, of which NULL is the same as "". Both end the program if
 * memory runs out. */
uint32_t xkey_index_find_texts(const struct key_index *index, const char *const *texts,
                               size_t count);
uint32_t xkey_index_number_of_texts(struct key_index *index, const char *const *texts,
                                    size_t count);

void key_index_release(struct key_index *index);

#endif
