/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --time, and the minute that a run has by default, on this machine. What is said
 * beforehand, and the end by a precision, are for test_collect.c too. */
#include "tests/cli/shell.h"

EACH_TEST(shell_begin, shell_end);

TEST(a_time_is_shared_out_and_told_beforehand) {
    struct shell *shell = *state;
    char command[PATH_MAX + 128], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -O2 -shared -fPIC -o libright.so '%s/tests/cli/fake_blas.c'", root);
    shell_expect(shell, 0, command);
    shell_expect(shell, 3,
                 "bench-collect axpy,dot right=./libright.so b=builtin --sizes 10,1000 --time 3");
    assert_has(shell->err, "axpy: 2 sizes, ");
    assert_has(shell->err, "dot: 2 sizes, ");
    assert_has(shell->err, " per library, size and round: about ");
    shell_expect(shell, 0, "bench-analyze results.h5 --format csv | grep -c ok");
    assert_string_equal(shell->out, "6\n"); /* libright.so has no dot */
    shell_expect(shell, 0,
                 "bench-collect axpy right=./libright.so --sizes 3000000 --time 0.1 --rounds 1");
    assert_has(shell->err, "--time 0.1 is not enough for 1 round of 1 size × 1 library: about ");
}

TEST(every_mode_ends_in_time) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect axpy builtin --mode first --time 3 -q && "
                 "bench-collect axpy builtin --mode sample --time 3 -q && "
                 "bench-store verify results.h5");
}

TEST(a_plan_of_twenty_seconds_is_possible) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-collect -n axpy,dot builtin --sizes 10:1000:3 --time 20");
    assert_has(shell->out, "In all about");
    assert_lacks(shell->out, "least possible");
    shell_expect(shell, 0,
                 "bench-collect -n matrix_matrix_product builtin --sizes 3000 --time 0.5");
    assert_has(shell->out, "least possible");
}

/* However much the machine disturbs it. */
#define SHOWS                                                                                      \
    "bench-store show spin.h5 latest | grep -E 'rounds_ended_by *(precision|max-time)$' && "       \
    "bench-store show spin.h5 latest | awk '/detectable_reached/ { printf "                        \
    "\"; %.2g %% would show\", 100 * $2 }' >shown && "                                             \
    "bench-analyze --width 400 spin.h5 | grep -F -f shown"

TEST(by_default_rounds_go_on_until_2_percent_would_show) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect spin builtin b=builtin --sizes 100000,1000000 --stage-time 0.01 "
                 "-o spin.h5");
    assert_has(shell->out, ": a difference of ");
    assert_has(shell->out, " % would show), ");
    shell_expect(shell, 0, SHOWS);
}

TEST(so_do_those_of_a_run_that_was_interrupted) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "end_at KILL kept:spin:100000:2 bench-collect spin builtin b=builtin --sizes 100000 "
        "--stage-time 0.1 -o spin.h5");
    shell_expect(shell, 0, "bench-collect --resume spin.h5");
    assert_lacks(shell->out, "(2 libraries, 1 size, 2 rounds");
    shell_expect(shell, 0, SHOWS);
}
