/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --command: what is measured, recorded and compared, and what becomes of commands
 * that misbehave. How long they take is for test_command_times.c. */
#include "tests/cli/shell.h"

#define QUICK " --rounds 2 --max-seeds 3 --stage-time 0.02 --no-control -o c.h5 "
#define FRESH "rm -f c.h5; "

/* --- measuring --- */

ALL_TESTS(shell_begin, shell_end);

TEST(commands_are_measured_as_libraries_are) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-collect --command a=true --command 'sleep 0.02' " QUICK);
    assert_has(shell->out, "has command (2 commands, 1 point, 2 rounds)");
    shell_expect(shell, 0,
                 "bench-analyze c.h5 --format csv --columns library,mean,ratio,user,system,memory");
    char *sleeping = strstr(shell->out, "\nsleep 0.02,");
    assert_non_null(sleeping);
    double mean, ratio, user, system, memory;
    assert_int_equal(sscanf(sleeping, "\nsleep 0.02,%lf,%lf,%lf,%lf,%lf", &mean, &ratio, &user,
                            &system, &memory),
                     5);
    assert_true(mean > 0 && ratio > 0 && user >= 0 && system >= 0);
    assert_true(memory > 1e5 && memory < 1e9);
    shell_expect(shell, 0, "bench-store show c.h5 1");
    assert_has(shell->out, "harness_overhead");
    assert_has(shell->out, "sleep 0.02");
}

/* What they took is replaced, so that the chart is always the same. */
TEST(charts_of_commands_say_what_is_shown) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "bench-collect --command a=true --command b=true " QUICK
                       " && /usr/bin/python3 -c '\n"
                       "import h5py, numpy as np\n"
                       "action = h5py.File(\"c.h5\", \"r+\")[\"run_000001/command\"]\n"
                       "for name, seconds in (\"a\", 1), (\"b\", 2):\n"
                       "    shape = action[name].shape\n"
                       "    noise = np.arange(np.prod(shape)).reshape(shape) / 1000\n"
                       "    action[name][:] = seconds + noise\n"
                       "    action[\"details/\" + name + \"/batch_mean\"][:] = seconds + noise'");
    shell_expect(shell, 0, "bench-plot c.h5 --format terminal");
    assert_has(shell->out, "command — mean time per run\n");
    assert_has(shell->out, "t(command) / t(a), ");
    assert_lacks(shell->out, "size");
}

TEST(placeholders_become_sizes_and_parameters) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH
                 "bench-collect --command 'w=sh -c \"echo {size} {level} {seed} {round} >>log; "
                 "head -c {size} /dev/zero\"' --sizes 1k,10k -p level=1,0.5" QUICK);
    assert_has(shell->out, "(1 command, 4 points, 2 rounds)");
    shell_expect(shell, 0, "cut -d' ' -f 1,2 log | sort -u");
    assert_string_equal(shell->out, "1000 0.5\n1000 1\n10000 0.5\n10000 1\n");
    shell_expect(shell, 0, "cut -d' ' -f 4 log | sort -u"); /* 0 is planning */
    assert_string_equal(shell->out, "0\n1\n2\n");
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns size,level,library");
    assert_has(shell->out, "\n1000,0.5,w\n");
    shell_expect(shell, 0, "bench-plot c.h5 -o c.png && test -s c.png");
}

/* "0.10" may name a file that "0.1" does not. */
TEST(values_of_parameters_keep_their_spelling) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "rm -f log; bench-collect --command 'w=sh -c \"echo {a} {b} >>log\"' "
                       "-p a=007,0.10,1e20,3 -p b=2,0.50:1:+0.25" QUICK);
    shell_expect(shell, 0, "LC_ALL=C sort -u log | tr '\n' ,");
    assert_string_equal(shell->out, "0.10 0.50,0.10 0.75,0.10 1.00,0.10 2,007 0.50,007 0.75,"
                                    "007 1.00,007 2,1e20 0.50,1e20 0.75,1e20 1.00,1e20 2,"
                                    "3 0.50,3 0.75,3 1.00,3 2,");
    shell_expect(shell, 0, FRESH "bench-collect --command 'true {t}' -p t=1,3,1" QUICK);
    assert_has(shell->err, "-p t: 1 is in the list twice, and is measured once\n");
}

/* They are compared with each other, as what differs in no number. */
SOAK_TEST(values_may_be_words) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH
                 "rm -f log in-*; printf 'a\\nb\\n' >in; bench-collect --command '{tool} -n 1 "
                 "out-{tool}' --name 'both at once' --command 'wc {how} out-{tool}' -p "
                 "tool=head,tail -p how=-l,-c --setup 'cp in in-{tool}' --prepare 'cp in-{tool} "
                 "out-{tool}' --cleanup 'rm in-{tool}'" QUICK " && ! ls in-*");
    assert_has(shell->out, "has command (6 commands, 1 point, 2 rounds)");
    shell_expect(shell, 0,
                 "bench-analyze c.h5 --format csv --columns library,status | LC_ALL=C sort");
    assert_string_equal(shell->out, "both at once tool=head how=-c,ok\nboth at once tool=head "
                                    "how=-l,ok\nboth at once tool=tail how=-c,ok\nboth at once "
                                    "tool=tail how=-l,ok\nhead -n 1 out-head,ok\nlibrary,status\n"
                                    "tail -n 1 out-tail,ok\n");
    shell_expect(shell, 0, "bench-store show c.h5 1 | grep word_tool");
    shell_expect(shell, 0,
                 FRESH "bench-collect --command 'a=cat in' --command 'b=cat in in' -p tool=x,y "
                       "--stdout 'of {tool}' --stdout null" QUICK " && cmp 'of x' in && cmp 'of y' "
                       "in && bench-store show c.h5 1");
    assert_has(shell->out, "'of {tool}'");
    shell_expect(shell, 3,
                 FRESH "bench-collect --command '{tool} -c {size} in' -p tool=head,tail "
                       "--sizes 1,2 --ref 'tail -c {size} in' --check stdout" QUICK);
    assert_has(shell->err, "head -c {size} in: command at n = 1: wrong answer");
}

TEST(numbers_of_threads_are_kept) {
    struct shell *shell = *state;
    skip_on_one_cpu();
    shell_expect(shell, 0,
                 FRESH
                 "bench-collect -i --command 'n=sh -c \"exit \\$(nproc)\"' --threads 1,2" QUICK);
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns threads,library,exit_status");
    assert_has(shell->out, "\n1,n,1\n");
    assert_has(shell->out, "\n2,n,2\n");
    shell_expect(shell, 0,
                 FRESH "bench-collect --command true --threads 1" QUICK
                       " && bench-store show c.h5 1 | grep -c ' threads  *1$'");
}

/* "a b/c" is what nothing else could be called; the shell has a variable. */
TEST(names_are_what_people_write) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "bench-collect --name 'ä b/c' --command 'n=3; test $n = 3' --command "
                       "'n=3; test $n = 3 || exit 1' --shell" QUICK);
    assert_lacks(shell->err, "sets a variable");
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns library,status");
    assert_has(shell->out, "\nä b/c,ok\n");
    assert_has(shell->out, "\nn=3; test $n = 3 || exit 1,ok\n");
    shell_expect(shell, 0, FRESH "bench-collect --command 'a=test true' --shell" QUICK);
    assert_has(shell->err, "with --shell a= sets a variable; --name a before --command gives a");
}

TEST(hooks_run_around_each_run) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "rm -f log; bench-collect --name a --command 'echo >/dev/null' "
                       "--name b --command 'test -e ready' --shell --setup 'echo setup >>log' "
                       "--prepare 'touch ready' --conclude 'rm ready; echo run >>log' "
                       "--cleanup 'echo cleanup >>log'" QUICK);
    shell_expect(shell, 0, "head -1 log; tail -1 log; grep -c setup log; grep -c cleanup log");
    assert_string_equal(shell->out, "setup\ncleanup\n1\n1\n");
    shell_expect(shell, 0, "bench-store show c.h5 1");
    assert_has(shell->out, "shell_overhead");
    assert_has(shell->out, "rm ready; echo run >>log");
}

/* As many hooks as commands are one for each; a single one is for all. */
TEST(each_command_may_have_hooks_of_its_own) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH
                 "rm -f log; bench-collect --name a --command 'echo a >>log' --name b "
                 "--command 'echo b >>log' --shell --setup 'echo setup a >>log' --setup 'echo "
                 "setup b >>log' --prepare 'echo before a >>log' --prepare 'echo before b "
                 ">>log' --conclude 'echo after >>log' --cleanup 'echo end >>log'" QUICK);
    shell_expect(shell, 0, "head -2 log; tail -1 log; grep -c setup log; grep -c end log");
    assert_string_equal(shell->out, "setup a\nsetup b\nend\n2\n1\n");
    shell_expect(shell, 0, "grep -A 2 before log | grep -v -e -- | paste -d, - - - | sort -u");
    assert_string_equal(shell->out, "before a,a,after\nbefore b,b,after\n");
    shell_expect(shell, 0, "bench-store show c.h5 1");
    assert_has(shell->out, "echo before b >>log");
    shell_expect(shell, 1,
                 FRESH "rm -f made; bench-collect --command a=true --command b=true --setup 'touch "
                       "made' --setup 'ls /nowhere' --cleanup 'rm made' --cleanup 'rm none'" QUICK);
    assert_has(shell->err, "bench-collect: b: --setup: exit status 2: ls: cannot access");
    shell_expect(shell, 1, "test -e made");
}

TEST(a_setup_that_names_the_point_runs_for_each) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "bench-collect --setup 'cp /dev/null in{size}' --command 'cat in{size}' "
                       "--cleanup 'mv in{size} done{size}' --sizes 1,2,4" QUICK);
    shell_expect(shell, 0, "ls | grep -E '^(in|done)[0-9]'");
    assert_string_equal(shell->out, "done1\ndone2\ndone4\n");
}

TEST(the_input_is_read_by_every_run) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH
                 "echo hello >in; rm -f out; bench-collect --command 'tee -a out' --input in" QUICK
                 " && sort -u out");
    assert_has(shell->out, "hello");
    shell_expect(shell, 0,
                 FRESH "bench-collect --command cat --input /dev/null" QUICK " && " FRESH
                       "bench-collect --command cat --setup 'touch in3' --input in3" QUICK);
    shell_expect(shell, 1, FRESH "bench-collect --command cat --input nowhere" QUICK);
    assert_has(shell->err, "bench-collect: --input nowhere: No such file or directory\n");
    shell_expect(shell, 1, "mkfifo pipe; bench-collect --command cat --input pipe" QUICK);
    assert_has(shell->err, "bench-collect: --input pipe: only a file can be read again");
    shell_expect(shell, 1, "test -e c.h5");
}

/* What a worker has by that name is something else. */
TEST(the_standard_input_is_read_if_it_is_a_file) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "echo hello >in; rm -f out; bench-collect --command 'tee -a out' --input "
                       "/dev/stdin" QUICK " <in && sort -u out && bench-store show c.h5 1");
    assert_has(shell->out, "hello\n");
    assert_has(shell->out, "/in\n");
    shell_expect(shell, 64,
                 FRESH "echo hello | bench-collect --command cat --input /dev/stdin" QUICK);
    assert_has(shell->err, "--input /dev/stdin: a pipe, which cannot be read again by every run; "
                           "write it to a file");
    shell_expect(shell, 64,
                 "exec 5<in; rm in; bench-collect --command cat --input /dev/fd/5" QUICK);
    assert_has(shell->err, "--input /dev/fd/5: its file has no name any more");
    shell_expect(shell, 1, "test -e c.h5");
    shell_expect(shell, 0,
                 "echo hello >in; end_at TERM kept:command:1:2 bench-collect --command cat --input "
                 "/dev/stdin --rounds 4 --max-seeds 1 --stage-time 0.001 -o c.h5 <in >/dev/null");
    shell_expect(shell, 1, "cp in other; bench-collect --resume c.h5 <other");
    assert_has(shell->err, "input");
    shell_expect(shell, 0, "bench-collect --resume c.h5 <in");
}

TEST(the_input_may_depend_on_the_point) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "rm -f out*; bench-collect --setup 'sh -c \"echo {size} >in{size}\"' "
                       "--command 'tee -a out{size}' --input in{size} --sizes 1,2" QUICK
                       " && sort -u out1 out2");
    assert_has(shell->out, "1\n2\n");
    shell_expect(shell, 0, FRESH "bench-collect --command wc --input in{size} --sizes 1,2" QUICK);
    shell_expect(shell, 3, FRESH "bench-collect --command wc --input in{size} --sizes 1,7" QUICK);
    assert_has(shell->err, "wc: command at n = 7: --input in7: No such file or directory");
    shell_expect(shell, 3,
                 FRESH "mkfifo in4; bench-collect --command wc --input in{size} --sizes 4" QUICK);
    assert_has(shell->err, "--input in4: only a file can be read again by every run");
}

/* Where its commands find their files, wherever that is asked for. */
TEST(an_interrupted_run_is_resumed) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "mkdir -p there away; touch there/here; cd there; "
                       "end_at TERM kept:command:1:2 bench-collect --command s=true --command "
                       "'t=test -e here' --rounds 4 --max-seeds 1 --stage-time 0.001 -o ../c.h5 "
                       ">/dev/null && cp ../c.h5 ../gone.h5");
    shell_expect(shell, 0, "cd away && bench-collect -v --resume ../c.h5");
    assert_has(shell->err, "kept in run_000001: command, round ");
    assert_has(shell->out, "has command (2 commands, 1 point, 4 rounds)");
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns n | tail -1");
    assert_string_equal(shell->out, "4\n");
    shell_expect(shell, 1, "rm -r there; bench-collect --resume gone.h5");
    assert_has(shell->err, "there, which cannot be entered: No such file or directory; measure a "
                           "new run");
}

/* --- answers --- */

TEST(outputs_are_held_against_the_references) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "printf '1\\n2\\n' >in; echo 3 >other");
    shell_expect(shell, 3,
                 FRESH "bench-collect --command 'a=cat in' --command 'b=head -1 in' "
                       "--command 'c=tail -n 2 in' --check stdout" QUICK);
    assert_has(shell->err, "b: command: wrong answer: its standard output differs from the "
                           "reference's");
    assert_has(shell->err, "1 of 3 cells are not ok: 1 wrong");
    shell_expect(shell, 3,
                 FRESH "bench-collect --command 'a=cat in' --command 'b=head -1 in' --ref b "
                       "--check stdout" QUICK);
    assert_has(shell->err, "a: command: wrong answer");
    shell_expect(shell, 3,
                 FRESH "bench-collect --command 'a=cp in out' --command 'b=cp other out' "
                       "--command 'c=true' --check out" QUICK);
    assert_has(shell->err, "b: command: wrong answer: its out differs");
    assert_has(shell->err, "c: command: did not write out");
}

TEST(outputs_of_nothing_are_the_same_and_prove_nothing) {
    struct shell *shell = *state;
    shell_expect(shell, 3,
                 FRESH "bench-collect --command a=true --command 'b=grep x /dev/null' --command "
                       "'c=echo 3' --check stdout --ignore-failure" QUICK);
    assert_has(shell->err, "command: nothing is proven about standard output: a's is empty\n");
    assert_has(shell->err, "c: command: wrong answer: its standard output differs");
    assert_has(shell->err, "1 of 3 cells are not ok: 1 wrong");
    shell_expect(shell, 0, "bench-store show c.h5 1");
    assert_has(shell->out, "unproven_answers");
    shell_expect(shell, 0,
                 FRESH "bench-collect --command 'a=touch out -d now' --command "
                       "'b=cp /dev/null out' --prepare 'rm -f out' --check out" QUICK);
    assert_has(shell->err, "command: nothing is proven about out: a's is empty\n");
    shell_expect(shell, 3,
                 FRESH "bench-collect --command 'a=echo 3' --command b=true --check stdout" QUICK);
    assert_has(shell->err, "b: command: wrong answer: its standard output differs");
    assert_lacks(shell->err, "nothing is proven");
}

/* --- where they print --- */

/* "look" writes down in which round it ran and what its standard output is. */
static void write_look(struct shell *shell) {
    shell_expect(shell, 0,
                 "printf '#!/bin/sh\\nkind=file; [ ! -p /dev/stdout ] || kind=pipe\\n"
                 "[ ! /dev/stdout -ef /dev/null ] || kind=null\\n"
                 "echo \"$1 $kind\" >>looked; echo seen\\n' >look; chmod +x look");
}

/* What is timed and what is checked; but planning, in round 0, tries /dev/null too. */
SOAK_TEST(all_runs_print_to_the_same_place) {
    static const struct {
        const char *options, *looked;
    } rows[] = {
        {"", "0 pipe\n1 pipe\n2 pipe\n"},
        {"--check stdout", "0 pipe\n1 pipe\n2 pipe\n"},
        {"--stdout pipe --check stdout", "0 pipe\n1 pipe\n2 pipe\n"},
        {"--stdout null", "1 null\n2 null\n"},
        {"--stdout /dev/null", "1 null\n2 null\n"},
        {"--stdout seen --check stdout", "0 file\n1 file\n2 file\n"},
    };
    struct shell *shell = *state;
    write_look(shell);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char command[300];
        snprintf(command, sizeof command,
                 FRESH "rm -f looked; bench-collect --command './look {round}' %s" QUICK,
                 rows[i].options);
        shell_expect(shell, 0, command);
        shell_expect(shell, 0, "sort -u looked | grep -vx '0 null'");
        assert_string_equal(shell->out, rows[i].looked);
    }
}

/* Both read everything, where /dev/null would let them stop at once. */
SOAK_TEST(what_is_printed_is_measured) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "mkdir -p d; seq 200000 >d/big; bench-collect --command 'grep=grep 1 d/big' "
                       "--command 'tar=tar cf - d' --command true" QUICK);
    shell_expect(
        shell, 0,
        "bench-analyze c.h5 --format csv --columns library,output_bytes >told; "
        "printf 'library,output_bytes\\ntrue,0\\ngrep,%d\\ntar,%d\\n' "
        "$(grep 1 d/big | wc -c) $(tar cf - d | wc -c) | sort >known; sort told | diff known -");
    shell_expect(shell, 0, "bench-analyze c.h5");
    assert_has(shell->out, "output ");
    shell_expect(shell, 0, "bench-analyze c.h5 --measure output_bytes --library grep,tar");
    assert_has(shell->out, "output_bytes ÷ grep");
    assert_has(shell->out, "more");
    shell_expect(shell, 0, "bench-plot c.h5 --measure output_bytes -o c.png && test -s c.png");
}

SOAK_TEST(a_file_is_written_anew_by_each_run) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "echo long before >out4; bench-collect --command 'a=echo {size}' "
                       "--command 'b=echo {size}' --sizes 4,44 --stdout 'out{size}' --check stdout "
                       "--conclude 'grep -qx {size} out{size}'" QUICK " && cat out4 out44");
    assert_has(shell->out, "\n4\n44\n");
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns size,library,output_bytes");
    assert_has(shell->out, "\n4,b,2\n");
    assert_has(shell->out, "\n44,b,3\n");
    shell_expect(shell, 3,
                 FRESH "bench-collect --command 'a=echo 1' --command 'b=echo 2' --stdout out "
                       "--check stdout" QUICK);
    assert_has(shell->err, "b: command: wrong answer: its standard output differs");
    shell_expect(shell, 0, "echo hello >in; mkfifo fifo; ln -sf in same");
    static const char *const rows[][2] = {
        {"--stdout same --input in", "--stdout same: it is what --input reads"},
        {"--stdout fifo", "--stdout fifo: it is not a file"},
        {"--stdout nowhere/out", "--stdout nowhere/out: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char command[300];
        snprintf(command, sizeof command, FRESH "bench-collect --command cat %s" QUICK, rows[i][0]);
        shell_expect(shell, 3, command);
        assert_has(shell->err, rows[i][1]);
    }
    shell_expect(shell, 0, "grep -qx hello in");
}

SOAK_TEST(where_commands_print_is_recorded) {
    struct shell *shell = *state;
    shell_expect(shell, 0, FRESH "bench-collect --command 'echo a'" QUICK);
    shell_expect(shell, 0, "bench-store show c.h5 1 | grep -E ' stdout +pipe$'");
    shell_expect(shell, 0, "bench-collect --command 'echo a' --stdout null" QUICK);
    shell_expect(shell, 0, "bench-store show c.h5 2 | grep -E ' stdout +null$'");
    shell_expect(shell, 0, "bench-analyze c.h5 --run 2");
    assert_has(shell->out, "null as standard output");
    shell_expect(shell, 0, "bench-analyze c.h5 --run 2 --explain");
    assert_has(shell->out, "null as standard output");
    shell_expect(shell, 0, "bench-analyze c.h5 --run 2 --against 1");
    assert_has(shell->out, "standard output: pipe -> null");
    shell_expect(shell, 0,
                 "bench-collect --command 'a=echo a' --command 'b=echo a' --stdout pipe "
                 "--stdout out" QUICK);
    shell_expect(shell, 0, "bench-store show c.h5 3 | grep -cE ' stdout +(pipe|out)$'");
    assert_string_equal(shell->out, "2\n");
}

/* --- bad commands --- */

/* "stubborn" and "daemon" leave processes that hold a lock as long as they live. The daemon ends
 * when what it leaves has a session of its own. */
static void write_bad_commands(struct shell *shell) {
    shell_expect(shell, 0,
                 "rm -f up; mkfifo up; "
                 "printf '#!/bin/sh\\nexec 9>held; flock -s 9; trap \"\" TERM; sleep 98765 & "
                 "[ ! -e pid ] || kill -$(cat signal) $(cat pid); sleep 98765\\n' >stubborn; "
                 "printf '#!/bin/sh\\nexec 9>held; flock -s 9; "
                 "setsid sh -c \"echo >up; exec sleep 98765\" & read up <up\\n' >daemon; "
                 "chmod +x stubborn daemon");
}

#define ASSERT_NONE_LEFT(shell) shell_expect(shell, 0, "flock -w 100 held true")

/* What a bad command costs is its own cell, with one line; the good one beside it is measured. */
SOAK_TEST(a_bad_command_loses_its_own_cell) {
    static const struct {
        const char *command, *says;
    } rows[] = {
        {"x=nosuchprogram", "x: command: no program \"nosuchprogram\" in PATH"},
        {"x=./plain", "x: command: cannot run ./plain: Permission denied"},
        {"x=false", "x: command: exit status 1\n"},
        {"x=ls /nowhere", "x: command: exit status 2: ls: cannot access '/nowhere'"},
        {"x=cat /dev/tty", "x: command: exit status 1: cat: /dev/tty: No such device"},
        {"x=sh -c \"kill -SEGV \\$\\$\"", "x: command: died of signal 11"},
        {"x=./daemon", "x: command: left a process running"},
        {"x=./stubborn", "x: command: did not end within 10 s"}, /* the others have longer */
    };
    struct shell *shell = *state;
    write_bad_commands(shell);
    shell_expect(shell, 0, "rm -f pid; touch plain");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char command[600];
        snprintf(command, sizeof command,
                 FRESH "bench-collect --command t=true --command '%s' --timeout %d" QUICK,
                 rows[i].command, strcmp(rows[i].command, "x=./stubborn") == 0 ? 10 : 100);
        shell_expect(shell, 3, command);
        assert_has(shell->err, rows[i].says);
        assert_has(shell->err, "1 of 2 cells are not ok");
        shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns library,status");
        assert_has(shell->out, "\nt,ok\n");
    }
    ASSERT_NONE_LEFT(shell);
}

TEST(a_failing_hook_is_named) {
    struct shell *shell = *state;
    shell_expect(shell, 3, FRESH "bench-collect --command true --prepare false" QUICK);
    assert_has(shell->err, "true: command: --prepare: exit status 1");
    shell_expect(shell, 0, FRESH "bench-collect --command true --cleanup false" QUICK);
    assert_has(shell->err, "command: ending the run: --cleanup: exit status 1\n");
}

TEST(what_is_left_running_is_ended_though_failures_are_ignored) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "printf '#!/bin/sh\\nexec 9>held; flock -s 9; sleep 98765 &\\n' >leave; chmod +x leave");
    shell_expect(shell, 3, FRESH "bench-collect --command x=./leave" QUICK);
    assert_has(shell->err, "x: command: left a process running (sleep), which was ended; measure "
                           "it in the foreground");
    shell_expect(shell, 0, FRESH "bench-collect --command x=./leave --ignore-failure" QUICK);
    assert_has(shell->err, "command: x left ");
    assert_has(shell->err, " running (sleep), which w");
    shell_expect(shell, 0, "bench-analyze c.h5 --verbose");
    assert_has(shell->out, "left a process running: x");
    ASSERT_NONE_LEFT(shell);
}

/* It ends when the run does; what a prepare starts ends with its own run. */
SOAK_TEST(a_hook_may_start_a_server) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "rm -f pid ended; printf '#!/bin/sh\\nexec 9>held; flock -s 9; trap \"echo bye >ended; "
        "exit\" TERM; echo $$ >pid; echo ready >&2; while :; do sleep 0.01; done\\n' >server; "
        "printf '#!/bin/sh\\nrm -f pid; ./server & until test -s pid; do sleep 0.01; "
        "done\\n' >start; printf '#!/bin/sh\\nkill -0 $(cat pid)\\n' >ask; chmod +x server "
        "start ask");
    shell_expect(shell, 0,
                 FRESH
                 "bench-collect --command ./ask --command true --setup ./start --cleanup ./ask"
                 " --conclude ./ask" QUICK);
    assert_lacks(shell->err, "cleanup");
    ASSERT_NONE_LEFT(shell);
    shell_expect(shell, 0, "rm ended");
    shell_expect(shell, 0,
                 FRESH "bench-collect --command ./ask --prepare ./start --conclude ./ask --cleanup "
                       "'sh -c \"! ./ask\"'" QUICK);
    assert_lacks(shell->err, "cleanup");
    ASSERT_NONE_LEFT(shell);
    shell_expect(shell, 0, "rm ended");
}

SOAK_TEST(hooks_have_as_long_as_runs) {
    struct shell *shell = *state;
    static const struct {
        const char *words, *said;
        int status;
    } cases[] = {
        {"--command 'x=%s'", "x: command: did not end within 10 s", 3},
        {"--command true --prepare '%s'", "true: command: --prepare: did not end within 10 s", 3},
        {"--command true --conclude '%s'", "true: command: --conclude: did not end within 10 s", 3},
        {"--command true --setup '%s'", "bench-collect: --setup: did not end within 10 s", 1},
        {"--command true --cleanup '%s'",
         "command: ending the run: --cleanup: did not end within 10 s", 0},
        {"--command a=true --command b=true --cleanup true --cleanup '%s'",
         "command: ending the run: b: --cleanup: did not end within 10 s", 0},
    };
    /* The second stops itself and what has started it. */
    static const char *const endless[] = {"sleep 98765", "./stop"};
    enum { CASES = sizeof cases / sizeof *cases };
    char all[8192] = "";
    for (size_t i = 0; i < 2 * CASES; i++) { /* all at once, as each takes ten seconds */
        size_t used = strlen(all);
        char words[200];
        snprintf(words, sizeof words, cases[i / 2].words, endless[i % 2]);
        snprintf(all + used, sizeof all - used,
                 "(bench-collect %s --timeout 10 --rounds 1 --max-seeds 1 --stage-time 0.001 "
                 "--no-control -o hung%zu.h5; echo \"status $?\") >hung%zu 2>&1 & ",
                 words, i, i);
    }
    shell_expect(shell, 0,
                 "printf '#!/bin/sh\\nexec 9>held; flock -s 9; kill -STOP $PPID\\nkill -STOP "
                 "$$\\n' >stop; chmod +x stop");
    strcat(all, "wait");
    shell_expect(shell, 0, all);
    for (size_t i = 0; i < 2 * CASES; i++) {
        char name[32], status[32];
        snprintf(name, sizeof name, "hung%zu", i);
        snprintf(status, sizeof status, "status %d\n", cases[i / 2].status);
        shell_read(shell, name, shell->out, sizeof shell->out);
        assert_has(shell->out, cases[i / 2].said);
        assert_has(shell->out, status);
    }
    ASSERT_NONE_LEFT(shell);
}

/* Then nothing is measured; what was set up before is cleaned up. */
TEST(a_setup_that_fails_ends_the_run) {
    struct shell *shell = *state;
    static const char *const runs[] = {"", "--dry-run"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char command[600];
        snprintf(command, sizeof command,
                 FRESH "bench-collect --command true --setup 'ls /nowhere' %s" QUICK, runs[i]);
        shell_expect(shell, 1, command);
        assert_has(shell->err, "bench-collect: --setup: exit status 2: ls: cannot access "
                               "'/nowhere': No such file or directory\n");
        snprintf(command, sizeof command,
                 FRESH "touch from1 from2; bench-collect --command 'cat in{size}' --sizes 1,2,3 "
                       "--setup 'cp from{size} in{size}' --cleanup 'rm in{size}' %s" QUICK,
                 runs[i]);
        shell_expect(shell, 1, command);
        assert_has(shell->err, "bench-collect: at n = 3: --setup: exit status 1: cp: ");
        shell_expect(shell, 1, "test -e c.h5 -o -e in1 -o -e in2");
    }
}

TEST(a_setup_that_is_interrupted_is_cleaned_up) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf '#!/bin/sh\\nexec 9>held; flock -s 9; touch begun$1; [ $1 = 1 ] || "
                 "{ kill -INT $(cat pid); exec sleep 98765; }\\n' >setup; chmod +x setup");
    shell_expect(shell, 130,
                 FRESH "sh -c 'echo $$ >pid; exec env --default-signal bench-collect "
                       "--command \"true {size}\" --sizes 1,2 -o c.h5 --setup \"./setup {size}\" "
                       "--cleanup \"mv begun{size} ended{size}\"'");
    assert_has(shell->err, "interrupted before anything was measured; nothing was written");
    shell_expect(shell, 0, "test -e ended1 -a -e begun2 -a ! -e begun1 -a ! -e c.h5");
    ASSERT_NONE_LEFT(shell);
}

TEST(a_dry_run_tells_what_will_fail) {
    struct shell *shell = *state;
    shell_expect(shell, 3,
                 FRESH "bench-collect --command 'x=test {size} -lt 0' --command true "
                       "--sizes 1,2,3 --dry-run" QUICK);
    assert_string_equal(shell->err,
                        "command: planning, n = 1\nx: command at n = 1: exit status 1\n");
    assert_has(shell->out, "time       about ");
    assert_lacks(shell->out, "about -");
    shell_expect(shell, 3, FRESH "bench-collect --command x=nosuchprogram --dry-run" QUICK);
    assert_has(shell->err, "x: command: no program \"nosuchprogram\" in PATH\n");
    assert_has(shell->out, "time       unknown, as nothing can be measured\n");
    shell_expect(shell, 0, FRESH "bench-collect --command true --dry-run" QUICK);
    shell_expect(shell, 1, "test -e c.h5");
}

TEST(failure_may_be_ignored) {
    struct shell *shell = *state;
    shell_expect(shell, 0, FRESH "bench-collect -i --command false --command true" QUICK);
    assert_has(shell->err, "false: ");
    assert_has(shell->err, " runs failed (exit status 1)\n");
    assert_lacks(shell->err, "true: ");
    shell_expect(shell, 0, "bench-analyze c.h5 --format csv --columns library,exit_status");
    assert_has(shell->out, "\nfalse,1\n");
    assert_has(shell->out, "\ntrue,0\n");
    /* Not that of a hook. */
    shell_expect(shell, 1, FRESH "bench-collect -i --command true --setup false" QUICK);
}

TEST(errors_are_said_quietly_too) {
    struct shell *shell = *state;
    shell_expect(shell, 3, FRESH "bench-collect -q --command false --command true" QUICK);
    assert_string_equal(shell->out, "");
    assert_string_equal(shell->err, "false: command: exit status 1\n"
                                    "1 of 2 cells are not ok: 1 exited\n");
    shell_expect(shell, 0, FRESH "bench-collect -qi --command false --command true" QUICK);
    assert_string_equal(shell->err, "");
}

SOAK_TEST(a_flood_of_output_does_no_harm) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 FRESH "bench-collect --command 'head -c 300M /dev/zero' --rounds 1 --max-seeds 1 "
                       "--check stdout --no-control -o c.h5");
}

/* A killed collector takes its commands with it: here the command itself kills it. */
SOAK_TEST(nothing_is_left_running) {
    struct shell *shell = *state;
    static const char *const signals[] = {"INT", "TERM", "HUP", "QUIT", "KILL"};
    write_bad_commands(shell);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        char command[600];
        snprintf(command, sizeof command,
                 FRESH "echo %s >signal; sh -c 'echo $$ >pid; exec env --default-signal "
                       "bench-collect --command ./stubborn -o c.h5'",
                 signals[i]);
        shell_expect(shell, strcmp(signals[i], "KILL") == 0 ? 128 + SIGKILL : 130, command);
        ASSERT_NONE_LEFT(shell);
    }
}

/* --- mistakes on the command line --- */

TEST(mistakes_are_refused_before_anything_runs) {
    static const struct {
        const char *options, *says;
    } rows[] = {
        {"--command 'a | b'", "only a shell understands '|'; give --shell"},
        {"--command 'a {x}'", "unknown placeholder {x}"},
        {"--command 'a {size}'", "a command has {size}; give --sizes"},
        {"--command cat --input in{x}", "--input: 'in{x}': unknown placeholder {x}"},
        {"--command true --check out{x}", "--check: 'out{x}': unknown placeholder {x}"},
        {"--command true --sizes 1,2", "no command has {size}"},
        {"--command true -p level=1", "-p level: no command has {level}"},
        {"--command true -p tool=a,b", "-p tool: no command has {tool}"},
        {"--command 'true {tool}' -p tool=a,b,a", "-p: a is in it twice"},
        {"--command 'true {tool}' -p tool=a,b --prepare true --prepare true",
         "-p tool: --prepare: given 2 times for 1 command"},
        {"axpy builtin -p beta=a,b", "-p beta: invalid list of values \"a\""},
        {"--command 'a {seed}' -p seed=1", "{seed} has a meaning of its own"},
        {"--command a=true --command a=false", "two commands are called a"},
        {"--command true axpy", "takes the place of ACTION and LIBRARY"},
        {"--command true --cache cold", "--cache is for libraries"},
        {"--command true --type s", "--type is for libraries"},
        {"--command true --shell=", "--shell: its name is empty"},
        {"--command 'DEBUG=true sleep 0.3'",
         "DEBUG may be a name or a variable; write --name DEBUG --command 'true sleep 0.3', or "
         "--command 'env DEBUG=true sleep 0.3'"},
        {"--command true --prepare 'A=1 true'", "--prepare: 'A=1 true': only a shell sets A"},
        {"--name a --name b --command true", "--name a: a --command is missing between it"},
        {"--command true --name a", "--name a names the --command after it; there is none"},
        {"--name '' --command true", "its name is empty"},
        {"--command true --ref b", "--ref b is none of"},
        {"--command true --stdout null --check stdout", "--check stdout looks at what is timed"},
        {"--command true --stdout ./c.h5", "--stdout ./c.h5: that is the archive"},
        {"--command true --output null", "--output null names the archive; --stdout says where"},
        {"--command true --stdout a --stdout b", "--stdout: given 2 times for 1 command; give"},
        {"axpy builtin --stdout null", "--stdout is for commands"},
        {"--command true --prepare a --prepare b", "--prepare: given 2 times for 1 command; give"},
        {"--command true --rounds 2 --rounds 3", "--rounds is given twice; leave one of them out"},
        {"--command true --shell=sh --shell", "--shell is given twice"},
        {"--command true --check stdout --check stdout",
         "--check stdout: that is compared already"},
        {"--command true --check a --check b", "--check b: a is compared already; stdout and one"},
    };
    struct shell *shell = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char command[300];
        snprintf(command, sizeof command, FRESH "bench-collect -o c.h5 %s", rows[i].options);
        shell_expect(shell, 64, command);
        assert_has(shell->err, rows[i].says);
        shell_expect(shell, 1, "test -e c.h5");
    }
}
