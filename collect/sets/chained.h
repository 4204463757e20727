/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chained.h: a hash table whose buckets are lists without order. The caller locks. */
#ifndef BENCHMAT_COLLECT_SETS_CHAINED_H
#define BENCHMAT_COLLECT_SETS_CHAINED_H

#include <stdlib.h>

#include "collect/sets/buckets.h"

struct chain {
    struct chain *next;
    int64_t key;
};

struct chained {
    struct chain **buckets;
    unsigned bits; /* there are 2^bits buckets */
};

/* Returns 1, or 0 if there is no memory. */
static inline int chained_begin(struct chained *table, int64_t keys) {
    table->bits = buckets_bits(keys);
    table->buckets = calloc((size_t)1 << table->bits, sizeof *table->buckets);
    return table->buckets != NULL;
}

static inline void chained_end(struct chained *table) {
    for (size_t b = 0; table->buckets && b < (size_t)1 << table->bits; b++)
        while (table->buckets[b]) {
            struct chain *first = table->buckets[b];
            table->buckets[b] = first->next;
            free(first);
        }
    free(table->buckets);
}

/* The pointer to the node of KEY in BUCKET, or the NULL at the end of its list. */
static inline struct chain **chained_find(const struct chained *table, size_t bucket, int64_t key) {
    struct chain **link = &table->buckets[bucket];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    return link;
}

/* As set_insert. */
static inline int chained_insert(struct chained *table, size_t bucket, int64_t key) {
    if (*chained_find(table, bucket, key))
        return 0;
    struct chain *node = malloc(sizeof *node);
    if (!node)
        return -1;
    *node = (struct chain){table->buckets[bucket], key};
    table->buckets[bucket] = node;
    return 1;
}

/* Takes KEY out and returns its node, which the caller frees, without the lock; NULL: none. */
static inline struct chain *chained_remove(struct chained *table, size_t bucket, int64_t key) {
    struct chain **link = chained_find(table, bucket, key), *node = *link;
    if (node)
        *link = node->next;
    return node;
}

#endif
