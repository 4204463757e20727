/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/action.h"
#include "collect/actions/spin_barrier.h"

/* The team counts the primes below a number, again and again, and each time waits until all have
 * done their share: so a share that takes longer than the others costs time. An operation is the
 * test of one number by trial division (after P. Sestoft: Microbenchmarks in Java and C#, IT
 * University of Copenhagen, 2015). */
struct shared {
    struct spin_barrier all_done;
    _Alignas(128) pthread_mutex_t lock;
    _Alignas(128) _Atomic(int64_t) next[2]; /* number to test, in every other count */
    _Alignas(128) _Atomic(int64_t) last;    /* the last count; 0: not yet known */
    int64_t below;
};

struct counting {
    int64_t below;
    struct shared *shared;
};

/* Of a thread. */
struct share {
    int64_t counts; /* in which it took part */
    int64_t primes; /* that it found in all of them */
};

enum { NUMBERS_OF_A_TASK = 100 };

static int setup(struct bench *bench) {
    struct counting *s = bench->state;
    double below = bench->parameters[0];
    if (!(below >= 1) || below > 100000 || below != floor(below)) {
        bench_fail(bench, "the number to count below is an integer from 1 to 100000");
        return 1;
    }
    s->below = (int64_t)below;
    return 0;
}

static int begin_batch(struct bench *bench) {
    struct counting *s = bench->state;
    s->shared = aligned_alloc(_Alignof(struct shared), sizeof *s->shared);
    if (!s->shared)
        return 1;
    *s->shared = (struct shared){.below = s->below};
    return pthread_mutex_init(&s->shared->lock, NULL);
}

static void end_batch(struct bench *bench) {
    struct counting *s = bench->state;
    pthread_mutex_destroy(&s->shared->lock);
    free(s->shared);
}

static int is_prime(int64_t number) {
    int64_t divisor = 2;
    while (divisor * divisor <= number && number % divisor != 0)
        divisor++;
    return number >= 2 && divisor * divisor > number;
}

/* --- implementations --- */

/* Does the thread's share of count number COUNT, and returns how many numbers it tested. */
typedef int64_t sharing(struct bench_thread *thread, struct shared *shared, int64_t count);

static void test(struct bench_thread *thread, int64_t from, int64_t to) {
    struct share *own = thread->state;
    for (int64_t i = from; i < to; i++)
        own->primes += is_prime(i);
}

/* The upper parts take longer, because their numbers are larger. */
static int64_t own_part(struct bench_thread *thread, struct shared *shared, int64_t count) {
    int64_t from = shared->below * thread->number / thread->count;
    int64_t to = shared->below * (thread->number + 1) / thread->count;
    (void)count;
    test(thread, from, to);
    return to - from;
}

static int64_t one_by_one(struct bench_thread *thread, struct shared *shared, int64_t count) {
    _Atomic(int64_t) *next = &shared->next[count % 2];
    int64_t number, tested = 0;
    while ((number = atomic_fetch_add_explicit(next, 1, memory_order_relaxed)) < shared->below) {
        test(thread, number, number + 1);
        tested++;
    }
    return tested;
}

/* A pool of threads that take tasks of 100 numbers from a queue behind a lock. */
static int64_t tasks(struct bench_thread *thread, struct shared *shared, int64_t count) {
    _Atomic(int64_t) *next = &shared->next[count % 2];
    int64_t tested = 0;
    for (;;) {
        pthread_mutex_lock(&shared->lock);
        int64_t from = atomic_load_explicit(next, memory_order_relaxed);
        atomic_store_explicit(next, from + NUMBERS_OF_A_TASK, memory_order_relaxed);
        pthread_mutex_unlock(&shared->lock);
        if (from >= shared->below)
            return tested;
        int64_t to = from + NUMBERS_OF_A_TASK;
        to = to < shared->below ? to : shared->below;
        test(thread, from, to);
        tested += to - from;
    }
}

/* --- operation --- */

/* All leave after the same count, or those that go on would wait for ever. */
static void operate(struct bench_thread *thread) {
    struct shared *shared = ((struct counting *)thread->bench->state)->shared;
    struct share *own = thread->state;
    int64_t last;
    do {
        own->counts++;
        if (thread->number == 0) {
            atomic_store_explicit(&shared->next[(own->counts + 1) % 2], 0, memory_order_relaxed);
            if (!bench_goes_on(thread))
                atomic_store_explicit(&shared->last, own->counts, memory_order_relaxed);
        }
        int64_t tested = ((sharing *)thread->bench->routines[0])(thread, shared, own->counts);
        bench_add_operations(thread, tested);
        spin_barrier_wait(&shared->all_done, thread->count);
        last = atomic_load_explicit(&shared->last, memory_order_relaxed);
    } while (own->counts != last);
}

/* --- check --- */

/* The number of primes below N, by the sieve of Eratosthenes; -1: no memory. */
static int64_t count_primes(int64_t n) {
    char *is_composite = calloc((size_t)n + 2, 1);
    int64_t count = 0;
    if (!is_composite)
        return -1;
    for (int64_t i = 2; i < n; i++) {
        count += !is_composite[i];
        for (int64_t k = i * i; !is_composite[i] && k < n; k += i)
            is_composite[k] = 1;
    }
    free(is_composite);
    return count;
}

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    const struct counting *s = bench->state;
    int64_t counts = ((struct share *)team[0]->state)->counts, primes = 0, tested = 0;
    for (int i = 0; i < count; i++) {
        primes += ((struct share *)team[i]->state)->primes;
        tested += bench_operations_of(team[i]);
    }
    int64_t expected = count_primes(s->below);
    char why[160] = "";
    if (expected < 0)
        snprintf(why, sizeof why, "cannot be checked: no memory");
    else if (primes != counts * expected)
        snprintf(why, sizeof why, "%lld primes were found in %lld counts, not %lld in each",
                 (long long)primes, (long long)counts, (long long)expected);
    else if (tested != counts * s->below)
        snprintf(why, sizeof why, "%lld numbers were tested in %lld counts, not %lld in each",
                 (long long)tested, (long long)counts, (long long)s->below);
    if (why[0])
        bench_wrong(bench, why);
}

/* --- idle --- */

static int64_t idle(struct bench_thread *thread, struct shared *shared, int64_t count) {
    (void)thread, (void)count;
    return shared->below;
}

const bench_function prime_count_idle[] = {(bench_function)idle, NULL};

/* Topic: threads. */
const struct bench_action action_prime_count = {
    BENCH_ACTION_HEAD,
    .name = "prime_count",
    .about = "count primes by trial division, by all threads",
    .largest = 1,
    .types = "d",
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(own_part),
                                                             BENCH_IMPLEMENTATION(one_by_one),
                                                             BENCH_IMPLEMENTATION(tasks),
                                                             {0}},
    .parameters =
        (const struct bench_parameter[]){{"below", "numbers from 0 to this one are tested", 10000},
                                         {0}},
    .state_bytes = sizeof(struct counting),
    .thread_bytes = sizeof(struct share),
    .setup = setup,
    .begin_batch = begin_batch,
    .end_batch = end_batch,
    .operate = operate,
    .check = check,
};
