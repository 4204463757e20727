/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.h: an action whose times are the same on every machine, however busy (steady_action.c). */
#ifndef BENCHMAT_TESTS_CLI_STEADY_H
#define BENCHMAT_TESTS_CLI_STEADY_H

#include "tests/cli/shell.h"
#include "tests/test.h"

/* Makes steady.so in the scratch directory. */
static inline void build_steady(struct shell *shell, const char *flags) {
    char command[2 * PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -O1 -shared -fPIC -I'%s' %s -o steady.so '%s/tests/cli/steady_action.c'", root,
             flags, root);
    shell_expect(shell, 0, command);
}

#endif
