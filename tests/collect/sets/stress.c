/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads use one set with all their might; then each key must be there exactly if it was inserted
 * once more than removed. Linked with one set and a sanitizer; exits with 1 if a key is wrong. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/set.h"

enum { MOST_KEYS = 1000, THREADS = 8 };

static struct set *set;
static int64_t keys;
static long operations;
static _Atomic(int) balance[MOST_KEYS]; /* insertions less removals */

static void *use(void *seed) {
    uint64_t random = (uint64_t)(uintptr_t)seed;
    for (long i = 0; i < operations; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        int64_t key = (int64_t)((random >> 33) % (uint64_t)keys);
        switch (random >> 62) {
        case 0:
            atomic_fetch_add_explicit(&balance[key], set_insert(set, key), memory_order_relaxed);
            break;
        case 1:
            atomic_fetch_sub_explicit(&balance[key], set_remove(set, key), memory_order_relaxed);
            break;
        default:
            set_contains(set, key);
        }
    }
    return NULL;
}

static int is_right(void) {
    int64_t size = 0;
    for (int64_t key = 0; key < keys; key++) {
        if (set_contains(set, key) != atomic_load(&balance[key]))
            return 0;
        size += atomic_load(&balance[key]);
    }
    return set_size(set) == size;
}

/* Two generations of threads, because the second may take over what the first has left. */
static int try_keys(int64_t count) {
    keys = count;
    set = set_create(keys);
    for (int64_t key = 0; key < keys; key++)
        atomic_store(&balance[key], 0);
    for (int generation = 0; generation < 2; generation++) {
        pthread_t threads[THREADS];
        for (size_t i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, use, (void *)(uintptr_t)(THREADS * generation + i));
        for (size_t i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    int right = set && is_right();
    set_free(set);
    return right;
}

int main(int argc, char **argv) {
    static const int64_t counts[] = {1, 2, 10, 100, MOST_KEYS};
    operations = argc > 1 ? atol(argv[1]) : 10000;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (!try_keys(counts[i])) {
            fprintf(stderr, "wrong with %lld keys\n", (long long)counts[i]);
            return 1;
        }
    return 0;
}
