/* SPDX-License-Identifier: GPL-3.0-or-later */
/* epochs.h: when the memory of a removed node may be freed: epoch-based reclamation (K. Fraser,
 * Practical lock-freedom, University of Cambridge technical report 579, 2004, section 5.2.3).
 *
 * A thread enters before it looks at nodes, which announces the epoch that it has seen, and leaves
 * afterwards. The epoch ends when every thread that is inside has announced it. A node that was
 * retired in epoch E, when no link led to it any more, can be seen only by threads that entered in
 * E or before; none of them is inside when the epoch has become E + 2, and the node is freed. */
#ifndef BENCHMAT_COLLECT_SETS_EPOCHS_H
#define BENCHMAT_COLLECT_SETS_EPOCHS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { EPOCHS_LIMBO = 3, EPOCHS_PATIENCE = 64 };

/* The beginning of every node. */
struct epochs_node {
    struct epochs_node *retired_before;
};

/* What a set keeps for one thread, on cache lines of its own. */
struct epochs_thread {
    _Alignas(128) _Atomic(uint64_t) announced; /* 2 epoch + 1 inside, 0 outside */
    struct {
        uint64_t epoch;
        struct epochs_node *last;
    } limbo[EPOCHS_LIMBO]; /* the nodes that were retired in each of the last epochs */
    unsigned retired;
    uintptr_t owner;
    struct epochs_thread *next;
};

struct epochs {
    _Alignas(128) _Atomic(uint64_t) now;
    _Atomic(struct epochs_thread *) threads;
    uint64_t number; /* of this set in this process */
    void (*destroy)(struct epochs_node *node);
};

/* This thread's place in the set that it used last. The address of this variable also tells threads
 * apart: a later thread may get that of one that has ended, and then takes over its place. */
static _Thread_local struct {
    uint64_t number;
    struct epochs_thread *thread;
} epochs_own __attribute__((tls_model("initial-exec")));

static inline void epochs_begin(struct epochs *epochs, void (*destroy)(struct epochs_node *node)) {
    static _Atomic(uint64_t) count;
    atomic_init(&epochs->now, EPOCHS_LIMBO);
    atomic_init(&epochs->threads, NULL);
    epochs->number = atomic_fetch_add(&count, 1) + 1;
    epochs->destroy = destroy;
}

static inline void epochs_free(const struct epochs *epochs, struct epochs_node *last) {
    while (last) {
        struct epochs_node *before = last->retired_before;
        epochs->destroy(last);
        last = before;
    }
}

static inline void epochs_end(struct epochs *epochs) {
    struct epochs_thread *thread = atomic_load(&epochs->threads);
    while (thread) {
        struct epochs_thread *next = thread->next;
        for (size_t i = 0; i < EPOCHS_LIMBO; i++)
            epochs_free(epochs, thread->limbo[i].last);
        free(thread);
        thread = next;
    }
}

/* Finds or makes this thread's place. Without memory for it nothing can go on: set_remove and
 * set_contains have no way to say so. */
static struct epochs_thread *epochs_register(struct epochs *epochs) {
    uintptr_t owner = (uintptr_t)&epochs_own;
    struct epochs_thread *thread = atomic_load(&epochs->threads);
    while (thread && thread->owner != owner)
        thread = thread->next;
    if (!thread) {
        thread = aligned_alloc(_Alignof(struct epochs_thread), sizeof *thread);
        if (!thread)
            abort();
        *thread = (struct epochs_thread){.owner = owner, .next = atomic_load(&epochs->threads)};
        while (!atomic_compare_exchange_weak(&epochs->threads, &thread->next, thread))
            ;
    }
    epochs_own.number = epochs->number;
    epochs_own.thread = thread;
    return thread;
}

/* Returns this thread's place, for the calls below. */
static inline struct epochs_thread *epochs_enter(struct epochs *epochs) {
    struct epochs_thread *thread = epochs_own.thread;
    if (epochs_own.number != epochs->number)
        thread = epochs_register(epochs);
    uint64_t now = atomic_load_explicit(&epochs->now, memory_order_acquire);
    atomic_store_explicit(&thread->announced, 2 * now + 1, memory_order_release);
    /* Others must see this before any link is read here: against the fence in epochs_advance. */
    atomic_thread_fence(memory_order_seq_cst);
    return thread;
}

static inline void epochs_leave(struct epochs_thread *thread) {
    atomic_store_explicit(&thread->announced, 0, memory_order_release);
}

/* Ends the epoch unless a thread is inside that has not seen it. */
static void epochs_advance(struct epochs *epochs) {
    uint64_t now = atomic_load_explicit(&epochs->now, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    struct epochs_thread *thread = atomic_load_explicit(&epochs->threads, memory_order_acquire);
    for (; thread; thread = thread->next) {
        uint64_t announced = atomic_load_explicit(&thread->announced, memory_order_acquire);
        if (announced && announced != 2 * now + 1)
            return;
    }
    atomic_compare_exchange_strong_explicit(&epochs->now, &now, now + 1, memory_order_acq_rel,
                                            memory_order_relaxed);
}

/* Frees NODE, to which no link leads any more, when nobody can see it. Called inside. */
static inline void epochs_retire(struct epochs *epochs, struct epochs_thread *thread,
                                 struct epochs_node *node) {
    /* The epoch is read after the last link was cut. */
    atomic_thread_fence(memory_order_seq_cst);
    uint64_t now = atomic_load_explicit(&epochs->now, memory_order_acquire);
    size_t place = now % EPOCHS_LIMBO;
    if (thread->limbo[place].epoch != now) { /* it is of three epochs ago, or more */
        epochs_free(epochs, thread->limbo[place].last);
        thread->limbo[place].last = NULL;
        thread->limbo[place].epoch = now;
    }
    node->retired_before = thread->limbo[place].last;
    thread->limbo[place].last = node;
    if (++thread->retired % EPOCHS_PATIENCE == 0)
        epochs_advance(epochs);
}

#endif
