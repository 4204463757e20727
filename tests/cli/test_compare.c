/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-analyze on several files, and on two runs of one. */
#include "tests/cli/made_times.h"

/* measured FILE RUN ACTION LIBRARY NS SIZE...: five rounds of four samples, NS ns per unit of size.
 */
static const char measured[] =
    "measured() { file=$1; run=$2; action=$3; library=$4; ns=$5; shift 5; "
    "test -f $file || echo run,action,library,size,round,seed,seconds >$file; "
    "for size; do awk -v p=$run,$action,$library,$size -v t=$ns -v s=$size 'BEGIN { "
    "for (r = 0; r < 5; r++) for (k = 0; k < 4; k++) "
    "printf \"%s,%d,%d,%.12g\\n\", p, r, k, t * s * 1e-9 * (1 + 0.002 * r + 0.0001 * k) }' "
    ">>$file; done; }; ";

/* With measured at hand. */
static void expect(struct shell *shell, int status, const char *command) {
    char line[1 << 12];
    snprintf(line, sizeof line, "%s%s", measured, command);
    shell_expect(shell, status, line);
}

/* slow.csv is 15 % slower than old.csv in blis, and lacks one library and one action. */
static void make_files(struct shell *shell) {
    expect(
        shell, 0,
        "rm -f *.csv; measured old.csv a axpy openblas 1 100 1000; "
        "measured old.csv a axpy blis 2 100 1000; measured old.csv a axpy atlas 3 100; "
        "measured old.csv a dot blis 1 10; "
        "measured slow.csv b axpy openblas 1 100 1000; measured slow.csv b axpy blis 2.3 100 1000; "
        "measured third.csv c axpy openblas 0.5 100 1000");
}

ALL_TESTS(shell_begin, shell_end);

TEST(two_files_are_compared) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv");
    assert_has(shell->out, "earlier: old.csv");
    assert_has(shell->out, "later: slow.csv");
    assert_has(shell->out, "2 of 4 cells slower · 0 faster · 2 no difference shown");
    assert_has(shell->out, "1.15×");
    assert_has(shell->out, "between runs: 2 %, assumed, no earlier runs tell");
}

TEST(what_has_no_partner_is_told) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv");
    assert_has(shell->out, "without a partner: 2 cells");
    assert_has(shell->out, "no such action of that type: dot, blis: size 10");
    assert_has(shell->out, "no such library there: axpy, atlas: size 100");
    shell_expect(shell, 0,
                 "bench-analyze old.csv slow.csv --format csv --columns library,ratio,in,lacks | "
                 "grep -E 'action|library$'");
    assert_string_equal(shell->out, "atlas,,earlier,library\nblis,,earlier,action\n");
}

TEST(a_regression_beyond_the_margin_ends_with_three) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 3, "bench-analyze old.csv slow.csv --drift 0.5% --fail-on-regression 10%");
    assert_has(shell->out, "gate at 10 %: regressed · 2 of 6 cells slower by more");
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv --fail-on-regression 10%");
    assert_has(shell->out, "2 inconclusive cells would have regressed by the rounds alone");
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv --fail-on-regression 20%");
    assert_has(shell->out, "gate at 20 %: passed · ");
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv --fail-on-regression 200%");
    assert_has(shell->out, "gate at 200 %: passed · 4 of 6 cells within · 2 inconclusive");
    shell_expect(shell, 64, "bench-analyze old.csv slow.csv --fail-on-regression -1%");
    shell_expect(shell, 0, "bench-analyze slow.csv old.csv --fail-on-regression 0");
    shell_expect(shell, 3,
                 "bench-analyze old.csv slow.csv --drift 0.5% --fail-on-regression 10% -o out.csv "
                 "--format csv; s=$?; grep -c ,yes, out.csv; exit $s");
    assert_string_equal(shell->out, "2\n");
}

TEST(a_margin_without_a_comparison_is_refused) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 64, "bench-analyze old.csv --fail-on-regression 5%");
    shell_expect(shell, 64, "bench-analyze old.csv slow.csv --each --fail-on-regression 5%");
    shell_expect(shell, 64, "bench-analyze old.csv slow.csv --history --fail-on-regression 5%");
    shell_expect(shell, 64, "bench-analyze old.csv slow.csv --fastest --fail-on-regression 5%");
    shell_expect(shell, 64, "bench-analyze old.csv slow.csv --complexity --fail-on-regression 5%");
}

/* run_of FILE RUN FACTOR: 12 sizes of two libraries that take FACTOR times as long as usual. */
static const char run_of[] =
    "run_of() { echo run,host,action,library,size,round,seed,seconds >$1; "
    "awk -v run=$2 -v f=$3 'BEGIN { for (s = 1; s <= 12; s++) for (l = 0; l < 2; l++) "
    "for (r = 0; r < 5; r++) for (k = 0; k < 4; k++) printf "
    "\"%s,here,axpy,%s,%d,%d,%d,%.12g\\n\", run, l ? \"blis\" : \"openblas\", s, r, k, "
    "f * (1 + l) * s * 1e-6 * (1 + 0.002 * sin(run * 100 + s * 17 + l * 5 + r * 3) + 0.0001 * k) "
    "}' "
    ">>$1; }; ";

SOAK_TEST(numbers_are_those_of_scipy_from_the_samples) {
    struct shell *shell = *state;
    char command[PATH_MAX + 200], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command, "/usr/bin/python3 '%s/tests/analyze/between_runs.py' .",
             root);
    int status = shell_run(shell, command);
    if (status == 77)
        skip_for("python3-scipy is not installed");
    if (status != 0)
        fail_msg("%s%s", shell->out, shell->err);
}

/* Recomputed from the pairs. */
TEST(libraries_are_summed_up) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0,
                 "bench-analyze old.csv slow.csv --format json >pairs && "
                 "bench-analyze old.csv slow.csv --format json --summary >means && "
                 "/usr/bin/python3 -c '\n"
                 "import json, math\n"
                 "pairs = [p for p in json.load(open(\"pairs\")) if p[\"ratio\"]]\n"
                 "means = json.load(open(\"means\"))\n"
                 "assert {m[\"library\"] for m in means} == {p[\"library\"] for p in pairs}\n"
                 "for m in means:\n"
                 "    of = [p for p in pairs if p[\"library\"] == m[\"library\"]]\n"
                 "    n, ln = len(of), math.log\n"
                 "    mean = sum(ln(p[\"ratio\"]) for p in of) / n\n"
                 "    half = sum(ln(p[\"ratio_high\"] / p[\"ratio_low\"]) for p in of) / 2 / n\n"
                 "    for key, wanted in ((\"ratio\", mean), (\"ratio_low\", mean - half),\n"
                 "                        (\"ratio_high\", mean + half)):\n"
                 "        assert abs(ln(m[key]) - wanted) < 1e-12, (m, key)\n"
                 "    assert m[\"cells\"] == n and n > 1\n"
                 "    for word in (\"faster\", \"slower\", \"inconclusive\"):\n"
                 "        assert m[word] == sum(p[\"verdict\"] == word for p in of), (m, word)\n'");
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv --summary");
    assert_has(shell->out, "library   later ÷ earlier, geometric mean");
    assert_lacks(shell->out, "earlier ±");
    shell_expect(shell, 64, "bench-analyze old.csv slow.csv --summary --columns mean");
}

TEST(warnings_of_both_sides_are_told) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0,
                 "awk -F, -v OFS=, 'NR > 1 && $5 == 1 { $7 *= 3 } { print }' old.csv >rough.csv && "
                 "bench-analyze rough.csv old.csv");
    assert_has(shell->out, " warnings: earlier: ");
    assert_has(shell->out, "; --verbose explains");
    shell_expect(shell, 0, "bench-analyze rough.csv old.csv --verbose");
    assert_has(shell->out, "warning, earlier, axpy: times vary between rounds");
    assert_lacks(shell->out, "warning, later");
}

/* The tooltips and captions of an SVG are the table's numbers. */
TEST(two_files_are_drawn) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0,
                 "bench-plot old.csv slow.csv -o change.svg && "
                 "bench-plot old.csv slow.csv --kind change -o - --format svg | "
                 "cmp - change.svg");
    shell_expect(shell, 0, "grep -c 'time, later / earlier' change.svg");
    shell_expect(shell, 0, "bench-plot old.csv slow.csv --format terminal -o -");
    assert_has(shell->out, "blis");
    shell_expect(shell, 64, "bench-plot old.csv slow.csv third.csv --kind change -o a.png");
    assert_has(shell->err, "--kind change compares two");
    shell_expect(shell, 64, "bench-plot old.csv --kind change -o a.png");
    assert_has(shell->err, "compares two files, an earlier and a later one");
    shell_expect(shell, 64, "bench-plot old.csv slow.csv --kind rate -o a.png");
}

TEST(drift_is_a_part) {
    struct shell *shell = *state;
    make_files(shell);
    static const char *const wrong[] = {"-1%", "5", "x", "100%", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[128];
        snprintf(line, sizeof line, "bench-analyze old.csv slow.csv --drift '%s'", wrong[i]);
        shell_expect(shell, 64, line);
        assert_non_null(strstr(shell->err, "must be from 0 to below 1; say 2% or 0.02"));
    }
    shell_expect(shell, 64, "bench-analyze old.csv --drift 1%");
    assert_non_null(strstr(shell->err, "--drift would change nothing here"));
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv --drift 0");
    assert_has(shell->out, "between runs: 0 %, as given");
}

/* The machine was 4 % slower in one of three runs of either side. */
TEST(several_files_are_one_side) {
    struct shell *shell = *state;
    char line[1 << 12];
    snprintf(line, sizeof line,
             "rm -f *.csv; %s i=0; for f in 1 1.04 0.99; do i=$((i+1)); run_of old$i.csv $i $f; "
             "run_of new$i.csv $((i+3)) $f; run_of slow$i.csv $((i+6)) $(awk \"BEGIN { print $f * "
             "1.2 }\"); done",
             run_of);
    shell_expect(shell, 0, line);
    shell_expect(shell, 0, "bench-analyze new*.csv --against old*.csv");
    assert_has(shell->out, "earlier: old1.csv, old2.csv, old3.csv · 3 runs, the last 3");
    assert_has(shell->out, "later: new1.csv, new2.csv, new3.csv · 3 runs, the last 6");
    assert_has(shell->out, "from 6 runs · 2.6 % of the machine as a whole");
    assert_has(shell->out, "0 of 24 cells slower · 0 faster · 24 no difference shown");
    shell_expect(
        shell, 3,
        "bench-analyze slow*.csv --against old*.csv --fail-on-regression 2% --format csv "
        "--columns earlier_runs,later_runs,other_runs,between_runs_from,verdict -o out.csv");
    shell_expect(shell, 0, "sort -u out.csv");
    assert_string_equal(shell->out,
                        "3,3,0,runs,slower\n"
                        "earlier_runs,later_runs,other_runs,between_runs_from,verdict\n");
    shell_expect(shell, 0, "bench-analyze new*.csv --against old*.csv --relative");
    assert_has(shell->out, "of 12 cells slower · 0 faster");
    shell_expect(shell, 64, "bench-analyze --against old*.csv");
    assert_non_null(strstr(shell->err, "all files follow --against"));
    shell_expect(shell, 64, "bench-analyze new1.csv new2.csv --against 1");
    shell_expect(shell, 64, "bench-analyze new1.csv --against nonesuch.csv");
    shell_expect(shell, 1, "bench-analyze new1.csv --against nonesuch.h5");
    assert_non_null(strstr(shell->err, "nonesuch.h5: "));
}

/* The same file twice is one run. */
SOAK_TEST(a_copy_of_a_run_is_no_run) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rm -f *.h5; bench-collect -q axpy builtin --sizes 10,20 --rounds 3 --stage-time "
                 "0.001 -o a.h5; bench-collect -q axpy builtin --sizes "
                 "10,20 --rounds 3 --stage-time 0.001 -o new.h5");
    make_times(shell, "a.h5 new.h5");
    shell_expect(shell, 0,
                 "cp a.h5 b.h5; cp a.h5 c.h5; bench-analyze new.h5 --against a.h5 b.h5 c.h5");
    assert_has(shell->out, "between runs: 2 %, assumed, no earlier runs tell");
}

/* Of one archive with 6 runs the last two are compared, and the other four tell. */
SOAK_TEST(older_runs_tell_what_runs_differ_by) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rm -f *.h5; for i in 1 2 3 4 5 6; do bench-collect -q axpy builtin --sizes 10,20 "
                 "--rounds 3 --stage-time 0.001 -o r.h5; done");
    make_times(shell, "r.h5");
    shell_expect(shell, 0, "bench-analyze r.h5 --against 5");
    assert_has(shell->out, ", from 4 earlier runs");
    shell_expect(shell, 0, "bench-analyze r.h5 --against 2 --run 3");
    assert_has(shell->out, "assumed, no earlier runs tell");
    shell_expect(shell, 0, "bench-analyze r.h5 --against 1..3 --run 4..6");
    assert_has(shell->out, ", from 6 runs");
    shell_expect(shell, 0, "bench-analyze r.h5 --against 5 --drift 3%");
    assert_has(shell->out, "between runs: 3 %, as given");
}

/* Every fourth sample of blis takes twice as long: nothing that a trimmed ratio would see. */
TEST(a_tail_of_slow_samples_is_a_regression) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 3,
                 "awk -F, -v OFS=, '$3 == \"blis\" && $6 == 3 { $7 *= 2 } { print }' old.csv "
                 ">tail.csv && bench-analyze old.csv tail.csv --relative --fail-on-regression 5%");
    assert_has(shell->out, "1.00×");
    assert_has(shell->out, "regressed by means");
    assert_has(shell->out, "2 of 3 cells slower by more");
    assert_has(shell->out, "2 of these are by the ratio of means alone: a tail of slow samples");
    assert_has(shell->out, "warning: means disagree with typical times: blis at size");
    shell_expect(shell, 3, "bench-analyze old.csv tail.csv --fail-on-regression 5%");
    shell_expect(shell, 0, "bench-analyze old.csv tail.csv --relative --fail-on-regression 30%");
    shell_expect(shell, 3,
                 "bench-analyze old.csv tail.csv --relative --fail-on-regression 5% --format csv "
                 "--columns library,size,regressed,regressed_by -o out.csv");
    shell_expect(shell, 0, "grep -c 'blis,.*,yes,mean_ratio' out.csv");
    assert_string_equal(shell->out, "2\n");
}

TEST(without_a_single_pair_no_regression_can_be_ruled_out) {
    struct shell *shell = *state;
    expect(shell, 0, "rm -f *.csv; measured one.csv a axpy x 1 10; measured two.csv b axpy y 1 10");
    shell_expect(shell, 0, "bench-analyze one.csv two.csv");
    assert_has(shell->out, "warning: nothing can be compared");
    shell_expect(shell, 5, "bench-analyze one.csv two.csv --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: inconclusive · 0 of 1 cell within · 1 inconclusive\n");
    assert_has(shell->out, "1 inconclusive cell cannot be compared: missing");
}

TEST(without_a_single_test_no_regression_can_be_ruled_out) {
    struct shell *shell = *state;
    expect(shell, 0,
           "rm -f *.csv; for t in 1 9; do"
           " printf 'action,library,size,seconds\\naxpy,blis,10,%se-9\\n' $t >$t.csv; done");
    shell_expect(shell, 0, "bench-analyze 1.csv 9.csv");
    assert_has(shell->out, "not tested");
    shell_expect(shell, 5, "bench-analyze 1.csv 9.csv --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: inconclusive · 0 of 1 cell within · 1 inconclusive\n");
}

TEST(unknown_columns_are_refused_without_a_pair) {
    struct shell *shell = *state;
    expect(shell, 0, "rm -f *.csv; measured one.csv a axpy x 1 10; measured two.csv b axpy y 1 10");
    shell_expect(shell, 64, "bench-analyze one.csv two.csv --columns nonesuch");
    assert_string_equal(shell->out, "");
}

TEST(two_questions_at_once_are_refused) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 64, "bench-analyze old.csv --against 1 --fastest");
    shell_expect(shell, 64, "bench-analyze old.csv --history --complexity");
    assert_non_null(strstr(shell->err, "one question at a time"));
    shell_expect(shell, 0, "bench-analyze old.csv --fastest --fastest --summary");
}

TEST(each_later_file_is_compared_with_the_first) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv third.csv");
    assert_has(shell->out, "later: slow.csv");
    assert_has(shell->out, "later: third.csv");
    assert_has(shell->out, "0 of 2 cells slower · 2 faster · 0 no difference shown");
    shell_expect(shell, 0,
                 "bench-analyze old.csv slow.csv third.csv --format csv "
                 "--columns earlier_archive,later_archive,library,verdict | grep -v ,$");
    assert_string_equal(shell->out, "earlier_archive,later_archive,library,verdict\n"
                                    "old.csv,slow.csv,openblas,not_shown\n"
                                    "old.csv,slow.csv,blis,slower\n"
                                    "old.csv,slow.csv,openblas,not_shown\n"
                                    "old.csv,slow.csv,blis,slower\n"
                                    "old.csv,third.csv,openblas,faster\n"
                                    "old.csv,third.csv,openblas,faster\n");
}

TEST(json_is_one_array_of_all_comparisons) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0,
                 "bench-analyze old.csv slow.csv third.csv --format json | /usr/bin/python3 -c '\n"
                 "import json, sys\n"
                 "rows = json.load(sys.stdin)\n"
                 "print(len(rows), sum(row[\"ratio\"] is None for row in rows))'");
    assert_string_equal(shell->out, "12 6\n");
}

TEST(files_one_after_the_other_are_asked_for) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0, "bench-analyze old.csv slow.csv --each");
    assert_lacks(shell->out, "earlier:");
    assert_has(shell->out, "geometric mean");
}

/* What slows the whole machine is none of the libraries' doing. */
TEST(relative_ones_compare_ratios) {
    struct shell *shell = *state;
    expect(shell, 0,
           "rm -f *.csv; measured old.csv a axpy openblas 1 100 1000; measured old.csv a axpy blis "
           "2 100 "
           "1000; measured new.csv b axpy openblas 1.5 100 1000; measured new.csv b axpy blis 3 "
           "100 1000");
    shell_expect(shell, 0, "bench-analyze old.csv new.csv");
    assert_has(shell->out, "4 of 4 cells slower");
    shell_expect(shell, 0, "bench-analyze old.csv new.csv --relative --ref openblas");
    assert_has(shell->out, "compared are ratios to openblas");
    assert_has(shell->out, "0 of 2 cells slower · 0 faster · 2 no difference shown");
    shell_expect(shell, 64, "bench-analyze old.csv new.csv --relative --ref nonesuch");
}

TEST(relative_ones_need_one_reference) {
    struct shell *shell = *state;
    expect(
        shell, 0,
        "rm -f *.csv; measured old.csv a axpy openblas 1 100; measured old.csv a axpy blis 2 100; "
        "measured new.csv b axpy blis 2 100; measured new.csv b axpy openblas 1 100");
    shell_expect(shell, 64, "bench-analyze old.csv new.csv --relative");
    assert_non_null(strstr(shell->err, "--ref names one library that both have"));
}

TEST(two_runs_of_one_archive_are_compared) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rm -f results.h5; for i in 1 2; do bench-collect -q axpy builtin --sizes 10,20 "
                 "--rounds 3 --stage-time 0.001; done");
    make_times(shell, "results.h5");
    shell_expect(shell, 0, "bench-analyze results.h5 --against 1");
    assert_has(shell->out, "earlier: results.h5 · run_000001");
    assert_has(shell->out, "later: results.h5 · run_000002");
    assert_has(shell->out, " of 2 cells slower ·");
    shell_expect(shell, 0, "bench-analyze results.h5 --against 2 --run 1");
    assert_has(shell->out, "earlier: results.h5 · run_000002");
    assert_has(shell->out, "later: results.h5 · run_000001");
    shell_expect(shell, 0, "bench-analyze results.h5 --against latest");
    assert_has(shell->out, "warning: both sides are the same run, run_000002");
    shell_expect(shell, 64, "bench-analyze results.h5 --against 7");
    shell_expect(shell, 64, "bench-analyze results.h5 results.h5 --against 1");
}

TEST(an_archive_is_compared_with_a_table) {
    struct shell *shell = *state;
    expect(shell, 0,
           "rm -f results.h5 *.csv; bench-collect -q axpy builtin --sizes 10,20 --rounds 3 "
           "--stage-time 0.001; measured mine.csv a axpy builtin 1000 10 20");
    make_times(shell, "results.h5");
    shell_expect(shell, 0, "bench-analyze results.h5 mine.csv");
    assert_has(shell->out, "2 of 2 cells slower · 0 faster");
    assert_has(shell->out, "of the later, mine.csv, is not known: axpy precision, host");
}

TEST(the_view_is_of_comparisons) {
    struct shell *shell = *state;
    make_files(shell);
    shell_expect(shell, 0,
                 "bench-analyze old.csv slow.csv --columns library,size,ratio --sort -ratio,size "
                 "--action axpy --library openblas,blis --format csv");
    assert_string_equal(strtok(shell->out, "\n"), "library,size,ratio");
    assert_non_null(strstr(strtok(NULL, "\n"), "blis,100,1.15"));
    shell_expect(shell, 64, "bench-analyze old.csv slow.csv --columns p99");
    shell_expect(shell, 0, "bench-analyze --columns help");
    assert_has(shell->out, "lacks");
}
