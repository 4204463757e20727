/* SPDX-License-Identifier: GPL-3.0-or-later */
/* working.h: has the window of a trial last, on stopped clocks, until its threads have done what
 * the test is about. For after cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_WORKING_H
#define BENCHMAT_TESTS_COLLECT_WORKING_H

#include <pthread.h>
#include <semaphore.h>

#include "collect/action.h"

static struct {
    int is_open; /* somebody waits for an operation */
    int seen_by; /* number + 1 of the thread that will tell; 0: nobody yet */
    sem_t worked, ended;
    pthread_key_t ending;
    int has_key;
} working;

static inline void working_tell_end(void *unused) {
    (void)unused;
    sem_post(&working.ended);
}

/* Before each trial. */
static inline void working_begin(void) {
    if (!working.has_key)
        pthread_key_create(&working.ending, working_tell_end);
    working.has_key = 1;
    working.is_open = working.seen_by = 0;
    sem_init(&working.worked, 0, 0);
    sem_init(&working.ended, 0, 0);
}

/* Returns when a whole operation was made meanwhile. */
static inline void working_await_operation(void) {
    __atomic_store_n(&working.is_open, 1, __ATOMIC_SEQ_CST);
    while (sem_wait(&working.worked))
        continue;
}

/* A thread calls it before each of its operations. */
static inline void working_operates(const struct bench_thread *thread) {
    int nobody = 0;
    if (!__atomic_load_n(&working.is_open, __ATOMIC_SEQ_CST))
        return;
    if (__atomic_load_n(&working.seen_by, __ATOMIC_SEQ_CST) != thread->number + 1) {
        __atomic_compare_exchange_n(&working.seen_by, &nobody, thread->number + 1, 0,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        return;
    }
    __atomic_store_n(&working.is_open, 0, __ATOMIC_SEQ_CST);
    __atomic_store_n(&working.seen_by, 0, __ATOMIC_SEQ_CST);
    sem_post(&working.worked);
}

/* A thread that is about to end calls it. */
static inline void working_ends(void) {
    pthread_setspecific(working.ending, &working);
}

/* Returns when such a thread has left the team. */
static inline void working_await_end(void) {
    while (sem_wait(&working.ended))
        continue;
    sem_post(&working.ended);
}

#endif
