/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orphans.h: whether a command leaves processes behind. */
#ifndef BENCHMAT_TESTS_CLI_ORPHANS_H
#define BENCHMAT_TESTS_CLI_ORPHANS_H

#include <errno.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "tests/cli/shell.h"
#include "tests/test.h"

static inline void orphans_are_late(int signal) {
    (void)signal;
}

/* From now on what a command leaves behind becomes a child of the test. */
static inline void orphans_adopt(void) {
    const struct sigaction late = {.sa_handler = orphans_are_late};
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    assert_int_equal(sigaction(SIGALRM, &late, NULL), 0);
}

static inline void orphans_kill(void) {
    char path[64], line[512];
    int pid;
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", syscall(SYS_gettid));
    do {
        FILE *children = fopen(path, "r");
        while (children && fscanf(children, "%d", &pid) == 1) {
            snprintf(line, sizeof line, "tr '\\0' ' ' </proc/%d/cmdline; echo", pid);
            if (system(line) == 0)
                kill(pid, SIGKILL);
        }
        if (children)
            fclose(children);
    } while (wait(NULL) > 0);
}

/* Waits until all that commands have started has ended, for a minute at most. */
static inline void assert_nobody_is_left(void) {
    alarm(60);
    while (wait(NULL) > 0)
        continue;
    int left = errno != ECHILD;
    alarm(0);
    if (left)
        orphans_kill();
    assert_false(left);
}

#endif
