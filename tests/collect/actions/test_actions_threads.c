/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The throughput actions that bring their own implementations, and malloc. */
#include <math.h>

#include "tests/collect/crew.h"
#include "tests/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* One thread, one for each CPU, and more than there are. */
static const int teams[] = {1, 2, 4, 16};

static bench_function implementation(const char *action, const char *name) {
    const struct bench_implementation *each = actions_find(action)->implementations;
    while (each->name && strcmp(each->name, name) != 0)
        each++;
    assert_non_null(each->name);
    return each->function;
}

/* --- right ones --- */

TEST(every_implementation_is_right_with_any_number_of_threads) {
    static const struct {
        const char *name;
        int64_t operations;
    } cases[] = {{"counter", 100000},
                 {"queue", 20000},
                 {"barrier", 500},
                 {"thread_create", 200},
                 {"prime_count", 1}};
    for (size_t a = 0; a < COUNT(cases); a++) {
        const struct bench_implementation *each = actions_find(cases[a].name)->implementations;
        for (; each->name; each++)
            for (size_t t = 0; t < COUNT(teams); t++) {
                struct crew crew;
                crew_begin(&crew, cases[a].name, -1, -1, &each->function);
                crew_operate(&crew, teams[t], cases[a].operations);
                if (crew.wrong[0])
                    fail_msg("%s, %s, %d threads: %s", cases[a].name, each->name, teams[t],
                             crew.wrong);
                assert_true(crew.operations >= teams[t]);
                crew_end(&crew);
            }
    }
}

/* Runs ACTION with ROUTINES; the check must say SAYS. */
static void assert_wrong(const char *action, double parameter, const bench_function *routines,
                         const char *says) {
    for (size_t t = 0; t < COUNT(teams); t++) {
        struct crew crew;
        crew_begin(&crew, action, parameter, -1, routines);
        crew_operate(&crew, teams[t], 5000);
        if (!strstr(crew.wrong, says))
            fail_msg("%s, %d threads: '%s', not '%s'", action, teams[t], crew.wrong, says);
        crew_end(&crew);
    }
}

/* --- the counter --- */

static void count_nothing(struct bench_thread *thread) {
    while (bench_next_operation(thread))
        bench_clobber();
}

TEST(a_counter_that_counts_nothing_is_found) {
    bench_function routine = (bench_function)count_nothing;
    assert_wrong("counter", -1, &routine, "the counter is not the number of increments");
}

/* --- the queue --- */

typedef int64_t queue_function(void *queue, void *spare, int64_t item);

/* Each loses or changes something every hundredth time. */
static int64_t spoiled_item(void *queue, void *spare, int64_t item, int64_t by, int is_lossy) {
    static _Atomic(int) puts;
    queue_function *right = (queue_function *)implementation("queue", "ring");
    if (item == -1 || ++puts % 100)
        return right(queue, spare, item);
    return is_lossy ? item : right(queue, spare, item + by);
}

static int64_t lose_one(void *queue, void *spare, int64_t item) {
    return spoiled_item(queue, spare, item, 0, 1);
}

static int64_t change_one(void *queue, void *spare, int64_t item) {
    return spoiled_item(queue, spare, item, 1, 0);
}

static int64_t put_one_twice(void *queue, void *spare, int64_t item) {
    static _Atomic(int) puts;
    queue_function *right = (queue_function *)implementation("queue", "ring");
    if (item != -1 && ++puts % 100 == 0 && puts < 1000) /* the ring does not become full */
        right(queue, spare, item);
    return right(queue, spare, item);
}

TEST(a_queue_that_loses_changes_or_doubles_an_item_is_found) {
    bench_function lossy = (bench_function)lose_one, changing = (bench_function)change_one,
                   doubling = (bench_function)put_one_twice;
    assert_wrong("queue", 1000, &lossy, "items more were put in than came out");
    assert_wrong("queue", 1000, &changing, "other items came out than were put in");
    struct crew crew;
    crew_begin(&crew, "queue", 1000, -1, &doubling);
    crew_operate(&crew, 2, 5000);
    assert_non_null(strstr(crew.wrong, "items more were taken out than were put in"));
    crew_end(&crew);
}

/* What one thread puts in and takes out, in order. */
enum { REMEMBERED = 4096 };
static int64_t put[REMEMBERED], taken[REMEMBERED];
static size_t puts_seen, takes_seen;
static queue_function *watched;

static int64_t watch(void *queue, void *spare, int64_t item) {
    int64_t result = watched(queue, spare, item);
    if (item != -1 && puts_seen < REMEMBERED)
        put[puts_seen++] = item;
    if (item == -1 && takes_seen < REMEMBERED)
        taken[takes_seen++] = result;
    return result;
}

TEST(what_is_put_in_first_comes_out_first) {
    const struct bench_implementation *each = actions_find("queue")->implementations;
    bench_function routine = (bench_function)watch;
    for (; each->name; each++)
        for (int length = 0; length < 200; length = 2 * length + 3) {
            struct crew crew;
            watched = (queue_function *)each->function;
            puts_seen = takes_seen = 0;
            crew_begin(&crew, "queue", length, -1, &routine);
            crew_operate(&crew, 1, 2000);
            assert_int_equal(crew.level, length);
            assert_string_equal(crew.wrong, "");
            size_t both = puts_seen < takes_seen ? puts_seen : takes_seen;
            assert_memory_equal(put, taken, both * sizeof *put);
            crew_end(&crew);
        }
}

/* --- the barrier --- */

enum { AHEAD = 100 };

/* The first to come is at a hundred meetings before any other leaves one. */
static void do_not_wait(void *shared, int count) {
    static _Atomic(int) comers, meetings;
    static _Thread_local int place = -1;
    (void)shared, (void)count;
    if (place < 0)
        place = comers++;
    if (place == 0)
        meetings++;
    while (meetings < AHEAD && place > 0)
        sched_yield();
}

TEST(a_barrier_that_does_not_wait_is_found) {
    bench_function routine = (bench_function)do_not_wait;
    struct crew crew;
    crew_begin(&crew, "barrier", -1, -1, &routine);
    crew_operate(&crew, 4, 4 * AHEAD);
    assert_true(crew.wrong[0]);
    crew_end(&crew);
}

/* --- tasks of other threads --- */

static int do_nothing(void *master, void *task) {
    (void)master, (void)task;
    return 0;
}

static int find_no_thread(void *master, void *task) {
    (void)master, (void)task;
    return 1;
}

TEST(a_task_that_is_not_done_is_found) {
    bench_function idle = (bench_function)do_nothing, failing = (bench_function)find_no_thread;
    assert_wrong("thread_create", -1, &idle, "tasks were not done");
    assert_wrong("thread_create", -1, &failing, "the system has no more threads");
}

/* --- counting primes --- */

typedef int64_t sharing(struct bench_thread *thread, void *shared, int64_t count);

static int64_t own_part(struct bench_thread *thread, void *shared, int64_t count) {
    return ((sharing *)implementation("prime_count", "own_part"))(thread, shared, count);
}

static int64_t skip_some(struct bench_thread *thread, void *shared, int64_t count) {
    return count % 10 == 1 && thread->number == 0 ? 0 : own_part(thread, shared, count);
}

static int64_t count_too_many(struct bench_thread *thread, void *shared, int64_t count) {
    return own_part(thread, shared, count) + 1;
}

TEST(a_part_that_is_not_tested_is_found) {
    bench_function skipping = (bench_function)skip_some;
    bench_function boasting = (bench_function)count_too_many;
    assert_wrong("prime_count", 1000, &skipping, "primes were found");
    assert_wrong("prime_count", 1000, &boasting, "numbers were tested");
}

/* All three agree with the known numbers of primes below a power of ten. */
TEST(primes_are_counted) {
    static const int64_t below[] = {1, 2, 3, 10, 100, 1000};
    const struct bench_implementation *each = actions_find("prime_count")->implementations;
    for (; each->name; each++)
        for (size_t i = 0; i < COUNT(below); i++) {
            struct crew crew;
            crew_begin(&crew, "prime_count", (double)below[i], -1, &each->function);
            crew_operate(&crew, 3, 1000);
            assert_string_equal(crew.wrong, "");
            assert_int_equal(crew.operations % below[i], 0);
            crew_end(&crew);
        }
}

/* --- malloc --- */

static const bench_function libc[] = {(bench_function)malloc, (bench_function)free};

TEST(malloc_of_libc_is_right) {
    static const double largest[] = {16, 17, 1000, 1 << 16};
    for (size_t i = 0; i < COUNT(largest); i++)
        for (size_t t = 0; t < COUNT(teams); t++) {
            struct crew crew;
            crew_begin(&crew, "allocate", largest[i], -1, libc);
            crew_operate(&crew, teams[t], 20000);
            assert_string_equal(crew.wrong, "");
            assert_int_equal(crew.level, 512 * teams[t]);
            assert_uint_in_range(crew.counters[0], 0, crew.operations);
            crew_end(&crew);
        }
}

/* Hands out each of its 600 blocks again although others still have it. */
static void *hand_out_again(size_t bytes) {
    enum { BLOCK = 1024, BLOCKS = 600 };
    static _Alignas(16) char blocks[BLOCKS][BLOCK];
    static _Atomic(size_t) next;
    assert_true(bytes <= BLOCK);
    return blocks[next++ % BLOCKS];
}

static void keep(void *block) {
    (void)block;
}

static void *refuse_some(size_t bytes) {
    static _Atomic(int) calls;
    return ++calls % 100 ? malloc(bytes) : NULL;
}

static void *move_by_8(size_t bytes) {
    return (char *)malloc(bytes + 8) + 8;
}

static void free_moved(void *block) {
    free(block ? (char *)block - 8 : NULL);
}

TEST(an_allocator_that_is_wrong_is_found) {
    const bench_function twice[] = {(bench_function)hand_out_again, (bench_function)keep};
    const bench_function refusing[] = {(bench_function)refuse_some, (bench_function)free};
    const bench_function crooked[] = {(bench_function)move_by_8, (bench_function)free_moved};
    assert_wrong("allocate", -1, twice, "blocks were overwritten while they were allocated");
    assert_wrong("allocate", -1, refusing, "malloc returned NULL");
    assert_wrong("allocate", -1, crooked, "addresses are not multiples of 16");
}

/* --- parameters --- */

TEST(parameters_that_make_no_sense_are_refused) {
    static const struct {
        const char *action;
        double value;
    } cases[] = {{"queue", -1},          {"queue", 0.5},           {"queue", 1e18},
                 {"queue", NAN},         {"prime_count", 0},       {"prime_count", 1e9},
                 {"prime_count", 10.5},  {"prime_count", NAN},     {"allocate", 15},
                 {"allocate", 1e9},      {"allocate", 100.5},      {"allocate", NAN},
                 {"concurrent_set", 0},  {"concurrent_set", 1e10}, {"concurrent_set", 2.5},
                 {"concurrent_set", NAN}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct bench_action *action = actions_find(cases[i].action);
        struct design_point design_point = *usual(action, 1);
        struct workspace_needs needs;
        struct err err = {""};
        design_point.parameters[0] = cases[i].value;
        if (workspace_measure(action, 'd', &design_point, &needs, &err) == 0)
            fail_msg("%s: %g is not refused", cases[i].action, cases[i].value);
        assert_non_null(strstr(err.message, "cannot be done: the "));
    }
}
