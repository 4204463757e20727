/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/action.h"
#include "collect/actions/spin_barrier.h"

/* All threads meet again and again: an operation is one thread's meeting. Each says before that it
 * comes, and looks afterwards whether the next one has come, too.
 *
 * All leave after the same meeting, or those that go on would wait for ever: thread 0 alone looks
 * whether to stop, and says so before it comes to the last meeting. */
struct shared {
    struct spin_barrier spinning;
    _Alignas(128) pthread_barrier_t posix;
    _Alignas(128) pthread_mutex_t lock;
    pthread_cond_t all_here;
    int arrived;
    int64_t phase;
    _Alignas(128) _Atomic(int64_t) last; /* the last meeting; 0: not yet known */
};

enum { MOST_THREADS = 4096 }; /* whose coming is looked at */

struct meeting {
    struct shared *shared;
    int has_posix;
    struct comer *comers[MOST_THREADS];
};

/* Of a thread. */
struct comer {
    _Atomic(int64_t) coming; /* the number of the meeting to which it came last */
    int64_t early;           /* how often the next thread had not come */
};

static int setup(struct bench *bench) {
    (void)bench;
    return 0;
}

static int begin_batch(struct bench *bench) {
    struct meeting *s = bench->state;
    s->has_posix = 0;
    s->shared = aligned_alloc(_Alignof(struct shared), sizeof *s->shared);
    if (!s->shared)
        return 1;
    *s->shared = (struct shared){.phase = 0};
    return pthread_mutex_init(&s->shared->lock, NULL) ||
           pthread_cond_init(&s->shared->all_here, NULL);
}

static void end_batch(struct bench *bench) {
    struct meeting *s = bench->state;
    pthread_cond_destroy(&s->shared->all_here);
    pthread_mutex_destroy(&s->shared->lock);
    if (s->has_posix)
        pthread_barrier_destroy(&s->shared->posix);
    free(s->shared);
}

/* Only here a thread is told how many they are. */
static void prefill(struct bench_thread *thread) {
    struct meeting *s = thread->bench->state;
    if (thread->number < MOST_THREADS)
        s->comers[thread->number] = thread->state;
    if (thread->number == 0)
        s->has_posix = pthread_barrier_init(&s->shared->posix, NULL, (unsigned)thread->count) == 0;
}

/* --- implementations --- */

typedef void waiting(struct shared *shared, int count);

static void posix(struct shared *shared, int count) {
    (void)count;
    pthread_barrier_wait(&shared->posix);
}

static void condition(struct shared *shared, int count) {
    pthread_mutex_lock(&shared->lock);
    int64_t phase = shared->phase;
    if (++shared->arrived == count) {
        shared->arrived = 0;
        shared->phase++;
        pthread_cond_broadcast(&shared->all_here);
    }
    while (shared->phase == phase)
        pthread_cond_wait(&shared->all_here, &shared->lock);
    pthread_mutex_unlock(&shared->lock);
}

static void spinning(struct shared *shared, int count) {
    spin_barrier_wait(&shared->spinning, count);
}

static void operate(struct bench_thread *thread) {
    const struct meeting *s = thread->bench->state;
    struct shared *shared = s->shared;
    waiting *wait = (waiting *)thread->bench->routines[0];
    int known = thread->count < MOST_THREADS ? thread->count : MOST_THREADS;
    struct comer *own = thread->state, *next = s->comers[(thread->number + 1) % known];
    int64_t meeting = 0, last;
    do {
        meeting++;
        if (thread->number == 0 && !bench_goes_on(thread))
            atomic_store_explicit(&shared->last, meeting, memory_order_relaxed);
        atomic_store_explicit(&own->coming, meeting, memory_order_relaxed);
        wait(shared, thread->count);
        own->early += atomic_load_explicit(&next->coming, memory_order_relaxed) < meeting;
        last = atomic_load_explicit(&shared->last, memory_order_relaxed);
        bench_add_operations(thread, 1);
    } while (!last || meeting < last);
}

/* --- check --- */

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    int64_t early = 0, meetings = bench_operations_of(team[0]);
    for (int i = 0; i < count; i++) {
        early += ((struct comer *)team[i]->state)->early;
        if (bench_operations_of(team[i]) != meetings)
            bench_wrong(bench, "the threads were not at the same number of meetings");
    }
    char why[100];
    snprintf(why, sizeof why, "a thread went on before another had come, %lld times",
             (long long)early);
    if (early)
        bench_wrong(bench, why);
}

/* --- idle --- */

static void idle(struct shared *shared, int count) {
    (void)shared, (void)count;
}

const bench_function barrier_idle[] = {(bench_function)idle, NULL};

/* Topic: threads. */
const struct bench_action action_barrier = {
    BENCH_ACTION_HEAD,
    .name = "barrier",
    .about = "wait until all threads have come",
    .largest = 1,
    .types = "d",
    .implementations = (const struct bench_implementation[]){{"pthread", (bench_function)posix},
                                                             BENCH_IMPLEMENTATION(condition),
                                                             BENCH_IMPLEMENTATION(spinning),
                                                             {0}},
    .state_bytes = sizeof(struct meeting),
    .thread_bytes = sizeof(struct comer),
    .setup = setup,
    .begin_batch = begin_batch,
    .end_batch = end_batch,
    .prefill = prefill,
    .operate = operate,
    .check = check,
};
