/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/key_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/array.h"
#include "formats/text/xalloc.h"

enum { FIRST_BYTES = 256 };

struct key {
    const void *bytes;
    size_t size;
};

static size_t end_of_keys(const struct key_index *index, uint32_t count) {
    return count ? index->ends[count - 1] : 0;
}

static int is_key(const void *things, uint32_t number, const void *wanted) {
    const struct key_index *index = things;
    const struct key *key = wanted;
    size_t begin = end_of_keys(index, number), size = index->ends[number] - begin;
    return size == key->size && memcmp(index->bytes + begin, key->bytes, size) == 0;
}

static uint32_t find(const struct key_index *index, uint64_t hash, const struct key *key) {
    return slots_find(&index->slots, hash, is_key, index, key);
}

static uint64_t hash_of(const struct key *key) {
    return slots_hash_bytes(slots_hash(), key->bytes, key->size);
}

uint32_t key_index_find(const struct key_index *index, const void *key, size_t size) {
    const struct key wanted = {key, size};
    return find(index, hash_of(&wanted), &wanted);
}

/* Returns 0 if memory runs out. */
static int reserve(struct key_index *index, size_t size) {
    size_t needed = end_of_keys(index, index->count) + size, capacity = index->capacity;
    size_t *ends = array_grow(index->ends, index->count, sizeof *ends);
    index->ends = ends ? ends : index->ends;
    for (capacity = capacity ? capacity : FIRST_BYTES; capacity < needed;)
        capacity *= 2;
    if (capacity != index->capacity) {
        char *bytes = realloc(index->bytes, capacity);
        if (!bytes)
            return 0;
        index->bytes = bytes;
        index->capacity = capacity;
    }
    return ends != NULL;
}

uint32_t key_index_number(struct key_index *index, const void *key, size_t size) {
    const struct key wanted = {key, size};
    uint64_t hash = hash_of(&wanted);
    uint32_t known = find(index, hash, &wanted), number = index->count;
    if (known != KEY_INDEX_NONE)
        return known;
    if (number == KEY_INDEX_NONE - 1 || !reserve(index, size) ||
        !slots_add(&index->slots, hash, number))
        return KEY_INDEX_NONE;
    size_t begin = end_of_keys(index, number);
    memcpy(index->bytes + begin, key, size);
    index->ends[number] = begin + size;
    index->count++;
    return number;
}

uint32_t xkey_index_number(struct key_index *index, const void *key, size_t size) {
    uint32_t number = key_index_number(index, key, size);
    if (number == KEY_INDEX_NONE)
        xalloc_die();
    return number;
}

/* --- texts --- */

/* Each text ends with its 0, so that "a", "bc" is another key than "ab", "c". */
static char *join(const char *const *texts, size_t count, size_t *size) {
    char *key;
    FILE *file = xopen_memstream(&key, size);
    for (size_t i = 0; i < count; i++) {
        const char *text = texts[i] ? texts[i] : "";
        fwrite(text, 1, strlen(text) + 1, file);
    }
    xclose_memstream(file);
    return key;
}

uint32_t xkey_index_find_texts(const struct key_index *index, const char *const *texts,
                               size_t count) {
    size_t size;
    char *key = join(texts, count, &size);
    uint32_t number = key_index_find(index, key, size);
    free(key);
    return number;
}

uint32_t xkey_index_number_of_texts(struct key_index *index, const char *const *texts,
                                    size_t count) {
    size_t size;
    char *key = join(texts, count, &size);
    uint32_t number = xkey_index_number(index, key, size);
    free(key);
    return number;
}

void key_index_release(struct key_index *index) {
    free(index->bytes);
    free(index->ends);
    slots_release(&index->slots);
    *index = (struct key_index){0};
}
