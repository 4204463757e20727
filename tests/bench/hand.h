/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hand.h: what trials written by hand have in common: threads on given CPUs, and clocks. For the
 * benchmarks only. */
#ifndef BENCHMAT_TESTS_BENCH_HAND_H
#define BENCHMAT_TESTS_BENCH_HAND_H

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { HAND_MOST_THREADS = 256 };

static inline double hand_now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void hand_pause(double seconds) {
    struct timespec rest = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&rest, NULL);
}

static inline void hand_check(int is_right, const char *what, const char *why) {
    if (is_right)
        return;
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

/* The CPUs in TEXT, such as 0,1, and how many they are. */
static inline size_t hand_read_cpus(const char *text, int cpus[HAND_MOST_THREADS]) {
    for (size_t count = 0; count < HAND_MOST_THREADS;) {
        char *end;
        cpus[count++] = (int)strtol(text, &end, 10);
        hand_check(end != text && (*end == ',' || *end == '\0'), text, "not a list of CPUs");
        if (*end == '\0')
            return count;
        text = end + 1;
    }
    hand_check(0, text, "too many CPUs");
    return 0;
}

/* A thread on that CPU. */
static inline pthread_t hand_start(int cpu, void *run(void *), void *argument) {
    pthread_t id;
    pthread_attr_t attributes;
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(cpu, &cpus);
    pthread_attr_init(&attributes);
    pthread_attr_setaffinity_np(&attributes, sizeof cpus, &cpus);
    hand_check(pthread_create(&id, &attributes, run, argument) == 0, "pthread_create", "failed");
    pthread_attr_destroy(&attributes);
    return id;
}

#endif
