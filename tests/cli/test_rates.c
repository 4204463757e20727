/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that have rates in place of times: more is better, and everything says so. */
#include "tests/cli/shell.h"

/* rates.csv and times.csv say the same of a and of b, which is twice as fast, in six rounds; in
 * slower.csv b has three quarters of its rate. */
static int make_tables(void **state) {
    int code = shell_begin(state);
    if (code)
        return code;
    shell_expect(*state, 0,
                 "make() { awk -v factor=$1 -v what=$2 'BEGIN { "
                 "print \"library,size,round,\" what; "
                 "for (r = 0; r < 6; r++) for (n = 100; n <= 1000; n *= 10) { "
                 "x = 1 + 0.001 * ((r * 7 + n) % 5); y = 1 + 0.001 * ((r * 3 + n) % 7); "
                 "t[\"a\"] = x * 2e-6; t[\"b\"] = y * 1e-6 / factor; "
                 "for (i = 97; i < 99; i++) { l = sprintf(\"%c\", i); printf "
                 "\"%s,%d,%d,%.17g\\n\", l, n, r, "
                 "what == \"seconds\" ? t[l] : 1e-3 / t[l] } } }'; } && "
                 "make 1 seconds >times.csv && make 1 kops/s >rates.csv && "
                 "mkdir later && make 0.75 kops/s >later/rates.csv && "
                 "bench-store import -q rates.csv -o rates.h5");
    return 0;
}

ALL_TESTS(make_tables, shell_end);

TEST(more_is_faster) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze rates.csv");
    assert_has(shell->out, "rates · kops/s: operations, calls or other things per second");
    assert_has(shell->out, "fastest: b");
    assert_has(shell->out, "  a ÷ kops/s, geometric mean, lower is faster  ");
    assert_has(shell->out, "  a ÷ kops/s, lower is faster  verdict");
    assert_has(shell->out, "ratio: rate of a over that of each, lower is faster");
    assert_has(shell->out, " kops/s  ");
    shell_expect(shell, 0, "bench-analyze rates.csv --fastest --format csv --columns size,fastest");
    assert_string_equal(shell->out, "size,fastest\n100,b\n1000,b\n");
}

TEST(what_compares_is_the_same_as_of_times) {
    struct shell *shell = *state;
    static const char *const columns[] = {"ratio,verdict", "ratio_low,ratio_high", "speedup"};
    char command[500];
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        snprintf(command, sizeof command,
                 "for f in rates times; do bench-analyze $f.csv --ref a --format csv --columns "
                 "size,library,%s | awk -F, '{ for (i = 1; i <= NF; i++) "
                 "printf \"%%s,\", $i + 0 == $i ? sprintf(\"%%.9g\", $i) : $i; print \"\" }' | "
                 "sort >$f.txt; done; diff rates.txt times.txt",
                 columns[i]);
        shell_expect(shell, 0, command);
    }
}

/* Times are shown first, and it is said how to see the rest. */
TEST(a_file_of_both_keeps_both) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "b() { echo \"{\\\"jmhVersion\\\":\\\"1\\\",\\\"benchmark\\\":\\\"a.B.$1\\\",\\\"mode\\\":"
        "\\\"$2\\\",\\\"primaryMetric\\\":{\\\"scoreUnit\\\":\\\"$3\\\",\\\"rawData\\\":[[4,5]]}}"
        "\"; } && "
        "{ echo [; b x thrpt ops/ms; echo ,; b x avgt us/op; echo ,; b y thrpt ops/s; echo ]; } "
        ">both.json && bench-store import -qo both.h5 both.json && "
        "bench-analyze both.json --format csv --columns action,mean 2>says");
    assert_string_equal(shell->out, "action,mean\na.B.x:avgt,4.5e-06\n");
    for (int i = 0; i < 2; i++) {
        shell_expect(shell, 0,
                     i ? "bench-analyze both.h5 --measure rate --format csv --columns action,mean"
                       : "bench-analyze both.json --measure rate --format csv --columns "
                         "action,mean");
        assert_has(shell->out, "a.B.x:thrpt,4500\n");
        assert_has(shell->out, "a.B.y,4.5\n");
    }
    shell_expect(shell, 0, "bench-analyze both.json | head -1; cat says");
    assert_has(shell->out, ", times and rates, 2 samples each");
    assert_has(shell->out, "no sample of a.B.x:thrpt and 1 other tells seconds; the others are "
                           "shown, and --measure may be ops/s\n");
    shell_expect(shell, 0,
                 "bench-store export both.h5 --to jmh -o again.json && bench-store export "
                 "again.json --to jmh -o third.json && cmp again.json third.json");
}

TEST(programs_are_told) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze rates.csv --ref a --format json >rows.json && "
                 "grep '\"size\":1000,\"library\":\"b\"' rows.json");
    assert_has(shell->out, "\"measure\":\"kops/s\",\"unit\":\"ops/s\",\"better\":\"higher\"");
    assert_has(shell->out, "\"verdict\":\"faster\"");
    shell_expect(shell, 0, "bench-plot rows.json --kind ratio --format terminal -o -");
    assert_has(shell->out, "lower is faster");
    shell_expect(shell, 0, "bench-plot rates.csv --kind time --format terminal -o -");
    assert_has(shell->out, "higher is faster");
    shell_expect(shell, 0, "bench-plot rates.csv --kind speedup --format terminal -o -");
    assert_has(shell->out, "rate(library) / rate(a)");
    assert_has(shell->out, "higher is faster");
}

TEST(a_lower_rate_fails_the_gate) {
    struct shell *shell = *state;
    shell_expect(shell, 3, "bench-analyze rates.csv later/rates.csv --fail-on-regression 10%");
    assert_has(shell->out, "slower");
    shell_expect(shell, 0,
                 "bench-analyze later/rates.csv rates.csv --fail-on-regression 10% "
                 "--inconclusive pass");
    assert_has(shell->out, "faster");
}

TEST(an_archive_keeps_them) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rows='--format csv --columns size,library,mean,ratio,verdict'; "
                 "bench-analyze rates.csv $rows >0.txt; "
                 "bench-analyze rates.h5 --measure rate $rows | cmp - 0.txt");
    shell_expect(shell, 0,
                 "bench-store export rates.h5 -o again.csv && bench-analyze again.csv "
                 "--measure rate --format csv --columns size,library,mean,ratio,verdict | "
                 "cmp - 0.txt");
}

/* Everything says GFLOPS where the file did, and in which unit numbers are. */
TEST(the_words_of_the_file_are_kept) {
    struct shell *shell = *state;
    static const struct {
        const char *header, *name, *unit, *shown;
    } cases[] = {
        {"library,size,gflops", "gflops", "FLOPS", "20.0 GFLOPS"},
        {"library,size,MFLOP/s", "MFLOP/s", "FLOP/s", "20.0 MFLOP/s"},
        {"library,size,throughput (MB/s)", "throughput", "B/s", "20.0 MB/s"},
        {"library,size,GB/s", "GB/s", "B/s", "20.0 GB/s"},
        {"library,size,items/s", "items/s", "items/s", "20.0 items/s"},
        {"library,size,Mops per second", "Mops per second", "ops/s", "20.0 Mops/s"},
        {"library,size,MLUPS", "MLUPS", "LUPS", "20.0 MLUPS"},
    };
    static const char *const files[] = {"words.csv", "words.h5", "words.json", "again.csv"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[600], expected[120];
        snprintf(command, sizeof command,
                 "printf '%%s\\n' '%s' a,100,10 b,100,20 >words.csv && rm -f words.h5 && "
                 "bench-store import -q words.csv -o words.h5 && "
                 "bench-store export words.h5 -o words.json && "
                 "bench-store export words.h5 -o again.csv",
                 cases[i].header);
        shell_expect(shell, 0, command);
        for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
            snprintf(command, sizeof command,
                     "bench-analyze %s --ref a && "
                     "bench-analyze %s --measure '%s' --format csv --columns measure,unit,better | "
                     "tail -1 && bench-analyze %s --format json",
                     files[f], files[f], cases[i].name, files[f]);
            shell_expect(shell, 0, command);
            assert_has(shell->out, cases[i].shown);
            snprintf(expected, sizeof expected, "\n%s,%s,higher\n", cases[i].name, cases[i].unit);
            assert_has(shell->out, expected);
            snprintf(expected, sizeof expected, "\"measure\":\"%s\",\"unit\":\"%s\"", cases[i].name,
                     cases[i].unit);
            assert_has(shell->out, expected);
        }
    }
    shell_expect(shell, 0,
                 "printf 'size,a GFLOPS,b GFLOPS\\n1,1,2\\n2,2,3\\n3,3,4\\n4,4,5\\n5,5,6\\n' "
                 ">chart.csv && bench-plot chart.csv --measure rate --kind time "
                 "--format terminal -o -");
    assert_has(shell->out, " GFLOPS");
    assert_has(shell->out, "mean rate: floating-point operations per second");
}

TEST(what_is_of_times_alone_is_refused) {
    struct shell *shell = *state;
    static const char *const options[] = {"--complexity", "--explain b", "--scaling"};
    char command[100];
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        snprintf(command, sizeof command, "bench-analyze rates.csv %s", options[i]);
        assert_int_equal(shell_run(shell, command), 64);
    }
}

TEST(what_was_understood_is_said) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "printf 'algorithm,n,threads,trial,hostname,time_ms,speedup\\n' >lab.csv && "
        "for l in naive tiled blas; do for n in 64 4096; do for p in 1 2; do "
        "for k in 1 2 3; do echo $l,$n,$p,$k,vm$p,$n.5,1; done; done; done; done >>lab.csv "
        "&& bench-store import --dry-run lab.csv && test ! -e results.h5");
    assert_string_equal(
        shell->out, "lab.csv: 3 libraries (naive, tiled, blas) by n (64 to 4096) and threads "
                    "(1 to 2), milliseconds, 3 samples each; also speedup; left out: hostname\n");
    shell_expect(shell, 0,
                 "bench-store import --dry-run lab.csv >said; "
                 "for f in text markdown; do "
                 "bench-analyze lab.csv --format $f | head -1 | cmp - said; done; "
                 "bench-analyze lab.csv --fastest | head -1 | cmp - said; "
                 "bench-analyze lab.csv --format latex | sed -n 2p");
    assert_string_equal(shell->err, "");
    assert_has(shell->out, "% lab.csv: 3 libraries (naive, tiled, blas) by n (64 to 4096)");
    shell_expect(shell, 0,
                 "bench-plot lab.csv --report lab.html && grep -c 'left out: hostname' "
                 "lab.html");
    assert_string_equal(shell->err, "");
    shell_expect(shell, 0, "bench-analyze lab.csv --format json | head -1");
    assert_string_equal(shell->out, "[\n");
    assert_has(shell->err, "bench-analyze: lab.csv: 3 libraries");
    shell_expect(shell, 0, "bench-store import --dry-run rates.csv times.csv");
    assert_has(shell->out,
               "rates.csv: 2 libraries (a, b) by size (100 to 1000), kops/s, 6 samples each");
}

/* In a narrow table, too, two names are two, and brackets stay in pairs. */
TEST(names_of_templates_stay_apart) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "{ echo library,ms; for t in int double string; do for c in less greater; do "
        "echo \"\\\"std::sort<std::vector<$t>, std::$c<$t>>(begin, end)\\\",1\"; "
        "done; done; } >sorts.csv; for w in 40 50 60 70 80 100; do "
        "bench-analyze sorts.csv --width $w | sed 1d | grep -o 'std::.*)' | sort -u | "
        "awk -F '[<>]' -v w=$w 'NF % 2 != 1 { print w, $0 } END { if (NR != 6) print w, NR "
        "}'; done");
    assert_string_equal(shell->out, "");
}

/* That more of it is better only the file tells. */
TEST(what_is_better_the_more_there_is_is_so_everywhere) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "awk 'BEGIN { print \"library,size,round,time_ms,speedup\"; for (r = 0; r < 6; r++) "
        "for (n = 100; n <= 1000; n *= 10) { print \"a,\" n \",\" r \",2,\" 1 + r / 999; "
        "print \"b,\" n \",\" r \",1,\" 2 + r / 999 } }' >worth.csv && "
        "bench-analyze worth.csv --measure speedup");
    assert_has(shell->out, "best speedup: b at 100 to 1000");
    assert_has(shell->out, "  a ÷ speedup, lower is better  verdict");
    shell_expect(shell, 0, "bench-analyze worth.csv --measure speedup --fastest");
    assert_has(shell->out, "size  best  probability");
    assert_has(shell->out, "best: by typical speedup");
    assert_has(shell->out, "not shown worse: than any other");
    assert_has(shell->out, "no library is shown to overtake another");
    shell_expect(shell, 0, "bench-analyze worth.csv --measure speedup --profile");
    assert_has(shell->out, "a library's speedup is within a factor of the largest of all");
    assert_has(shell->out, "best             not worse");
    shell_expect(shell, 3,
                 "bench-analyze worth.csv --measure speedup --ref b --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: regressed · 2 of 2 cells worse by more");
    shell_expect(shell, 0, "bench-analyze worth.csv --measure speedup --history");
    assert_has(shell->out, "ratio: speedup before over speedup since then, lower is better");
    shell_expect(shell, 0,
                 "bench-plot worth.csv --measure speedup --kind winner --format terminal -o -");
    assert_has(shell->out, "library with the best speedup");
    shell_expect(shell, 0,
                 "bench-plot worth.csv --measure speedup --kind profile --format terminal -o -");
    assert_has(shell->out, "largest of all libraries / speedup");
}

/* Twenty days, in the middle of which the rate doubles. */
TEST(a_rate_that_rises_has_become_faster) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "for day in $(seq 10 29); do awk -v day=$day 'BEGIN { "
        "printf \"{\\\"context\\\":{\\\"date\\\":\\\"2026-01-%dT10:00:00+00:00\\\"},"
        "\\\"benchmarks\\\":[\", day; for (k = 0; k < 4; k++) printf "
        "\"%s{\\\"name\\\":\\\"BM_a/100\\\",\\\"repetition_index\\\":%d,\\\"real_time\\\":1,"
        "\\\"items_per_second\\\":%.6f}\", k ? \",\" : \"\", k, "
        "(day > 19 ? 2000 : 1000) * (1 + (day * 7 % 5 + k * 3 % 7) / 1e4); print \"]}\" }' "
        ">day.json && bench-store import -qo days.h5 day.json || exit; done; "
        "bench-plot days.h5 --measure rate --kind history --format terminal -o -");
    assert_has(shell->out, " 100 % faster since 2026-01-20");
    shell_expect(shell, 0, "bench-analyze days.h5 --measure rate --history --width 120");
    assert_has(shell->out, "ratio: rate before over rate since then, lower is faster");
    assert_has(shell->out, "  0.50000×");
    assert_has(shell->out, "  faster   2026-01-20");
    shell_expect(shell, 0,
                 "bench-analyze days.h5 --measure rate --history --format csv --columns "
                 "level,seconds,ratio,verdict | awk -F, 'NR > 1 { printf \"%d %.0f %.2f %s\\n\", "
                 "$1, $2, $3, $4 }'");
    assert_string_equal(shell->out, "1 1000 0.00 \n2 2001 0.50 faster\n");
}

/* Of rates a quantile is one of the rates, in ratios, too: a quarter of b's are slow, which its
 * upper quantiles do not show; and b is the faster one between files as well. */
TEST(a_quantile_is_of_the_rates) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk 'BEGIN { print \"library,round,MB/s\"; for (r = 0; r < 4; r++) "
                 "for (k = 0; k < 100; k++) { print \"a,\" r \",\" 100 + k % 10 / 10; "
                 "print \"b,\" r \",\" (k % 4 ? 200 : 20) + k % 10 / 10 } }' >tails.csv && "
                 "mkdir one two && sed -n '1p; /^a/p' tails.csv >one/tails.csv && "
                 "sed -n '1p; s/^b/a/p' tails.csv >two/tails.csv && "
                 "bench-analyze tails.csv --ref a --statistic p90 --format csv "
                 "--columns library,ratio | awk -F, '/^b/ { printf \"%.3f\", $2 }'");
    assert_string_equal(shell->out, "0.502");
    shell_expect(shell, 0, "bench-analyze one/tails.csv two/tails.csv --statistic p90");
    assert_has(shell->out, "100.81 ± 0.05 MB/s  200.81 ± 0.05 MB/s  0.5020×");
    assert_has(shell->out, "faster");
    shell_expect(shell, 0, "bench-analyze one/tails.csv two/tails.csv");
    assert_has(shell->out, "MB/s  0.646");
}

TEST(an_archive_of_rates_shows_them) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze rates.csv 2>/dev/null | tail -n +2 >csv.txt && "
                 "bench-analyze rates.h5 | tail -n +2 >h5.txt && "
                 "grep 'a ÷ kops/s' h5.txt && sed -n '/^size/,$p' csv.txt >a.txt && "
                 "sed -n '/^size/,$p' h5.txt | diff - a.txt");
    shell_expect(shell, 0, "bench-plot rates.h5 --format terminal -o -");
    assert_has(shell->out, "higher is faster");
}

/* A size keeps the name that its file has for it. */
TEST(sizes_keep_their_names) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf 'bits,a_ms,b_ms\n8,1,2\n16,3,4\n' >bits.csv && "
                 "bench-store import -qo bits.h5 bits.csv && "
                 "bench-store export bits.h5 -o bits-back.csv && head -1 bits-back.csv");
    assert_has(shell->out, "library,size,size_name,");
    shell_expect(shell, 0, "bench-analyze bits.csv --format json >bits.json; cat bits.json");
    assert_has(shell->out, "\"size\":8,\"size_name\":\"bits\",\"library\":\"a\"");
    static const char *const files[] = {"bits.csv", "bits.h5", "bits-back.csv"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char command[100];
        snprintf(command, sizeof command, "bench-analyze %s --param bits=16", files[i]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, "bits  library");
        assert_has(shell->out, "  16  a");
        snprintf(command, sizeof command, "bench-plot %s --format terminal -o -", files[i]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, " bits\n");
    }
    shell_expect(shell, 0, "bench-plot bits.json --format terminal -o -");
    assert_has(shell->out, " bits\n");
    shell_expect(shell, 0, "bench-analyze bits.h5 bits-back.csv --columns +size");
    assert_has(shell->out, "bits");
}

/* A number that its file writes as 1kB is a number, and shown so. */
TEST(numbers_are_shown_as_their_file_has_them) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for s in 15 512 1kB 4kB; do for a in 0 64Ki; do "
                 "echo BenchmarkC/size=$s/align=$a-8 1 46 ns/op; done; done >go.txt && "
                 "printf 'library,n,chunk,ms\\na,512,8,1\\nb,512,8,2\\na,1K,2k,1\\nb,1K,2k,2\\n' "
                 ">sizes.csv && bench-store import -qo sizes.h5 go.txt sizes.csv && "
                 "bench-store export sizes.h5 --run 2 -o sizes.json && "
                 "bench-analyze go.txt --format csv --columns size,align");
    assert_has(shell->out, "1000,65536\n");
    static const char *const files[] = {"go.txt", "sizes.h5 --run 1", "sizes.csv",
                                        "sizes.h5 --run 2", "sizes.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char command[100];
        snprintf(command, sizeof command, "bench-analyze %s", files[i]);
        shell_expect(shell, 0, command);
        if (i < 2) {
            assert_has(shell->out, "size  align  library");
            assert_has(shell->out, "\n 512   64Ki  go");
            assert_has(shell->out, "\n 1kB      0  go");
            assert_has(shell->out, "\n 4kB   64Ki  go");
        } else {
            assert_has(shell->out, "\n512      8  a");
            assert_has(shell->out, "\n 1K     2k  a");
        }
    }
    shell_expect(shell, 0,
                 "bench-plot go.txt --kind time --format terminal -o - && "
                 "bench-plot sizes.csv --kind winner --format svg -o -");
    assert_has(shell->out, "15");
    assert_has(shell->out, "1kB");
    assert_has(shell->out, "4kB");
    assert_has(shell->out, "align 64Ki");
    /* What is missing has no spelling. */
    shell_expect(shell, 0,
                 "printf 'library,n,chunk,ms\\na,1K,8,1\\nb,1K,8,1\\na,2K,nan,1\\nb,2K,nan,2\\n' "
                 ">holes.csv && bench-store export holes.csv -o holes.json && "
                 "grep -o '\"spellings\": \"[^\"]*\"' holes.json");
    assert_string_equal(shell->out, "\"spellings\": \"\\t1000\\t1K\\n\\t2000\\t2K\\n\"\n");
    shell_expect(shell, 0, "bench-analyze sizes.csv sizes.json --columns +size");
    assert_has(shell->out, "\n 1K   2000  a  ");
    shell_expect(shell, 0, "bench-analyze sizes.csv --fastest -p size=1000");
    assert_has(shell->out, "\n  1K  a  ");
}

TEST(what_else_a_table_measured_is_found_by_its_name) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf 'size,a_ms,b_ms,a_p95_ms,b_p95_ms,b_speedup\n100,2,1,3,5,2x\n"
                 "1000,4,4,7,6,1\n' >more.csv && bench-store import -qo more.h5 more.csv");
    static const char *const files[] = {"more.csv", "more.h5", "back.csv", "back.json", "old.json"};
    shell_expect(shell, 0,
                 "bench-store export more.h5 -o back.csv && "
                 "bench-store export more.h5 -o back.json && ! grep measure_ back.json && "
                 "grep -q '\"measures\": {\"p95\": \\[' back.json && "
                 /* as they were called before */
                 "sed 's/\"measures\": {/\"details\": {/; s/\"p95\":/\"measure_1\":/; "
                 "s/\"speedup\":/\"measure_2\":/' back.json >old.json && "
                 "grep -q measure_2 old.json");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char command[100];
        snprintf(command, sizeof command, "bench-analyze %s --measure p95", files[i]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, "100  a        3.00 ms  1\n      b        5.00 ms  1.67×\n");
        snprintf(command, sizeof command, "bench-analyze %s --measure speedup --format json",
                 files[i]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, "\"measure\":\"speedup\",\"unit\":\"1\",\"better\":\"higher\"");
    }
    shell_expect(shell, 0, "bench-store import --dry-run more.csv");
    assert_has(shell->out, "milliseconds, 1 sample each; also p95, speedup\n");
    shell_expect(shell, 0,
                 "printf 'library,n,mean_ms,std_ms\\na,10,1,.1\\nb,10,2,.1\\n' >spread.csv && "
                 "bench-store import --dry-run spread.csv");
    assert_has(shell->out, "also std; in no interval, as the samples are missing: std\n");
    assert_int_not_equal(shell_run(shell, "bench-analyze more.h5 --measure speedpu"), 0);
    assert_has(shell->err, "--measure may be seconds, p95 and speedup; did you mean \"speedup\"?");
}
