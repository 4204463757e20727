/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sets that come with benchmat, by themselves. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/collect/sets/sets.h"
#include "tests/test.h"

/* --- against a row of truth values --- */

enum { KEYS = 300 };

static void a_set_has_what_was_inserted_and_not_removed(const struct sets_routines *of) {
    static char is_there[KEYS];
    struct set *set = of->create(KEYS);
    uint64_t random = 1;
    int64_t size = 0;
    assert_non_null(set);
    memset(is_there, 0, sizeof is_there);
    for (int i = 0; i < 20000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        int64_t key = (int64_t)((random >> 33) % KEYS);
        int had = is_there[key];
        if (random >> 63) {
            assert_int_equal(of->insert(set, key), !had);
            is_there[key] = 1;
        } else {
            assert_int_equal(of->remove(set, key), had);
            is_there[key] = 0;
        }
        size += is_there[key] - had;
        assert_int_equal(of->size(set), size);
        int64_t other = (key + 1) % KEYS;
        assert_int_equal(of->contains(set, other), is_there[other]);
    }
    of->free(set);
}

TEST(every_set_has_what_was_inserted_and_not_removed) {
    sets_visit(a_set_has_what_was_inserted_and_not_removed);
}

static void first_and_last_keys(const struct sets_routines *of) {
    static const int64_t counts[] = {1, 2, 3, 64, 65, 100000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct set *set = of->create(counts[i]);
        assert_non_null(set);
        assert_int_equal(of->size(set), 0);
        assert_int_equal(of->contains(set, counts[i] - 1), 0);
        assert_int_equal(of->remove(set, counts[i] - 1), 0);
        assert_int_equal(of->insert(set, counts[i] - 1), 1);
        assert_int_equal(of->insert(set, 0), counts[i] > 1);
        assert_int_equal(of->contains(set, 0), 1);
        assert_int_equal(of->contains(set, counts[i] - 1), 1);
        assert_int_equal(of->size(set), counts[i] > 1 ? 2 : 1);
        of->free(set);
    }
}

TEST(every_set_takes_its_first_and_last_key) {
    sets_visit(first_and_last_keys);
}

static void two_at_once(const struct sets_routines *of) {
    struct set *a = of->create(10), *b = of->create(10);
    for (int64_t key = 0; key < 10; key++) {
        assert_int_equal(of->insert(a, key), 1);
        assert_int_equal(of->contains(b, key), 0);
    }
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(of->remove(a, i % 10), 1);
        assert_int_equal(of->insert(b, i % 10), 1);
        assert_int_equal(of->insert(a, i % 10), 1);
        assert_int_equal(of->remove(b, i % 10), 1);
    }
    assert_int_equal(of->size(a), 10);
    assert_int_equal(of->size(b), 0);
    of->free(a);
    of->free(b);
}

TEST(two_sets_know_nothing_of_each_other) {
    sets_visit(two_at_once);
}

/* However often a key comes and goes, memory stays as it was but for the nodes of some epochs. */
static void come_and_go(const struct sets_routines *of) {
    struct set *set = of->create(10);
    size_t before = 0;
    for (int i = 0; i < 200000; i++) {
        if (i == 10000)
            before = mallinfo2().uordblks;
        assert_int_equal(of->insert(set, i % 10), 1);
        assert_int_equal(of->remove(set, i % 10), 1);
    }
    assert_uint_in_range(mallinfo2().uordblks, 0, before + 100000);
    of->free(set);
}

TEST(memory_of_removed_keys_is_freed) {
    sets_visit(come_and_go);
}

TEST(all_six_sets_are_there) {
    static const char *const names[] = {"mutex",     "rwlock",        "striped",
                                        "lazy_list", "lockfree_list", "lockfree_hash"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sets_load(names[i]);
}

/* Nothing but the interface, or two of them would meet in one process. */
TEST(no_set_exports_anything_else) {
    char command[1024];
    snprintf(command, sizeof command,
             "for set in %s/libexec/benchmat/sets/lib*.so; do nm -D --defined-only $set | "
             "grep -vE ' T set_(create|insert|remove|contains|size|free)$' && exit 1; done; true",
             sets_build());
#ifndef ADDRESS_SANITIZER
    assert_int_equal(system(command), 0);
#endif
}
