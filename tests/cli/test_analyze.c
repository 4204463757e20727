/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-analyze as users type it: over a table of known times, over small archives, and over files
 * of other harnesses. */
#include "tests/cli/made_times.h"
#include "tests/cli/table.h"

/* At sizes 10 and 100, each with strides 1 and 8: fast takes size ns, slow twice as long, same as
 * long as fast, each give or take 1 % that no two rounds share. */
static void write_times(const struct shell *shell) {
    static const char *const libraries[] = {"fast", "slow", "same"};
    FILE *table = table_begin(shell, "times.csv", "action,library,size,stride,round,seed,seconds");
    for (int p = 0; p < 4; p++)
        for (int r = 0; r < 6; r++)
            for (int k = 0; k < 4; k++)
                for (int l = 0; l < 3; l++) {
                    int size = p < 2 ? 10 : 100;
                    double deviation = 0.01 * ((r * 7 + l * 5 + k * 3 + p) % 5 - 2);
                    fprintf(table, "axpy,%s,%d,%d,%d,%d,%.17g\n", libraries[l], size, p % 2 ? 8 : 1,
                            r, k, size * (l == 1 ? 2 : 1) * 1e-9 * (1 + deviation));
                }
    table_end(table);
}

static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    struct shell *shell = *state;
    write_times(shell);
    shell_expect(shell, 0,
                 "bench-collect -q axpy builtin --sizes 10,100 --rounds 3 --stage-time 0.001");
    make_times(shell, "results.h5");
    return shell_run(shell, "cp results.h5 none.h5 && bench-store delete none.h5 run_000001") ||
           shell_run(shell, "printf 'action,library,size,seconds\\naxpy,only,10,1e-8\\n' >one.csv");
}

/* What the command prints begins with TEXT. */
static void assert_prints(struct shell *shell, const char *command, const char *text) {
    shell_expect(shell, 0, command);
    if (strncmp(shell->out, text, strlen(text)) != 0)
        fail_msg("%s\nprinted\n%s, not\n%s", command, shell->out, text);
}

static int lines_of(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* --- which measurements --- */

ALL_TESTS(begin, shell_end);

TEST(only_some_libraries_are_shown) {
    struct shell *shell = *state;
    assert_prints(shell,
                  "bench-analyze times.csv --library slow --size 10 -p stride=1 --format csv "
                  "--columns library,reference,size,stride,n",
                  "library,reference,size,stride,n\nslow,fast,10,1,24\n");
    assert_int_equal(lines_of(shell->out), 2);
    shell_expect(shell, 0, "bench-analyze times.csv --library 's*' --summary --format csv");
    assert_int_equal(lines_of(shell->out), 3);
}

TEST(only_some_points_are_shown) {
    struct shell *shell = *state;
    static const struct {
        const char *options;
        int rows;
    } cases[] = {{"--size 10", 6},
                 {"--size '>=100'", 6},
                 {"--size 10..100", 12},
                 {"-p stride=8", 6},
                 {"-p 'stride>1'", 6},
                 {"--param stride=1,8", 12},
                 {"--size 10 -p stride=8", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256];
        snprintf(command, sizeof command, "bench-analyze times.csv --format csv %s",
                 cases[i].options);
        shell_expect(shell, 0, command);
        assert_int_equal(lines_of(shell->out), cases[i].rows + 1);
    }
}

TEST(what_is_not_there_is_refused) {
    struct shell *shell = *state;
    static const char *const cases[][2] = {
        {"--size 7", "no point of size=7; its size is "},
        {"--library slwo", "no library \"slwo\"; did you mean \"slow\"? It has "},
        {"-p stride=3", "no point of stride=3; its stride is 1"},
        {"-p strid=1", "no parameter \"strid\"; did you mean \"stride\"? It has size, stride\n"},
        {"--size '>100'", "no point of size>100; its size is "},
        {"--ref slwo",
         " has no library \"slwo\" to be the reference; did you mean \"slow\"? It has "},
        {"--action axpi", "no action \"axpi\"; did you mean \"axpy\"? It has axpy\n"},
        {"--run 7", "no run \"7\"; it has "},
        {"--host nonesuch", "no run of host \"nonesuch\"; its hosts are none\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256];
        snprintf(command, sizeof command, "bench-analyze times.csv %s", cases[i][0]);
        shell_expect(shell, 64, command);
        assert_has(shell->err, cases[i][1]);
        assert_has(shell->err, "times.csv");
        assert_string_equal(shell->out, "");
    }
}

TEST(an_unknown_library_among_known_ones_is_told) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze times.csv --library slow,nonesuch,'x*' --format csv >some.csv");
    assert_string_equal(shell->err,
                        "bench-analyze: times.csv has no library \"nonesuch\" or \"x*\"; it "
                        "has fast, slow, same; the others are shown\n");
    assert_prints(shell, "bench-analyze times.csv --library slow --format csv | cmp - some.csv",
                  "");
    shell_expect(shell, 0, "bench-plot times.csv --library slow,nonesuch --format terminal -o -");
    assert_string_equal(shell->err,
                        "bench-plot: times.csv has no library \"nonesuch\"; it has fast, "
                        "slow, same; the others are shown\n");
    static const char *const none[] = {"bench-analyze times.csv", "bench-plot times.csv -o a.png",
                                       "bench-plot times.csv --kind ecdf -o a.png"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char command[256];
        snprintf(command, sizeof command, "%s --library nonesuch,other", none[i]);
        shell_expect(shell, 64, command);
        assert_has(shell->err, "times.csv has no library \"nonesuch\" or \"other\"; it has ");
    }
    shell_expect(shell, 64,
                 "bench-analyze times.csv --format json | bench-plot - -o a.png --library slow");
    assert_has(shell->err, "give --library, --at and the like to bench-analyze");
}

TEST(runs_are_chosen_by_host_and_date) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze results.h5 --since 2025-01-01 --host \"$(hostname)\"");
    shell_expect(shell, 64, "bench-analyze results.h5 --since 1h");
    assert_has(shell->err, "results.h5");
    shell_expect(shell, 64, "bench-analyze results.h5 --host nonesuch.example");
    assert_has(shell->err, "results.h5");
    shell_expect(shell, 64, "bench-analyze results.h5 --host=");
    assert_has(shell->err, "--host: the name is empty");
}

TEST(of_several_files_those_that_lack_it_are_passed_over) {
    struct shell *shell = *state;
    static const char *const asks[] = {"--each", "--each --format csv --sort mean", "--history",
                                       "--each --format csv", "--complexity"};
    const char *says = "bench-analyze: 1 of 2 files has nothing of what is asked for: one.csv\n";
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        char command[256];
        const char *points = strstr(asks[i], "--complexity") ? "" : "--size 100 -p stride=1";
        snprintf(command, sizeof command, "bench-analyze one.csv times.csv %s --library slow %s",
                 asks[i], points);
        shell_expect(shell, 0, command);
        assert_string_equal(shell->err, says);
        assert_has(shell->out, "axpy");
    }
    shell_expect(shell, 0,
                 "sed s/axpy/dot/ one.csv >dot.csv && bench-analyze dot.csv times.csv --explain "
                 "--action axpy --library slow --size 100 -p stride=1");
    assert_has(shell->err, "1 of 2 files has nothing of what is asked for: dot.csv\n");
    shell_expect(shell, 64, "bench-analyze one.csv times.csv --each --library nonesuch");
    assert_has(shell->err, "one.csv has no library \"nonesuch\"");
    shell_expect(shell, 64, "bench-analyze results.h5 results.h5 --history --action nonesuch");
    assert_has(shell->err, "results.h5 has no action \"nonesuch\"; it has axpy");
    shell_expect(shell, 64, "bench-analyze one.csv times.csv --library slow");
    assert_has(shell->err, "one.csv has no library \"slow\"");
}

/* --- how they are judged --- */

TEST(verdicts_tell_the_slow_from_the_same) {
    struct shell *shell = *state;
    static const char *const tests[] = {"paired-t", "wilcoxon", "mann-whitney", "bootstrap"};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "bench-analyze times.csv --test %s --confidence 70%% --size 100 -p stride=1 "
                 "--format csv --columns library,verdict",
                 tests[i]);
        assert_prints(shell, command, "library,verdict\nfast,none\nslow,slower\nsame,");
    }
}

TEST(a_least_effect_hides_what_is_smaller) {
    struct shell *shell = *state;
    const char *slower = "library,verdict\nslow,slower\n";
    assert_prints(shell,
                  "bench-analyze times.csv --min-effect 50% --size 10 -p stride=1 --library slow "
                  "--format csv --columns library,verdict",
                  slower);
    shell_expect(shell, 0, "bench-analyze times.csv --min-effect 1%");
    assert_has(shell->out, "verdicts: beyond 1 %");
    shell_expect(shell, 0, "bench-analyze times.csv --min-effect 1% --verbose");
    assert_has(shell->out, "beyond 1 %");
    assert_has(shell->out, "corrected for 8 rows");
}

TEST(a_name_that_is_cut_ends_in_an_ellipsis) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf 'library,size,seconds\\n%0300d,1,1\\n' 0 >long.csv && "
                 "bench-analyze long.csv --format markdown --columns library");
    assert_has(shell->out, "000… |");
}

TEST(markdown_takes_names_as_they_are) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf 'library,size,seconds\\na&lt;~~b~~,1,1\\n' >odd.csv && "
                 "bench-analyze odd.csv --format markdown --columns library");
    assert_has(shell->out, "| a\\&lt;\\~\\~b\\~\\~ |");
}

TEST(trimming_is_counted) {
    struct shell *shell = *state;
    assert_prints(shell,
                  "bench-analyze times.csv --trim 10% --size 10 -p stride=1 --library fast "
                  "--format csv --columns n,trimmed",
                  "n,trimmed\n20,4\n");
}

TEST(efficiencies_are_of_a_peak) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze results.h5 --columns library,efficiency");
    assert_has(shell->out, " -");
    shell_expect(shell, 0, "bench-analyze results.h5 --peak measured --columns efficiency");
    assert_has(shell->out, "100");
    shell_expect(shell, 0, "bench-analyze results.h5 --peak 50Gflop/s --peak 20GB/s --width 200");
    assert_has(shell->out, "of --peak");
}

/* --- how they are written --- */

TEST(the_answer_comes_first) {
    struct shell *shell = *state;
    assert_prints(shell, "bench-analyze times.csv -p stride=1",
                  "times.csv: 3 libraries (fast, slow, same) by size (10 to 100) and stride "
                  "(1 to 8), seconds, 24 samples each\n"
                  "axpy · stride 1 · 6 rounds · times.csv times\n"
                  "fastest: fast or same at 10 to 100\n\n"
                  "library  time ÷ fast, geometric mean  of 2 sizes\n");
    assert_has(shell->out, "slower 2\n");
    shell_expect(shell, 0, "bench-analyze times.csv -p stride=1 --size 10");
    assert_lacks(shell->out, "geometric mean");
    /* Each of several has its own. */
    shell_expect(shell, 0,
                 "sed 's/^axpy/dot/' times.csv | tail -n +2 >more.csv && "
                 "cat times.csv more.csv >both.csv && bench-analyze both.csv");
    assert_int_equal(shell_run(shell, "test $(bench-analyze both.csv | grep -c '^fastest, ') = 4"),
                     0);
}

TEST(more_columns_are_asked_for) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze times.csv");
    assert_lacks(shell->out, "  median ");
    assert_lacks(shell->out, "  sd ");
    shell_expect(shell, 0, "bench-analyze times.csv --wide");
    assert_has(shell->out, "  median ");
    assert_has(shell->out, "  n  time ÷ fast ");
    shell_expect(shell, 64, "bench-analyze times.csv --fastest --wide");
    assert_has(shell->err, "--wide would change nothing here");
}

TEST(warnings_are_explained_where_it_is_asked) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk -F, -v OFS=, 'NR > 1 && $5 == 1 { $7 *= 3 } { print }' times.csv >rough.csv "
                 "&& bench-analyze rough.csv");
    assert_has(shell->out, "times vary between rounds (12 cells)");
    assert_lacks(shell->out, "measure with more --rounds");
    shell_expect(shell, 0, "bench-analyze rough.csv --verbose");
    assert_has(shell->out, "warning: times vary between rounds: ");
    assert_has(shell->out, "verdicts: moderated-t at 5 %");
    assert_lacks(shell->out, "--verbose");
}

TEST(speedups_stand_for_ratios) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze times.csv --speedup --size 10 -p stride=1");
    assert_has(shell->out, "  speedup");
    assert_has(shell->out, "  0.50");
    shell_expect(shell, 0, "bench-analyze times.csv --difference --size 10 -p stride=1");
    assert_has(shell->out, "  difference");
    assert_has(shell->out, "  time ÷ fast");
    shell_expect(shell, 0, "bench-analyze times.csv --summary --speedup");
    assert_has(shell->out, "speedup");
}

TEST(columns_are_added_and_taken_away) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze times.csv --columns +p99,-n --width 200");
    assert_has(shell->out, "  p99\n");
    assert_lacks(shell->out, "  n  ");
    assert_prints(shell, "bench-analyze times.csv --format csv --columns stride,library",
                  "stride,library\n1,fast\n");
}

TEST(columns_help_lists_them) {
    struct shell *shell = *state;
    static const char *const names[] = {"\n  mean ", "\n  verdict ", "\n  flop_rate ",
                                        "\n  in_cache ", "p99"};
    shell_expect(shell, 0, "bench-analyze --columns help");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_has(shell->out, names[i]);
}

TEST(rows_are_sorted_and_grouped) {
    struct shell *shell = *state;
    assert_prints(shell,
                  "bench-analyze times.csv --sort -size,library --format csv "
                  "--columns size,library,stride",
                  "size,library,stride\n100,fast,1\n100,fast,8\n100,same,1\n");
    assert_prints(shell,
                  "bench-analyze times.csv --group-by library --sort size --format csv "
                  "--columns library,size",
                  "library,size\nfast,10\nfast,10\nfast,100\nfast,100\nslow,10\n");
    shell_expect(shell, 0, "bench-analyze times.csv --sort -stride");
}

/* Whatever the format, and whether rows are written as they come or not. */
TEST(unknown_names_are_refused_before_anything_is_written) {
    struct shell *shell = *state;
    static const char *const options[] = {"--columns meen",  "--sort meen",
                                          "--group-by meen", "--columns size,meen --sort size",
                                          "--columns p101",  "--summary --columns mean"};
    static const char *const to[] = {"text", "csv", "json", "markdown", "latex"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        for (size_t f = 0; f < sizeof to / sizeof *to; f++) {
            char command[256];
            snprintf(command, sizeof command, "bench-analyze times.csv --format %s %s", to[f],
                     options[i]);
            shell_expect(shell, 64, command);
            assert_string_equal(shell->out, "");
            assert_has(shell->err, "there is no column or parameter '");
            assert_int_equal(lines_of(shell->err), 1);
        }
    shell_expect(shell, 0, "echo before >kept.txt");
    shell_expect(shell, 64, "bench-analyze times.csv --columns meen -o kept.txt");
    assert_prints(shell, "cat kept.txt", "before\n");
}

TEST(every_format_is_written) {
    struct shell *shell = *state;
    static const char *const cases[][2] = {{"text", "\nsize  stride  library"},
                                           {"csv", "archive,action,run,type,size,stride,library,"},
                                           {"json", "[\n{\"archive\":\"times.csv\""},
                                           {"markdown", "### axpy"},
                                           {"latex", "\\toprule"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256];
        snprintf(command, sizeof command, "bench-analyze times.csv --format %s", cases[i][0]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, cases[i][1]);
    }
    shell_expect(shell, 0,
                 "bench-analyze times.csv --format json | /usr/bin/python3 -c "
                 "'import json,sys; assert len(json.load(sys.stdin)) == 12'");
}

TEST(rows_of_programs_have_the_parameters_of_all_files) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze --each results.h5 times.csv --format csv >both.csv && "
                 "awk -F, '{ print NF }' both.csv | sort -u | wc -l");
    assert_string_equal(shell->out, "1\n");
    assert_prints(shell, "bench-analyze --each results.h5 times.csv --format csv --columns stride",
                  "stride\n\n\n1\n");
}

TEST(lines_are_as_wide_as_they_may_be) {
    struct shell *shell = *state;
    for (int width = 60; width <= 140; width += 20) {
        char command[256];
        snprintf(command, sizeof command,
                 "bench-analyze results.h5 --width %d | /usr/bin/python3 -c 'import sys; "
                 "sys.exit(any(len(line) > %d + 1 for line in sys.stdin))'",
                 width, width);
        shell_expect(shell, 0, command);
    }
}

TEST(colours_are_for_those_who_want_them) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze times.csv --color always");
    assert_has(shell->out, "\033[31mslower\033[0m");
    shell_expect(shell, 0, "bench-analyze times.csv --color never");
    assert_lacks(shell->out, "\033");
    shell_expect(shell, 0, "bench-analyze times.csv");
    assert_lacks(shell->out, "\033");
}

/* --- mistakes --- */

TEST(bad_values_are_told_in_one_clear_line) {
    struct shell *shell = *state;
    static const char *const cases[][2] = {
        {"--size x", "'x' does not say which size"},
        {"--size ..", "'..'"},
        {"-p stride", "stride=8"},
        {"--library ''", "library"},
        {"--since yesterdayish", "'yesterdayish' is not a date"},
        {"--test anova", "paired-t, sign, wilcoxon, mann-whitney, bootstrap"},
        {"--min-effect 200%", "--min-effect: '200%'"},
        {"--fail-on-regression x", "--fail-on-regression: invalid margin 'x'"},
        {"--fail-on-regression 5", "--fail-on-regression: '5' would be 500 %; say 5%"},
        {"--ref plain --fail-on-regression 5% --inconclusive no", "--inconclusive 'no': say pass"},
        {"--require-all", "--require-all are for --fail-on-regression"},
        {"--trim most", "--trim: unknown rule 'most'"},
        {"--trim 50%", "--trim: unknown rule '50%'"},
        {"--peak fast", "--peak: invalid rate 'fast'"},
        {"--confidence 2", "--confidence: '2'"},
        {"--columns ''", "a name is missing"},
        {"--sort size,,n", "a name is missing"},
        {"--group-by ''", "a name is missing"},
        {"--width 3", "'3'"},
        {"--color red", "'red'"},
        {"--format xml", "text, csv, json, markdown, latex"},
        {"--ref nonesuch", "fast, slow, same"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256];
        snprintf(command, sizeof command, "bench-analyze times.csv %s", cases[i][0]);
        shell_expect(shell, 64, command);
        assert_string_equal(shell->out, "");
        *strchr(shell->err, '\n') = '\0';
        assert_has(shell->err, "bench-analyze: ");
        assert_has(shell->err, cases[i][1]);
    }
}

TEST(without_a_file_there_is_nothing_to_do) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-analyze");
    assert_has(shell->err, "no archive given");
}

/* --- little to go by --- */

TEST(an_archive_without_runs_is_told) {
    struct shell *shell = *state;
    static const char *const options[] = {"", "--format csv", "--run all", "--columns meen"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char command[256];
        snprintf(command, sizeof command, "bench-analyze none.h5 %s", options[i]);
        if (shell_run(shell, command) == 0)
            fail_msg("%s\n%s", command, shell->out);
        assert_has(shell->err, "none.h5");
        assert_string_equal(shell->out, "");
    }
}

TEST(one_sample_has_a_mean_and_no_interval) {
    struct shell *shell = *state;
    assert_prints(shell, "bench-analyze one.csv --format csv --columns n,rounds,sd,mean_low,ratio",
                  "n,rounds,sd,mean_low,ratio\n1,1,,,1\n");
    shell_expect(shell, 0, "bench-analyze one.csv");
    assert_has(shell->out, "warning: single round");
    assert_lacks(shell->out, "nan");
}

TEST(one_round_is_warned_of) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk -F, 'NR == 1 || $5 == 0' times.csv >round.csv && "
                 "bench-analyze round.csv");
    assert_has(shell->out, "warning: single round");
    assert_prints(shell,
                  "bench-analyze round.csv --format csv --columns n,rounds --library fast "
                  "--size 10 -p stride=1",
                  "n,rounds\n4,1\n");
}

/* --- files of others --- */

TEST(files_of_other_harnesses_are_read_as_they_are) {
    struct shell *shell = *state;
    static const char *const names[] = {"tidy.csv",
                                        "summary.csv",
                                        "googlebench-1.7.1.json",
                                        "googlebench-1.7.1-reps.json",
                                        "hyperfine-1.15.0.json",
                                        "hyperfine-1.15.0-params.json",
                                        "btl/bench_axpy_STL.dat"};
    char here[PATH_MAX], command[2 * PATH_MAX];
    assert_non_null(getcwd(here, sizeof here));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(command, sizeof command, "bench-analyze '%s/tests/formats/samples/%s'", here,
                 names[i]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, names[i]);
        strcat(command, " --format json | /usr/bin/python3 -m json.tool >/dev/null");
        shell_expect(shell, 0, command);
    }
}

/* Samples that nothing pairs: what is said of libraries does not depend on the order of theirs. */
SOAK_TEST(the_order_of_unpaired_samples_says_nothing) {
    struct shell *shell = *state;
    static const char *const commands[] = {
        "bench-analyze times.json",
        "bench-analyze times.json --format json",
        "bench-analyze times.json --summary",
        "bench-analyze times.json --fastest",
        "bench-analyze times.json --test mann-whitney",
        "bench-analyze times.json --explain --library slow --size 2 | grep -E \"^(ratio|verdict)\"",
        "bench-analyze times.json later.json",
        "bench-analyze times.json later.json --relative --format csv",
        "bench-analyze times.csv --format csv",
        "bench-plot times.json --format svg --kind overview -o -",
    };
    shell_expect(shell, 0, "rm -rf s; python3 $OLDPWD/tests/cli/shuffled.py s");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char line[1024];
        snprintf(line, sizeof line,
                 "p=$OLDPWD/tests/cli/shuffled.py; for d in as_they_are shuffled; do "
                 "(cd s/$d && %s | python3 $p rounded >../$d.out) || exit; done; "
                 "test -s s/shuffled.out && cmp s/as_they_are.out s/shuffled.out",
                 commands[i]);
        shell_expect(shell, 0, line);
    }
    shell_expect(shell, 0, "cd s/as_they_are && bench-analyze times.json");
    assert_has(shell->out, "time over that of old, unpaired");
    shell_expect(shell, 0, "cd s/as_they_are && bench-analyze times.json --verbose");
    assert_has(shell->out, "verdicts: welch-t at 5 %");
    assert_has(shell->out, "1.020×  [0.995, 1.046]  ≈");
    shell_expect(shell, 64, "cd s/as_they_are && bench-analyze times.json --test paired-t");
    assert_has(shell->err, "nothing pairs the samples of command in times.json; welch-t (the "
                           "default there) and mann-whitney need no pairs");
}

TEST(what_was_written_as_csv_is_read_again) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze times.csv --format csv -o summary.csv && "
                 "bench-analyze summary.csv --format csv --columns library,size,stride,mean >b && "
                 "bench-analyze times.csv --format csv --columns library,size,stride,mean >a && "
                 "cmp a b");
}
