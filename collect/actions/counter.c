/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "collect/action.h"

/* What it costs to count: an operation is one increment. The shared counter lies on a cache line of
 * its own, so that nothing else is fought over. */
struct shared {
    _Alignas(128) pthread_mutex_t lock;
    int64_t locked;
    _Alignas(128) _Atomic(int64_t) atomic;
};

struct counter {
    struct shared *shared;
};

/* A thread's own counter, which others might read at any time. */
struct own {
    _Atomic(int64_t) count;
};

static int setup(struct bench *bench) {
    (void)bench;
    return 0;
}

static int begin_batch(struct bench *bench) {
    struct counter *s = bench->state;
    s->shared = aligned_alloc(_Alignof(struct shared), sizeof *s->shared);
    if (!s->shared)
        return 1;
    s->shared->locked = 0;
    atomic_init(&s->shared->atomic, 0);
    return pthread_mutex_init(&s->shared->lock, NULL);
}

static void end_batch(struct bench *bench) {
    struct counter *s = bench->state;
    pthread_mutex_destroy(&s->shared->lock);
    free(s->shared);
}

/* --- implementations --- */

typedef void counting(struct bench_thread *thread);

static struct shared *shared_of(const struct bench_thread *thread) {
    return ((struct counter *)thread->bench->state)->shared;
}

static void mutex(struct bench_thread *thread) {
    struct shared *shared = shared_of(thread);
    do {
        pthread_mutex_lock(&shared->lock);
        shared->locked++;
        pthread_mutex_unlock(&shared->lock);
    } while (bench_next_operation(thread));
}

static void atomic(struct bench_thread *thread) {
    struct shared *shared = shared_of(thread);
    do
        atomic_fetch_add_explicit(&shared->atomic, 1, memory_order_relaxed);
    while (bench_next_operation(thread));
}

static void per_thread(struct bench_thread *thread) {
    struct own *own = thread->state;
    int64_t count = 0;
    do {
        atomic_store_explicit(&own->count, ++count, memory_order_relaxed);
        bench_set_operations(thread, count);
    } while (bench_goes_on(thread));
}

static void operate(struct bench_thread *thread) {
    ((counting *)thread->bench->routines[0])(thread);
}

/* --- check --- */

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    const struct shared *shared = ((struct counter *)bench->state)->shared;
    int64_t counted = shared->locked + atomic_load(&shared->atomic), operations = 0;
    for (int i = 0; i < count; i++) {
        counted += atomic_load(&((struct own *)team[i]->state)->count);
        operations += bench_operations_of(team[i]);
    }
    if (counted != operations)
        bench_wrong(bench, "the counter is not the number of increments");
}

/* --- idle --- */

static void idle(struct bench_thread *thread) {
    do
        bench_clobber();
    while (bench_next_operation(thread));
}

const bench_function counter_idle[] = {(bench_function)idle, NULL};

/* Topic: threads. */
const struct bench_action action_counter = {
    BENCH_ACTION_HEAD,
    .name = "counter",
    .about = "count := count + 1, by all threads",
    .largest = 1,
    .types = "d",
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(mutex),
                                                             BENCH_IMPLEMENTATION(atomic),
                                                             BENCH_IMPLEMENTATION(per_thread),
                                                             {0}},
    .state_bytes = sizeof(struct counter),
    .thread_bytes = sizeof(struct own),
    .setup = setup,
    .begin_batch = begin_batch,
    .end_batch = end_batch,
    .operate = operate,
    .check = check,
};
