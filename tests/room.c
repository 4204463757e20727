/* SPDX-License-Identifier: GPL-3.0-or-later */
/* room.c: runs the tests of one room, by the names of their files: `tests plan` those of
 * test_plan.c, `tests plan.soak` its SOAK_TESTs, and without a name all but these, each file in a
 * process of its own. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"

enum { MOST_TESTS = 1000 }; /* of a file */

static struct test *first, **last = &first;

void test_register(struct test *test) {
    *last = test;
    last = &test->next;
}

static void name_of(const struct test *test, char name[NAME_MAX]) {
    const char *base = strrchr(test->file, '/') + strlen("/test_");
    snprintf(name, NAME_MAX, "%.*s", (int)(strlen(base) - strlen(".c")), base);
}

static const struct test *find(const char *name) {
    char known[NAME_MAX] = "";
    const struct test *test = first;
    while (test && (name_of(test, known), strcmp(known, name) != 0))
        test = test->next;
    return test;
}

static void everything(void **state) {
    const struct test_group *group = *state;
    skip_for("%s", group->lacks());
}

/* Runs the tests, or the SOAK_TESTs, of the file whose first one is TEST. Returns how many fail. */
static int run(const struct test *test, bool is_soak) {
    static struct CMUnitTest tests[MOST_TESTS];
    const struct test_group *group = test->group;
    size_t count = 0;
    char name[NAME_MAX];
    name_of(test, name);
    if (group->lacks && group->lacks()) {
        tests[0] = (struct CMUnitTest)cmocka_unit_test_prestate(everything, (void *)group);
        return _cmocka_run_group_tests(name, tests, 1, NULL, NULL);
    }
    for (; test; test = test->next)
        if (test->group == group && test->is_soaked == is_soak && count < MOST_TESTS)
            tests[count++] = (struct CMUnitTest){test->name, test->run, test->fixture->begin,
                                                 test->fixture->end, NULL};
    return _cmocka_run_group_tests(name, tests, count, group->fixture.begin, group->fixture.end);
}

static int run_alone(const struct test *test) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        exit(run(test, false));
    return child < 0 || waitpid(child, &status, 0) != child || status != 0;
}

int main(int argc, char **argv) {
    int failures = 0;
    const struct test_group *group = NULL;
    if (argc == 2) {
        char *soak = strstr(argv[1], ".soak");
        if (soak)
            *soak = '\0';
        const struct test *named = find(argv[1]);
        return named ? run(named, soak)
                     : fprintf(stderr, "there are no tests called %s here\n", argv[1]);
    }
    for (const struct test *test = first; test; test = test->next) {
        if (test->group != group) /* those of a file are in a row */
            failures += run_alone(test);
        group = test->group;
    }
    return failures != 0;
}
