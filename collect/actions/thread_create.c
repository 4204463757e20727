/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <stdio.h>

#include "collect/action.h"

/* Has another thread do a small task and waits until it is done: by a new thread for each task, or
 * by one that waits for tasks. Each thread of the team has its own tasks and its own helper. */
struct task {
    uint64_t argument, result;
};

struct helper {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct task *task; /* to be done; NULL: done */
    int is_there, is_over;
};

/* Of a thread. */
struct master {
    struct helper helper;
    int64_t wrong;  /* results */
    int has_failed; /* no thread could be created */
};

static int setup(struct bench *bench) {
    (void)bench;
    return 0;
}

/* One step of a generator of random numbers (Knuth's MMIX). */
static uint64_t expected(uint64_t argument) {
    return 6364136223846793005u * argument + 1442695040888963407u;
}

static void do_task(struct task *task) {
    task->result = expected(task->argument);
}

/* --- implementations --- */

/* Returns 0, or anything else if there is no thread. */
typedef int delegation(struct master *master, struct task *task);

static void *live_for_one_task(void *task) {
    do_task(task);
    return NULL;
}

static int new_thread(struct master *master, struct task *task) {
    pthread_t thread;
    (void)master;
    return pthread_create(&thread, NULL, live_for_one_task, task) || pthread_join(thread, NULL);
}

static void *live_for_many_tasks(void *data) {
    struct helper *helper = data;
    pthread_mutex_lock(&helper->lock);
    for (;;) {
        while (!helper->task && !helper->is_over)
            pthread_cond_wait(&helper->changed, &helper->lock);
        if (!helper->task)
            break;
        do_task(helper->task);
        helper->task = NULL;
        pthread_cond_signal(&helper->changed);
    }
    pthread_mutex_unlock(&helper->lock);
    return NULL;
}

static int begin_helper(struct helper *helper) {
    pthread_mutex_init(&helper->lock, NULL);
    pthread_cond_init(&helper->changed, NULL);
    helper->is_there = pthread_create(&helper->thread, NULL, live_for_many_tasks, helper) == 0;
    return !helper->is_there;
}

static void end_helper(struct helper *helper) {
    pthread_mutex_lock(&helper->lock);
    helper->is_over = 1;
    pthread_cond_signal(&helper->changed);
    pthread_mutex_unlock(&helper->lock);
    pthread_join(helper->thread, NULL);
    pthread_cond_destroy(&helper->changed);
    pthread_mutex_destroy(&helper->lock);
    helper->is_there = 0;
}

/* Only one of the two waits at any time. */
static int pool_thread(struct master *master, struct task *task) {
    struct helper *helper = &master->helper;
    if (!helper->is_there && begin_helper(helper))
        return 1;
    pthread_mutex_lock(&helper->lock);
    helper->task = task;
    pthread_cond_signal(&helper->changed);
    while (helper->task)
        pthread_cond_wait(&helper->changed, &helper->lock);
    pthread_mutex_unlock(&helper->lock);
    return 0;
}

/* --- operation --- */

static void delegate(struct bench_thread *thread, uint64_t argument) {
    struct master *master = thread->state;
    struct task task = {argument, 0};
    master->has_failed |= ((delegation *)thread->bench->routines[0])(master, &task) != 0;
    master->wrong += task.result != expected(argument);
}

/* The helper is there before the time begins. */
static void prefill(struct bench_thread *thread) {
    delegate(thread, 0);
}

static void operate(struct bench_thread *thread) {
    struct master *master = thread->state;
    uint64_t argument = (uint64_t)thread->number;
    do
        delegate(thread, ++argument);
    while (bench_next_operation(thread) && !master->has_failed);
    if (master->helper.is_there)
        end_helper(&master->helper);
}

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    int64_t wrong = 0;
    for (int i = 0; i < count; i++) {
        const struct master *master = team[i]->state;
        if (master->has_failed) {
            bench_wrong(bench, "the system has no more threads");
            return;
        }
        wrong += master->wrong;
    }
    char why[100];
    snprintf(why, sizeof why, "%lld tasks were not done when the wait for them was over",
             (long long)wrong);
    if (wrong)
        bench_wrong(bench, why);
}

/* --- idle --- */

static int idle(struct master *master, struct task *task) {
    (void)master, (void)task;
    return 0;
}

const bench_function thread_create_idle[] = {(bench_function)idle, NULL};

/* Topic: threads. */
const struct bench_action action_thread_create = {
    BENCH_ACTION_HEAD,
    .name = "thread_create",
    .about = "have another thread do a task, and wait",
    .largest = 1,
    .types = "d",
    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(new_thread),
                                                             BENCH_IMPLEMENTATION(pool_thread),
                                                             {0}},
    .thread_bytes = sizeof(struct master),
    .setup = setup,
    .prefill = prefill,
    .operate = operate,
    .check = check,
};
