/* SPDX-License-Identifier: GPL-3.0-or-later */
/* room.c: the tests of one room. Without arguments all of its files are run, each in a process of
 * its own; with arguments those that they name. TESTS is set by the Makefile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEST(name) int test_##name(void);
TESTS
#undef TEST

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
#define TEST(name) {#name, test_##name},
    TESTS
#undef TEST
};

enum { TEST_COUNT = sizeof tests / sizeof *tests };

static int find(const char *name) {
    for (int i = 0; i < TEST_COUNT; i++)
        if (strcmp(tests[i].name, name) == 0)
            return i;
    return -1;
}

static int run_alone(int i) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        exit(tests[i].run());
    return child < 0 || waitpid(child, &status, 0) != child || status != 0;
}

int main(int argc, char **argv) {
    int failures = 0;
    if (argc == 2 && find(argv[1]) >= 0)
        return tests[find(argv[1])].run();
    for (int i = 0; argc == 1 && i < TEST_COUNT; i++)
        failures += run_alone(i);
    for (int a = 1; a < argc; a++)
        if (find(argv[a]) < 0)
            failures += fprintf(stderr, "there are no tests called %s here\n", argv[a]) > 0;
        else
            failures += run_alone(find(argv[a]));
    return failures != 0;
}
