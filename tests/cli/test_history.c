/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-analyze --history, of archives and of other files. */
#include "tests/cli/table.h"

/* day_01.csv to day_30.csv, a run each: openblas takes 1.2 times as long from day_19.csv on. */
static int write_thirty_days(void **state) {
    if (shell_begin(state))
        return -1;
    for (int day = 1; day <= 30; day++) {
        char name[32];
        snprintf(name, sizeof name, "day_%02d.csv", day);
        FILE *table = table_begin(*state, name, "action,library,size,round,seconds");
        for (int r = 0; r < 3; r++) {
            double t = 1e-6 * (1 + 0.001 * (day * 7 % 10) + 0.0001 * r);
            fprintf(table, "axpy,openblas,64,%d,%g\n", r, (day > 18 ? 1.2 : 1) * t);
            fprintf(table, "axpy,blis,64,%d,%g\n", r, 2 * t);
        }
        table_end(table);
    }
    return 0;
}

ALL_TESTS(write_thirty_days, shell_end);

TEST(several_files_go_into_one_history) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --history day_*.csv");
    assert_has(shell->out, "axpy: history of 30 runs · 30 files\n");
    assert_has(shell->out, "1 of 2 cells changed\n");
    assert_has(shell->out, "day_19.csv  openblas  size 64  1.19");
    assert_has(shell->out, "  day_19     day_18         day_19  day_23\n");
    assert_has(shell->out, "between day_18 and day_19 · nothing that is recorded changed\n");
    assert_has(shell->out, "1 cell is steady over 30 runs");
}

TEST(programs_read_the_levels) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze --history day_*.csv --format csv "
                 "--columns library,level,level_runs,run,last_run");
    assert_string_equal(shell->out, "library,level,level_runs,run,last_run\n"
                                    "openblas,1,18,day_01,day_18\n"
                                    "openblas,2,12,day_19,day_30\n"
                                    "blis,1,30,day_01,day_30\n");
    shell_expect(shell, 0,
                 "bench-analyze --history day_*.csv --format json | python3 -c 'import json, sys; "
                 "print([round(r[\"ratio\"], 2) for r in json.load(sys.stdin) if r[\"ratio\"]])'");
    assert_string_equal(shell->out, "[1.2]\n");
}

TEST(a_change_too_small_to_matter_is_none) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --history day_*.csv --min-effect 30%");
    assert_has(shell->out, "none of 2 cells is shown to have changed");
}

TEST(only_what_is_picked_has_a_history) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --history day_*.csv --library blis -v");
    assert_has(shell->out, "blis     size 64  steady    30");
    shell_expect(shell, 64, "bench-analyze --history day_*.csv --size 65");
}

TEST(a_file_that_is_named_twice_counts_once) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --history day_01.csv day_01.csv");
    assert_has(shell->out, "history of 1 run ");
}

TEST(unknown_columns_are_refused) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-analyze --history day_*.csv --columns mean");
    assert_has(shell->err, "'mean'");
}

/* Of Google Benchmark, which says when it ran. */
TEST(a_mark_names_one_change_and_counts_the_others) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "awk 'BEGIN { for (d = 10; d < 30; d++) { file = \"d\" d \".json\"; printf "
        "\"{\\\"context\\\": "
        "{\\\"date\\\": \\\"2026-10-%dT02:00:00+00:00\\\"}, \\\"benchmarks\\\": [\", d >file\n"
        "for (i = 0; i < 6; i++) printf \"%s{\\\"name\\\": \\\"axpy_%s/64\\\", \\\"run_type\\\": "
        "\\\"iteration\\\", \\\"iterations\\\": 9, \\\"real_time\\\": %g, \\\"cpu_time\\\": 1, "
        "\\\"time_unit\\\": \\\"ns\\\"}\", i ? \", \" : \"\", i % 2 ? \"loop\" : \"simd\", "
        "(i % 2 ? 900 : 500) * (d > 20 ? 1.2 + i % 2 / 10 : 1) * (1 + (d * 7 + i) % 10 / 1000) "
        ">file\n"
        "print \"]}\" >file } }' && bench-store import d*.json --split -o h.h5 >x && bench-plot "
        "h.h5 --kind history -o h.svg >x && "
        "grep -o '>loop +30 %, 1 more<' h.svg");
}

TEST(ratios_have_a_history) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --history --relative --ref blis day_*.csv");
    assert_has(shell->out, "axpy: history of 30 runs · relative to blis · 30 files\n");
    assert_has(shell->out, "1 of 1 cells changed\n");
    shell_expect(shell, 0,
                 "bench-analyze --history --relative --ref blis day_*.csv --format csv "
                 "--columns library,reference,level,seconds,relative,changed_after,changed_by");
    assert_has(shell->out, "openblas,blis,1,,0.");
    assert_has(shell->out, "openblas,blis,2,,0.60");
    assert_has(shell->out, ",day_18,day_19\n");
}

TEST(ratios_need_two_libraries) {
    struct shell *shell = *state;
    shell_expect(shell, 64,
                 "bench-analyze --history --relative --ref blis --library blis day_*.csv");
    assert_has(shell->err, "choose a library besides the reference");
    assert_string_equal(shell->out, "");
}

/* Every look is at another part of the same files. */
TEST(few_runs_and_equal_times_show_nothing) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for n in 1 2 3 4 5 6 7 8; do bench-analyze --history $(ls day_*.csv | tail -n "
                 "+15 | head -n $n) || exit; done");
    assert_null(strstr(shell->out, "cells changed"));
    assert_has(shell->out, "none of 2 cells is shown to have changed");
    assert_has(shell->out, "2 cells with too few runs to show a change");
    FILE *table = table_begin(shell, "equal.csv", "run,action,library,size,round,seconds");
    for (int run = 10; run < 40; run++)
        fprintf(table, "%d,axpy,openblas,64,0,%s\n", run, run == 20 ? "nan" : "1e-6");
    table_end(table);
    shell_expect(shell, 0, "bench-analyze --history equal.csv");
    assert_has(shell->out, "none of 1 cells is shown to have changed");
    assert_has(shell->out, "1 cell is steady over 29 runs");
}

TEST(all_runs_of_an_archive_are_read) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "{ echo run,action,library,size,round,seconds; "
                 "for i in 1 2 3; do echo $i,axpy,builtin,10,0,${i}e-9; done; } >three.csv; "
                 "bench-store import -q three.csv; bench-analyze --history results.h5 -v");
    assert_has(shell->out, "history of 3 runs");
    assert_has(shell->out, "size 10  too few runs     3");
    shell_expect(shell, 0, "bench-analyze --history results.h5 --run 2..3");
    assert_has(shell->out, "history of 2 runs");
}

TEST(a_run_in_two_archives_counts_once) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "cp results.h5 copy.h5; bench-analyze --history results.h5 copy.h5");
    assert_has(shell->out, "history of 3 runs");
    assert_has(shell->out, "3 runs are in several files, counted once");
}
