/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moments that a test names (tests/failpoints.c): one that is wrong fails the test, and what users
 * have knows of none. */
#include "tests/cli/shell.h"

#define COLLECT "bench-collect -q axpy builtin --sizes 10,20 --rounds 2 --stage-time 0.001 -o a.h5"

EACH_TEST(shell_begin, shell_end);

TEST(each_comes_once_in_its_place) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "at planning 'echo planning; test ! -s a.h5 && echo empty' "
        "at begun:axpy 'echo begun; bench-store list a.h5 | grep -c running' "
        "at kept:axpy:20:2 'echo kept; bench-analyze a.h5 --format csv | grep -c ,ok' " COLLECT);
    assert_string_equal(shell->out, "planning\nempty\nbegun\n1\nkept\n2\n");
    shell_expect(shell, 0, "end_at KILL kept:axpy:10:1 " COLLECT);
    shell_expect(shell, 0, "bench-store list a.h5 | grep -c interrupted");
}

TEST(one_that_is_wrong_or_missed_fails) {
    struct shell *shell = *state;
    static const struct {
        const char *place, *says;
    } wrong[] = {
        {"plannig", "there is no such place"},
        {"kept:axpy:10", "there is no such place"},
        {"kept:axpy:10:2:x", "there is no such place"},
        {"kept:axpy:30:1", "the collector never came there"},
        {"begun:dot", "the collector never came there"},
        {"refused:1", "the collector never came there"},
        {"refused:one", "there is no such place"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char command[256], line[128];
        snprintf(command, sizeof command, "rm -f a.h5; at %s true " COLLECT, wrong[i].place);
        shell_expect(shell, 70, command);
        snprintf(line, sizeof line, "failpoint %s: %s\n", wrong[i].place, wrong[i].says);
        assert_string_equal(shell->err, line);
        snprintf(command, sizeof command, "rm -f a.h5; end_at KILL %s " COLLECT, wrong[i].place);
        shell_expect(shell, 1, command);
    }
}

TEST(one_whose_command_fails_fails) {
    struct shell *shell = *state;
    shell_expect(shell, 70, "at kept:axpy:10:1 'exit 3' " COLLECT);
    assert_string_equal(shell->err, "failpoint exit 3: its command failed\n");
}

TEST(users_have_none) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "BENCHMAT_FAILPOINTS='planning kill -KILL $PPID' $users/" COLLECT);
}
