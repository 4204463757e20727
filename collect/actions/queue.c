/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/action.h"

/* Every thread puts an item into a queue and takes one out: an operation is such a pair. So there
 * are never fewer than `length` items when a thread comes to take one.
 *
 * Lists are of nodes that go from hand to hand: each thread has a spare one, puts an item in with
 * it, and gets another with the item that it takes. So nothing is allocated. */
struct node {
    _Alignas(64) _Atomic(struct node *) next;
    int64_t item;
};

/* Of the ring. Its turn tells which put or take it waits for. */
struct cell {
    _Atomic(size_t) turn;
    int64_t item;
};

struct queue {
    _Alignas(128) pthread_mutex_t head_lock;
    struct node *head; /* without an item: the next node has the first */
    _Alignas(128) pthread_mutex_t tail_lock;
    struct node *tail;
    _Alignas(128) _Atomic(size_t) put;
    _Alignas(128) _Atomic(size_t) taken;
    _Alignas(128) struct cell *cells;
    size_t mask; /* one less than the number of cells, a power of two */
};

struct shared {
    struct queue *queue;
    struct node *nodes;
    int64_t length;
    int is_ready;
};

/* Of a thread. The sums are modulo 2^64. */
struct tally {
    struct node first; /* its first spare node */
    struct node *spare;
    int64_t put, taken;
    uint64_t put_sum, taken_sum;
};

/* Puts ITEM in and returns it. If ITEM is TAKE, takes the first item out and returns that; NONE:
 * there was none. SPARE is the thread's spare node. */
typedef int64_t queue_function(struct queue *queue, struct node **spare, int64_t item);
enum { TAKE = -1, NONE = -1 };

static int setup(struct bench *bench) {
    struct shared *s = bench->state;
    double length = bench->parameters[0];
    if (!(length >= 0) || length > 1 << 24 || length != floor(length)) {
        bench_fail(bench, "the length is an integer from 0 to 2^24");
        return 1;
    }
    s->length = (int64_t)length;
    return 0;
}

static int begin_batch(struct bench *bench) {
    struct shared *s = bench->state;
    s->is_ready = 0;
    s->queue = aligned_alloc(_Alignof(struct queue), sizeof *s->queue);
    s->nodes = aligned_alloc(_Alignof(struct node), (size_t)(s->length + 1) * sizeof *s->nodes);
    if (!s->queue || !s->nodes)
        return 1;
    *s->queue = (struct queue){.head = s->nodes, .tail = s->nodes};
    atomic_init(&s->nodes->next, NULL);
    return pthread_mutex_init(&s->queue->head_lock, NULL) ||
           pthread_mutex_init(&s->queue->tail_lock, NULL);
}

static void end_batch(struct bench *bench) {
    struct shared *s = bench->state;
    pthread_mutex_destroy(&s->queue->head_lock);
    pthread_mutex_destroy(&s->queue->tail_lock);
    free(s->queue->cells);
    free(s->queue);
    free(s->nodes);
}

/* --- implementations --- */

static void append(struct queue *queue, struct node *node, int64_t item) {
    node->item = item;
    atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&queue->tail->next, node, memory_order_release);
    queue->tail = node;
}

/* Returns the node that is spare now; NULL: there is no item. */
static struct node *remove_first(struct queue *queue, int64_t *item) {
    struct node *head = queue->head;
    struct node *first = atomic_load_explicit(&head->next, memory_order_acquire);
    if (!first)
        return NULL;
    *item = first->item;
    queue->head = first;
    return head;
}

/* One lock, or one for each end (M. M. Michael, M. L. Scott: Simple, fast, and practical
 * non-blocking and blocking concurrent queue algorithms, PODC 1996, figure 2). */
static inline int64_t use_list(struct queue *queue, struct node **spare, int64_t item,
                               pthread_mutex_t *lock) {
    pthread_mutex_lock(lock);
    if (item != TAKE)
        append(queue, *spare, item);
    else {
        struct node *left = remove_first(queue, &item);
        *spare = left ? left : *spare;
    }
    pthread_mutex_unlock(lock);
    return item;
}

static int64_t one_lock(struct queue *queue, struct node **spare, int64_t item) {
    return use_list(queue, spare, item, &queue->head_lock);
}

static int64_t two_locks(struct queue *queue, struct node **spare, int64_t item) {
    return use_list(queue, spare, item, item == TAKE ? &queue->head_lock : &queue->tail_lock);
}

/* The bounded queue of D. Vyukov (1024cores.net, Bounded MPMC queue). It has a cell for every item
 * and thread, and so is never full. Put number p and take number p go to the same cell, when its
 * turn is p and p + 1; after the take it waits for the put of the next round. */
static int64_t ring(struct queue *queue, struct node **spare, int64_t item) {
    int is_take = item == TAKE;
    _Atomic(size_t) *end = is_take ? &queue->taken : &queue->put;
    size_t number = atomic_load_explicit(end, memory_order_relaxed);
    (void)spare;
    for (;;) {
        struct cell *cell = &queue->cells[number & queue->mask];
        size_t turn = atomic_load_explicit(&cell->turn, memory_order_acquire);
        size_t wanted = number + (size_t)is_take;
        if (turn != wanted) {
            int is_early = (ptrdiff_t)(turn - wanted) < 0;
            if (is_early && is_take)
                return NONE;
            if (is_early) /* a take of the round before is not complete yet */
                sched_yield();
            number = atomic_load_explicit(end, memory_order_relaxed);
        } else if (atomic_compare_exchange_weak_explicit(
                       end, &number, number + 1, memory_order_relaxed, memory_order_relaxed)) {
            if (is_take)
                item = cell->item;
            else
                cell->item = item;
            atomic_store_explicit(&cell->turn, is_take ? wanted + queue->mask : wanted + 1,
                                  memory_order_release);
            return item;
        }
    }
}

/* --- operation --- */

static int make_ring(struct queue *queue, size_t items) {
    size_t count = 2;
    while (count < items)
        count *= 2;
    queue->mask = count - 1;
    queue->cells = malloc(count * sizeof *queue->cells);
    for (size_t i = 0; queue->cells && i < count; i++)
        atomic_init(&queue->cells[i].turn, i);
    return queue->cells != NULL;
}

static void put(struct bench_thread *thread, int64_t item) {
    struct shared *s = thread->bench->state;
    struct tally *tally = thread->state;
    ((queue_function *)thread->bench->routines[0])(s->queue, &tally->spare, item);
    tally->put++;
    tally->put_sum += (uint64_t)item;
}

/* Thread 0 puts the first items in, because the ring can be made only when the number of threads is
 * known. */
static void prefill(struct bench_thread *thread) {
    struct shared *s = thread->bench->state;
    struct tally *tally = thread->state;
    if (thread->number == 0 && make_ring(s->queue, (size_t)s->length + (size_t)thread->count)) {
        for (int64_t i = 0; i < s->length; i++) {
            tally->spare = &s->nodes[i + 1];
            put(thread, i);
        }
        s->is_ready = 1;
    }
    tally->spare = &tally->first;
}

static int64_t level(const struct bench *bench) {
    const struct shared *s = bench->state;
    return s->length;
}

/* The items of a thread are consecutive numbers, so that the sum of what it puts in follows from
 * how many they are. */
static inline __attribute__((always_inline)) void operate_on(struct bench_thread *thread,
                                                             queue_function *use) {
    struct shared *s = thread->bench->state;
    struct tally *tally = thread->state;
    const int64_t first = (int64_t)(thread->number + 1) << 40;
    int64_t item = first, taken;
    uint64_t sum = 0;
    if (!s->is_ready) {
        bench_fail(thread->bench, "no memory for the ring");
        return;
    }
    do {
        bench_set_operations(thread, item - first);
        use(s->queue, &tally->spare, item++);
        /* In the ring the first item may not be complete yet. */
        while ((taken = use(s->queue, &tally->spare, TAKE)) == NONE && bench_goes_on(thread))
            sched_yield();
        sum += taken == NONE ? 0 : (uint64_t)taken;
    } while (bench_goes_on(thread));
    uint64_t count = (uint64_t)(item - first);
    bench_set_operations(thread, item - first - (taken == NONE));
    tally->put += item - first;
    tally->put_sum += count * (uint64_t)first + count * (count - 1) / 2;
    tally->taken += item - first - (taken == NONE);
    tally->taken_sum += sum;
}

static int64_t idle(struct queue *queue, struct node **spare, int64_t item) {
    (void)queue, (void)spare;
    return item == TAKE ? 0 : item;
}

const bench_function queue_idle[] = {(bench_function)idle, NULL};

/* Calls take as long as some queues: each is compiled into a loop of its own, as it would be into a
 * program. */
static void operate(struct bench_thread *thread) {
    queue_function *use = (queue_function *)thread->bench->routines[0];
    if (use == one_lock)
        operate_on(thread, one_lock);
    else if (use == two_locks)
        operate_on(thread, two_locks);
    else if (use == ring)
        operate_on(thread, ring);
    else if (use == idle)
        operate_on(thread, idle);
    else
        operate_on(thread, use);
}

/* --- check --- */

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    struct shared *s = bench->state;
    int64_t missing = 0;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        const struct tally *own = team[i]->state;
        missing += own->put - own->taken;
        sum += own->put_sum - own->taken_sum;
    }
    struct tally *last = team[0]->state;
    queue_function *use = (queue_function *)bench->routines[0];
    for (int64_t item; missing >= 0 && (item = use(s->queue, &last->spare, TAKE)) != NONE;) {
        missing--;
        sum -= (uint64_t)item;
    }
    char why[100] = "";
    if (missing)
        snprintf(why, sizeof why, "%lld items more were %s", llabs(missing),
                 missing > 0 ? "put in than came out" : "taken out than were put in");
    else if (sum)
        snprintf(why, sizeof why, "other items came out than were put in");
    if (why[0])
        bench_wrong(bench, why);
}

/* Topic: threads. */
const struct bench_action action_queue = {
    BENCH_ACTION_HEAD,
    .name = "queue",
    .about = "put an item, take an item, by all threads",
    .largest = 1,
    .types = "d",
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(one_lock),
                                                             BENCH_IMPLEMENTATION(two_locks),
                                                             BENCH_IMPLEMENTATION(ring),
                                                             {0}},
    .parameters =
        (const struct bench_parameter[]){{"length", "items that are there before", 100}, {0}},
    .state_bytes = sizeof(struct shared),
    .thread_bytes = sizeof(struct tally),
    .setup = setup,
    .begin_batch = begin_batch,
    .end_batch = end_batch,
    .prefill = prefill,
    .level = level,
    .operate = operate,
    .check = check,
};
