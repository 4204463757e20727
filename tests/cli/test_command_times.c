/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --command: how long commands take. What else is measured of them is for
 * test_commands.c. */
#include "tests/cli/shell.h"

#define QUICK " --rounds 2 --max-seeds 3 --stage-time 0.02 --no-control -o c.h5 "

EACH_TEST(shell_begin, shell_end);

TEST(a_command_that_sleeps_takes_as_long) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-collect --command a=true --command 'sleep 0.02' " QUICK);
    shell_expect(shell, 0,
                 "bench-analyze c.h5 --format csv --columns library,mean,ratio,user,system");
    char *sleeping = strstr(shell->out, "\nsleep 0.02,");
    assert_non_null(sleeping);
    double mean, ratio, user, system;
    assert_int_equal(
        sscanf(sleeping, "\nsleep 0.02,%lf,%lf,%lf,%lf", &mean, &ratio, &user, &system), 4);
    assert_true(mean >= 0.02 && ratio > 2);
    assert_true(user >= 0 && system >= 0 && user + system < mean);
}

TEST(hooks_are_not_timed) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect --name a --command 'echo >/dev/null' "
                 "--name b --command 'test -e ready' --shell "
                 "--prepare 'sleep 0.05; touch ready' --conclude 'rm ready; sleep 0.05'" QUICK);
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns max | tail -1");
    assert_true(atof(shell->out) > 0 && atof(shell->out) < 0.05);
}

/* Some programs look for /dev/null, and do less: that is told, and is not what is measured. */
TEST(a_command_that_looks_for_null_is_found_out) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "printf '#!/bin/sh\\n[ /dev/stdout -ef /dev/null ] || sleep 0.1; echo x\\n' >lazy; "
        "chmod +x lazy; bench-collect --command ./lazy --command 'echo x'" QUICK);
    assert_has(shell->err, "command: what is printed goes into a pipe: to /dev/null, ./lazy would "
                           "take ");
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns min | sed -n 2p");
    assert_true(atof(shell->out) > 0.1);
    shell_expect(shell, 0, "rm c.h5; bench-collect --command ./lazy --stdout null" QUICK);
    assert_lacks(shell->err, "/dev/null");
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns min | sed -n 2p");
    assert_true(atof(shell->out) < 0.1);
}
