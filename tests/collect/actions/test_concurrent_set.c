/* SPDX-License-Identifier: GPL-3.0-or-later */
/* concurrent_set over right sets and wrong ones. */
#include <math.h>

#include "tests/collect/crew.h"
#include "tests/collect/fake.h"
#include "tests/collect/sets/sets.h"
#include "tests/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const int teams[] = {1, 2, 4, 16};

enum { INSERTED, REMOVED, FOUND, FAILED };

/* --- right ones --- */

static void try_set(const struct sets_routines *of, double keys, double update, int team) {
    struct crew crew;
    crew_begin(&crew, "concurrent_set", keys, update, of->all);
    crew_operate(&crew, team, 10000);
    if (crew.wrong[0])
        fail_msg("%s, %g keys, %g %% updates, %d threads: %s", of->path, keys, update, team,
                 crew.wrong);
    assert_int_equal(crew.level, (int64_t)keys / 2);
    assert_int_equal(crew.counters[INSERTED] + crew.counters[REMOVED] + crew.counters[FOUND] +
                         crew.counters[FAILED],
                     crew.operations);
    if (update == 0)
        assert_int_equal(crew.counters[INSERTED] + crew.counters[REMOVED], 0);
    if (update == 100)
        assert_int_equal(crew.counters[FOUND], 0);
    crew_end(&crew);
}

static void try_teams(const struct sets_routines *of) {
    for (size_t t = 0; t < COUNT(teams); t++) {
        try_set(of, 1, 100, teams[t]);
        try_set(of, 10, 100, teams[t]);
        try_set(of, 101, 0, teams[t]);
        try_set(of, 1000, 10, teams[t]);
    }
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(every_set_is_right_with_any_number_of_threads) {
    sets_visit(try_teams);
}

/* Of many operations, the parts that insert, remove and find are as wanted, to six standard
 * deviations. */
TEST(operations_are_mixed_as_wanted) {
    static const double updates[] = {0, 0.5, 10, 50, 100};
    struct sets_routines of = sets_load("lockfree_hash");
    for (size_t i = 0; i < COUNT(updates); i++) {
        struct crew crew;
        crew_begin(&crew, "concurrent_set", 1000, updates[i], of.all);
        crew_operate(&crew, 1, 100000);
        double n = (double)crew.operations, share = updates[i] / 100;
        /* half of what is tried succeeds, because half of the keys are there */
        double changed = (double)(crew.counters[INSERTED] + crew.counters[REMOVED]) / n;
        double found = (double)crew.counters[FOUND] / n;
        double wide = 6 * 0.5 / sqrt(n) + 6 * 0.5 / sqrt(1000);
        assert_true(fabs(changed - share / 2) <= wide * share);
        assert_true(fabs(found - (1 - share) / 2) <= wide * (1 - share));
        crew_end(&crew);
    }
}

/* --- wrong ones --- */

static struct sets_routines right;

static int is_hundredth(void) {
    static _Atomic(int) calls;
    return ++calls % 100 == 0;
}

static int lose_on_insert(struct set *set, int64_t key) {
    return is_hundredth() ? 1 : right.insert(set, key);
}

static int deny_insert(struct set *set, int64_t key) {
    int done = right.insert(set, key);
    return is_hundredth() ? 0 : done;
}

static int insert_another(struct set *set, int64_t key) {
    return right.insert(set, is_hundredth() ? key ^ 1 : key);
}

static int never_insert(struct set *set, int64_t key) {
    (void)set, (void)key;
    return 0;
}

static int run_out_of_memory(struct set *set, int64_t key) {
    return is_hundredth() ? -1 : right.insert(set, key);
}

static int keep_on_remove(struct set *set, int64_t key) {
    return right.contains(set, key);
}

static int find_nothing(struct set *set, int64_t key) {
    (void)set, (void)key;
    return 0;
}

static int find_everything(struct set *set, int64_t key) {
    (void)set, (void)key;
    return 1;
}

static int64_t count_one_more(struct set *set) {
    return right.size(set) + 1;
}

TEST(every_wrong_set_is_found) {
    static const struct {
        int which;
        bench_function by;
        const char *says;
    } cases[] = {
        {SETS_INSERT, (bench_function)lose_on_insert,
         "of the keys that should be there are missing"},
        {SETS_INSERT, (bench_function)deny_insert, "keys too many are there"},
        {SETS_INSERT, (bench_function)insert_another, "other keys are there than"},
        {SETS_INSERT, (bench_function)never_insert, "of the first keys could not be inserted"},
        {SETS_INSERT, (bench_function)run_out_of_memory, "answered neither 0 nor 1"},
        {SETS_REMOVE, (bench_function)keep_on_remove, "keys too many are there"},
        {SETS_CONTAINS, (bench_function)find_nothing,
         "of the keys that should be there are missing"},
        {SETS_CONTAINS, (bench_function)find_everything, "keys too many are there"},
        {SETS_SIZE, (bench_function)count_one_more, "set_size says"},
    };
    right = sets_load("mutex");
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t t = 0; t < COUNT(teams); t++) {
            bench_function routines[SETS_ROUTINES];
            struct crew crew;
            memcpy(routines, right.all, sizeof routines);
            routines[cases[i].which] = cases[i].by;
            crew_begin(&crew, "concurrent_set", 1000, 50, routines);
            crew_operate(&crew, teams[t], 5000);
            if (!strstr(crew.wrong, cases[i].says))
                fail_msg("%d threads: '%s', not '%s'", teams[t], crew.wrong, cases[i].says);
            crew_end(&crew);
        }
}

/* The first two that insert the only key meet after both have found that it is not there, as
 * threads without a lock may. */
TEST(a_set_without_locks_loses_keys) {
    struct sets_routines racy = sets_of(fake_compile(
        "racy",
        "#include <pthread.h>\n#include <stdlib.h>\n#include \"collect/set.h\"\n"
        "struct set { int has, insertions; pthread_mutex_t lock; pthread_barrier_t two; };\n"
        "struct set *set_create(int64_t keys) {\n"
        "    struct set *set = calloc(1, sizeof *set); (void)keys;\n"
        "    pthread_mutex_init(&set->lock, NULL); pthread_barrier_init(&set->two, NULL, 2);\n"
        "    return set; }\n"
        "static int change(struct set *set, int to) {\n"
        "    pthread_mutex_lock(&set->lock); int had = set->has; set->has = to;\n"
        "    pthread_mutex_unlock(&set->lock); return had != to; }\n"
        "int set_insert(struct set *set, int64_t key) {\n"
        "    if (__atomic_fetch_add(&set->insertions, 1, __ATOMIC_SEQ_CST) >= 2)\n"
        "        return change(set, 1);\n"
        "    int had = set->has; pthread_barrier_wait(&set->two);\n"
        "    change(set, 1); pthread_barrier_wait(&set->two); return !had; }\n"
        "int set_remove(struct set *set, int64_t key) { return change(set, 0); }\n"
        "int set_contains(struct set *set, int64_t key) { return set->has; }\n"
        "int64_t set_size(struct set *set) { return set->has; }\n"
        "void set_free(struct set *set) { free(set); }\n"));
    struct crew crew;
    crew_begin(&crew, "concurrent_set", 1, 100, racy.all);
    crew_operate(&crew, 2, 1000);
    assert_string_equal(crew.wrong, "1 of the keys that should be there are missing");
    crew_end(&crew);
}

static struct set *create_none(int64_t keys) {
    (void)keys;
    return NULL;
}

TEST(a_set_that_cannot_be_created_is_no_set) {
    bench_function routines[SETS_ROUTINES];
    struct crew crew;
    right = sets_load("mutex");
    memcpy(routines, right.all, sizeof routines);
    routines[SETS_CREATE] = (bench_function)create_none;
    crew_begin(&crew, "concurrent_set", 1000, 50, routines);
    assert_int_not_equal(crew.workspace.action->begin_batch(&crew.workspace.bench), 0);
    crew_end(&crew);
}
