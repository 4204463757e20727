/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table of lists without locks: Michael's (see lockfree.h). */
#include "collect/set.h"
#include "collect/sets/buckets.h"
#include "collect/sets/lockfree.h"

struct set {
    struct epochs epochs;
    lockfree_link *heads;
    unsigned bits; /* there are 2^bits lists */
};

struct set *set_create(int64_t keys) {
    struct set *set = aligned_alloc(_Alignof(struct set), sizeof *set);
    if (!set)
        return NULL;
    set->bits = buckets_bits(keys);
    set->heads = calloc((size_t)1 << set->bits, sizeof *set->heads);
    if (!set->heads) {
        free(set);
        return NULL;
    }
    epochs_begin(&set->epochs, lockfree_destroy);
    return set;
}

static lockfree_link *head_of(const struct set *set, int64_t key) {
    return &set->heads[buckets_of(key, set->bits)];
}

int set_insert(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    int done = lockfree_insert(&set->epochs, thread, head_of(set, key), key);
    epochs_leave(thread);
    return done;
}

int set_remove(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    int done = lockfree_remove(&set->epochs, thread, head_of(set, key), key);
    epochs_leave(thread);
    return done;
}

int set_contains(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    int found = lockfree_contains(head_of(set, key), key);
    epochs_leave(thread);
    return found;
}

int64_t set_size(struct set *set) {
    int64_t size = 0;
    for (size_t i = 0; i < (size_t)1 << set->bits; i++)
        size += lockfree_size(&set->heads[i]);
    return size;
}

void set_free(struct set *set) {
    for (size_t i = 0; i < (size_t)1 << set->bits; i++)
        lockfree_end(&set->heads[i]);
    epochs_end(&set->epochs);
    free(set->heads);
    free(set);
}
