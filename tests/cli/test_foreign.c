/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of other harnesses: what the programs read is what Python reads in the same file. */
#include "tests/cli/made_times.h"

static int set_up(void **state) {
    char here[4096], command[13000];
    if (!getcwd(here, sizeof here) || shell_begin(state))
        return -1;
    snprintf(command, sizeof command,
             "cp -r %s/tests/formats/samples %s/tests/formats/foreign_values.py .", here, here);
    return shell_run(*state, command) == 0 ? 0 : -1;
}

#define EXPECT(status, command) shell_expect(shell, status, command)

/* Prints the samples of an exported table as foreign_values.py does. */
#define ROWS                                                                                       \
    "/usr/bin/python3 -c 'import csv, sys; print(*sorted(\"|\".join((r[\"action\"], "              \
    "r[\"library\"], r[\"size\"], repr(float(r[\"seconds\"])))) for r in "                         \
    "csv.DictReader(sys.stdin)), sep=\"\\n\")'"

ALL_TESTS(set_up, shell_end);

TEST(values_are_those_that_python_reads) {
    struct shell *shell = *state;
    static const char *const files[] = {"catch2-2.13.10.xml", "nanobench-4.6.json",
                                        "pytest-benchmark-3.2.2.json",
                                        "pytest-benchmark-3.2.2-stats.json", "criterion"};
    char command[1024];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(command, sizeof command,
                 "bench-store export samples/%s --to csv -o - | " ROWS " >ours.txt && "
                 "/usr/bin/python3 foreign_values.py samples/%s | LC_ALL=C sort >theirs.txt && "
                 "LC_ALL=C sort ours.txt | diff - theirs.txt && test -s ours.txt && "
                 "bench-store import samples/%s -q -o x.h5",
                 files[i], files[i], files[i]);
        EXPECT(0, command);
    }
    EXPECT(0, "bench-store verify x.h5 && bench-store list x.h5 | grep -c run_00");
    assert_string_equal(shell->out + strlen(shell->out) - 2, "5\n");
}

/* A directory's digests are those of its files, also of those that lie deeper. */
TEST(a_directory_is_recognised_when_it_comes_again) {
    struct shell *shell = *state;
    EXPECT(0, "bench-store import samples/criterion -o c.h5");
    EXPECT(0, "bench-store import samples/criterion -o c.h5");
    assert_has(shell->out, "where it is already");
    EXPECT(
        0,
        "sum=$(sha256sum <samples/criterion/flat_one/vec/new/sample.json | cut -c1-64) && "
        "bench-store show c.h5 1 --format json | grep -F \"$sum  flat_one/vec/new/sample.json\"");
}

/* What a harness writes of two families; the ratio of the means is 4. */
#define FAMILIES                                                                                   \
    "echo '{\"context\":{\"executable\":\"./sums\",\"num_cpus\":1},\"benchmarks\":["               \
    "{\"name\":\"BM_loop/100/8\",\"iterations\":1,\"real_time\":100,\"time_unit\":\"ns\"},"        \
    "{\"name\":\"BM_simd/100/8\",\"iterations\":1,\"real_time\":25,\"time_unit\":\"ns\"}]}' "      \
    ">gb.json"

TEST(families_are_compared_on_request) {
    struct shell *shell = *state;
    EXPECT(0, FAMILIES " && bench-analyze gb.json");
    assert_has(shell->err, "loop and simd have sizes in common; --split compares them");
    EXPECT(0, "bench-analyze --split gb.json --format csv --columns action,size,library,ratio");
    assert_has(shell->out, "benchmarks,8,simd,0.2499999");
    assert_string_equal(shell->err, "");
    EXPECT(0, "bench-analyze --split=LIBRARY --size-param arg0 gb.json --format csv --columns "
              "size,library,arg1,ratio");
    assert_has(shell->out, "100,simd,8,0.2499999");
    EXPECT(0, "bench-plot --split --size-param arg0 gb.json --format terminal -o -");
    assert_has(shell->out, "simd");
    EXPECT(0, "bench-store import gb.json -o s.h5");
    assert_has(shell->err, "--split compares them");
    EXPECT(0, "bench-store import --split --action sum gb.json -o s.h5");
    assert_string_equal(shell->err, "");
    EXPECT(0, "bench-analyze s.h5 --action sum --format csv --columns library,ratio");
    assert_has(shell->out, "simd,0.2499999");
    EXPECT(0, "cat gb.json | bench-analyze --split /dev/stdin");
    assert_has(shell->out, "0.250");
}

TEST(what_cannot_be_split_is_one_line) {
    struct shell *shell = *state;
    static const struct {
        const char *command, *message;
    } cases[] = {
        {FAMILIES " && bench-analyze --split=ACTION gb.json", "a pattern has the words ACTION and"},
        {"bench-analyze --split=ACTION.LIBRARY gb.json", "no benchmark is called like"},
        {"bench-plot --size-param nonesuch gb.json -o x.png", "has a parameter called nonesuch"},
        {"bench-analyze --split samples/gobench-1.19.txt", "there is only Axpy"},
        {"bench-analyze --size-param '' gb.json", "--size-param: the name is empty"},
        {"bench-store import --split=x gb.json -o y.h5", "a pattern has the words ACTION and"},
        {"bench-analyze --split ACTION_LIBRARY gb.json",
         "if it is the pattern of --split, write --split=ACTION_LIBRARY"},
        {"bench-store import gb.json -q -o a.h5; bench-analyze --split a.h5",
         "--split is for files of other programs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(64, cases[i].command);
        assert_has(shell->err, cases[i].message);
    }
}

/* What Python finds in the database is what NumPy computes from the archive. */
SOAK_TEST(a_database_has_what_the_archive_has) {
    struct shell *shell = *state;
    EXPECT(0, "bench-collect -q axpy,dot builtin libgslcblas.so.0 --sizes 10,100 --rounds 3 "
              "--stage-time 0.001 -o two.h5 && bench-collect -q axpy builtin --sizes 10 --rounds 1 "
              "--stage-time 0.001 -o two.h5");
    make_times(shell, "two.h5");
    EXPECT(0, "bench-store export two.h5 -o two.sqlite");
    EXPECT(0,
           "/usr/bin/python3 -c \""
           "import h5py, numpy as np, sqlite3\n"
           "d = sqlite3.connect('two.sqlite')\n"
           "n = 0\n"
           "for run, action, library, size, count, mean, variance, median, least, most in "
           "d.execute('select run, action, library, size, n, mean, variance, median, least, most "
           "from summaries'):\n"
           "    g = h5py.File('two.h5')[f'{run}/{action}']\n"
           "    p = list(g['sizes'][:]).index(size)\n"
           "    x = np.array(g[library.replace('.', '_')])[p].ravel()\n"
           "    x = x[np.isfinite(x)]\n"
           "    n += 1\n"
           "    assert count == len(x) > 0\n"
           "    np.testing.assert_allclose([mean, variance, median, least, most], [x.mean(), "
           "x.var(ddof=1), np.median(x), x.min(), x.max()], rtol=1e-12)\n"
           "assert n > 12, n\n\"");
    EXPECT(64, "bench-store export two.h5 --to sqlite -o -");
    assert_has(shell->err, "neither standard output nor a device");
}

/* One line per file, where a file is one program's. */
TEST(several_files_are_drawn_together) {
    struct shell *shell = *state;
    EXPECT(0, FAMILIES " && sed s/25,/50,/ gb.json >after.json && bench-plot gb.json after.json "
                       "--kind time --format terminal -o -");
    assert_has(shell->out, "after");
    assert_has(shell->out, "gb");
    EXPECT(0, "bench-analyze gb.json after.json");
    assert_null(strstr(shell->out, "nan"));
    EXPECT(0,
           "bench-plot --split gb.json after.json --kind overview -o two.png && test -s two.png");
    EXPECT(0, "bench-analyze --together gb.json after.json --action simd --format csv --columns "
              "action,size,library,mean,ratio");
    assert_has(shell->out, "simd,8,gb,2.5e-08,1\n");
    assert_has(shell->out, "simd,8,after,5e-08,2.00000000000000");
    assert_has(shell->err, "no interval covers what has changed between them");
    EXPECT(0, "bench-store import gb.json -q -o old.h5");
    EXPECT(64, "bench-analyze --together gb.json old.h5");
    EXPECT(64, "bench-plot gb.json old.h5 --kind time -o x.png");
    assert_has(shell->err, "old.h5: only results of other programs");
    EXPECT(64, "bench-plot gb.json after.json --kind rate -o x.png");
    assert_has(shell->err, "--kind overview, time, ratio, speedup, ecdf, histogram, box, history, "
                           "profile, summary or change takes several");
}

#define BUILD(program, time)                                                                       \
    "{\"context\":{\"host_name\":\"h\",\"num_cpus\":1,\"executable\":\"./" program                 \
    "\"},\"benchmarks\":[" ENTRY_OF("copy", time) "," ENTRY_OF("scale", time) "," ENTRY_OF(        \
        "triad", time) "]}"
#define ENTRY_OF(name, time)                                                                       \
    "{\"name\":\"BM_" name "/8\",\"run_type\":\"iteration\",\"iterations\":1,\"real_time\":" time  \
    ",\"cpu_time\":1,\"time_unit\":\"ns\"}"

/* The same benchmarks, whatever the program is called; each kind of warning once. */
TEST(builds_of_one_program_are_compared) {
    struct shell *shell = *state;
    EXPECT(0, "echo '" BUILD("f_gcc", "1") "' >gcc.json && echo '" BUILD(
                  "f_clang", "2") "' "
                                  ">clang.json && bench-analyze gcc.json clang.json");
    assert_has(shell->out, "f_gcc is called f_clang later; --together sets them side by side");
    assert_has(shell->out, "triad      8  f_gcc    1.00 ns    2.00 ns");
    assert_has(shell->out, "warning, earlier and later, 3 actions: single round: ");
    const char *first = strstr(shell->out, "single round: ");
    assert_null(strstr(first + 1, "single round"));
    EXPECT(0, "bench-analyze --together gcc.json clang.json --format csv --columns "
              "action,library,ratio");
    assert_has(shell->out, "triad,clang,1.99999999999999");
    EXPECT(0, "bench-plot gcc.json clang.json --format terminal -o -");
    assert_has(shell->out, "clang");
    assert_has(shell->out, "gcc");
    EXPECT(0, "bench-plot gcc.json clang.json --kind change --format terminal -o -");
    EXPECT(0,
           "printf 'n,time_ms\\n8,1\\n8,2\\n' >before.csv && sed s/,2/,3/ before.csv >after.csv && "
           "bench-analyze before.csv after.csv");
    assert_has(shell->out, "1 cell");
    assert_null(strstr(shell->out, "without a partner"));
    /* Names that files say are no names of files. */
    EXPECT(0, "printf 'algorithm,n,time_ms\\nquick,8,1\\nquick,8,2\\n' >a.csv && sed "
              "s/quick,/merge,/ a.csv >b.csv && "
              "bench-analyze a.csv b.csv");
    assert_has(shell->out, "nothing can be compared");
}

/* A benchmark's arguments mean the same in all of a file, and what else it tells is there. */
TEST(what_harnesses_tell_is_found) {
    struct shell *shell = *state;
#define COPY(n, init, ns, rest)                                                                    \
    "{\"name\":\"BM_copy/N:" n "/init:" init "\",\"real_time\":" ns ",\"GB/s\":5.5" rest "}"
    EXPECT(
        0,
        "echo '{\"context\":{\"executable\":\"./b\",\"num_cpus\":1},\"benchmarks\":[" COPY(
            "64", "0", "100",
            ",\"Passed\":0") "," COPY("128", "0", "200",
                                      ",\"Passed\":1") "," COPY("64", "1", "300",
                                                                "") "," COPY("128", "1", "400",
                                                                             "") "]}' >copy.json");
    EXPECT(0, "bench-analyze copy.json --format csv --columns size,init,mean,status");
    assert_has(shell->out, "64,0,1e-07,failed\n");
    assert_has(shell->out, "128,1,4e-07,ok\n");
    EXPECT(0, "bench-analyze copy.json --measure GB/s");
    assert_has(shell->out, "5.50 GB/s");
    EXPECT(0, "bench-store import --dry-run copy.json");
    assert_has(shell->out, " by N (64 to 128) and init (0 to 1)");
    EXPECT(0, "printf 'goarch: amd64\nBenchmarkX-4 1 100 ns/op\ngoarch: arm64\nBenchmarkX-4 1 300 "
              "ns/op\n' >go.txt && bench-analyze go.txt --format csv --columns library,mean");
    assert_has(shell->out, "go (goarch=amd64),1e-07\n");
    assert_has(shell->out, "go (goarch=arm64),3e-07\n");
    EXPECT(0,
           "echo '{\"results\":[{\"command\":\"a\",\"times\":[1,2]},{\"command\":\"a\",\"times\":"
           "[3,4]}]}' >twice.json && bench-analyze twice.json --format csv --columns library");
    assert_has(shell->out, "a #2\n");
    assert_has(shell->err, "several entries have the same name, and are numbered: command: a\n");
    EXPECT(0, "bench-store import twice.json -q -o twice.h5");
    assert_has(shell->err, "are numbered: command: a\n");
}

TEST(the_first_line_names_some_and_counts_the_others) {
    struct shell *shell = *state;
    EXPECT(0,
           "(echo library,n,time_ms; for l in a b c d e f g; do echo $l,1,2; done) >seven.csv && "
           "bench-store import --dry-run seven.csv");
    assert_has(shell->out, "7 libraries (a, b, c, d, e, f, g)");
    EXPECT(0, "(cat seven.csv; echo h,1,2) >eight.csv && bench-store import --dry-run eight.csv");
    assert_has(shell->out, "8 libraries (a, b, c, d, e, f and 2 others)");
}

/* What stands for much is refused before it is there, and memory does not follow what is claimed.
 */
TEST(hostile_files_are_one_line) {
    struct shell *shell = *state;
    EXPECT(0, "head -c 300000000 /dev/zero | gzip >bomb.json.gz");
    EXPECT(2, "bench-analyze bomb.json.gz");
    assert_has(shell->err, "its gzip data expand to more than 200 times their length");
    EXPECT(2, "bench-analyze - <bomb.json.gz");
    assert_has(shell->err, "its gzip data expand to more than 200 times their length");
    EXPECT(2, "bench-store verify bomb.json.gz");
    assert_has(shell->out, "a compressed file, not an archive");
    EXPECT(2, "gzip -c copy.json | head -c 100 >cut.json.gz; bench-analyze cut.json.gz");
    assert_has(shell->err, "its gzip data end early");
    EXPECT(0,
           "/usr/bin/python3 -c 'import json; print(json.dumps({\"context\": {}, \"benchmarks\": "
           "[]}).replace(\"[]\", \"[\" * 10**6 + \"]\" * 10**6))' >deep.json");
    EXPECT(2, "bench-analyze deep.json");
    assert_has(shell->err, "nesting too deep");
#ifndef ADDRESS_SANITIZER
    /* 9 MB, of which a tree would take 100. */
    EXPECT(0,
           "/usr/bin/python3 -c 'import json; print(json.dumps({\"context\": {}, \"benchmarks\": "
           "[{\"name\": \"f/%d\" % (i % 1000), \"real_time\": i, **{\"m%d\" % k: \"\" for k in "
           "range(40)}} for i in range(20000)]}))' >long.json && (ulimit -v 60000 && bench-store "
           "import --dry-run long.json)");
    assert_has(shell->out, "20 samples each");
#endif
}

/* CSV has all that a table has, so that its input is looked at twice. */
TEST(a_pipe_is_as_good_as_a_file) {
    struct shell *shell = *state;
    EXPECT(0, FAMILIES " && bench-analyze --split gb.json --format csv --columns -archive >right");
    static const char *const same[] = {
        "cat gb.json | bench-analyze --split /dev/stdin --format csv --columns -archive",
        "cat gb.json | bench-analyze --split - --format csv --columns -archive",
        "bench-analyze --split - --format csv --columns -archive <gb.json",
        "gzip -c gb.json | bench-analyze --split - --format csv --columns -archive",
        "gzip -c gb.json >gb.json.gz; bench-analyze --split gb.json.gz --format csv --columns "
        "-archive",
        ("mkfifo pipe; cat gb.json >pipe & bench-analyze --split pipe --format csv --columns "
         "-archive"),
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char command[512];
        /* The run is called by the file's name. */
        snprintf(command, sizeof command, "{ %s; } | sed -E 's/(stdin|pipe)/gb/g' | diff right -",
                 same[i]);
        EXPECT(0, command);
    }
    EXPECT(0,
           "cat gb.json | bench-plot /dev/stdin -o a.svg && cat gb.json | bench-plot - -o b.svg "
           "&& cat gb.json | bench-plot - --report c.html && test -s a.svg && cmp a.svg b.svg && "
           "grep -q simd c.html");
    EXPECT(0, "cat gb.json | bench-store import /dev/stdin -q -o p.h5 && cat gb.json | bench-store "
              "import - -o p.h5 && bench-store export gb.json --to csv -o one.csv && cat gb.json | "
              "bench-store export - --to csv -o - | sed s/^stdin/gb/ | cmp - one.csv");
    assert_has(shell->out, "where it is already");
}

TEST(what_a_pipe_cannot_be_is_said_truly) {
    struct shell *shell = *state;
    static const struct {
        int status;
        const char *command, *message;
    } cases[] = {
        {2, "bench-analyze - --format csv", "/dev/stdin: the file is empty"},
        {2, "true | bench-store import -", "/dev/stdin: the file is empty"},
        {2, "echo hello | bench-analyze - --format csv", "/dev/stdin: unrecognised format"},
        {64, "cat m.h5 | bench-analyze -", "HDF5 cannot be read from a pipe; save it to a file"},
        {64, "cat m.h5 | bench-plot - -o x.png", "HDF5 cannot be read from a pipe"},
        {64, "cat gb.json | bench-plot -", "/dev/stdin gives no name to the picture; name it"},
    };
    EXPECT(0, FAMILIES " && bench-store import gb.json -q -o m.h5");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(cases[i].status, cases[i].command);
        assert_has(shell->err, cases[i].message);
    }
}

TEST(wrong_answers_do_not_win) {
    struct shell *shell = *state;
    EXPECT(0, "printf 'lib,n,time_ms,Passed\na,10,1,0\nb,10,2,1\nc,10,3,1\n' >passed.csv && "
              "bench-analyze passed.csv --format csv --columns library,status,reference,p_fastest");
    assert_has(shell->out, "a,failed,b,\n");
    assert_has(shell->out, "b,ok,b,");
    EXPECT(0, "bench-analyze --fastest passed.csv --format csv --columns size,fastest");
    assert_string_equal(shell->out, "size,fastest\n10,b\n");
    EXPECT(0, "echo '[{\"lib\":\"a\",\"n\":10,\"time_ms\":1,\"verified\":false},"
              "{\"lib\":\"b\",\"n\":10,\"time_ms\":2,\"verified\":true}]' >verified.json && "
              "bench-analyze verified.json --format csv --columns library,status,reference");
    assert_has(shell->out, "a,failed,b\n");
}

/* The table's heading and the line of what was understood say which statistic times are. */
TEST(statistics_are_headed_as_such) {
    struct shell *shell = *state;
    static const struct {
        const char *column, *understood, *heading;
    } cases[] = {
        {"p50_ms", "milliseconds, medians, 1 sample each", "median ±"},
        {"min_ns", "nanoseconds, minima, 1 sample each", "minimum ±"},
        {"max_us", "microseconds, maxima, 1 sample each", "maximum ±"},
        {"p99_ms", "milliseconds, p99, 1 sample each", "p99 ±"},
        {"median_gflops", "GFLOPS, medians, 1 sample each", "median ±"},
        {"mean_ms", "milliseconds, 1 sample each", "mean ±"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "printf 'lib,n,%s\na,1,1\nb,1,2\n' >of.csv && bench-analyze of.csv",
                 cases[i].column);
        EXPECT(0, command);
        assert_has(shell->out, cases[i].understood);
        assert_has(shell->out, cases[i].heading);
    }
    EXPECT(0, "printf 'lib,n,p99_ms\na,1,1\nb,1,2\n' >of.csv && rm -f of.h5 && bench-store import "
              "of.csv -q -o of.h5 && bench-analyze of.h5");
    assert_has(shell->out, "p99 ±");
    EXPECT(0, "bench-plot of.csv --kind time --format terminal -o -");
    assert_has(shell->out, "p99 time per call");
}
