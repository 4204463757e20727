/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/timing/team.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "collect/harness/clock.h"
#include "collect/harness/random.h"
#include "collect/timing/perf_events.h"

enum go { GO_WAIT, GO_OPERATE, GO_LEAVE };

/* One thread, followed by its state. */
struct place {
    struct bench_thread thread;
    pthread_t id;
    int has_begun, has_ended;
    struct instant began, ended;
    double cpu_seconds;
};

/* The operations of every thread, all read between two moments. */
struct reading {
    struct instant before, after;
    int64_t operations[WIRE_MOST_THREADS];
};

static struct {
    alignas(TEAM_LINES) int stop;
    alignas(TEAM_LINES) int go; /* enum go */
    alignas(TEAM_LINES) pthread_mutex_t gate;
    pthread_barrier_t filled;
    int is_cancelled;
    const struct bench_action *action;
    char *places;
    size_t stride, count;
    struct bench_thread *threads[WIRE_MOST_THREADS];
    struct reading first, last;
} team = {.gate = PTHREAD_MUTEX_INITIALIZER};

static struct place *place_of(size_t i) {
    return (struct place *)(void *)(team.places + i * team.stride);
}

static size_t in_lines(size_t bytes) {
    return (bytes + TEAM_LINES - 1) / TEAM_LINES * TEAM_LINES;
}

/* --- one thread --- */

static double thread_cpu_seconds(void) {
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec;
}

static void operate(struct place *place) {
    memset(place->thread.counters, 0, sizeof place->thread.counters);
    place->thread.operations = 0;
    double cpu_began = thread_cpu_seconds();
    place->began = clock_now();
    __atomic_store_n(&place->has_begun, 1, __ATOMIC_RELEASE);
    team.action->operate(&place->thread);
    place->ended = clock_now();
    __atomic_store_n(&place->has_ended, 1, __ATOMIC_RELEASE);
    place->cpu_seconds = thread_cpu_seconds() - cpu_began;
}

/* Yields while it waits to begin, because there may be more threads than CPUs. */
static void *run(void *argument) {
    struct place *place = argument;
    pthread_mutex_lock(&team.gate);
    pthread_mutex_unlock(&team.gate);
    if (team.is_cancelled)
        return NULL;
    if (team.action->prefill)
        team.action->prefill(&place->thread);
    pthread_barrier_wait(&team.filled);
    int go;
    while ((go = __atomic_load_n(&team.go, __ATOMIC_ACQUIRE)) == GO_WAIT)
        sched_yield();
    if (go == GO_OPERATE)
        operate(place);
    return NULL;
}

/* --- starting and ending the team --- */

/* The memory does not come from the heap, which is for the library alone. */
static int make_places(struct workspace *workspace, size_t count, uint64_t seed, struct err *err) {
    size_t head = in_lines(sizeof(struct place)), state = in_lines(workspace->action->thread_bytes);
    if (team.places)
        munmap(team.places, team.count * team.stride);
    team.places = NULL;
    team.count = 0;
    if (count < 1 || count > WIRE_MOST_THREADS)
        return err_set(err, ERR_FAILED, "a team has 1 to %d threads, not %zu", WIRE_MOST_THREADS,
                       count);
    team.stride = head + state;
    void *memory =
        mmap(NULL, count * team.stride, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return err_set(err, ERR_FAILED, "no memory for %zu threads: %s", count, strerror(errno));
    team.places = memory;
    team.count = count;
    for (size_t i = 0; i < count; i++) {
        struct place *place = place_of(i);
        place->thread = (struct bench_thread){
            .bench = &workspace->bench,
            .number = (int)i,
            .count = (int)count,
            .state = state ? (char *)place + head : NULL,
            .random = random_derive(seed, i),
            .stop = &team.stop,
        };
        team.threads[i] = &place->thread;
    }
    return 0;
}

static int start_thread(size_t i, const struct wire_trial *trial) {
    pthread_attr_t attributes;
    cpu_set_t set[8] = {0}; /* 8192 CPUs */
    int failure = pthread_attr_init(&attributes);
    if (failure)
        return failure;
    if (trial->cpu_count > 0) {
        CPU_SET_S((size_t)trial->cpus[i % (size_t)trial->cpu_count], sizeof set, set);
        failure = pthread_attr_setaffinity_np(&attributes, sizeof set, set);
    }
    if (!failure)
        failure = pthread_create(&place_of(i)->id, &attributes, run, place_of(i));
    pthread_attr_destroy(&attributes);
    return failure;
}

static void join(size_t count) {
    for (size_t i = 0; i < count; i++)
        pthread_join(place_of(i)->id, NULL);
}

/* No thread passes the gate before all are there, so that none waits for one that never comes. */
static int start_threads(const struct wire_trial *trial, struct err *err) {
    size_t started = 0;
    int failure = 0;
    team.stop = 0;
    team.go = GO_WAIT;
    team.is_cancelled = 0;
    pthread_barrier_init(&team.filled, NULL, (unsigned)team.count + 1);
    pthread_mutex_lock(&team.gate);
    while (started < team.count && !(failure = start_thread(started, trial)))
        started++;
    team.is_cancelled = failure != 0;
    pthread_mutex_unlock(&team.gate);
    if (!failure)
        return 0;
    join(started);
    pthread_barrier_destroy(&team.filled);
    return err_set(err, ERR_FAILED, "cannot start thread %zu of %zu: %s", started + 1, team.count,
                   strerror(failure));
}

static void end_threads(enum go go) {
    __atomic_store_n(&team.stop, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&team.go, go, __ATOMIC_RELEASE);
    join(team.count);
    pthread_barrier_destroy(&team.filled);
}

/* --- the window --- */

static void pause_for(double seconds) {
    struct timespec rest = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR)
        continue;
}

static void wait_until_begun(void) {
    for (size_t i = 0; i < team.count; i++)
        while (!__atomic_load_n(&place_of(i)->has_begun, __ATOMIC_ACQUIRE))
            pause_for(20e-6);
}

/* Reads again if something interrupted it: the operations must be those of one moment. */
static void read_operations(struct reading *reading) {
    double most = 5e-6 + 100e-9 * (double)team.count;
    for (int attempt = 0; attempt < 20; attempt++) {
        reading->before = clock_now();
        for (size_t i = 0; i < team.count; i++)
            reading->operations[i] =
                __atomic_load_n(&place_of(i)->thread.operations, __ATOMIC_RELAXED);
        reading->after = clock_now();
        if (clock_seconds(reading->before, reading->after) <= most)
            return;
    }
}

static int has_operated(void) {
    for (size_t i = 0; i < team.count; i++)
        if (team.last.operations[i] != team.first.operations[i])
            return 1;
    return 0;
}

static double window_seconds(void) {
    return (clock_seconds(team.first.before, team.last.before) +
            clock_seconds(team.first.after, team.last.after)) /
           2;
}

/* --- what may go wrong --- */

/* The number, from 1, of a thread that has returned from operate, or has not; 0: there is none. */
static size_t first_that(int has_ended) {
    for (size_t i = 0; i < team.count; i++)
        if (__atomic_load_n(&place_of(i)->has_ended, __ATOMIC_ACQUIRE) == has_ended)
            return i + 1;
    return 0;
}

/* Lasts longer until the first operation ends: others may keep the team from its CPUs. */
static void last_for(double seconds) {
    const double step = 0.02;
    pause_for(seconds);
    read_operations(&team.last);
    for (double more = 0; more < TEAM_PATIENCE && !has_operated() && !first_that(1); more += step) {
        pause_for(step);
        read_operations(&team.last);
    }
}

/* A thread that was joined may still be listed for a moment: the ninth field of its line, the
 * seventh behind its name, then has PF_EXITING. proc_pid_stat(5), include/linux/sched.h. */
static int is_exiting(const char *task) {
    const unsigned exiting = 0x4;
    char path[300], line[1024] = "";
    unsigned flags = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/stat", task);
    FILE *file = fopen(path, "r");
    if (!file)
        return 1;
    const char *name_end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    fclose(file);
    return !name_end ||
           (sscanf(name_end + 1, " %*c %*d %*d %*d %*d %*d %u", &flags) == 1 && flags & exiting);
}

static size_t count_tasks(void) {
    DIR *tasks = opendir("/proc/self/task");
    size_t count = 0;
    for (struct dirent *task; tasks && (task = readdir(tasks));)
        count += task->d_name[0] != '.' && !is_exiting(task->d_name);
    if (tasks)
        closedir(tasks);
    return count;
}

/* A library's own threads would work for the team, or take its CPUs. An action's implementations
 * may start threads: that may be what they are to be measured at. */
static int check_threads(size_t tasks, size_t ended, struct err *err) {
    if (ended)
        return err_set(err, ERR_FAILED, "thread %zu of %zu stopped before the trial was over",
                       ended, team.count);
    if (team.action->routines && tasks > team.count + 1)
        return err_set(err, ERR_FAILED, "it started threads of its own: %zu beside the team's %zu",
                       tasks - team.count - 1, team.count);
    return 0;
}

/* --- the trial --- */

static struct instant first_begin(void) {
    struct instant first = place_of(0)->began;
    for (size_t i = 1; i < team.count; i++)
        if (clock_seconds(place_of(i)->began, first) > 0)
            first = place_of(i)->began;
    return first;
}

static void summarise(struct team_result *result) {
    struct instant first = first_begin();
    result->seconds = window_seconds();
    for (size_t i = 0; i < team.count; i++) {
        const struct place *place = place_of(i);
        result->skew = fmax(result->skew, clock_seconds(first, place->began));
        result->operations += team.last.operations[i] - team.first.operations[i];
        result->all_operations += place->thread.operations;
        result->cpu_seconds += place->cpu_seconds;
    }
}

static int check_work(struct workspace *workspace, struct err *err) {
    int status = report_status(&workspace->report, err);
    if (status == 0)
        workspace->action->check(&workspace->bench, team.threads, (int)team.count);
    return status ? status : report_status(&workspace->report, err);
}

static int operate_all(struct workspace *workspace, double seconds, struct team_result *result,
                       struct err *err) {
    result->watch.spin = watch_spin();
    __atomic_store_n(&team.go, GO_OPERATE, __ATOMIC_RELEASE);
    wait_until_begun();
    struct watch before = watch_count();
    perf_events_clear();
    perf_events_start();
    read_operations(&team.first);
    last_for(seconds);
    perf_events_stop();
    perf_events_read(result->events);
    size_t ended = first_that(1);
    watch_add_since(&result->watch, &before);
    size_t tasks = count_tasks();
    end_threads(GO_OPERATE);
    if (!ended) /* a thread may leave by pthread_exit */
        ended = first_that(0);
    result->watch.spin = fmax(result->watch.spin, watch_spin());
    summarise(result);
    int status = report_status(&workspace->report, err);
    if (status == 0)
        status = check_threads(tasks, ended, err);
    return status ? status : check_work(workspace, err);
}

int team_operate(struct workspace *workspace, const struct wire_trial *trial, double seconds,
                 uint64_t seed, struct team_result *result, struct err *err) {
    *result = (struct team_result){0};
    team.action = workspace->action;
    int status = make_places(workspace, (size_t)trial->threads, seed, err);
    if (status)
        return status;
    struct instant begin = clock_now();
    status = start_threads(trial, err);
    if (status)
        return status;
    pthread_barrier_wait(&team.filled);
    result->prefill_seconds = clock_seconds(begin, clock_now());
    status = report_status(&workspace->report, err);
    if (status) {
        end_threads(GO_LEAVE);
        return status;
    }
    result->has_level = workspace->action->level != NULL;
    if (result->has_level)
        result->level = workspace->action->level(&workspace->bench);
    return operate_all(workspace, seconds, result, err);
}

/* --- what the threads did --- */

void team_members(size_t from, struct wire_team *reply) {
    struct instant first = from < team.count ? first_begin() : (struct instant){0};
    reply->count = 0;
    for (size_t i = from; i < team.count && reply->count < WIRE_MOST_MEMBERS; i++) {
        const struct place *place = place_of(i);
        struct team_member *member = &reply->members[reply->count++];
        *member = (struct team_member){
            .begin = clock_seconds(first, place->began),
            .end = clock_seconds(first, place->ended),
            .operations = (double)(team.last.operations[i] - team.first.operations[i]),
            .cpu_seconds = place->cpu_seconds,
        };
        memcpy(member->counters, place->thread.counters, sizeof member->counters);
    }
}
