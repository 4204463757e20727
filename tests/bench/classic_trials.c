/* SPDX-License-Identifier: GPL-3.0-or-later */
/* classic_trials CPUS SECONDS TRIALS KEYS UPDATE SET...: sets compared as it is usually done: all
 * trials of one, one after the other, then all of the next. Each has a process of its own, in which
 * a thread on each of CPUS fills the set to half of its keys and then operates for SECONDS: UPDATE
 * percent insert or remove a random key, the others look for it. Prints operations per second and
 * SET, a trial per line. */
#include <dlfcn.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/set.h"
#include "tests/bench/hand.h"

typedef struct set *create_function(int64_t keys);
typedef int key_function(struct set *set, int64_t key);

static struct {
    create_function *create;
    key_function *insert, *remove, *contains;
} calls;

static struct {
    int cpus[HAND_MOST_THREADS];
    size_t threads;
    double seconds;
    int64_t keys;
    uint64_t update; /* percent */
} plan;

static struct set *set;
static alignas(128) atomic_int stop;
static alignas(128) pthread_barrier_t filled;

static struct thread {
    alignas(128) pthread_t id;
    uint64_t random;
    int64_t operations;
    double seconds;
} threads[HAND_MOST_THREADS];

/* xorshift64* (S. Vigna: An experimental exploration of Marsaglia's xorshift generators, scrambled,
 * ACM Trans. Math. Softw. 42 (2016) 4). */
static uint64_t next_random(struct thread *own) {
    own->random ^= own->random >> 12;
    own->random ^= own->random << 25;
    own->random ^= own->random >> 27;
    return own->random * 0x2545f4914f6cdd1du;
}

static int64_t key_of(uint64_t random) {
    return (int64_t)((random >> 32) * (uint64_t)plan.keys >> 32);
}

static void fill(struct thread *own) {
    size_t number = (size_t)(own - threads), half = (size_t)plan.keys / 2;
    size_t share = half / plan.threads + (number < half % plan.threads);
    for (size_t inserted = 0; inserted < share;)
        inserted += calls.insert(set, key_of(next_random(own))) == 1;
}

static int64_t operate(struct thread *own) {
    uint64_t below_insert = (plan.update << 32) / 200, below_remove = 2 * below_insert;
    int64_t operations = 0;
    for (; !atomic_load_explicit(&stop, memory_order_relaxed); operations++) {
        uint64_t random = next_random(own), choice = random & UINT32_MAX;
        key_function *call = choice < below_insert   ? calls.insert
                             : choice < below_remove ? calls.remove
                                                     : calls.contains;
        call(set, key_of(random));
    }
    return operations;
}

static void *run(void *argument) {
    struct thread *own = argument;
    fill(own);
    pthread_barrier_wait(&filled);
    double began = hand_now(CLOCK_MONOTONIC);
    own->operations = operate(own);
    own->seconds = hand_now(CLOCK_MONOTONIC) - began;
    return NULL;
}

static void find(void *library, const char *name, void *call) {
    void *symbol = dlsym(library, name);
    hand_check(symbol != NULL, name, "the set lacks it");
    memcpy(call, &symbol, sizeof symbol);
}

static void load(const char *path) {
    void *library = dlopen(path, RTLD_NOW);
    hand_check(library != NULL, path, "cannot be loaded");
    find(library, "set_create", &calls.create);
    find(library, "set_insert", &calls.insert);
    find(library, "set_remove", &calls.remove);
    find(library, "set_contains", &calls.contains);
    set = calls.create(plan.keys);
    hand_check(set != NULL, path, "no memory");
}

static void take_trial(const char *path, uint64_t seed) {
    load(path);
    pthread_barrier_init(&filled, NULL, (unsigned)plan.threads + 1);
    for (size_t i = 0; i < plan.threads; i++) {
        threads[i].random = (seed * HAND_MOST_THREADS + i + 1) * 0x9e3779b97f4a7c15u;
        threads[i].id = hand_start(plan.cpus[i], run, &threads[i]);
    }
    pthread_barrier_wait(&filled);
    hand_pause(plan.seconds);
    atomic_store_explicit(&stop, 1, memory_order_relaxed);
    double rate = 0;
    for (size_t i = 0; i < plan.threads; i++) {
        pthread_join(threads[i].id, NULL);
        rate += (double)threads[i].operations / threads[i].seconds;
    }
    printf("%.9g %s\n", rate, path);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 7)
        return 64;
    plan.threads = hand_read_cpus(argv[1], plan.cpus);
    plan.seconds = atof(argv[2]);
    plan.keys = atoll(argv[4]);
    plan.update = strtoull(argv[5], NULL, 10);
    int trials = atoi(argv[3]);
    for (int i = 6; i < argc; i++)
        for (int trial = 0; trial < trials; trial++) {
            int status = 0;
            pid_t child = fork();
            if (child == 0) {
                take_trial(argv[i], (uint64_t)(1e6 * hand_now(CLOCK_REALTIME)));
                _exit(0);
            }
            hand_check(waitpid(child, &status, 0) == child && status == 0, argv[i], "trial failed");
        }
}
