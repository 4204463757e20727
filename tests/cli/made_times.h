/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_times.h: archives whose times are made up, so that what is said or drawn of them is always
 * the same. */
#ifndef BENCHMAT_TESTS_CLI_MADE_TIMES_H
#define BENCHMAT_TESTS_CLI_MADE_TIMES_H

#include "tests/cli/shell.h"
#include "tests/test.h"

/* All times in the archives FILES, which were measured, become made-up ones (made_times.py). */
static void make_times(struct shell *shell, const char *files) {
    char command[PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command, "/usr/bin/python3 '%s/tests/cli/made_times.py' %s", root,
             files);
    shell_expect(shell, 0, command);
}

#endif
