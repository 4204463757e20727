/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that are misspelt: every option that takes a name suggests the one that was meant. */
#include "tests/cli/made_times.h"

static int make_archive(void **state) {
    if (shell_begin(state))
        return -1;
    shell_expect(*state, 0,
                 "bench-collect -q axpy,dgemm builtin twin=builtin --sizes 10,20 --rounds 2 "
                 "--stage-time 0.001 -o r.h5 && bench-collect -q sgemm builtin --sizes 10,20 "
                 "--rounds 2 --stage-time 0.001 -o r.h5 && "
                 "printf '%s\\n' action,library,size,stride,round,seed,seconds axpy,a,10,8,0,0,1 "
                 "axpy,b,10,8,0,0,2 >s.csv && "
                 "echo '{\"context\":{\"num_cpus\":1},\"benchmarks\":[{\"name\":\"BM_f/8/9\","
                 "\"iterations\":1,\"real_time\":1,\"time_unit\":\"ns\"}]}' >gb.json");
    make_times(*state, "r.h5");
    return 0;
}

/* --- every option --- */

#define ANALYZE "bench-analyze r.h5 "
#define PLOT    "bench-plot r.h5 -o x.svg "
#define COLLECT "bench-collect -n axpy builtin "

/* The program and option, a command with a misspelt value, and what was meant. */
static const struct {
    const char *option, *command, *meant;
} slips[] = {
    {"bench-collect --pin", COLLECT "--pin compcat", "compact"},
    {"bench-collect --scaling", COLLECT "--scaling strnog", "strong"},
    {"bench-collect --cache", COLLECT "--cache wram", "warm"},
    {"bench-collect --layout", COLLECT "--layout fixd", "fixed"},
    {"bench-collect --mode", COLLECT "--mode thruput", "throughput"},
    {"bench-collect --schedule", COLLECT "--schedule blockd", "blocked"},
    {"bench-collect --stdout", "bench-collect --command true --stdout nul", "null"},
    {"bench-collect --align", COLLECT "--align paeg", "page"},
    {"bench-collect --inputs", COLLECT "--inputs frsh", "fresh"},
    {"bench-collect --transfers", COLLECT "--transfers includd", "included"},
    {"bench-collect --submit", COLLECT "--submit slrum", "slurm"},
    {"bench-collect --ref", COLLECT "--ref bultin", "builtin"},
    {"bench-collect --x", "bench-collect -n pointer_chase pointers --x strid", "stride"},
    {"bench-collect --parameter", "bench-collect -n pointer_chase pointers -p strid=8", "stride"},
    {"bench-collect LIBRARY", "bench-collect -n pointer_chase pointrs", "pointers"},
    {"bench-collect LIBRARY", "bench-collect -n axpy builtn", "builtin"},
    {"bench-collect ACTION", "bench-collect -n axyp builtin", "axpy"},
    {"bench-collect OPTION", COLLECT "--sizs 10", "sizes"},
    {"bench-analyze OPTION", ANALYZE "--rfe=builtin", "ref"},
    {"bench-plot OPTION", PLOT "--librari builtin", "library"},
    {"bench-store OPTION", "bench-store export r.h5 --unti s -o x.csv", "unit"},
    {"bench-store COMMAND", "bench-store shwo r.h5", "show"},
    {"bench-store RUN", "bench-store show r.h5 frist", "first"},
    {"bench-collect --run", "bench-collect --resume r.h5 --run latst", "latest"},
    {"bench-analyze --action", ANALYZE "--action axyp", "axpy"},
    {"bench-analyze --library", ANALYZE "--library bultin", "builtin"},
    {"bench-analyze --ref", ANALYZE "--ref bultin", "builtin"},
    {"bench-analyze --host", ANALYZE "--host \"$(hostname)x\"", "$(hostname)"},
    {"bench-analyze --run", ANALYZE "--run frist", "first"},
    {"bench-analyze --against", ANALYZE "--against frist", "first"},
    {"bench-analyze --since", ANALYZE "--since yesteray", "yesterday"},
    {"bench-analyze --param", "bench-analyze s.csv -p strid=8", "stride"},
    {"bench-analyze --size-param", "bench-analyze s.csv --size-param strid", "stride"},
    {"bench-analyze --unit", "bench-analyze s.csv --unit GFLOP", "GFLOPS"},
    {"bench-analyze --as", "bench-analyze s.csv --as strid=size", "stride"},
    {"bench-analyze --measure", ANALYZE "--measure cycels", "cycles"},
    {"bench-analyze --over", ANALYZE "--over thread", "threads"},
    {"bench-analyze --across", ANALYZE "--across host_s", "hosts"},
    {"bench-analyze --by", ANALYZE "--by hots", "host"},
    {"bench-analyze --inconclusive", ANALYZE "--inconclusive fial", "fail"},
    {"bench-analyze --scaling", ANALYZE "--scaling=wek", "weak"},
    {"bench-analyze --bands", ANALYZE "--bands simultanous", "simultaneous"},
    {"bench-analyze --statistic", ANALYZE "--statistic medain", "median"},
    {"bench-analyze --test", ANALYZE "--test wilcoxn", "wilcoxon"},
    {"bench-analyze --trim", ANALYZE "--trim tuky", "tukey"},
    {"bench-analyze --peak", ANALYZE "--peak measurd", "measured"},
    {"bench-analyze --color", ANALYZE "--color alway", "always"},
    {"bench-analyze --columns", ANALYZE "--columns size,medain", "median"},
    {"bench-analyze --sort", ANALYZE "--sort -medain", "median"},
    {"bench-analyze --group-by", ANALYZE "--group-by librray", "library"},
    {"bench-analyze --format", ANALYZE "--format cvs", "csv"},
    {"bench-plot --action", PLOT "--action axyp", "axpy"},
    {"bench-plot --library", PLOT "--library bultin", "builtin"},
    {"bench-plot --ref", PLOT "--ref bultin", "builtin"},
    {"bench-plot --host", PLOT "--host \"$(hostname)x\"", "$(hostname)"},
    {"bench-plot --run", PLOT "--run frist", "first"},
    {"bench-plot --since", PLOT "--since yesteray", "yesterday"},
    {"bench-plot --param", "bench-plot s.csv -o x.svg -p strid=8", "stride"},
    {"bench-plot --unit", "bench-plot s.csv -o x.svg --unit GFLOP", "GFLOPS"},
    {"bench-plot --as", "bench-plot s.csv -o x.svg --as strid=size", "stride"},
    {"bench-plot --size-param", "bench-plot s.csv -o x.svg --size-param strid", "stride"},
    {"bench-plot --measure", PLOT "--measure cycels", "cycles"},
    {"bench-plot --over", PLOT "--over thread", "threads"},
    {"bench-plot --bands", PLOT "--bands simultanous", "simultaneous"},
    {"bench-plot --statistic", PLOT "--statistic medain", "median"},
    {"bench-plot --trim", PLOT "--trim tuky", "tukey"},
    {"bench-plot --peak", PLOT "--kind rate --peak measurd", "measured"},
    {"bench-plot --color", PLOT "--color alway", "always"},
    {"bench-plot --format", PLOT "--format pgn", "png"},
    {"bench-plot --kind", PLOT "--kind histogramm", "histogram"},
    {"bench-plot --facet", PLOT "--facet siez", "size"},
    {"bench-plot --highlight", PLOT "--highlight bultin", "builtin"},
    {"bench-plot --label", PLOT "--label bultin=X", "builtin"},
    {"bench-plot --header", PLOT "--header shrot", "short"},
    {"bench-plot --legend", PLOT "--legend rigth", "right"},
    {"bench-plot --scale-x", PLOT "--scale-x lienar", "linear"},
    {"bench-plot --scale-y", PLOT "--scale-y lgo2", "log2"},
    {"bench-plot --scaling", PLOT "--scaling strnog", "strong"},
    {"bench-plot --theme", PLOT "--theme drak", "dark"},
    {"bench-plot --x", PLOT "--x siez", "size"},
    {"bench-plot --y", PLOT "--y medain", "median"},
    {"bench-store export --action", "bench-store export r.h5 -o x.csv --action axyp", "axpy"},
    {"bench-store export --run", "bench-store export r.h5 -o x.csv --run frist", "first"},
    {"bench-store export --since", "bench-store export r.h5 -o x.csv --since yesteray",
     "yesterday"},
    {"bench-store export --host", "bench-store export r.h5 -o x.csv --host \"$(hostname)x\"",
     "$(hostname)"},
    {"bench-store export --to", "bench-store export r.h5 -o x --to markdwon", "markdown"},
    {"bench-store export --from", "bench-store export r.h5 -o x.csv --from cvs", "csv"},
    {"bench-store export --unit", "bench-store export r.h5 -o x --to btl --unit mflop", "mflops"},
    {"bench-store import --unit", "bench-store import --unit GFLOP -o g.h5 s.csv", "GFLOPS"},
    {"bench-store import --as", "bench-store import --as strid=size -o g.h5 s.csv", "stride"},
    {"bench-store import --size-param", "bench-store import --size-param arg -o g.h5 gb.json",
     "arg0"},
    {"bench-store import --from", "bench-store import s.csv --from cvs", "csv"},
    {"bench-store list --format", "bench-store list r.h5 --format jsno", "json"},
    {"bench-store show --format", "bench-store show r.h5 --format jsno", "json"},
    {"bench-store show --fact", "bench-store show r.h5 --fact hots", "host"},
    {"bench-store info --format", "bench-store info r.h5 --format jsno", "json"},
    {"bench-store verify --format", "bench-store verify r.h5 --format jsno", "json"},
};
enum { SLIPS = sizeof slips / sizeof *slips };

ALL_TESTS(make_archive, shell_end);

SOAK_TEST(what_was_meant_is_suggested_for_every_option) {
    struct shell *shell = *state;
    for (size_t i = 0; i < SLIPS; i++) {
        char command[512];
        snprintf(
            command, sizeof command,
            "%s 2>said; status=$?; grep -qF \"did you mean \\\"%s\\\"?\" said || cat said >&2; "
            "rm said; exit $status",
            slips[i].command, slips[i].meant);
        shell_expect(shell, 64, command);
        if (*shell->err)
            fail_msg("%s\nsaid: %s", slips[i].command, shell->err);
    }
}

/* What --help says of an option that takes no name: a number, a file, a text that may be anything.
 */
TEST(every_option_that_takes_a_name_is_tried) {
    struct shell *shell = *state;
    FILE *file;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/tried", shell->directory);
    assert_non_null(file = fopen(path, "w"));
    for (size_t i = 0; i < SLIPS; i++)
        fprintf(file, "%s\n", slips[i].option);
    fclose(file);
    shell_expect(
        shell, 0,
        "for program in bench-collect bench-analyze bench-plot 'bench-store list' "
        "'bench-store show' 'bench-store info' 'bench-store import' 'bench-store export' "
        "'bench-store merge' 'bench-store verify' 'bench-store delete' 'bench-store repack' "
        "'bench-store repair' 'bench-store formats'; do $program --help | "
        "grep -oE '^ +(-., )?--[a-z-]+\\[?=[^ ,]+' | sed -E 's/^ +(-., )?//' | "
        "grep -vE '=\\[?(FILE|ARCHIVE|stdout|N|NUMBER|SECONDS|P%|EFFECT|LEVEL|DRIFT|SIZES?|COLUMNS|"
        "PT|WxH|CxR|TEXT|COMMAND|PROTOTYPE|WORDS|OPTIONS|SHELL|PATTERN|FAMILY|AXIS|X|NAME=|s\\|d)' "
        "| "
        "grep -vE -- '--command|--(ranks|threads|nodes|x|y)-?(label)?=(LIST|TEXT)|"
        "AXIS' | sed -E \"s/\\[?=.*//; s/^/$program /\"; done | "
        "grep -vE 'import --(action|library)' | sort -u >wanted && "
        "[ $(grep -c . wanted) -gt 50 ] && sort -u tried | comm -23 wanted -");
    assert_string_equal(shell->out, "");
}

/* --- what an archive holds --- */

TEST(routines_choose_actions_and_precision) {
    struct shell *shell = *state;
    static const char *const cases[][2] = {
        {"gemm --run all", "run_000001 d,run_000002 s,"},
        {"gemm", "run_000002 s,"},
        {"dgemm", "run_000001 d,"},
        {"sgemm", "run_000002 s,"},
        {"dgemm,sgemm", "run_000002 s,"},
        {"dgemm,sgemm --run all", "run_000001 d,run_000002 s,"},
        {"matrix_matrix_product --run 1", "run_000001 d,"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "bench-analyze r.h5 --action %s --format csv --columns run,type | tail -n +2 | "
                 "sort -u | tr ', \\n' '  ,'",
                 cases[i][0]);
        shell_expect(shell, 0, command);
        assert_string_equal(shell->out, cases[i][1]);
    }
    shell_expect(shell, 0,
                 "bench-store export r.h5 --action daxpy -o d.csv && cut -d, -f2 d.csv | "
                 "sort -u | grep -vx action");
    assert_string_equal(shell->out, "axpy\n");
    shell_expect(shell, 64, "bench-analyze r.h5 --action zgemm");
    assert_has(shell->err,
               "no \"zgemm\" in the runs asked for, only the same in another precision");
    shell_expect(shell, 64, "bench-analyze r.h5 --action gemv");
    assert_has(shell->err, "no action \"gemv\"");
}

SOAK_TEST(runs_are_chosen_by_the_same_words_everywhere) {
    struct shell *shell = *state;
    static const char *const cases[][2] = {
        {"first", "run_000001 "},
        {"-1", "run_000002 "},
        {"2", "run_000002 "},
        {"1,2", "run_000001 run_000002 "},
        {"1..", "run_000001 run_000002 "},
        {"..-2", "run_000001 "},
        {"2025-01-02,first", "run_000001 run_000002 "},
        {"2025-01-01", "run_000001 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[512];
        const char *words = cases[i][0];
        snprintf(command, sizeof command,
                 "export TZ=UTC; bench-analyze r.h5 --run %s --format csv --columns run | "
                 "tail -n +2 | sort -u | tr '\\n' ' '",
                 words);
        shell_expect(shell, 0, command);
        assert_string_equal(shell->out, cases[i][1]);
        snprintf(command, sizeof command,
                 "bench-store delete -n r.h5 %s | cut -d' ' -f2 | tr '\\n' ' '", words);
        shell_expect(shell, 0, command);
        assert_string_equal(shell->out, cases[i][1]);
        snprintf(command, sizeof command,
                 "bench-store export r.h5 --run %s -o - --to csv | cut -d, -f1 | sort -u | "
                 "grep run_ | tr '\\n' ' '",
                 words);
        shell_expect(shell, 0, command);
        assert_string_equal(shell->out, cases[i][1]);
        snprintf(command, sizeof command, "bench-plot r.h5 --run %s --kind time -o x.svg", words);
        shell_expect(shell, 0, command);
    }
}

TEST(sizes_are_chosen_by_the_same_word_everywhere) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze r.h5 --sizes 20 --format csv >a && bench-analyze r.h5 --size 20 "
                 "--format csv | cmp - a && bench-plot r.h5 --sizes 20 --action axpy -o a.svg && "
                 "bench-plot r.h5 --at size=20 --action axpy -o b.svg && cmp a.svg b.svg");
    shell_expect(shell, 64, "bench-plot r.h5 --sizes 7 -o x.svg");
    assert_has(shell->err,
               "r.h5 has no point of size=7 in the measurements chosen; its size is 10, 20");
}

TEST(long_lists_end_in_a_number) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "{ echo action,library,size,round,seed,seconds; for i in $(seq 20); do "
                 "echo axpy,lib$i,10,0,0,$i; done; } >many.csv");
    shell_expect(shell, 64, "bench-analyze many.csv --library nonesuch");
    assert_string_equal(shell->err, "bench-analyze: many.csv has no library \"nonesuch\"; it has "
                                    "lib1, lib2, lib3, lib4, lib5, lib6, lib7, lib8 and 12 more\n");
}
