/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table with a mutex for each bucket, or for every few buckets where there are more than
 * 1024: striped locking (M. Herlihy, N. Shavit: The art of multiprocessor programming, 2008,
 * section 13.2.2). */
#include <pthread.h>

#include "collect/set.h"
#include "collect/sets/chained.h"

enum { MOST_STRIPES_BITS = 10 };

/* On a cache line of its own. */
struct stripe {
    _Alignas(64) pthread_mutex_t lock;
    int64_t size; /* the keys in its buckets */
};

struct set {
    struct chained table;
    struct stripe *stripes;
    size_t mask; /* one less than the number of stripes, a power of two */
};

struct set *set_create(int64_t keys) {
    struct set *set = calloc(1, sizeof *set);
    if (!set)
        return NULL;
    unsigned bits = buckets_bits(keys);
    size_t count = (size_t)1 << (bits < MOST_STRIPES_BITS ? bits : MOST_STRIPES_BITS);
    set->mask = count - 1;
    set->stripes = aligned_alloc(64, count * sizeof *set->stripes);
    if (!set->stripes || !chained_begin(&set->table, keys)) {
        free(set->stripes);
        free(set);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        pthread_mutex_init(&set->stripes[i].lock, NULL);
        set->stripes[i].size = 0;
    }
    return set;
}

static struct stripe *stripe_of(const struct set *set, size_t bucket) {
    return &set->stripes[bucket & set->mask];
}

int set_insert(struct set *set, int64_t key) {
    size_t bucket = buckets_of(key, set->table.bits);
    struct stripe *stripe = stripe_of(set, bucket);
    pthread_mutex_lock(&stripe->lock);
    int done = chained_insert(&set->table, bucket, key);
    stripe->size += done > 0;
    pthread_mutex_unlock(&stripe->lock);
    return done;
}

int set_remove(struct set *set, int64_t key) {
    size_t bucket = buckets_of(key, set->table.bits);
    struct stripe *stripe = stripe_of(set, bucket);
    pthread_mutex_lock(&stripe->lock);
    struct chain *removed = chained_remove(&set->table, bucket, key);
    stripe->size -= removed != NULL;
    pthread_mutex_unlock(&stripe->lock);
    free(removed);
    return removed != NULL;
}

int set_contains(struct set *set, int64_t key) {
    size_t bucket = buckets_of(key, set->table.bits);
    struct stripe *stripe = stripe_of(set, bucket);
    pthread_mutex_lock(&stripe->lock);
    int found = *chained_find(&set->table, bucket, key) != NULL;
    pthread_mutex_unlock(&stripe->lock);
    return found;
}

int64_t set_size(struct set *set) {
    int64_t size = 0;
    for (size_t i = 0; i <= set->mask; i++)
        size += set->stripes[i].size;
    return size;
}

void set_free(struct set *set) {
    chained_end(&set->table);
    for (size_t i = 0; i <= set->mask; i++)
        pthread_mutex_destroy(&set->stripes[i].lock);
    free(set->stripes);
    free(set);
}
