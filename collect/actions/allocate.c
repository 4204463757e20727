/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "collect/action.h"

/* Every thread owns BLOCKS blocks of memory. An operation frees one of them, at random, and
 * allocates another of random size in its place. Every EXCHANGEDth operation leaves its block to
 * whoever comes next, and frees the one that somebody left before: so threads free what others have
 * allocated.
 *
 * Sizes are as likely from 16 to 31 bytes as from 32 to 63, and so on up to `largest`. A block
 * begins and ends with its mark, which tells its size and is no other block's. */
enum { BLOCKS = 512, EXCHANGED = 8, EXCHANGES = 64, LEAST = 16, SIZE_BITS = 24 };

/* A block's end often lies on a cache line that free does not need, and that another CPU wrote: to
 * look at the ends of all that are exchanged takes a quarter of the time of a fast allocator. So
 * one in EXAMINED is looked at, and all that are left at the end. */
enum { EXAMINED = 64 };

/* What an operation does is drawn before the trial, as drawing takes as long as some allocators.
 * Each pass over the draws goes to other blocks, so that no allocator meets the same operations
 * again before BLOCKS passes. */
enum { DRAWS = 8192 };

struct draw {
    uint32_t size;
    uint16_t place, exchange;
};

/* One random number decides all of a draw: its lowest 18 bits the block, and where it is exchanged;
 * 22 the size within its range, of which none is larger than 2^20; the upper 24 the range. */
enum { PLACE_BITS = 18, WITHIN_BITS = 22, RANGE_BITS = 24 };

/* The order of `routines`. */
enum { MALLOC, FREE };

typedef void *malloc_function(size_t bytes);
typedef void free_function(void *block);

struct shared {
    uint64_t largest;
    unsigned scales; /* ranges of sizes, each twice as large as the one before */
    struct {
        char padding[64]; /* the next lies on another cache line */
        _Atomic(char *) block;
    } exchanges[EXCHANGES];
    char padding[64];
    _Atomic(int64_t) blocks;
};

/* Of a thread. */
struct owner {
    struct {
        char *block;
        uint64_t mark;
    } own[BLOCKS];
    struct draw draws[DRAWS];
    uint64_t first_mark; /* tells the thread */
    int64_t refused;     /* allocations */
    int64_t crooked;     /* blocks whose addresses are not multiples of 16 */
    int64_t spoiled;     /* blocks whose marks were overwritten */
};

static int setup(struct bench *bench) {
    struct shared *s = bench->state;
    double largest = bench->parameters[0];
    if (!(largest >= LEAST) || largest > 1 << 20 || largest != floor(largest)) {
        bench_fail(bench, "the largest block has an integer number of bytes from 16 to 2^20");
        return 1;
    }
    s->largest = (uint64_t)largest;
    s->scales = 1;
    while ((uint64_t)LEAST << s->scales < s->largest)
        s->scales++;
    return 0;
}

/* --- blocks --- */

static uint64_t size_of(const struct shared *s, uint64_t random) {
    uint64_t range = (random >> (PLACE_BITS + WITHIN_BITS)) * s->scales >> RANGE_BITS;
    uint64_t scale = (uint64_t)LEAST << range;
    uint64_t size = scale + (random >> PLACE_BITS & (scale - 1));
    return size < s->largest ? size : s->largest;
}

/* NUMBER tells the block from all others of its thread. */
static inline void allocate(struct owner *owner, malloc_function *get, size_t place, uint64_t size,
                            uint64_t number) {
    uint64_t mark = owner->first_mark + (number << SIZE_BITS | size);
    char *block = get(size);
    owner->own[place].block = block;
    owner->own[place].mark = mark;
    if (!block) {
        owner->refused++;
        return;
    }
    if ((uintptr_t)block % LEAST != 0)
        owner->crooked++;
    memcpy(block, &mark, sizeof mark);
    memcpy(block + size - sizeof mark, &mark, sizeof mark);
}

static uint64_t mark_of(const char *block) {
    uint64_t mark;
    memcpy(&mark, block, sizeof mark);
    return mark;
}

static uint64_t size_in(uint64_t mark) {
    return mark & ((1 << SIZE_BITS) - 1);
}

static int is_mark(const struct shared *s, uint64_t mark) {
    return size_in(mark) >= LEAST && size_in(mark) <= s->largest;
}

/* Whether BLOCK begins and ends with MARK. */
static int is_intact(const struct shared *s, const char *block, uint64_t mark) {
    return mark_of(block) == mark && is_mark(s, mark) &&
           mark_of(block + size_in(mark) - sizeof mark) == mark;
}

/* --- operation --- */

static void prefill(struct bench_thread *thread) {
    struct shared *s = thread->bench->state;
    struct owner *owner = thread->state;
    malloc_function *get = (malloc_function *)thread->bench->routines[MALLOC];
    owner->first_mark = (uint64_t)thread->number << 50;
    for (size_t i = 0; i < BLOCKS; i++)
        allocate(owner, get, i, size_of(s, bench_random(thread)), i);
    for (size_t i = 0; i < DRAWS; i++) {
        uint64_t random = bench_random(thread);
        owner->draws[i] = (struct draw){(uint32_t)size_of(s, random), (uint16_t)(random % BLOCKS),
                                        (uint16_t)(random / BLOCKS % EXCHANGES)};
    }
    atomic_fetch_add(&s->blocks, BLOCKS - owner->refused);
}

static int64_t level(const struct bench *bench) {
    const struct shared *s = bench->state;
    return atomic_load(&s->blocks);
}

/* Leaves BLOCK at PLACE, and returns what lay there. */
static char *exchange(struct bench_thread *thread, char *block, size_t place) {
    struct shared *s = thread->bench->state;
    struct owner *owner = thread->state;
    block = atomic_exchange_explicit(&s->exchanges[place].block, block, memory_order_acq_rel);
    if (!block)
        return NULL;
    uint64_t mark = mark_of(block);
    owner->spoiled +=
        thread->counters[0]++ % EXAMINED ? !is_mark(s, mark) : !is_intact(s, block, mark);
    return block;
}

static void operate(struct bench_thread *thread) {
    struct owner *owner = thread->state;
    malloc_function *get = (malloc_function *)thread->bench->routines[MALLOC];
    free_function *release = (free_function *)thread->bench->routines[FREE];
    uint64_t operations = 0;
    do {
        struct draw draw = owner->draws[operations % DRAWS];
        size_t place = (draw.place + operations / DRAWS) % BLOCKS;
        char *block = owner->own[place].block;
        if (block && mark_of(block) != owner->own[place].mark)
            owner->spoiled++;
        if (operations % EXCHANGED == 0)
            block = exchange(thread, block, draw.exchange);
        release(block);
        allocate(owner, get, place, draw.size, BLOCKS + operations);
        bench_set_operations(thread, (int64_t)++operations);
    } while (bench_goes_on(thread));
}

/* --- check --- */

/* Looks at all blocks that are left, and frees them. */
static int64_t count_spoiled(struct bench *bench, struct bench_thread *const *team, int count) {
    struct shared *s = bench->state;
    free_function *release = (free_function *)bench->routines[FREE];
    int64_t spoiled = 0;
    for (int i = 0; i < count; i++) {
        const struct owner *owner = team[i]->state;
        spoiled += owner->spoiled;
        for (size_t k = 0; k < BLOCKS; k++)
            spoiled +=
                owner->own[k].block && !is_intact(s, owner->own[k].block, owner->own[k].mark);
    }
    for (size_t i = 0; i < EXCHANGES; i++) {
        char *block = atomic_exchange(&s->exchanges[i].block, NULL);
        spoiled += block && !is_intact(s, block, mark_of(block));
        release(block);
    }
    for (int i = 0; i < count && !spoiled; i++)
        for (size_t k = 0; k < BLOCKS; k++)
            release(((struct owner *)team[i]->state)->own[k].block);
    return spoiled;
}

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    int64_t spoiled = count_spoiled(bench, team, count), refused = 0, crooked = 0;
    for (int i = 0; i < count; i++) {
        const struct owner *owner = team[i]->state;
        refused += owner->refused;
        crooked += owner->crooked;
    }
    char why[100] = "";
    if (spoiled)
        snprintf(why, sizeof why, "%lld blocks were overwritten while they were allocated",
                 (long long)spoiled);
    else if (refused)
        snprintf(why, sizeof why, "malloc returned NULL %lld times", (long long)refused);
    else if (crooked)
        snprintf(why, sizeof why, "%lld addresses are not multiples of 16", (long long)crooked);
    if (why[0])
        bench_wrong(bench, why);
}

/* --- idle --- */

/* One block for all, of the largest size; mapped when it is wanted, as every program has this code.
 */
static void *idle_malloc(size_t bytes) {
    static void *block;
    (void)bytes;
    if (!block)
        block = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return block == MAP_FAILED ? NULL : block;
}

static void idle_free(void *block) {
    (void)block;
}

const bench_function allocate_idle[] = {(bench_function)idle_malloc, (bench_function)idle_free,
                                        NULL};

/* Topic: threads. */
const struct bench_action action_allocate = {
    BENCH_ACTION_HEAD,
    .name = "allocate",
    .about = "free and malloc of blocks, by all threads",
    .largest = 1,
    .types = "d",
    .routines = (const struct bench_routine[]){{NULL, "malloc"}, {NULL, "free"}, {0}},
    .parameters =
        (const struct bench_parameter[]){{"largest", "bytes of the largest block", 1024}, {0}},
    .state_bytes = sizeof(struct shared),
    .thread_bytes = sizeof(struct owner),
    .counters = (const char *const[]){"exchanged", NULL},
    .setup = setup,
    .prefill = prefill,
    .level = level,
    .operate = operate,
    .check = check,
    .is_preloaded = 1,
};
