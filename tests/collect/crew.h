/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crew.h: the threads of a throughput action, in the test's own process. For after cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_CREW_H
#define BENCHMAT_TESTS_COLLECT_CREW_H

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "collect/design/actions.h"
#include "collect/harness/workspace.h"
#include "tests/collect/design_points.h"
#include "tests/test.h"

enum { CREW_MOST = 64 };

struct crew {
    struct workspace workspace;
    struct design_point design_point;
    int64_t level;
    int64_t operations;                   /* of all threads */
    int64_t counters[BENCH_MAX_COUNTERS]; /* sums */
    const char *wrong;                    /* what the check said; "": all is right */

    /* private */
    int count, stop, done; /* done: threads that operate no more */
    pthread_barrier_t barrier;
    struct bench_thread *team[CREW_MOST];
};

/* Sets the action up with ROUTINES. Its parameters are usual where PARAMETERS, up to two, are less
 * than 0. */
static inline void crew_begin(struct crew *crew, const char *name, double first, double second,
                              const bench_function *routines) {
    const struct bench_action *action = actions_find(name);
    struct err err = {""};
    memset(crew, 0, sizeof *crew);
    crew->design_point = *usual(action, 1);
    if (first >= 0)
        crew->design_point.parameters[0] = first;
    if (second >= 0)
        crew->design_point.parameters[1] = second;
    if (workspace_begin(&crew->workspace, action, 'd', &crew->design_point, &err))
        fail_msg("%s", err.message);
    crew->workspace.bench.routines = routines;
    crew->workspace.bench.c_interface = 1;
    if (action->setup(&crew->workspace.bench))
        fail_msg("%s: %s", name, crew->workspace.report.failure);
}

static inline void *crew_member(void *data) {
    struct bench_thread *thread = data;
    struct crew *crew =
        (struct crew *)((char *)(uintptr_t)thread->stop - offsetof(struct crew, stop));
    const struct bench_action *action = crew->workspace.action;
    if (action->prefill)
        action->prefill(thread);
    pthread_barrier_wait(&crew->barrier);
    pthread_barrier_wait(&crew->barrier); /* meanwhile the level is asked for */
    action->operate(thread);
    __atomic_add_fetch(&crew->done, 1, __ATOMIC_RELAXED);
    return NULL;
}

static inline void crew_hire(struct crew *crew, int number) {
    size_t place = (sizeof(struct bench_thread) + 127) / 128 * 128;
    size_t state = (crew->workspace.action->thread_bytes + 127) / 128 * 128;
    struct bench_thread *thread = aligned_alloc(128, place + state);
    assert_non_null(thread);
    memset(thread, 0, place + state);
    *thread = (struct bench_thread){.bench = &crew->workspace.bench,
                                    .number = number,
                                    .count = crew->count,
                                    .state = (char *)thread + place,
                                    .random = 1000003u * (uint64_t)number,
                                    .stop = &crew->stop};
    crew->team[number] = thread;
}

static inline int64_t crew_operations(const struct crew *crew) {
    int64_t operations = 0;
    for (int i = 0; i < crew->count; i++)
        operations += __atomic_load_n(&crew->team[i]->operations, __ATOMIC_RELAXED);
    return operations;
}

/* Has COUNT threads operate until they have done OPERATIONS together, or all gave up, and checks
 * what they did. */
static inline void crew_operate(struct crew *crew, int count, int64_t operations) {
    const struct bench_action *action = crew->workspace.action;
    struct bench *bench = &crew->workspace.bench;
    pthread_t threads[CREW_MOST];
    assert_uint_in_range(count, 1, CREW_MOST);
    crew->count = count;
    crew->stop = crew->done = 0;
    pthread_barrier_init(&crew->barrier, NULL, (unsigned)count + 1);
    assert_int_equal(action->begin_batch ? action->begin_batch(bench) : 0, 0);
    for (int i = 0; i < count; i++)
        crew_hire(crew, i);
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, crew_member, crew->team[i]), 0);
    pthread_barrier_wait(&crew->barrier);
    crew->level = action->level ? action->level(bench) : 0;
    pthread_barrier_wait(&crew->barrier);
    while (crew_operations(crew) < operations &&
           __atomic_load_n(&crew->done, __ATOMIC_RELAXED) < count)
        sched_yield();
    __atomic_store_n(&crew->stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&crew->barrier);
    action->check(bench, crew->team, count);
    for (int i = 0; i < count; i++) {
        crew->operations += bench_operations_of(crew->team[i]);
        for (size_t c = 0; c < BENCH_MAX_COUNTERS; c++)
            crew->counters[c] += crew->team[i]->counters[c];
        free(crew->team[i]);
    }
    if (action->end_batch)
        action->end_batch(bench);
    crew->wrong = crew->workspace.report.wrong;
    assert_string_equal(crew->workspace.report.failure, "");
}

static inline void crew_end(struct crew *crew) {
    workspace_release(&crew->workspace);
}

#endif
