/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect looks at the system it measures on. */
#include "tests/cli/shell.h"

static int has(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

EACH_TEST(shell_begin, shell_end);

TEST(the_exit_status_tells_of_findings) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "bench-collect --check-system >table; status=$?; "
        "test $status = $(awk '/^[^ ].* finding /{found = 4} END {print found + 0}' table) "
        "&& grep -q '^addresses ' table");
    shell_run(shell, "bench-collect -q --check-system");
    assert_true(shell->status == 0 || shell->status == 4);
    assert_string_equal(shell->out, "");
    assert_string_equal(shell->err, "");
}

TEST(checking_needs_no_action_and_writes_nothing) {
    struct shell *shell = *state;
    shell_run(shell, "bench-collect --check-system --threads 4096");
    assert_int_equal(shell->status, 64);
    assert_true(has(shell->err, "--threads 4096: this process may use"));
    shell_expect(shell, 1, "bench-collect --check-system; test -e results.h5");
}

/* Two on one CPU make a process that shows, whatever else the machine does: once the other has said
 * so, it runs or waits for its turn until this shell has ended. */
TEST(findings_are_told_and_recorded_before_a_run) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "cpu=$(taskset -pc $$ | sed 's/.*[ ,-]//'); mkfifo runs; "
                 "taskset -c $cpu sh -c 'echo >runs; while kill -0 $0 2>&-; do :; done' $$ & "
                 "busy=$!; read -r line <runs; "
                 "taskset -c $cpu bench-collect axpy builtin --sizes 10 --rounds 1 "
                 "--stage-time 0.001; "
                 "taskset -c $cpu bench-collect -q axpy builtin --sizes 10 --rounds 1 "
                 "--stage-time 0.001 2>quiet; "
                 "kill $busy; h5dump -a /run_000001/system_findings results.h5; test ! -s quiet");
    assert_true(has(shell->err, "other processes: "));
    assert_true(has(shell->err, "bench-collect --check-system says what to do about these"));
    assert_true(has(shell->out, "other processes: "));
}

/* Where all cores are claimed by others already, that has to be said instead. */
TEST(two_collectors_measure_on_different_cpus) {
    struct shell *shell = *state;
    static const char run[] =
        "bench-collect axpy builtin --sizes 10 --rounds 1 --stage-time 0.001 -o";
    char command[1024];
    snprintf(command, sizeof command,
             "at kept:axpy:10:1 '%s b.h5 2>other' %s a.h5 && cat other >&2; "
             "for f in a b; do h5dump -a /run_000001/measuring_cpus $f.h5 | grep '(0)' >$f; done; "
             "cmp -s a b; echo same $?",
             run, run);
    shell_expect(shell, 0, command);
    assert_true(has(shell->out, "same 1") || has(shell->err, "another bench-collect measures"));
}
