/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test.h: a test is TEST(name) { ... }, run in the order of its file by the program of its room
 * (room.c). STATE is what its fixture set up. */
#ifndef BENCHMAT_TESTS_TEST_H
#define BENCHMAT_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* What is done before and after a test, or before and after all of a file. Either may be NULL. */
struct test_fixture {
    int (*begin)(void **state);
    int (*end)(void **state);
};

/* The tests of a file. */
struct test_group {
    struct test_fixture fixture;
    const char *(*lacks)(void); /* what keeps all of them from running; NULL: nothing */
};

struct test {
    const char *file, *name;
    void (*run)(void **state);
    const struct test_fixture *fixture;
    const struct test_group *group;
    bool is_soaked;
    struct test *next;
};

void test_register(struct test *test);

static const struct test_fixture each_test;
static const struct test_group all_tests;

/* The fixture of each test of a file that has none of its own. */
#define EACH_TEST(before, after) static const struct test_fixture each_test = {before, after}

/* The fixture of all tests of a file together. */
#define ALL_TESTS(before, after)                                                                   \
    static const struct test_group all_tests = {.fixture = {before, after}}

/* All tests of a file are skipped where LACKS, a function, says what they lack. */
#define ALL_TESTS_SKIPPED_FOR(lacks_) static const struct test_group all_tests = {.lacks = lacks_}

#define TEST(name) TEST_REGISTERED(name, &each_test, false)

/* One that takes long and finds little that shorter ones do not find: `make soak` runs it. */
#define SOAK_TEST(name) TEST_REGISTERED(name, &each_test, true)

/* One with a fixture of its own. */
#define TEST_WITH(name, before, after)                                                             \
    static const struct test_fixture name##_fixture = {before, after};                             \
    TEST_REGISTERED(name, &name##_fixture, false)

#define TEST_REGISTERED(name, fixture, is_soaked)                                                  \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void name##_registers(void) {                              \
        static struct test test = {__BASE_FILE__, #name,     name, fixture,                        \
                                   &all_tests,    is_soaked, NULL};                                \
        test_register(&test);                                                                      \
    }                                                                                              \
    static void name(__attribute__((unused)) void **state)

/* A part of a test that cannot run here; counted and held against what the machine is known to
 * lack, as a skipped test is. */
#define leave_out(...)                                                                             \
    do {                                                                                           \
        print_message("skipped: " __VA_ARGS__);                                                    \
        print_message("\n");                                                                       \
    } while (0)

/* A test that cannot run here says what it lacks. */
#define skip_for(...)                                                                              \
    do {                                                                                           \
        leave_out(__VA_ARGS__);                                                                    \
        skip();                                                                                    \
    } while (0)

#endif
