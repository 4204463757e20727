/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect over libraries that misbehave, and under users who change their mind. */
#include "tests/cli/steady.h"

static void build_fake(struct shell *shell, const char *name, const char *flags) {
    char command[PATH_MAX + 512], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -O2 -shared -fPIC %s -o lib%s.so '%s/tests/cli/fake_blas.c'", flags, name, root);
    shell_expect(shell, 0, command);
}

static void build_fakes(struct shell *shell) {
    static const char *const fakes[][2] = {
        {"right", ""},
        {"wrong", "-DFAULT='y[*n - 1] = 7; return'"},
        {"crashing", "-DFAULT='raise(SIGSEGV)'"},
        {"exiting", "-DFAULT='exit(0)'"},
        {"hanging", "-DFAULT='while (*n == 100) pause()'"},
        {"lacking", "-Ddaxpy_=saxpy_"},
    };
    for (size_t i = 0; i < sizeof fakes / sizeof *fakes; i++)
        build_fake(shell, fakes[i][0], fakes[i][1]);
}

EACH_TEST(shell_begin, shell_end);

/* The one that hangs, once, is measured by itself: the others have longer than it is given. */
TEST(a_bad_library_costs_its_own_cells_only) {
    struct shell *shell = *state;
    static const struct {
        const char *library, *at_100, *at_200;
    } expected[] = {{"right", "ok", "ok"},
                    {"wrong", "wrong", "wrong"},
                    {"crashing", "crashed", "crashed"},
                    {"exiting", "exited", "exited"},
                    {"hanging", "hung", "ok"}};
    build_fakes(shell);
    shell_expect(shell, 3,
                 "bench-collect axpy lib[!h]*.so --sizes 10,100,200 --rounds 2 --stage-time 0.002");
    assert_non_null(strstr(shell->err, "lacking skipped for axpy: lacks daxpy_"));
    assert_non_null(strstr(shell->err, "crashing: axpy at n = 100: crashed with signal 11"));
    assert_has(shell->err, "6 of 12 cells are not ok: 2 wrong, 2 crashed, 2 exited");
    shell_expect(shell, 3,
                 "bench-collect axpy libhanging.so --sizes 10,100,200 --rounds 2 --stage-time "
                 "0.002 --timeout 10 -o hanging.h5");
    assert_has(shell->err, "1 of 3 cells are not ok: 1 hung");
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --ref right --format csv >table.csv && "
                 "bench-analyze hanging.h5 --format csv >>table.csv");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char command[256];
        snprintf(command, sizeof command, "awk -F, '$6 == \"%s\" { print $5 \" \" $NF }' table.csv",
                 expected[i].library);
        shell_expect(shell, 0, command);
        snprintf(command, sizeof command, "10 ok\n100 %s\n200 %s\n", expected[i].at_100,
                 expected[i].at_200);
        assert_string_equal(shell->out, command);
    }
    shell_expect(shell, 0, "bench-plot results.h5 -o a.png");
}

TEST(without_proc_the_reason_is_told) {
    struct shell *shell = *state;
    if (shell_run(shell, "unshare -m mount -t tmpfs none /proc") != 0)
        skip_for("this user may not mount");
    shell_expect(shell, 1,
                 "unshare -m sh -c 'mount -t tmpfs none /proc; bench-collect axpy builtin'");
    assert_has(shell->err, "measuring needs /proc, which is not mounted here");
}

TEST(without_proc_archives_are_read) {
    struct shell *shell = *state;
#ifdef ADDRESS_SANITIZER
    skip_for("LeakSanitizer needs /proc");
#endif
    if (shell_run(shell, "unshare -m mount -t tmpfs none /proc") != 0)
        skip_for("this user may not mount");
    shell_expect(shell, 0,
                 "bench-collect -q axpy builtin --sizes 10 --rounds 2 --stage-time 0.001 && "
                 "unshare -m sh -ec 'mount -t tmpfs none /proc; bench-analyze results.h5; "
                 "bench-store verify; "
                 "bench-plot results.h5 -o a.svg; bench-plot results.h5 --report a.html'");
}

TEST(no_library_left_is_an_error) {
    struct shell *shell = *state;
    build_fakes(shell);
    shell_expect(shell, 3, "bench-collect axpy liblacking.so --sizes 10");
    assert_non_null(strstr(shell->err, "no library is left that can do axpy"));
    shell_expect(shell, 1, "test -e results.h5");
}

TEST(a_limit_that_no_worker_can_do_with_is_named) {
    struct shell *shell = *state;
    shell_expect(shell, 3, "ulimit -n 12; bench-collect -q axpy builtin --sizes 10");
    assert_has(shell->err, "can do axpy; the last, builtin: ended the process with status 127: too "
                           "few files may be open; raise ulimit -n");
    shell_expect(shell, 3, "ulimit -f 8; bench-collect -q axpy builtin --sizes 10");
    assert_has(shell->err, "can do axpy; the last, builtin: cannot make an arena");
    assert_has(shell->err, "raise ulimit -f");
}

/* libright.so has daxpy_ alone. */
SOAK_TEST(an_action_that_no_library_can_do_is_skipped_where_others_remain) {
    struct shell *shell = *state;
    static const char *const orders[] = {"axpy,dot", "dot,axpy", "dot,axpy,nrm2"};
    build_fakes(shell);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "rm -f results.h5; bench-collect %s libright.so --sizes 10 --rounds 1 "
                 "--stage-time 0.001",
                 orders[i]);
        shell_expect(shell, 3, command);
        assert_non_null(strstr(shell->err, "action skipped: no library is left that can do dot"));
        shell_expect(shell, 0, "bench-analyze results.h5 --format csv | cut -d, -f2 | uniq");
        assert_non_null(strstr(shell->out, "axpy"));
        assert_null(strstr(shell->out, "dot"));
    }
    shell_expect(shell, 3, "bench-collect -n axpy,dot libright.so --sizes 10");
    shell_expect(shell, 3, "rm results.h5; bench-collect dot,nrm2 libright.so --sizes 10");
    assert_non_null(strstr(shell->err, "no library is left that can do nrm2"));
    shell_expect(shell, 1, "test -e results.h5");
}

TEST(a_refused_parameter_is_named_with_the_reason) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-collect conjugate_gradient builtin -p tolerance=0 --sizes 16");
    assert_non_null(strstr(shell->err, "conjugate_gradient at size 16, tolerance 0 cannot be done: "
                                       "the tolerance is above 0"));
}

TEST(times_have_units) {
    struct shell *shell = *state;
    static const char *const same[] = {"0.001", "0.001s", "1ms", "1e3us", "'1 ms'"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char command[160];
        snprintf(command, sizeof command,
                 "rm -f t.h5; bench-collect -q axpy builtin --sizes 10 --rounds 1 --max-seeds 2 "
                 "--stage-time %s -o t.h5; bench-store show t.h5 | grep 'stage_time *0.001$'",
                 same[i]);
        shell_expect(shell, 0, command);
    }
    static const char *const wrong[] = {"5x", "0", "-1s", "nan", "2h2", "s", "400d"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char command[80];
        snprintf(command, sizeof command, "bench-collect axpy builtin --time %s", wrong[i]);
        shell_expect(shell, 64, command);
        assert_has(shell->err, ": a time is needed, such as 40 (seconds), 90s, 5m or 2h; above 0");
    }
}

SOAK_TEST(an_interrupted_run_keeps_what_was_measured) {
    struct shell *shell = *state;
    build_fakes(shell);
    build_fake(shell, "leaving", "-DFAULT='if (" KILL_COLLECTOR("INT") ") abort()'");
    shell_expect(shell, 130,
                 "at kept:axpy:100:2 'kill -INT $PPID' bench-collect axpy libright.so "
                 "--sizes 10,100 --rounds 4 --stage-time 0.001");
    assert_non_null(strstr(shell->out, "interrupted"));
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_non_null(strstr(shell->out, "run_000001 (interrupted)"));
    shell_expect(shell, 130, "bench-collect axpy libleaving.so --sizes 10,100,1000");
    assert_non_null(strstr(shell->err, "axpy: planning"));
    assert_non_null(strstr(shell->err, "before anything was measured"));
    shell_expect(shell, 1, "h5ls results.h5/run_000002");
}

/* As batch systems do: to workers too, in no particular order, and here in the middle of a turn. */
SOAK_TEST(signals_to_all_processes_at_once_interrupt_the_run) {
    struct shell *shell = *state;
    build_fake(shell, "signalling",
               "-include sys/wait.h -DFAULT='if (access(\"now\", X_OK) == 0) { if (fork() == 0) "
               "execl(\"./now\", \"now\", (char *)0); wait(0); }'");
    shell_expect(
        shell, 0,
        "for signal in INT TERM HUP QUIT USR1 USR2 XCPU; do rm -f results.h5 pid; "
        "printf '#!/bin/sh\nexec 9>held; flock 9; rm now; exec pkill -%s -s 0\n' $signal >later; "
        "chmod +x later; "
        "at kept:axpy:100:2 'mv later now' setsid sh -c 'echo $$ >pid; exec env --default-signal "
        "bench-collect axpy libsignalling.so builtin --sizes 10,100 --rounds 4 --stage-time "
        "0.001' >/dev/null 2>>log; echo $?; flock -w 100 held ps -s $(cat pid) -o stat=,args= | "
        "grep -v ^Z; "
        "bench-store list results.h5 | grep -c interrupted; "
        "bench-store show results.h5 | grep -c crashed; done; "
        "! grep -e crashed -e 'not ok' log");
    assert_string_equal(shell->out, "130\n1\n0\n130\n1\n0\n130\n1\n0\n130\n1\n0\n"
                                    "130\n1\n0\n130\n1\n0\n130\n1\n0\n");
}

/* A lock that a worker has ends with it. */
TEST(no_worker_outlives_its_collector) {
    struct shell *shell = *state;
    build_fake(shell, "holding",
               "-include fcntl.h -include sys/file.h -DFAULT='static int lock; if (!lock) "
               "flock(lock = creat(\"held\", 0600), LOCK_SH)'");
    shell_expect(shell, 0,
                 "at kept:axpy:100:1 '! flock -n held true && kill -KILL $PPID' "
                 "bench-collect -q axpy libholding.so --sizes 100 --rounds 4 --stage-time 0.001; "
                 "test $? -gt 128 && flock -w 100 held true");
}

SOAK_TEST(a_second_run_is_appended) {
    struct shell *shell = *state;
    build_fakes(shell);
    shell_expect(shell, 0,
                 "for t in d d; do bench-collect axpy libright.so --type $t --sizes 10,20 "
                 "--rounds 2 --stage-time 0.001; done");
    assert_non_null(strstr(shell->out, "run_000002"));
    shell_expect(shell, 0, "bench-analyze results.h5 --run all --format csv | grep -c '^'");
    assert_string_equal(shell->out, "5\n");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_non_null(strstr(shell->out, "--run all"));
}

SOAK_TEST(the_same_seed_gives_the_same_order) {
    struct shell *shell = *state;
    build_fakes(shell);
    shell_expect(
        shell, 0,
        "for f in a b; do bench-collect -q axpy a=./libright.so b=./libright.so "
        "c=builtin --seed 42 --sizes 10,20,30 --rounds 2 --max-seeds 1 --stage-time 0.001 "
        "-o $f.h5; "
        "for l in a b c; do h5dump -A 0 -d /run_000001/axpy/details/$l/order $f.h5 | tail -n +2; "
        "done >$f.txt; done; cmp a.txt b.txt && test -s a.txt");
}

TEST(dry_run_and_list_write_nothing) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-collect -n axpy builtin --sizes 10:1000:3");
    assert_non_null(strstr(shell->out, "10,100,1000"));
    assert_non_null(strstr(shell->out, "builtin (reference)"));
    assert_non_null(strstr(shell->out, "estimated from calls at"));
    shell_expect(shell, 0, "bench-collect -n axpy,dot builtin --sizes 10:1000:3 --time 1h");
    assert_non_null(strstr(shell->out, "In all about"));
    assert_null(strstr(shell->out, "least possible"));
    shell_expect(shell, 0,
                 "bench-collect -n matrix_matrix_product builtin --sizes 3000 --time 1us");
    assert_non_null(strstr(shell->out, "least possible"));
    shell_expect(shell, 0, "bench-collect --list");
    assert_non_null(strstr(shell->out, "cholesky"));
    assert_non_null(strstr(shell->out, "builtin"));
    assert_null(strstr(shell->out, "2 n^3"));
    shell_expect(shell, 0, "bench-collect --list -v");
    assert_non_null(strstr(shell->out, "operations     2 n^3\n"));
    assert_non_null(strstr(shell->out, "bytes          3 n^2 elements\n"));
    assert_non_null(strstr(shell->out, "types          sdcz\n"));
    assert_non_null(strstr(shell->out, "alias          matrix_matrix\n"));
    shell_expect(shell, 0, "bench-collect --help && bench-collect -h && bench-collect --version");
    shell_expect(shell, 1, "test -e results.h5");
}

/* As `bench-collect --list | head` is, once head has its lines: the pipe is closed before anything
 * is written. */
TEST(who_closes_the_pipe_of_a_list_has_read_enough) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "mkfifo gate; { read go <gate; bench-collect --list; echo $? >status; } | "
                 "{ exec <&-; echo go >gate; }; cat status; rm gate");
    assert_string_equal(shell->out, "0\n");
    assert_string_equal(shell->err, "");
}

TEST(rounds_are_added_for_a_precision) {
    struct shell *shell = *state;
    build_steady(shell, "");
    shell_expect(shell, 0,
                 "bench-collect -v ./steady.so fast slow --sizes 10,100 --seed 1 "
                 "--stage-time 0.002 --rounds 2 --precision 99%");
    assert_non_null(strstr(shell->err, "round 2 of at most 100"));
    assert_non_null(strstr(shell->err, "% timed batches"));
    assert_non_null(strstr(shell->out, "steady (2 libraries, 2 sizes, 2 rounds: "));
    assert_non_null(strstr(shell->out, "% wanted"));
    assert_non_null(strstr(shell->err, "batches disturbed"));
    shell_expect(shell, 0, "bench-store verify results.h5");
    shell_expect(shell, 0, "bench-analyze results.h5 --verbose");
    assert_non_null(strstr(shell->out, "noise floor: fast against itself"));
}

SOAK_TEST(the_other_ways_of_measuring_work_together) {
    struct shell *shell = *state;
    build_fakes(shell);
    shell_expect(shell, 0,
                 "bench-collect axpy libright.so builtin --sizes 10 --stage-time 0.002 "
                 "--rounds 2 --schedule blocked --layout free --cache cold --no-control");
    shell_expect(shell, 0, "bench-store show results.h5");
    assert_non_null(strstr(shell->out, "blocked"));
    assert_non_null(strstr(shell->out, "free"));
    assert_non_null(strstr(shell->out, "cold"));
    assert_null(strstr(shell->out, "right.control"));
}

/* How it is kept is for test_budget.c. */
SOAK_TEST(a_time_is_shared_out_and_told_beforehand) {
    struct shell *shell = *state;
    build_fakes(shell);
    shell_expect(shell, 130,
                 "at begun:axpy 'kill -INT $PPID' "
                 "bench-collect axpy,dot right=./libright.so b=builtin --sizes 10,1000 --time 100");
    assert_non_null(strstr(shell->err, "axpy: 2 sizes, "));
    assert_non_null(strstr(shell->err, " per library, size and round: about "));
    shell_expect(shell, 0,
                 "bench-collect axpy right=./libright.so --sizes 10 --time 1us --rounds 1");
    assert_non_null(strstr(shell->err, "--time 1e-06 is not enough for 1 round of 1 size × 1 "
                                       "library: about "));
}

static void assert_first_line(const struct shell *shell, const char *line) {
    if (strncmp(shell->err, line, strlen(line)) != 0)
        fail_msg("first is not\n%sin\n%s", line, shell->err);
}

TEST(the_first_line_says_what_will_be_measured) {
    struct shell *shell = *state;
    build_fakes(shell);
    shell_expect(shell, 3,
                 "bench-collect axpy right=./libright.so ./liblacking.so b=builtin --sizes 10,100 "
                 "--rounds 2 --stage-time 0.001");
    assert_first_line(shell, "axpy: 2 libraries × 2 sizes, double precision; 2 rounds\n");
    assert_non_null(strstr(shell->err, "lacking")); /* told after it */
    assert_non_null(strstr(shell->err, "\naxpy: 2 rounds take about "));
    assert_non_null(strstr(shell->out, "has axpy (2 libraries, 2 sizes, 2 rounds), "));
    shell_expect(shell, 0,
                 "bench-collect axpy,dot builtin --sizes 10 --rounds 1 --stage-time 0.001");
    assert_first_line(shell, "axpy: 1 library × 1 size, double precision; 1 round\n"
                             "dot: 1 library × 1 size, double precision; 1 round\n");
}

/* That is soon, as nothing disturbs these times. */
#define SHOWS                                                                                      \
    "bench-store show steady.h5 latest | grep 'rounds_ended_by *precision$' && "                   \
    "bench-store show steady.h5 latest | awk '/detectable_reached/ { printf "                      \
    "\"; %.2g %% would show\", 100 * $2 }' >shown && "                                             \
    "bench-analyze --width 400 steady.h5 | grep -F -f shown"

TEST(by_default_rounds_go_on_until_2_percent_would_show) {
    struct shell *shell = *state;
    build_steady(shell, "");
    shell_expect(shell, 0,
                 "bench-collect ./steady.so fast slow --sizes 100,1000 --seed 1 "
                 "--stage-time 0.001 -o steady.h5");
    assert_first_line(shell, "steady: 2 libraries × 2 sizes, double precision; 5 rounds, more "
                             "while they end within a minute\n");
    assert_non_null(strstr(shell->out, ": a difference of "));
    assert_non_null(strstr(shell->out, " % would show), "));
    shell_expect(shell, 0, SHOWS);
}

SOAK_TEST(so_do_those_of_a_run_that_was_interrupted) {
    struct shell *shell = *state;
    const char *const signals[] = {"KILL", "TERM"};
    build_steady(shell, "");
    for (size_t i = 0; i < 2; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "end_at %s kept:steady:100:2 bench-collect ./steady.so fast slow --sizes 100 "
                 "--seed 1 --stage-time 0.001 -o steady.h5",
                 signals[i]);
        shell_expect(shell, 0, command);
        shell_expect(shell, 0, "bench-collect --resume steady.h5");
        assert_non_null(strstr(shell->out, " rounds"));
        assert_null(strstr(shell->out, "(2 libraries, 1 size, 2 rounds"));
        shell_expect(shell, 0, SHOWS);
        shell_expect(shell, 0, "rm steady.h5");
    }
}
