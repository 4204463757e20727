/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What shells complete: all that --help, --list and the archive have, and nothing else. */
#include "tests/cli/shell.h"

static int make_archive(void **state) {
    if (shell_begin(state))
        return -1;
    struct shell *shell = *state;
    char command[2 * PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "ln -s '%s/store/command_line' scripts && ln -s '%s/tests/cli' asking && "
             "bench-collect -q axpy,dot builtin --sizes 10,20 --rounds 2 --stage-time 0.002 && cp "
             "results.h5 lookup.h5",
             root, root);
    shell_expect(shell, 0, command);
    return 0;
}

/* COMMAND prints EXPECTED, a line for each space. */
static void assert_prints(struct shell *shell, const char *command, const char *expected) {
    shell_expect(shell, 0, command);
    for (char *c = shell->out; *c; c++)
        if (*c == '\n')
            *c = ' ';
    if (strcmp(shell->out, expected) != 0)
        fail_msg("%s\nprinted \"%s\", not \"%s\"", command, shell->out, expected);
}

/* --- options --- */

ALL_TESTS(make_archive, shell_end);

TEST(every_option_of_the_help_is_offered_and_no_other) {
    static const char *const programs[] = {
        "bench-collect",       "bench-analyze",      "bench-plot",        "bench-store list",
        "bench-store show",    "bench-store verify", "bench-store merge", "bench-store import",
        "bench-store formats", "bench-store export", "bench-store info",  "bench-store delete",
        "bench-store repack",  "bench-store repair",
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char command[1024];
        int length = (int)strcspn(programs[i], " ");
        snprintf(command, sizeof command,
                 "%s --help >help; %.*s --complete%s -- | cut -f1 | sort >offered && "
                 "grep -oE '^ +(-., )?(--[a-z-]+[^ ]*,? ?)+' help | grep -oE -- '--[a-z-]+' | "
                 "sort -u >wanted; [ $(grep -c . wanted) -gt 3 ] && diff wanted offered",
                 programs[i], length, programs[i], programs[i] + length);
        shell_expect(*state, 0, command);
    }
}

TEST(options_come_with_what_they_are) {
    assert_prints(
        *state, "bench-collect --complete --cou | tr '\\t ' '=_'",
        "--counters=count_cycles,_instructions,_cache_misses,_branch_misses,_page_faults_and_"
        "migrations_as_well ");
}

TEST(a_hidden_question_is_no_option) {
    shell_expect(*state, 0, "bench-analyze --help >help; ! grep -e --complete help");
    shell_expect(*state, 0, "bench-analyze --comple results.h5");
    shell_expect(*state, 64, "bench-analyze lookup.h5 --complete");
}

TEST(after_two_dashes_there_are_only_files) {
    assert_prints(*state, "bench-plot --complete -- --o", "@files ");
}

/* --- arguments of options --- */

TEST(words_of_an_option_are_those_of_the_help) {
    assert_prints(*state, "bench-collect --complete axpy --pin ''", "cores compact scatter none ");
    assert_prints(*state, "bench-collect --complete --pin=s", "--pin=scatter ");
    assert_prints(*state, "bench-collect --complete --check ''", "stdout @files ");
    assert_prints(*state, "bench-analyze --complete --scaling=''",
                  "--scaling=strong --scaling=weak ");
    assert_prints(*state, "bench-store --complete show --format ''", "text json ");
    assert_prints(*state, "bench-plot --complete -o ''", "@files ");
}

TEST(tables_of_the_programs_are_offered) {
    shell_expect(*state, 0,
                 "bench-analyze --columns help | awk '/^Of/ { n++ } n == 1 && /^  [a-z]/ "
                 "{ print $1 }' | grep -v p99, >wanted && "
                 "bench-analyze --complete --columns '' | cut -f1 | grep -vx help | "
                 "diff wanted - && [ $(grep -c . wanted) -gt 40 ]");
    shell_expect(*state, 0,
                 "bench-analyze --columns help | awk '/--profile/ { on = 1; next } /^$/ { on = 0 } "
                 "on { print $1 }' >wanted && bench-analyze --complete --profile --columns '' | "
                 "cut -f1 | grep -vx help | diff wanted - && [ $(grep -c . wanted) -gt 3 ]");
    assert_prints(*state, "bench-analyze --complete --columns=+size,-media | cut -f1",
                  "--columns=+size,-median --columns=+size,-median_low "
                  "--columns=+size,-median_high ");
    assert_prints(*state, "bench-analyze --complete --format '' | cut -f1",
                  "text csv json markdown latex ");
    assert_prints(*state, "bench-plot --complete --kind h | cut -f1", "histogram history ");
    assert_prints(*state, "bench-plot --complete --measure cy | cut -f1", "cycles ");
    assert_prints(*state, "bench-collect --complete axpy --mode ''",
                  "average first sample throughput ");
    shell_expect(*state, 0,
                 "bench-store formats | awk 'NR > 1 && NF > 1 { print $1 }' | sort >wanted; "
                 "bench-store --complete export --to '' | cut -f1 | sort | diff wanted -");
}

TEST(tables_are_listed_in_the_help) {
    static const char *const options[] = {"bench-plot --kind", "bench-analyze --test",
                                          "bench-analyze --format"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char command[1024];
        int program = (int)strcspn(options[i], " ");
        snprintf(command, sizeof command,
                 "%.*s --help | tr -s ' \n' ' ' >help; %.*s --complete %s '' | cut -f1 >offered; "
                 "[ $(grep -c . offered) -gt 4 ] && while read -r word; do "
                 "grep -qE -- \"%s=.*[ :]$word[ ,]\" help || exit; done <offered",
                 program, options[i], program, options[i], options[i] + program + 1,
                 options[i] + program + 1);
        shell_expect(*state, 0, command);
    }
}

TEST(columns_are_those_of_the_answer) {
    static const char *const answers[] = {
        "--complexity", "--scaling",           "--plan-for 1%", "--fastest",
        "--profile",    "--history",           "--by host",     "--across hosts",
        "--summary",    "--fastest --summary", "lookup.h5",     "lookup.h5 --summary"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 "bench-analyze --complete results.h5 %s --columns '' | cut -f1 | grep -vx help | "
                 "paste -sd, >columns; grep -q , columns && { bench-analyze results.h5 %s "
                 "--columns $(cat columns) 2>&1; } | (! grep 'no column')",
                 answers[i], answers[i]);
        shell_expect(*state, 0, command);
    }
}

/* --- what is installed, and what was measured --- */

TEST(all_actions_and_libraries_are_offered) {
    shell_expect(*state, 0,
                 "bench-collect --list | awk '/^Actions/ { on = 1; next } /^$/ { on = 0 } on "
                 "{ print $1 }' >wanted && bench-collect --complete '' | cut -f1 >offered && "
                 "[ $(grep -c . wanted) -gt 30 ] && ! grep -vxFf offered wanted");
    shell_expect(*state, 0,
                 "bench-collect --list | awk '/^Libraries:/ { on = 1; next } /^$/ { on = 0 } on "
                 "{ print $1 }' | grep -v fftw | sort >wanted && bench-collect --complete axpy '' "
                 "| cut -f1 | grep -vx @files | sort | diff wanted -");
    shell_expect(*state, 0,
                 "bench-collect --list | awk '/^Sets:/ { on = 1; next } /^$/ { on = 0 } on "
                 "{ print $1 }' >wanted && bench-collect --complete concurrent_set '' | cut -f1 | "
                 "grep -vx @files | diff wanted -");
    assert_prints(*state, "bench-collect --complete axpy,nrm | cut -f1", "axpy,nrm2 @files ");
    assert_prints(*state, "bench-collect --complete axpy --ref buil | cut -f1", "builtin ");
}

TEST(what_the_archive_has_is_offered) {
    assert_prints(*state, "bench-analyze --complete --run r | cut -f1", "run_000001 ");
    assert_prints(*state, "cp results.h5 other && bench-plot --complete other --action ''",
                  "axpy dot ");
    assert_prints(*state, "bench-analyze --complete results.h5 --library ''", "builtin ");
    assert_prints(*state, "bench-store --complete show results.h5 run | cut -f1",
                  "@files run_000001 ");
    assert_prints(*state, "bench-store --complete ver | cut -f1", "verify ");
    assert_prints(*state, "bench-analyze --complete results.h5 --ref b", "builtin ");
    assert_prints(*state, "bench-plot --complete results.h5 --highlight b", "builtin ");
    assert_prints(*state, "bench-analyze --complete results.h5 --action=axpy,",
                  "--action=axpy,axpy --action=axpy,dot ");
    assert_prints(*state, "bench-analyze --complete --run=latest,run | cut -f1",
                  "--run=latest,run_000001 ");
    assert_prints(*state, "bench-analyze --complete --against f | cut -f1", "first @files ");
    assert_prints(*state, "bench-store --complete export results.h5 --run l | cut -f1",
                  "latest last-week ");
}

TEST(parameters_and_their_values_are_offered) {
    shell_expect(*state, 0,
                 "printf '%s\\n' action,library,size,stride,round,seed,seconds axpy,a,10,8,0,0,1 "
                 "axpy,b,10,8,0,0,2 >strided.csv; bench-store import -q strided.csv -o strided.h5");
    assert_prints(*state, "bench-analyze --complete results.h5 -p s", "size= ");
    assert_prints(*state,
                  "bench-analyze --complete results.h5 --at=size=", "--at=size=10 --at=size=20 ");
    assert_prints(*state, "bench-analyze --complete strided.h5 --param st", "stride= ");
    assert_prints(*state, "bench-analyze --complete strided.h5 -p stride=", "stride=8 ");
    assert_prints(*state, "bench-plot --complete strided.h5 --x st", "stride ");
    assert_prints(*state, "bench-plot --complete results.h5 --x '' | cut -f1", "size date ");
}

TEST(measures_of_the_file_are_offered) {
    shell_expect(*state, 0,
                 "printf '%s\\n' size,a_ms,a_p95_ms 10,1,2 >tail.csv && "
                 "bench-store import -qo tail.h5 tail.csv");
    assert_prints(*state, "bench-analyze --complete tail.csv --measure p | cut -f1",
                  "page_faults p95 ");
    assert_prints(*state, "bench-plot --complete tail.h5 --measure p | cut -f1",
                  "page_faults p95 ");
    assert_prints(*state, "bench-analyze --complete tail.csv -p s", "size= ");
    shell_expect(*state, 0, "printf 'library,size,GFLOPS\\na,1,2\\n' >rates.csv");
    assert_prints(*state, "bench-analyze --complete rates.csv --measure G | cut -f1", "GFLOPS ");
}

TEST(without_an_archive_there_is_silence) {
    struct shell *shell = *state;
    assert_prints(shell, "mkdir none; cd none; bench-analyze --complete --library ''", "");
    assert_string_equal(shell->err, "");
    assert_prints(shell, "echo no archive >text; bench-plot --complete text --action ''", "");
    assert_string_equal(shell->err, "");
    assert_prints(shell, "bench-analyze --complete --no-such-option=", "");
    assert_prints(shell, "bench-store --complete no-such-command ''", "");
}

TEST(of_a_damaged_archive_nothing_is_offered) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "head -c $(($(stat -c %s results.h5) / 2)) results.h5 >half.h5; "
                 "head -c 5000 /dev/zero >zeros.h5; mkdir directory.h5; "
                 "for file in half.h5 zeros.h5 directory.h5; do "
                 "for option in library action ref host param; do "
                 "bench-analyze --complete $file --$option '' || exit; done; done");
    assert_string_equal(shell->out, "");
    assert_string_equal(shell->err, "");
    assert_prints(shell, "bench-analyze --complete half.h5 --run r", "");
    assert_string_equal(shell->err, "");
}

/* It is held until the answer is there. */
TEST(nobody_waits_for_an_archive_in_use) {
    shell_expect(*state, 0,
                 "mkfifo go held; /usr/bin/python3 -c \"\n"
                 "import h5py, sys\n"
                 "with h5py.File('results.h5', 'r+'):\n"
                 "    print('held', flush=True)\n"
                 "    sys.stdin.readline()\n"
                 "\" <go >held & exec 8>go 9<held; read -r line <&9; "
                 "timeout 60 bench-analyze --complete --library '' >got; status=$?; "
                 "echo >&8; wait; [ $status = 0 ] && ! [ -s got ]");
}

/* --- shells --- */

#define BASH "bash asking/complete.bash scripts/completion.bash "

TEST(bash_completes) {
    assert_prints(*state, BASH "'bench-collect ax' bench-collect ax", "axpby axpy ");
    /* Bash divides words at =, and replaces what is behind it. */
    assert_prints(*state, BASH "'bench-collect  axpy --pin=' bench-collect axpy --pin =",
                  "cores compact scatter none ");
    assert_prints(*state,
                  BASH "'bench-analyze --columns=size,mean_h' bench-analyze --columns = "
                       "size,mean_h",
                  "size,mean_high ");
    assert_prints(*state, BASH "'bench-analyze lookup.h5 --li' bench-analyze lookup.h5 --li",
                  "--library ");
    assert_prints(*state, BASH "'bench-plot --output=loo' bench-plot --output = loo", "lookup.h5 ");
    assert_prints(*state, BASH "'bench-store show results.h5 ru' bench-store show results.h5 ru",
                  "run_000001 ");
    assert_prints(*state, BASH "'bench-analyze nothing.h' bench-analyze nothing.h", " ");
    assert_prints(*state,
                  BASH "'bench-analyze results.h5 --ref ' bench-analyze results.h5 --ref ''",
                  "builtin ");
    assert_prints(*state,
                  BASH "'bench-analyze results.h5 --run latest,ru' bench-analyze results.h5 --run "
                       "latest,ru",
                  "latest,run_000001 ");
    assert_prints(*state,
                  BASH "'bench-analyze results.h5 -p size=1' bench-analyze results.h5 -p size = 1",
                  "10 ");
}

SOAK_TEST(zsh_completes) {
    if (shell_run(*state, "command -v zsh"))
        skip_for("there is no zsh");
    shell_expect(*state, 0, "mkdir functions && cp scripts/completion.zsh functions/_benchmat");
#define ZSH "rm -f said; timeout 60 zsh -f asking/complete.zsh functions "
    assert_prints(*state, ZSH "'bench-collect axpy buil'", "bench-collect axpy builtin  ");
    assert_prints(*state, ZSH "'bench-collect axpy --pin=sc'",
                  "bench-collect axpy --pin=scatter  ");
    assert_prints(*state, ZSH "'bench-analyze --columns size,mean_h'",
                  "bench-analyze --columns size,mean_high  ");
    assert_prints(*state, ZSH "'bench-plot --output=loo'", "bench-plot --output=lookup.h5  ");
    assert_prints(*state, ZSH "'bench-analyze loo'", "bench-analyze lookup.h5  ");
    assert_prints(*state, ZSH "'bench-store ver'", "bench-store verify  ");
    assert_prints(*state, ZSH "'bench-analyze results.h5 --ref '",
                  "bench-analyze results.h5 --ref builtin  ");
    assert_prints(*state, ZSH "'bench-analyze results.h5 --run latest,ru'",
                  "bench-analyze results.h5 --run latest,run_000001  ");
}

TEST(fish_completes) {
    if (shell_run(*state, "command -v fish"))
        skip_for("there is no fish");
#define FISH(line)                                                                                 \
    "HOME=$PWD fish --no-config -c 'source scripts/completion.fish; complete -C \"" line           \
    "\"' | cut -f1"
    assert_prints(*state, FISH("bench-collect ax"), "axpby axpy ");
    assert_prints(*state, FISH("bench-collect axpy --pin "), "compact cores none scatter ");
    assert_prints(*state, FISH("bench-analyze --columns=size,mean_h"), "--columns=size,mean_high ");
    assert_prints(*state, FISH("bench-analyze lookup.h5 --li"), "--library ");
    assert_prints(*state, FISH("bench-plot --output=loo"), "--output=lookup.h5 ");
    assert_prints(*state, FISH("bench-analyze loo"), "lookup.h5 ");
    assert_prints(*state, FISH("bench-analyze results.h5 --ref "), "builtin ");
    assert_prints(*state, FISH("bench-analyze results.h5 -p size=1"), "size=10 ");
    assert_prints(*state, FISH("bench-analyze results.h5 --run latest,ru"), "latest,run_000001 ");
}
