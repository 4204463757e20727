/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lockfree.h: sorted lists without locks (M. M. Michael: High performance dynamic lock-free hash
 * tables and list-based sets, SPAA 2002; the mark in the link is T. L. Harris's: A pragmatic
 * implementation of non-blocking linked lists, DISC 2001), with epochs in place of hazard pointers.
 *
 * The lowest bit of a node's link says that the node is removed: it then changes no more, and
 * whoever passes cuts the node out. Who cuts it out retires it. */
#ifndef BENCHMAT_COLLECT_SETS_LOCKFREE_H
#define BENCHMAT_COLLECT_SETS_LOCKFREE_H

#include "collect/sets/epochs.h"

/* The address of a node, plus 1 if the node that has this link is removed. */
typedef _Atomic(uintptr_t) lockfree_link;

struct lockfree_node {
    struct epochs_node retired;
    lockfree_link next;
    int64_t key;
};

static inline struct lockfree_node *lockfree_node(uintptr_t link) {
    return (struct lockfree_node *)(link & ~(uintptr_t)1);
}

static inline void lockfree_destroy(struct epochs_node *node) {
    free(node);
}

/* The first node from HEAD on whose key is KEY or more, NULL if there is none, and the link that
 * leads there. Cuts out removed nodes on the way. */
struct lockfree_place {
    lockfree_link *link;
    struct lockfree_node *node;
};

/* Returns 0 if another thread changed the list under way. */
static inline int lockfree_try_find(struct epochs *epochs, struct epochs_thread *thread,
                                    lockfree_link *head, int64_t key,
                                    struct lockfree_place *place) {
    place->link = head;
    place->node = lockfree_node(atomic_load_explicit(head, memory_order_acquire));
    while (place->node) {
        uintptr_t next = atomic_load_explicit(&place->node->next, memory_order_acquire);
        if (next & 1) {
            uintptr_t expected = (uintptr_t)place->node, after = next & ~(uintptr_t)1;
            if (!atomic_compare_exchange_strong_explicit(
                    place->link, &expected, after, memory_order_acq_rel, memory_order_relaxed))
                return 0;
            epochs_retire(epochs, thread, &place->node->retired);
            place->node = lockfree_node(after);
        } else if (place->node->key >= key)
            return 1;
        else {
            place->link = &place->node->next;
            place->node = lockfree_node(next);
        }
    }
    return 1;
}

static inline struct lockfree_place lockfree_find(struct epochs *epochs,
                                                  struct epochs_thread *thread, lockfree_link *head,
                                                  int64_t key) {
    struct lockfree_place place;
    while (!lockfree_try_find(epochs, thread, head, key, &place))
        ;
    return place;
}

/* As set_insert, but inside. */
static inline int lockfree_insert(struct epochs *epochs, struct epochs_thread *thread,
                                  lockfree_link *head, int64_t key) {
    struct lockfree_node *node = NULL;
    for (;;) {
        struct lockfree_place place = lockfree_find(epochs, thread, head, key);
        if (place.node && place.node->key == key) {
            free(node);
            return 0;
        }
        if (!node && !(node = malloc(sizeof *node)))
            return -1;
        uintptr_t next = (uintptr_t)place.node;
        node->key = key;
        atomic_init(&node->next, next);
        /* Fails if there is another node now, or if the node of that link is removed. */
        if (atomic_compare_exchange_strong_explicit(place.link, &next, (uintptr_t)node,
                                                    memory_order_acq_rel, memory_order_relaxed))
            return 1;
    }
}

/* As set_remove, but inside. */
static inline int lockfree_remove(struct epochs *epochs, struct epochs_thread *thread,
                                  lockfree_link *head, int64_t key) {
    for (;;) {
        struct lockfree_place place = lockfree_find(epochs, thread, head, key);
        if (!place.node || place.node->key != key)
            return 0;
        uintptr_t next = atomic_load_explicit(&place.node->next, memory_order_acquire);
        if (next & 1) /* another thread has just removed it; the next search cuts it out */
            continue;
        if (!atomic_compare_exchange_strong_explicit(&place.node->next, &next, next | 1,
                                                     memory_order_acq_rel, memory_order_relaxed))
            continue;
        uintptr_t expected = (uintptr_t)place.node;
        if (atomic_compare_exchange_strong_explicit(place.link, &expected, next,
                                                    memory_order_acq_rel, memory_order_relaxed))
            epochs_retire(epochs, thread, &place.node->retired);
        else
            lockfree_find(epochs, thread, head, key);
        return 1;
    }
}

/* As set_contains, but inside. Changes nothing: it also goes over removed nodes. */
static inline int lockfree_contains(lockfree_link *head, int64_t key) {
    uintptr_t next = atomic_load_explicit(head, memory_order_acquire);
    struct lockfree_node *node;
    while ((node = lockfree_node(next))) {
        next = atomic_load_explicit(&node->next, memory_order_acquire);
        if (node->key >= key)
            return node->key == key && !(next & 1);
    }
    return 0;
}

/* The number of nodes that are not removed, and the memory of all; no other thread is inside. */
static inline int64_t lockfree_size(lockfree_link *head) {
    int64_t size = 0;
    for (struct lockfree_node *node = lockfree_node(atomic_load(head)); node;
         node = lockfree_node(atomic_load(&node->next)))
        size += !(atomic_load(&node->next) & 1);
    return size;
}

static inline void lockfree_end(lockfree_link *head) {
    struct lockfree_node *node = lockfree_node(atomic_load(head));
    while (node) {
        struct lockfree_node *next = lockfree_node(atomic_load(&node->next));
        free(node);
        node = next;
    }
}

#endif
