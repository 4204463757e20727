/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect with actions by strangers: what they are, and what becomes of bad ones. */
#include "tests/cli/shell.h"

static void build(struct shell *shell, const char *name, const char *flags) {
    char command[2 * PATH_MAX + 1024], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -std=gnu11 -O1 -w -shared -fPIC -I'%s' %s -o %s.so '%s/tests/cli/fake_action.c'",
             root, flags, name, root);
    shell_expect(shell, 0, command);
}

#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.001 "

/* --- what a plug-in is --- */

EACH_TEST(shell_begin, shell_end);

TEST(a_plugin_is_described) {
    struct shell *shell = *state;
    build(shell, "saxpy", "");
    shell_expect(shell, 0, "bench-collect --list ./saxpy.so");
    assert_has(shell->out, "y := a x + y");
    assert_has(shell->out, "length of x and y");
    assert_has(shell->out, "types          s");
    assert_has(shell->out, "factor, by default 0.5: what x is multiplied by");
    assert_has(shell->out, "plain, the reference");
    assert_has(shell->out, "hasty");
    assert_has(shell->out, "2 n");
    shell_expect(shell, 64, "bench-collect --list axpy");
}

TEST(implementations_are_compared_and_the_wrong_one_is_found) {
    struct shell *shell = *state;
    build(shell, "saxpy", "");
    shell_expect(shell, 3, "bench-collect ./saxpy.so --sizes 10,100" QUICK);
    assert_has(shell->err, "hasty: saxpy at n = 10, factor 0.5: wrong answer: off by");
    assert_has(shell->err, "2 of 6 cells are not ok: 2 wrong");
    shell_expect(shell, 0, "bench-analyze results.h5 --format csv | grep -c ',wrong$'");
    assert_string_equal(shell->out, "2\n");
    shell_expect(shell, 0, "bench-store show results.h5 1");
    assert_has(shell->out, "answers_held_against  plain");
    assert_has(shell->out, "point,output,max,mean,total");
    assert_has(shell->out, "plugin_sha256");
    assert_has(shell->out, "plain.control");
}

TEST(those_named_are_measured_and_held_against_the_first_all_the_same) {
    struct shell *shell = *state;
    build(shell, "saxpy", "");
    shell_expect(shell, 3, "bench-collect saxpy.so hasty backward --ref backward --sizes 10" QUICK);
    shell_expect(shell, 0, "bench-store show results.h5 1 | grep library");
    assert_null(strstr(shell->out, "plain"));
    shell_expect(shell, 0, "bench-store show results.h5 1");
    assert_has(shell->out, "answers_held_against  plain");
    assert_has(shell->out, "reference             backward");
    shell_expect(shell, 64, "bench-collect saxpy.so hasty nobody --sizes 10");
    assert_has(shell->err, "no implementation nobody of saxpy; there are plain, backward, "
                           "hasty");
    shell_expect(shell, 64, "bench-collect saxpy.so --ref nobody --sizes 10");
    assert_has(shell->err, "--ref nobody is none of");
}

TEST(a_builtin_action_beside_it_has_its_libraries) {
    struct shell *shell = *state;
    build(shell, "saxpy", "");
    shell_expect(shell, 0,
                 "bench-collect saxpy.so,axpy plain builtin --type s --sizes 10" QUICK
                 "&& bench-store show results.h5 1 | grep '^  *library'");
    assert_has(shell->out, "library plain");
    assert_has(shell->out, "library builtin");
}

TEST(a_type_that_an_action_has_not_skips_it_where_others_remain) {
    struct shell *shell = *state;
    build(shell, "saxpy", "");
    shell_expect(shell, 3, "bench-collect saxpy.so,axpy builtin --type d --sizes 10" QUICK);
    assert_has(shell->err, "saxpy has no type d; it has s");
    shell_expect(shell, 64, "bench-collect saxpy.so --type d --sizes 10");
    assert_has(shell->err, "saxpy has no type d; it has s");
    shell_expect(shell, 64, "bench-collect saxpy.so --type q");
}

/* --- bad ones --- */

#define BAD_AT_20 " plain backward builtin --type s --sizes 10,20,30 --timeout %d" QUICK "-o %s.h5"

/* Of one that is bad at size 20 alone, 10 and 30 are measured, and so is the action beside it. */
static void assert_bad_at_20(struct shell *shell, const char *name, const char *status, int count) {
    char command[512], wanted[32];
    snprintf(command, sizeof command,
             "bench-analyze %s.h5 --format csv >table.csv; "
             "awk -F, '$2 == \"saxpy\" && $5 == 20 && $NF == \"%s\"' table.csv | grep -c ''; "
             "awk -F, '$2 == \"saxpy\" && $5 != 20 && $NF == \"ok\"' table.csv | grep -c ''; "
             "awk -F, '$2 == \"axpy\" && $NF == \"ok\"' table.csv | grep -c ''",
             name, status);
    shell_run(shell, command);
    snprintf(wanted, sizeof wanted, "%d\n4\n3\n", count);
    if (strcmp(shell->out, wanted) != 0)
        fail_msg("%s: %s", name, shell->out);
}

SOAK_TEST(a_bad_size_costs_its_own_cells_only) {
    struct shell *shell = *state;
    static const struct {
        const char *name, *flags, *status, *text;
        int count; /* of the bad cells, of two */
    } bad[] = {
        {"crashing", "-D'IN_SETUP=if (n == 20) raise(SIGSEGV)'", "crashed",
         "setting up: crashed with signal 11", 2},
        {"refusing", "-D'IN_SETUP=if (n == 20) return 1'", "failed", "cannot be done", 2},
        {"giving_up", "-D'IN_CALCULATE=if (n == 20) bench_fail(bench, \"no luck\")'", "failed",
         "no luck", 2},
        {"claiming", "-D'OUTPUTS=bench_output(bench, s->y, n + (n == 20))'", "failed",
         "larger than the array", 2},
        {"greedy", "-D'IN_SETUP=if (n == 20) bench_memory(bench, (size_t)1 << 45, 1)'", "failed",
         "of memory, and", 2},
        {"absurd", "-D'IN_SETUP=if (n == 20) bench_memory(bench, (size_t)1 << 60, 1)'", "failed",
         "more memory than can be addressed", 2},
        {"spilling", "-D'IN_CALCULATE=if (n == 20) s->x[1040] = 1'", "crashed", "signal", 2},
        {"spoiling", "-D'IN_CALCULATE=if (n == 20) y[n] = 1'", "failed", "wrote beyond its array",
         2},
        {"parting",
         "-D'AFTER_A_ROUND=if (n == 20) raise(SIGSEGV)' -D'MEMBERS=.end_round = end_round'",
         "crashed", "ending its round: crashed with signal 11", 2},
        {"miscounting",
         "-D'OUTPUTS=bench_output_of(bench, \"c\", s->count, 1, 105)' "
         "-D'IN_CALCULATE=*s->count = n == 20 && function != (saxpy *)plain'",
         "wrong", "integers off by 1", 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char command[512];
        build(shell, bad[i].name, bad[i].flags);
        snprintf(command, sizeof command, "bench-collect ./%s.so,axpy" BAD_AT_20, bad[i].name, 60,
                 bad[i].name);
        shell_expect(shell, 3, command);
        assert_has(shell->err, bad[i].text);
        assert_bad_at_20(shell, bad[i].name, bad[i].status, bad[i].count);
    }
}

/* The limit is more than any other process needs on a busy machine. */
SOAK_TEST(a_size_that_hangs_costs_its_own_cells_only) {
    struct shell *shell = *state;
    char command[1024];
    build(shell, "hanging", "-D'IN_SETUP=while (n == 20) pause()'");
    build(shell, "stuck", "-D'IN_CALCULATE=while (n == 20 && function == backward) pause()'");
    snprintf(command, sizeof command,
             "bench-collect ./hanging.so,axpy" BAD_AT_20 " & first=$!; "
             "bench-collect ./stuck.so,axpy" BAD_AT_20 " 2>told; second=$?; "
             "wait $first; echo $? $second; grep -c 'gave no answer within' told",
             10, "hanging", 10, "stuck");
    shell_expect(shell, 0, command);
    assert_has(shell->out, "3 3\n1\n");
    assert_has(shell->err, "gave no answer within");
    assert_bad_at_20(shell, "hanging", "hung", 2);
    assert_bad_at_20(shell, "stuck", "hung", 1);
}

SOAK_TEST(one_that_cannot_be_had_is_one_line_and_others_go_on) {
    struct shell *shell = *state;
    static const struct {
        const char *name, *flags, *text;
    } bad[] = {
        {"older", "-D'HEAD=.abi = 1, .struct_bytes = 64'", "compiled for version 1"},
        {"smaller", "-D'HEAD=.abi = BENCH_ACTION_ABI, .struct_bytes = 64'", "64 bytes"},
        {"bare", "-DWITHOUT_TABLE", "lacks bench_plugin"},
        {"headless", "-D'MEMBERS=.calculate = NULL'", "no function `calculate`"},
        {"nameless", "-D'NAME=\"a b\"'", "name"},
        {"unresolved", "-D'IN_SETUP=extern void nobody(void); nobody()'", "nobody"},
        {"explosive",
         "-D'MEMBERS=}; __attribute__((constructor)) static void explode(void) { "
         "raise(SIGSEGV); } struct bench_action other = {'",
         "crashed with signal 11"},
    };
    char command[256];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        build(shell, bad[i].name, bad[i].flags);
        snprintf(command, sizeof command, "bench-collect ./%s.so --sizes 10", bad[i].name);
        shell_expect(shell, 3, command);
        assert_has(shell->err, bad[i].text);
        assert_has(shell->err, bad[i].name);
        snprintf(command, sizeof command, "bench-collect ./%s.so,axpy builtin --sizes 10" QUICK,
                 bad[i].name);
        shell_expect(shell, 3, command);
        assert_has(shell->err, bad[i].text);
        assert_has(shell->out, "axpy (1 library, 1 size");
    }
    shell_expect(shell, 3, "echo text >text.so; bench-collect ./text.so");
    assert_has(shell->err, "text.so");
    shell_expect(shell, 64, "bench-collect ./nothing.so");
    assert_has(shell->err, "nothing.so: No such file");
    shell_expect(shell, 64, "bench-collect ./");
}

/* --- around a run --- */

SOAK_TEST(a_run_is_begun_and_ended_once_also_when_it_is_interrupted) {
    struct shell *shell = *state;
    char flags[512];
    snprintf(flags, sizeof flags,
             "-D'WRITE(c)=FILE *log = fopen(\"%s/log\", \"a\"); fputc(c, log); fclose(log)' "
             "-D'AT_THE_BEGINNING=WRITE(98)' -D'AT_THE_END=WRITE(101)'",
             shell->directory);
    build(shell, "running", flags);
    shell_expect(shell, 0, "bench-collect ./running.so plain backward --sizes 10,20" QUICK);
    shell_expect(shell, 0, "cat log; rm log");
    assert_string_equal(shell->out, "be");
    shell_expect(shell, 130,
                 "at kept:saxpy:20:2 'kill -INT $PPID' bench-collect ./running.so plain "
                 "--sizes 10,20 --rounds 4 --stage-time 0.001 -o cut.h5");
    shell_expect(shell, 0, "cat log");
    assert_string_equal(shell->out, "be");
    build(shell, "vain", "-DAT_THE_BEGINNING='return 1' -DAT_THE_END=");
    shell_expect(shell, 3, "bench-collect ./vain.so plain --sizes 10,20 -o vain.h5" QUICK);
    assert_has(shell->err, "2 of 2 cells are not ok: 2 failed");
    assert_has(shell->err, "begin_run");
}

/* --- going on --- */

SOAK_TEST(an_interrupted_run_goes_on_unless_the_plugin_has_changed) {
    struct shell *shell = *state;
    build(shell, "saxpy", "");
    shell_expect(
        shell, 0,
        "end_at KILL kept:saxpy:100:2 bench-collect ./saxpy.so plain backward --sizes 10,100 "
        "--rounds 4 --stage-time 0.001 -o cut.h5 && cp cut.h5 changed.h5");
    shell_expect(shell, 0, "mkdir -p away && cd away && bench-collect --resume ../cut.h5");
    assert_has(shell->out, "saxpy (2 libraries, 2 sizes, ");
    build(shell, "saxpy", "-DMEMBERS='.largest = 7'");
    shell_expect(shell, 1, "bench-collect --resume changed.h5");
    assert_has(shell->err, "plugin_sha256 was");
}
