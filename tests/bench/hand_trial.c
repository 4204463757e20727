/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hand_trial CPUS SECONDS: a trial of counters, one for each thread, as anybody would write it by
 * hand: what bench-collect's must come near to. A thread runs on each of CPUS, such as 0,1. Prints
 * the operations of all in a second, and how many there are in a second of processor time. */
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>

#include "tests/bench/hand.h"

static alignas(128) atomic_int stop;
static alignas(128) pthread_barrier_t barrier;

static struct thread {
    alignas(128) _Atomic(int64_t) count;
    alignas(128) pthread_t id;
    double seconds, cpu_seconds;
} threads[HAND_MOST_THREADS];

static void operate(struct thread *own) {
    int64_t count = 0;
    do
        atomic_store_explicit(&own->count, ++count, memory_order_relaxed);
    while (!atomic_load_explicit(&stop, memory_order_relaxed));
}

static void *run(void *argument) {
    struct thread *own = argument;
    pthread_barrier_wait(&barrier);
    double cpu_began = hand_now(CLOCK_THREAD_CPUTIME_ID), began = hand_now(CLOCK_MONOTONIC);
    operate(own);
    own->seconds = hand_now(CLOCK_MONOTONIC) - began;
    own->cpu_seconds = hand_now(CLOCK_THREAD_CPUTIME_ID) - cpu_began;
    return NULL;
}

int main(int argc, char **argv) {
    static int cpus[HAND_MOST_THREADS];
    if (argc != 3)
        return 64;
    size_t count = hand_read_cpus(argv[1], cpus);
    pthread_barrier_init(&barrier, NULL, (unsigned)count + 1);
    for (size_t i = 0; i < count; i++)
        threads[i].id = hand_start(cpus[i], run, &threads[i]);
    pthread_barrier_wait(&barrier);
    hand_pause(atof(argv[2]));
    atomic_store_explicit(&stop, 1, memory_order_relaxed);
    double rate = 0, operations = 0, cpu_seconds = 0;
    for (size_t i = 0; i < count; i++) {
        pthread_join(threads[i].id, NULL);
        rate += (double)threads[i].count / threads[i].seconds;
        operations += (double)threads[i].count;
        cpu_seconds += threads[i].cpu_seconds;
    }
    printf("%.9g %.9g\n", rate, operations / cpu_seconds);
}
