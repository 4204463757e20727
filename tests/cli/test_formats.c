/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-store import, export and formats. */
#include "tests/cli/made_times.h"

/* Copies of the samples, and results.h5 of two actions. */
static int set_up(void **state) {
    char here[4096], command[13000];
    if (!getcwd(here, sizeof here) || shell_begin(state))
        return -1;
    snprintf(
        command, sizeof command,
        "cp -r %s/tests/formats/samples %s/tests/cli/team.py "
        "%s/tests/data/independent/usage.h5 . && bench-collect -q axpy,dot builtin --sizes 10,100 "
        "--rounds 2 --stage-time 0.001",
        here, here, here);
    return shell_run(*state, command) == 0 ? 0 : -1;
}

#define EXPECT(status, command) shell_expect(shell, status, command)

ALL_TESTS(set_up, shell_end);

TEST(every_sample_is_imported_and_not_twice) {
    struct shell *shell = *state;
    EXPECT(0,
           "bench-store import samples/*.json samples/*.txt samples/*.csv samples/btl -o all.h5");
    assert_has(shell->out, "samples/gobench-1.19.txt: run_0000");
    EXPECT(0, "bench-store verify all.h5");
    EXPECT(0, "cp all.h5 before.h5 && bench-store import samples/*.json samples/btl -o all.h5 && "
              "cmp all.h5 before.h5");
    assert_has(shell->out, "where it is already");
    EXPECT(0, "bench-store show all.h5 1");
    assert_has(shell->out, "source_sha256");
    assert_has(shell->out, "converter");
    EXPECT(0, "bench-analyze all.h5 --run all --action Axpy");
    assert_has(shell->out, "32768");
}

TEST(a_bad_file_stops_the_import_and_nothing_of_it_is_there) {
    struct shell *shell = *state;
    EXPECT(0, "printf '{\"benchmarks\": [' >bad.json");
    EXPECT(2, "bench-store import samples/gobench-1.19.txt bad.json --from pyperf -o x.h5");
    EXPECT(
        2,
        "bench-store import samples/gobench-1.19.txt bad.json samples/pyperf-2.x.json "
        "-o x.h5 2>err; r=$?; cat err >&2; test $(bench-store list x.h5 | wc -l) = 2 && exit $r");
    EXPECT(64, "bench-store import samples/gobench-1.19.txt --from nonesuch -o x.h5");
    assert_has(shell->err, "unknown format 'nonesuch'");
    EXPECT(64, "bench-store import -o x.h5");
    assert_has(shell->err, "which files?");
}

/* The warning that something failed says that the archive tells why. */
TEST(why_something_failed_is_told) {
    struct shell *shell = *state;
    EXPECT(0, "echo '{\"results\":[{\"command\":\"./a\",\"times\":[1,2],\"exit_codes\":[0,7]},"
              "{\"command\":\"./b\",\"times\":[1,2],\"exit_codes\":[null,0]}]}' >h.json && "
              "bench-store import h.json -o h.h5 && bench-analyze h.h5");
    assert_has(shell->out, "bench-store show tells why");
    EXPECT(0, "bench-store show h.h5 1");
    assert_has(shell->out, "./a: exit code 7 in run 2 · ./b: ended by a signal in run 1");
    EXPECT(0,
           "echo '[{\"jmhVersion\":\"1\",\"benchmark\":\"a.B.c\",\"mode\":\"thrpt\","
           "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ops/s\",\"rawData\":[[2,0]]}}]' >j.json"
           " && bench-store import j.json -o h.h5 && bench-store show h.h5 2");
    assert_has(shell->out, "an iteration ended no operation");
}

/* What an action says of its work, from which rates follow. */
TEST(work_comes_back) {
    struct shell *shell = *state;
    EXPECT(0, "bench-store export results.h5 --action axpy -o work.csv && "
              "bench-store export results.h5 --action axpy --to jmh -o work.json && "
              "for f in results.h5 work.csv work.json; do bench-analyze $f --action axpy "
              "--format csv --columns size,library,flops,bytes,flop_rate | sort >$f.txt; done && "
              "cmp results.h5.txt work.csv.txt && cmp results.h5.txt work.json.txt && "
              "grep -c ',20,240,' work.csv.txt");
    EXPECT(0, "bench-store export work.json --to jmh -o work2.json && cmp work.json work2.json");
}

TEST(tables_come_back_as_they_were) {
    struct shell *shell = *state;
    EXPECT(0, "bench-store export results.h5 -o a.csv && bench-store export a.csv -o b.tsv && "
              "bench-store export b.tsv -o c.csv && cmp a.csv c.csv");
    EXPECT(0, "bench-store import a.csv -o again.h5 -q && bench-store export again.h5 -o d.csv && "
              "cmp a.csv d.csv");
    EXPECT(0, "bench-store export results.h5 --to csv --summary -o - | head -1");
    assert_string_equal(shell->out, "run,action,library,size,type,threads,n,mean,sd,min,max\n");
    EXPECT(0, "bench-store export results.h5 -o wide.csv --wide --action dot && head -1 wide.csv");
    assert_has(shell->out, "run,action,size,type,builtin");
}

/* Names that a spreadsheet would calculate, in every shape of a table; of these archives, which are
 * imported, no type is known. */
TEST(names_like_formulas_are_texts_for_spreadsheets) {
    struct shell *shell = *state;
    EXPECT(0, "printf '%s\\n' library,size,time_ms =1+1,8,5 -O3,8,6 @x,8,7 >f.csv && "
              "bench-store import -q f.csv -o f.h5 && bench-store export f.h5 -o - --to csv");
    assert_has(shell->out, ",'=1+1,8,");
    assert_has(shell->out, ",'-O3,8,");
    assert_has(shell->out, ",'@x,8,");
    EXPECT(0, "bench-store export f.h5 -o - --to csv --plain");
    assert_has(shell->out, ",-O3,8,");
    EXPECT(0, "bench-analyze f.h5 --format csv --columns library,mean");
    assert_string_equal(shell->out, "library,mean\n'=1+1,0.005\n'-O3,0.006\n'@x,0.007\n");
    EXPECT(0, "bench-analyze f.h5 --format csv --columns library,mean --plain");
    assert_string_equal(shell->out, "library,mean\n=1+1,0.005\n-O3,0.006\n@x,0.007\n");
    static const char *const shapes[] = {"--samples", "--summary", "--wide", "--wide --plain"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char command[200];
        snprintf(command, sizeof command,
                 "bench-store export f.h5 --to csv %s -o - >s.csv && "
                 "bench-analyze s.csv --format csv --columns library,mean --plain",
                 shapes[i]);
        shell_expect(shell, 0, command);
        assert_string_equal(shell->out, "library,mean\n=1+1,0.005\n-O3,0.006\n@x,0.007\n");
    }
}

/* Prints the rows of a table of bench-analyze, without what only an archive has. */
#define COMPARED(archive)                                                                          \
    "bench-analyze " archive " --format csv | /usr/bin/python3 -c 'import csv, sys; [print([r[k] " \
    "for k in (\"size\", \"library\", \"mean\", \"mean_low\", \"mean_high\", \"median\", "         \
    "\"rounds\", \"ratio\", \"ratio_low\", \"ratio_high\", \"noise_floor\", \"p_adjusted\", "      \
    "\"verdict\")]) for r in csv.DictReader(sys.stdin)]'"

/* A collector's samples are paired, and stay so in a table and a MAT-file. */
SOAK_TEST(what_is_exported_and_imported_is_analysed_alike) {
    struct shell *shell = *state;
    EXPECT(0, "bench-collect -q axpy builtin libgslcblas.so.0 --sizes 10,100 --rounds 3 "
              "--stage-time 0.001 -o two.h5");
    make_times(shell, "two.h5");
    EXPECT(0, "bench-store export two.h5 -o back.csv && "
              "bench-store import back.csv -q -o csv.h5 && bench-store export two.h5 --samples -o "
              "back.mat && bench-store import back.mat -q -o mat.h5 && "
              "bench-store export two.h5 -o back.json && bench-store export two.h5 --to jmh -o "
              "jmh.json && bench-store import back.json -q -o json.h5");
    EXPECT(0, COMPARED("two.h5"));
    char *before = strdup(shell->out);
    assert_has(before, "gslcblas");
    EXPECT(0, COMPARED("csv.h5"));
    assert_string_equal(shell->out, before);
    EXPECT(0, COMPARED("back.csv"));
    assert_string_equal(shell->out, before);
    EXPECT(0, COMPARED("mat.h5"));
    assert_string_equal(shell->out, before);
    EXPECT(0, COMPARED("json.h5"));
    assert_string_equal(shell->out, before);
    EXPECT(0, COMPARED("back.json"));
    assert_string_equal(shell->out, before);
    free(before);
    EXPECT(0, "bench-analyze jmh.json --columns ratio,mean --format csv >jmh.csv && bench-analyze "
              "back.json --columns ratio,mean --format csv | cmp - jmh.csv");
    EXPECT(0, "bench-analyze csv.h5 --verbose");
    assert_has(shell->out, "over that of builtin, paired");
}

/* Statistics and times of less than a call are never taken for times of calls. */
TEST(what_samples_are_is_said_wherever_they_go) {
    static const char *const files[] = {"per.csv",     "per.h5",   "per.mat",     "per-wide.csv",
                                        "per-sum.csv", "per.json", "per-sum.json"};
    struct shell *shell = *state;
    EXPECT(0, "printf 'library,n,median (ns/byte)\na,8,1.5\nb,8,3\n' >given.csv && "
              "bench-store import -q given.csv -o per.h5");
    EXPECT(0, "for to in csv mat json; do bench-store export per.h5 -o per.$to || exit; done; "
              "bench-store export per.h5 --wide -o per-wide.csv && "
              "bench-store export per.h5 --summary -o per-sum.csv && "
              "bench-store export per.h5 --summary -o per-sum.json && head -1 per.csv");
    assert_string_equal(shell->out,
                        "run,action,library,size,size_name,samples_are,round,seed,seconds\n");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char command[100];
        snprintf(command, sizeof command, "bench-analyze %s", files[i]);
        EXPECT(0, command);
        assert_has(shell->out, "time per byte");
        assert_has(shell->out, "1.50 ns");
    }
    EXPECT(0, "bench-analyze per.h5 --format csv >table.csv && bench-analyze table.csv");
    assert_has(shell->out, "time per byte");
    EXPECT(0, "bench-analyze per.h5 --format json >table.json && bench-plot table.json -o t.svg && "
              "grep -c 'median time per byte' t.svg");
    EXPECT(0, "bench-analyze table.csv --columns samples_are");
    assert_has(shell->out, "means of medians per byte");
    EXPECT(0, "bench-analyze per.csv | grep median && cat per-wide.csv");
    assert_has(shell->out, ",means of medians per byte,");
    EXPECT(0, "bench-store export per-sum.csv --to csv -o -");
    assert_has(shell->out, ",means of medians per byte,");
    EXPECT(0, "bench-store export per.h5 --to github-action -o - | grep -c 'ns/byte'");
    assert_string_equal(shell->out, "2\n");
    static const char *const of_calls[] = {"jmh", "google-benchmark", "btl --unit s"};
    for (size_t i = 0; i < sizeof of_calls / sizeof *of_calls; i++) {
        char command[100];
        snprintf(command, sizeof command, "bench-store export per.h5 -o of-calls --to %s",
                 of_calls[i]);
        EXPECT(64, command);
        assert_has(shell->err, "the times of given are per byte, and those of a file of");
    }
}

/* Of two benchmarks one has a rate, and the other a time. */
TEST(rates_beside_times_are_kept_or_refused) {
    struct shell *shell = *state;
    static const char *const kept[] = {"csv", "tsv", "json", "mat"};
    static const char *const refused[] = {"csv --summary", "csv --wide", "markdown", "jmh",
                                          "sqlite"};
    EXPECT(0, "printf 'name,value,unit\nget,2000,ops/s\nput,0.2,us\n' >mixed.csv");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char command[300];
        snprintf(command, sizeof command,
                 "bench-store export mixed.csv -o mixed-back.%s && bench-analyze mixed-back.%s "
                 "--measure rate --format csv | grep -c ',get,2000,' && bench-analyze "
                 "mixed-back.%s --format csv | grep -c ',put,2e-07,'",
                 kept[i], kept[i], kept[i]);
        EXPECT(0, command);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char command[100];
        snprintf(command, sizeof command, "bench-store export mixed.csv -o refused --to %s",
                 refused[i]);
        EXPECT(64, command);
        assert_has(shell->err, "has rates of get and no times");
    }
}

/* What a command used comes back from a table. */
TEST(what_commands_used_is_in_a_table) {
    struct shell *shell = *state;
    EXPECT(0, "bench-store export usage.h5 -o usage.csv && bench-store import usage.csv -q -o "
              "usage-back.h5 && /usr/bin/python3 -c \""
              "import h5py, numpy as np\n"
              "a, b = (h5py.File(f)['run_000001/axpy/details'] for f in ('usage.h5', "
              "'usage-back.h5'))\n"
              "names = ['user_seconds', 'system_seconds', 'max_memory', 'minor_faults', "
              "'major_faults', 'voluntary_switches', 'involuntary_switches', 'exit_status']\n"
              "for l in a:\n"
              "    for d in names:\n"
              "        assert np.array_equal(a[l][d][:], b[l][d][:], equal_nan=True), d\n"
              "print(len(list(a)))\"");
    assert_string_equal(shell->out, "2\n");
}

SOAK_TEST(what_threads_did_is_the_same_everywhere) {
    struct shell *shell = *state;
    EXPECT(0, "/usr/bin/python3 team.py make && bench-store import team.mat -q -o team.h5 && "
              "bench-store verify -q team.h5 && bench-store show team.h5 --format json >show.json "
              "&& bench-store export team.h5 -o export.json && bench-store export team.h5 -o "
              "export.csv && bench-store export team.h5 --samples -o back.mat");
    EXPECT(0, "/usr/bin/python3 team.py check");
    EXPECT(0, "bench-store import back.mat -q -o team.h5 && bench-store show team.h5");
    assert_has(shell->out, "run_000001 of team.h5");
    assert_has(shell->out, "action set  (3 points, 2 rounds, up to 2 seeds; trials of 0.5 s, up to "
                           "3 threads)\n");
    EXPECT(0, "bench-store repack team.h5 && bench-store merge merged.h5 team.h5 && mv merged.h5 "
              "team.h5 && /usr/bin/python3 team.py check");
}

TEST(json_is_json) {
    struct shell *shell = *state;
    EXPECT(0, "bench-store export results.h5 -o all.json && /usr/bin/python3 -c 'import json; "
              "d = json.load(open(\"all.json\")); print(d[\"version\"], "
              "len(d[\"runs\"][0][\"measurements\"]))'");
    assert_string_equal(shell->out, "1 2\n");
    EXPECT(0, "bench-store export results.h5 --to google-benchmark -o gb.json && "
              "bench-analyze gb.json --action axpy/builtin");
    EXPECT(0, "bench-store export results.h5 --to github-action -o - | /usr/bin/python3 -c 'import "
              "json, sys; "
              "print(sorted(json.load(sys.stdin)[0]))'");
    assert_string_equal(shell->out, "['extra', 'name', 'range', 'unit', 'value']\n");
}

#define COMPARE_PY "/usr/bin/python3 /usr/share/benchmark/compare.py --no-color "

SOAK_TEST(compare_py_of_google_benchmark_takes_it) {
    struct shell *shell = *state;
    if (shell_run(shell, COMPARE_PY "--help"))
        skip_for("compare.py of Google Benchmark (libbenchmark-tools) does not run here");
    EXPECT(0, "bench-store export results.h5 --to google-benchmark -o compared.json && " COMPARE_PY
              "benchmarks compared.json compared.json");
    assert_has(shell->out, "axpy/builtin/100");
    EXPECT(0, COMPARE_PY "filters compared.json axpy dot");
    assert_has(shell->out, "[axpy vs. dot]/builtin/10");
}

TEST(what_cannot_be_written_is_one_line_and_no_file) {
    struct shell *shell = *state;
    EXPECT(0, "bench-collect -q empty builtin --sizes 1 --rounds 2 --stage-time 0.001 -o empty.h5");
    static const struct {
        const char *command, *says;
    } cases[] = {
        {"bench-store export results.h5 -o new.xyz",
         "its extension tells no format that is written"},
        {"bench-store export results.h5 --to pyperf -o new",
         "pyperf is a format that is only read"},
        {"bench-store export results.h5", "where to? -o FILE"},
        {"bench-store export results.h5 -o new.csv --unit mflops", "csv has no choice of units"},
        {"bench-store export results.h5 -o new.md --samples", "markdown cannot hold all samples"},
        {"bench-store export results.h5 -o new.csv --action nonesuch", "no action \"nonesuch\""},
        {"bench-store export results.h5 -o new.csv --run 9", "no run \"9\""},
        {"bench-store export empty.h5 --to btl -o new", "export it with --unit s"},
        {"bench-store export results.h5 --to btl -o results.h5", "name a new one"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shell_expect(shell, 64, cases[i].command);
        assert_has(shell->err, cases[i].says);
    }
    EXPECT(0, "ls");
    assert_lacks(shell->out, "new");
}

/* Both runs would be pooled into cells that neither has. */
TEST(a_run_of_a_table_goes_by_its_name_before_its_number) {
    struct shell *shell = *state;
    EXPECT(
        0,
        "printf 'run,library,size,seconds\\n3,a,10,1\\n3,a,10,1\\n4,a,10,2\\n4,a,10,2\\n1,a,10,5\\n"
        "1,a,10,5\\n' >named.csv && bench-analyze named.csv --run 1 --format csv --columns n,mean");
    assert_string_equal(shell->out, "n,mean\n2,5\n");
    EXPECT(0, "bench-analyze named.csv --run 2 --format csv --columns n,mean");
    assert_string_equal(shell->out, "n,mean\n2,2\n");
}

TEST(formats_are_listed) {
    struct shell *shell = *state;
    EXPECT(0, "bench-store formats");
    assert_has(shell->out, "hyperfine         read");
    assert_has(shell->out, "csv               read, written");
}

TEST(two_imports_at_once_take_a_file_once) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "import() { bench-store import --action axpy -o both.h5 $1; }; "
                 "for l in a b; do printf 'library,size,seconds\\n%s,8,1e-6\\n' $l >$l.csv; done; "
                 "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do rm -f both.h5*; "
                 "import a.csv >/dev/null; import b.csv & import b.csv & wait; "
                 "bench-store list both.h5; done >lists; "
                 "grep -c '^run_000002' lists; grep -c already lists; grep -c '^run_000003' lists; "
                 "bench-store verify -q both.h5");
    assert_string_equal(shell->out, "20\n20\n0\n");
    shell_expect(shell, 1,
                 "flock both.h5 bench-store import --action axpy --lock-timeout 0.1 -o both.h5 "
                 "b.csv");
    assert_has(shell->err, "both.h5");
}
