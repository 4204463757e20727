/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sorted list without locks (see lockfree.h). */
#include "collect/set.h"
#include "collect/sets/lockfree.h"

struct set {
    struct epochs epochs;
    _Alignas(128) lockfree_link head;
};

struct set *set_create(int64_t keys) {
    struct set *set = aligned_alloc(_Alignof(struct set), sizeof *set);
    (void)keys;
    if (!set)
        return NULL;
    atomic_init(&set->head, 0);
    epochs_begin(&set->epochs, lockfree_destroy);
    return set;
}

int set_insert(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    int done = lockfree_insert(&set->epochs, thread, &set->head, key);
    epochs_leave(thread);
    return done;
}

int set_remove(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    int done = lockfree_remove(&set->epochs, thread, &set->head, key);
    epochs_leave(thread);
    return done;
}

int set_contains(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    int found = lockfree_contains(&set->head, key);
    epochs_leave(thread);
    return found;
}

int64_t set_size(struct set *set) {
    return lockfree_size(&set->head);
}

void set_free(struct set *set) {
    lockfree_end(&set->head);
    epochs_end(&set->epochs);
    free(set);
}
