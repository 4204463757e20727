/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --resume: what was interrupted is finished as it was planned. */
#include "tests/cli/steady.h"

#define COLLECT                                                                                    \
    "bench-collect axpy,dot builtin 'a b=builtin' --sizes 10,100,1000 --rounds 4 --stage-time "    \
    "0.002 --seed 7 "

static void run_python(struct shell *shell, const char *script_and_arguments) {
    char command[PATH_MAX + 200], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command, "root='%s'; /usr/bin/python3 \"$root/tests/cli/\"%s", root,
             script_and_arguments);
    shell_expect(shell, 0, command);
}

static void compare_runs(struct shell *shell, const char *archives) {
    char arguments[200];
    snprintf(arguments, sizeof arguments, "resumed.py %s", archives);
    run_python(shell, arguments);
}

static void assert_state(struct shell *shell, const char *state) {
    char command[128];
    snprintf(command, sizeof command, "bench-store list cut.h5 | grep -q %s", state);
    shell_expect(shell, 0, command);
}

EACH_TEST(shell_begin, shell_end);

/* The archive before is kept as before.h5; a run with the same seed that nobody interrupted is
 * whole.h5. */
TEST(a_killed_run_is_finished_as_planned) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "end_at KILL kept:axpy:100:2 " COLLECT "-o cut.h5");
    assert_state(shell, "interrupted");
    shell_expect(shell, 0, "cp cut.h5 before.h5 && bench-collect --resume cut.h5");
    assert_non_null(strstr(shell->err, "cut.h5: run_000001 goes on"));
    assert_null(strstr(shell->err, "round 1 of 4, n = 10\naxpy"));
    assert_state(shell, "complete");
    shell_expect(shell, 0, "bench-store verify -q cut.h5");
    shell_expect(shell, 0, COLLECT "-q -o whole.h5");
    compare_runs(shell, "before.h5 cut.h5 whole.h5");
    shell_expect(shell, 0, "bench-analyze cut.h5");
    shell_expect(shell, 0, "bench-store show cut.h5 1 | grep -o ' on CPUs ' | grep -c ''");
    assert_string_equal(shell->out, "1\n");
}

SOAK_TEST(one_can_be_interrupted_time_and_again) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "end_at TERM kept:axpy:10:1 " COLLECT "-o cut.h5 && "
                 "end_at KILL kept:axpy:1000:3 bench-collect --resume cut.h5 && "
                 "end_at TERM kept:dot:10:2 bench-collect --resume cut.h5");
    assert_state(shell, "interrupted");
    shell_expect(shell, 0, "cp cut.h5 before.h5 && bench-collect -q --resume cut.h5");
    assert_string_equal(shell->err, "");
    assert_state(shell, "complete");
    shell_expect(shell, 0, COLLECT "-q -o whole.h5");
    compare_runs(shell, "before.h5 cut.h5 whole.h5");
    shell_expect(shell, 0, "bench-store show cut.h5 1 | grep -o ' on CPUs ' | grep -c ''");
    assert_string_equal(shell->out, "3\n");
}

static void build_fake(struct shell *shell, const char *flags) {
    char command[PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "rm -f libfake.so; cc -O2 -Wl,--build-id -shared -fPIC %s -o libfake.so "
             "'%s/tests/cli/fake_blas.c'",
             flags, root);
    shell_expect(shell, 0, command);
}

#define FAKE                                                                                       \
    "bench-collect axpy ./libfake.so builtin --sizes 10,100 --rounds 4 --stage-time 0.002 "        \
    "--seed 1"

TEST(a_library_that_changed_is_refused) {
    struct shell *shell = *state;
    build_fake(shell, "");
    shell_expect(shell, 0, "end_at KILL kept:axpy:100:2 " FAKE " -o cut.h5");
    build_fake(shell, "-DFAULT='y[0] = 0'");
    shell_expect(shell, 0, "cp cut.h5 before.h5; ! bench-collect -q --resume cut.h5");
    assert_non_null(strstr(shell->err, "run_000001 cannot go on here, as its numbers would not "
                                       "compare: fake: build_id was "));
    assert_non_null(strstr(shell->err, "or measure a new run\n"));
    shell_expect(shell, 0, "cmp cut.h5 before.h5; rm libfake.so");
    shell_expect(shell, 1, "bench-collect -q --resume cut.h5");
    assert_non_null(strstr(shell->err, "run_000001 cannot go on: the library fake was /"));
    shell_expect(shell, 0, "cmp cut.h5 before.h5");
}

/* Other variables reach the libraries. */
TEST(a_machine_that_changed_is_refused) {
    struct shell *shell = *state;
    unsetenv("OPENBLAS_CORETYPE");
    shell_expect(shell, 0, "end_at KILL kept:axpy:100:2 " COLLECT "-o cut.h5");
    shell_expect(shell, 1, "OPENBLAS_CORETYPE=Haswell bench-collect --resume cut.h5");
    assert_non_null(strstr(shell->err, "OPENBLAS_CORETYPE was not set and is Haswell"));
    assert_state(shell, "interrupted");
}

TEST(what_was_passed_on_is_passed_on_again) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "echo 'int nothing;' >nothing.c && cc -shared -o nothing.so nothing.c && "
                 "mkdir elsewhere && export BLIS_JC_NT=2; end_at KILL kept:axpy:100:2 " COLLECT
                 "--env BLIS_JC_NT --preload nothing.so -o cut.h5");
    shell_expect(shell, 1, "BLIS_JC_NT=3 bench-collect --resume cut.h5");
    assert_has(shell->err, "passed_variables was BLIS_JC_NT=2 and is BLIS_JC_NT=3");
    shell_expect(shell, 0,
                 "cd elsewhere && BLIS_JC_NT=2 bench-collect --resume ../cut.h5 && "
                 "bench-store show ../cut.h5 1 | grep 'preload.*/nothing.so$'");
    assert_state(shell, "complete");
}

/* It hangs from when the file "hang" is there. */
SOAK_TEST(one_that_was_given_up_is_not_tried_again) {
    struct shell *shell = *state;
    build_fake(shell, "-DFAULT='if (access(\"hang\", F_OK) == 0) for (;;) pause()'");
    shell_expect(shell, 0,
                 "at kept:axpy:400:1 'touch hang' end_at KILL kept:axpy:400:3 "
                 "bench-collect axpy builtin ./libfake.so --sizes 100,200,300,400 --rounds 4 "
                 "--stage-time 0.01 --timeout 10 --no-control -v -o cut.h5 2>log; "
                 "[ $(grep -c 'gave no answer' log) = 2 ] && "
                 "[ $(grep -c 'fake is given up for axpy: it hung 2 times' log) = 1 ]");
    shell_expect(shell, 3, "bench-collect --resume cut.h5");
    assert_has(shell->err, "fake is given up for axpy: it hung 2 times");
    assert_lacks(shell->err, "gave no answer");
    assert_has(shell->err, "4 of 8 cells are not ok: 4 hung");
    shell_expect(shell, 0, "bench-store show cut.h5 1 | grep 'faults *given up, as it hung twice'");
}

/* The archive is locked by somebody else when the run is to be begun there. */
TEST(what_could_not_be_begun_is_kept_later) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-collect -q axpy builtin --sizes 10 --rounds 1 -o cut.h5");
    shell_expect(
        shell, 0,
        "mkfifo held go over; "
        "at planning \"(flock cut.h5 sh -c 'echo >held; read line <go'; echo >over) & "
        "read line <held\" "
        "at refused:1 'echo >go; read line <over' "
        "end_at KILL kept:axpy:200:4 "
        "bench-collect axpy builtin --sizes 100,200 --rounds 5 --stage-time 0.001 "
        "--no-control --lock-timeout 0.1 -v -o cut.h5 2>log && sed '/measured so far/q' log");
    assert_has(shell->out, "not kept yet, will be tried again: ");
    assert_has(shell->out, "cut.h5 is in use by");
    assert_has(shell->out, "kept in run_000002: all that was measured so far\n");
    assert_lacks(shell->out, "kept in run_000002: axpy");
    run_python(shell, "kept.py log cut.h5");
    shell_expect(shell, 0, "bench-store verify -q cut.h5 && bench-store list cut.h5");
    assert_has(shell->out, "interrupted");
}

/* It does not matter where one stands. */
TEST(libraries_are_found_from_elsewhere) {
    struct shell *shell = *state;
    build_fake(shell, "");
    shell_expect(shell, 0, "end_at KILL kept:axpy:100:2 " FAKE " -o cut.h5");
    shell_expect(shell, 0,
                 "mkdir elsewhere; cd elsewhere; "
                 "bench-collect -q --resume ../cut.h5");
    assert_state(shell, "complete");
}

TEST(a_precision_is_still_to_be_reached) {
    struct shell *shell = *state;
    const char *const signals[] = {"KILL", "TERM"};
    build_steady(shell, "");
    for (size_t i = 0; i < 2; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "end_at %s kept:steady:100:2 bench-collect ./steady.so fast slow --sizes 100 "
                 "--seed 1 --stage-time 0.001 --rounds 4 --precision 20%% -o cut.h5",
                 signals[i]);
        shell_expect(shell, 0, command);
        shell_expect(shell, 0, "bench-collect -q --resume cut.h5");
        shell_expect(shell, 0,
                     "bench-store show cut.h5 latest | grep 'rounds_ended_by *precision'");
    }
}

SOAK_TEST(what_time_has_chosen_and_cold_calls_are_finished_alike) {
    struct shell *shell = *state;
    const char *const cuts[] = {
        "end_at KILL kept:axpy:1000:1 bench-collect axpy builtin b=builtin --sizes 1000,2000 "
        "--time 3 "
        "-o "
        "cut.h5",
        "end_at KILL kept:axpy:20000:1 bench-collect axpy builtin b=builtin --sizes 20000 --cache "
        "cold "
        "--rounds 4 --max-seeds 2 --stage-time 0.001 -o cut.h5"};
    for (size_t i = 0; i < 2; i++) {
        shell_expect(shell, 0, cuts[i]);
        shell_expect(shell, 0, "cp cut.h5 before.h5 && bench-collect -q --resume cut.h5");
        compare_runs(shell, "before.h5 cut.h5");
        shell_expect(shell, 0, "rm cut.h5");
    }
}

TEST(there_must_be_something_to_resume) {
    struct shell *shell = *state;
    static const struct {
        int status;
        const char *command, *says;
    } cases[] = {
        {64, "bench-collect --resume done.h5",
         "no run was interrupted; the latest, run_000001, is complete"},
        {64, "bench-collect --resume done.h5 --run 1",
         "run_000001 is complete; only a run that was interrupted"},
        {64, "bench-collect --resume done.h5 --run 7", "7"},
        {1, "bench-collect --resume none.h5", "none.h5: no such file"},
        {64, "bench-collect --resume done.h5 axpy", "leave ACTION and LIBRARY out"},
        {64, "bench-collect --resume done.h5 --rounds 3", "leave --rounds out"},
        {64, "bench-collect --resume done.h5 -n", "leave --dry-run out"},
        {64, "bench-collect axpy --run 1", "--run says which run --resume is to finish"},
        {2, "echo not >text.h5; bench-collect --resume text.h5", "text.h5"},
    };
    shell_expect(shell, 0,
                 "bench-collect -q axpy builtin --sizes 10 --rounds 1 --stage-time 0.001 "
                 "-o done.h5");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shell_expect(shell, cases[i].status, cases[i].command);
        if (!strstr(shell->err, cases[i].says))
            fail_msg("%s\n%s", cases[i].command, shell->err);
    }
}

TEST(one_that_is_being_measured_is_left_alone) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "at kept:axpy:10:1 'bench-collect --resume cut.h5; echo $?; "
        "bench-collect --resume cut.h5 --run 1; echo $?' "
        "bench-collect -q axpy builtin --sizes 10 --rounds 2 --stage-time 0.001 -o cut.h5");
    assert_string_equal(shell->out, "64\n64\n");
    assert_non_null(strstr(shell->err, "run_000001, is still being measured"));
    assert_non_null(strstr(shell->err, "run_000001 is still being measured; only"));
}
