/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scipy.h: a script that recomputes by NumPy and SciPy what it reads, and says what differs. It
 * ends with NO_SCIPY where SciPy is missing. After cmocka.h. */
#ifndef BENCHMAT_TESTS_SCIPY_H
#define BENCHMAT_TESTS_SCIPY_H

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "tests/test.h"

enum { NO_SCIPY = 77 };

/* Starts SCRIPT, with its arguments, from the project's root. */
static inline FILE *scipy_begin(const char *script) {
    char command[200];
    signal(SIGPIPE, SIG_IGN);
    snprintf(command, sizeof command, "/usr/bin/python3 %s", script);
    FILE *scipy = popen(command, "w");
    assert_non_null(scipy);
    return scipy;
}

/* Writes numbers after the text BEFORE. */
static inline void scipy_write(FILE *scipy, const char *before, const double *numbers, size_t n) {
    fputs(before, scipy);
    for (size_t i = 0; i < n; i++)
        fprintf(scipy, " %.17g", numbers[i]);
}

/* Fails if anything differed; skips the test without SciPy. */
static inline void scipy_agrees(FILE *scipy) {
    int status = pclose(scipy);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SCIPY)
        skip_for("python3-scipy is not installed");
    assert_int_equal(status, 0);
}

#endif
