/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locked.h: a hash table behind one lock, which is what the file that includes this defines:
 *     LOCK                     its type
 *     LOCK_BEGIN, LOCK_END     functions, as is what follows
 *     LOCK_TO_READ, LOCK_TO_WRITE, UNLOCK */
#include "collect/set.h"
#include "collect/sets/chained.h"

struct set {
    LOCK lock;
    struct chained table;
    int64_t size;
};

struct set *set_create(int64_t keys) {
    struct set *set = calloc(1, sizeof *set);
    if (set && LOCK_BEGIN(&set->lock, NULL) == 0) {
        if (chained_begin(&set->table, keys))
            return set;
        LOCK_END(&set->lock);
    }
    free(set);
    return NULL;
}

int set_insert(struct set *set, int64_t key) {
    size_t bucket = buckets_of(key, set->table.bits);
    LOCK_TO_WRITE(&set->lock);
    int done = chained_insert(&set->table, bucket, key);
    set->size += done > 0;
    UNLOCK(&set->lock);
    return done;
}

int set_remove(struct set *set, int64_t key) {
    size_t bucket = buckets_of(key, set->table.bits);
    LOCK_TO_WRITE(&set->lock);
    struct chain *removed = chained_remove(&set->table, bucket, key);
    set->size -= removed != NULL;
    UNLOCK(&set->lock);
    free(removed);
    return removed != NULL;
}

int set_contains(struct set *set, int64_t key) {
    size_t bucket = buckets_of(key, set->table.bits);
    LOCK_TO_READ(&set->lock);
    int found = *chained_find(&set->table, bucket, key) != NULL;
    UNLOCK(&set->lock);
    return found;
}

int64_t set_size(struct set *set) {
    return set->size;
}

void set_free(struct set *set) {
    chained_end(&set->table);
    LOCK_END(&set->lock);
    free(set);
}
