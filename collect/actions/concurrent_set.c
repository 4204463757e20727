/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/action.h"
#include "collect/set.h"

/* A set of keys that all threads use at once. An operation is one call for a random key: `update`
 * percent of them insert or remove it, each half of the time, and the others look for it.
 *
 * Before, all threads insert random keys until half of the keys are there. That is the steady state
 * of these operations: as many keys are inserted as removed when half of them are there. */
struct shared {
    struct set *set;
    int64_t keys;
    uint64_t below_insert, below_remove; /* of 2^32: the lower bits of a random number */
};

/* The order of `routines`. */
enum { CREATE, INSERT, REMOVE, CONTAINS, SIZE, FREE };

enum counter { INSERTED, REMOVED, FOUND, FAILED, COUNTERS };

/* What a thread has put in and not taken out again. */
struct tally {
    int64_t count;
    uint64_t sum;    /* of the keys, modulo 2^64 */
    int64_t lacking; /* keys that it could not prefill */
    int64_t invalid; /* answers other than 0 and 1 */
};

typedef struct set *create_function(int64_t keys);
typedef int key_function(struct set *set, int64_t key);
typedef int64_t size_function(struct set *set);
typedef void free_function(struct set *set);

static key_function *key_routine(const struct bench *bench, int which) {
    return (key_function *)bench->routines[which];
}

static int setup(struct bench *bench) {
    struct shared *s = bench->state;
    double keys = bench->parameters[0], update = bench->parameters[1];
    if (!(keys >= 1) || keys > UINT32_MAX || keys != floor(keys)) {
        bench_fail(bench, "the number of keys is an integer from 1 to 2^32 - 1");
        return 1;
    }
    if (!(update >= 0 && update <= 100)) {
        bench_fail(bench, "the share of updates is from 0 to 100 percent");
        return 1;
    }
    s->keys = (int64_t)keys;
    s->below_insert = (uint64_t)(update / 200 * 0x1p32);
    s->below_remove = 2 * s->below_insert;
    return 0;
}

static int begin_batch(struct bench *bench) {
    struct shared *s = bench->state;
    s->set = ((create_function *)bench->routines[CREATE])(s->keys);
    return s->set == NULL;
}

static void end_batch(struct bench *bench) {
    struct shared *s = bench->state;
    ((free_function *)bench->routines[FREE])(s->set);
}

/* A number that looks random, so that no two keys in place of two others have the same sum. */
static uint64_t mark_of(int64_t key) {
    uint64_t mark = ((uint64_t)key + 1) * 0x9e3779b97f4a7c15u;
    return (mark ^ mark >> 32) * 0xbf58476d1ce4e5b9u;
}

static void count_insert(struct tally *tally, int64_t key) {
    tally->count++;
    tally->sum += mark_of(key);
}

static void count_remove(struct tally *tally, int64_t key) {
    tally->count--;
    tally->sum -= mark_of(key);
}

/* Every insertion succeeds with a probability of a half at least, so that 64 more than four for
 * each key are as good as always enough. */
static void prefill(struct bench_thread *thread) {
    const struct shared *s = thread->bench->state;
    key_function *insert = key_routine(thread->bench, INSERT);
    struct tally *tally = thread->state;
    int64_t half = s->keys / 2;
    int64_t own = half / thread->count + (thread->number < half % thread->count);
    for (int64_t tries = 4 * own + 64; tries > 0 && tally->count < own; tries--) {
        int64_t key = (int64_t)bench_random_below(thread, (uint64_t)s->keys);
        if (insert(s->set, key) == 1)
            count_insert(tally, key);
    }
    tally->lacking = own - tally->count;
}

static int64_t level(const struct bench *bench) {
    const struct shared *s = bench->state;
    return ((size_function *)bench->routines[SIZE])(s->set);
}

static void operate(struct bench_thread *thread) {
    const struct shared *s = thread->bench->state;
    key_function *insert = key_routine(thread->bench, INSERT);
    key_function *remove = key_routine(thread->bench, REMOVE);
    key_function *contains = key_routine(thread->bench, CONTAINS);
    struct tally *tally = thread->state;
    struct set *set = s->set;
    const uint64_t keys = (uint64_t)s->keys, below_insert = s->below_insert,
                   below_remove = s->below_remove;
    int64_t *counters = thread->counters, operations = 0, found = 0, failed = 0;
    int done;
    do {
        uint64_t random = bench_random(thread), choice = random & UINT32_MAX;
        int64_t key = (int64_t)((random >> 32) * keys >> 32);
        if (choice < below_insert) {
            done = insert(set, key);
            if (done == 1) {
                counters[INSERTED]++;
                count_insert(tally, key);
            }
        } else if (choice < below_remove) {
            done = remove(set, key);
            if (done == 1) {
                counters[REMOVED]++;
                count_remove(tally, key);
            }
        } else {
            done = contains(set, key);
            found += done == 1;
        }
        failed += done == 0;
        if (done != 0 && done != 1)
            tally->invalid++;
        bench_set_operations(thread, ++operations);
    } while (bench_goes_on(thread));
    counters[FOUND] = found;
    counters[FAILED] = failed;
}

/* --- check --- */

/* What is there: every key is looked for. */
static struct tally take_stock(const struct bench *bench) {
    const struct shared *s = bench->state;
    key_function *contains = key_routine(bench, CONTAINS);
    struct tally there = {0};
    for (int64_t key = 0; key < s->keys; key++)
        if (contains(s->set, key) == 1)
            count_insert(&there, key);
    return there;
}

static struct tally add_all(struct bench_thread *const *team, int count) {
    struct tally all = {0};
    for (int i = 0; i < count; i++) {
        const struct tally *own = team[i]->state;
        all.count += own->count;
        all.sum += own->sum;
        all.lacking += own->lacking;
        all.invalid += own->invalid;
    }
    return all;
}

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    struct tally put = add_all(team, count), there = take_stock(bench);
    int64_t size = level(bench), difference = put.count - there.count;
    char why[160] = "";
    if (put.invalid)
        snprintf(why, sizeof why, "%lld calls answered neither 0 nor 1: memory ran out",
                 (long long)put.invalid);
    else if (put.lacking)
        snprintf(why, sizeof why, "%lld of the first keys could not be inserted",
                 (long long)put.lacking);
    else if (difference)
        snprintf(why, sizeof why, "%lld %s", llabs(difference),
                 difference > 0 ? "of the keys that should be there are missing"
                                : "keys too many are there");
    else if (put.sum != there.sum)
        snprintf(why, sizeof why, "other keys are there than were inserted and not removed");
    else if (size != there.count)
        snprintf(why, sizeof why, "set_size says %lld, and %lld keys are there", (long long)size,
                 (long long)there.count);
    if (why[0])
        bench_wrong(bench, why);
}

/* --- idle --- */

static struct set *idle_create(int64_t keys) {
    static char set;
    (void)keys;
    return (struct set *)(void *)&set;
}

static int idle_key(struct set *set, int64_t key) {
    (void)set, (void)key;
    return 0;
}

static int64_t idle_size(struct set *set) {
    (void)set;
    return 0;
}

static void idle_free(struct set *set) {
    (void)set;
}

const bench_function concurrent_set_idle[] = {(bench_function)idle_create,
                                              (bench_function)idle_key,
                                              (bench_function)idle_key,
                                              (bench_function)idle_key,
                                              (bench_function)idle_size,
                                              (bench_function)idle_free,
                                              NULL};

/* Topic: threads. */
const struct bench_action action_concurrent_set = {
    BENCH_ACTION_HEAD,
    .name = "concurrent_set",
    .about = "insert, remove or find a key, by all threads",
    .largest = 1,
    .types = "d",
    .routines = (const struct bench_routine[]){{NULL, "set_create"},
                                               {NULL, "set_insert"},
                                               {NULL, "set_remove"},
                                               {NULL, "set_contains"},
                                               {NULL, "set_size"},
                                               {NULL, "set_free"},
                                               {0}},
    .parameters =
        (const struct bench_parameter[]){{"keys", "different keys; half of them are there", 1000},
                                         {"update", "percent that insert or remove", 10},
                                         {0}},
    .state_bytes = sizeof(struct shared),
    .thread_bytes = sizeof(struct tally),
    .counters = (const char *const[]){"inserted", "removed", "found", "failed", NULL},
    .setup = setup,
    .begin_batch = begin_batch,
    .end_batch = end_batch,
    .prefill = prefill,
    .level = level,
    .operate = operate,
    .check = check,
};
