/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sorted list with a mutex for each node (S. Heller, M. Herlihy, V. Luchangco, M. Moir, W. N.
 * Scherer, N. Shavit: A lazy concurrent list-based set algorithm, OPODIS 2005). A node is first
 * marked as removed, then cut out; who looks for a key takes no lock. */
#include <pthread.h>

#include "collect/set.h"
#include "collect/sets/epochs.h"

struct node {
    struct epochs_node retired;
    _Atomic(struct node *) next; /* NULL: the last one */
    _Atomic(int) is_removed;
    int64_t key;
    pthread_mutex_t lock;
};

struct set {
    struct epochs epochs;
    _Alignas(128) struct node head; /* its key is less than any */
};

static void begin_node(struct node *node, int64_t key, struct node *next) {
    node->key = key;
    atomic_init(&node->next, next);
    atomic_init(&node->is_removed, 0);
    pthread_mutex_init(&node->lock, NULL);
}

static void destroy_node(struct epochs_node *retired) {
    struct node *node = (struct node *)retired;
    pthread_mutex_destroy(&node->lock);
    free(node);
}

struct set *set_create(int64_t keys) {
    struct set *set = aligned_alloc(_Alignof(struct set), sizeof *set);
    (void)keys;
    if (!set)
        return NULL;
    begin_node(&set->head, -1, NULL);
    epochs_begin(&set->epochs, destroy_node);
    return set;
}

static struct node *next_of(struct node *node) {
    return atomic_load_explicit(&node->next, memory_order_acquire);
}

static int is_removed(struct node *node) {
    return atomic_load_explicit(&node->is_removed, memory_order_acquire);
}

/* The first node whose key is KEY or more, NULL if there is none, and the one before it. */
struct place {
    struct node *before, *node;
};

static struct place find(struct set *set, int64_t key) {
    struct place place = {&set->head, next_of(&set->head)};
    while (place.node && place.node->key < key) {
        place.before = place.node;
        place.node = next_of(place.node);
    }
    return place;
}

static void unlock(struct place place) {
    if (place.node)
        pthread_mutex_unlock(&place.node->lock);
    pthread_mutex_unlock(&place.before->lock);
}

/* Finds the place of KEY and locks both of its nodes, when both are there and are neighbours. */
static struct place lock(struct set *set, int64_t key) {
    for (;;) {
        struct place place = find(set, key);
        pthread_mutex_lock(&place.before->lock);
        if (place.node)
            pthread_mutex_lock(&place.node->lock);
        if (!is_removed(place.before) && !(place.node && is_removed(place.node)) &&
            next_of(place.before) == place.node)
            return place;
        unlock(place);
    }
}

int set_insert(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    struct place place = lock(set, key);
    int done = 0;
    if (!place.node || place.node->key != key) {
        struct node *node = malloc(sizeof *node);
        done = node ? 1 : -1;
        if (node) {
            begin_node(node, key, place.node);
            atomic_store_explicit(&place.before->next, node, memory_order_release);
        }
    }
    unlock(place);
    epochs_leave(thread);
    return done;
}

int set_remove(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    struct place place = lock(set, key);
    int done = place.node && place.node->key == key;
    if (done) {
        atomic_store_explicit(&place.node->is_removed, 1, memory_order_release);
        atomic_store_explicit(&place.before->next, next_of(place.node), memory_order_release);
    }
    unlock(place);
    if (done)
        epochs_retire(&set->epochs, thread, &place.node->retired);
    epochs_leave(thread);
    return done;
}

int set_contains(struct set *set, int64_t key) {
    struct epochs_thread *thread = epochs_enter(&set->epochs);
    struct node *node = find(set, key).node;
    int found = node && node->key == key && !is_removed(node);
    epochs_leave(thread);
    return found;
}

int64_t set_size(struct set *set) {
    int64_t size = 0;
    for (struct node *node = next_of(&set->head); node; node = next_of(node))
        size++;
    return size;
}

void set_free(struct set *set) {
    struct node *node = next_of(&set->head);
    while (node) {
        struct node *next = next_of(node);
        destroy_node(&node->retired);
        node = next;
    }
    pthread_mutex_destroy(&set->head.lock);
    epochs_end(&set->epochs);
    free(set);
}
