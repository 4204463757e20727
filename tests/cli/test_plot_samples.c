/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-plot --kind ecdf, histogram and history. */
#include "tests/cli/made_times.h"

/* many.csv: 300 samples of two libraries at sizes 10 and 1000, three of openblas a hundred times as
 * long; blis was not measured at 5000. results.h5: two runs whose times are made up. */
static int write_samples(void **state) {
    if (shell_begin(state))
        return -1;
    shell_expect(
        *state, 0,
        "awk 'BEGIN { print \"action,library,size,round,seconds\";"
        "  for (i = 0; i < 300; i++) for (s = 10; s <= 1000; s *= 100) {"
        "    t = 1e-9 * s * (1 + 0.001 * (i * 7 % 31));"
        "    print \"axpy,openblas,\" s \",\" i % 3 \",\" (i % 100 ? t : 100 * t);"
        "    print \"axpy,blis,\" s \",\" i % 3 \",\" 1.5 * t }"
        "  for (i = 0; i < 30; i++) print \"axpy,openblas,5000,\" i % 3 \",5e-6\" }'"
        " >many.csv && for i in 1 2; do"
        " bench-collect -q axpy builtin --sizes 10,100 --rounds 2 --stage-time 0.001; done");
    make_times(*state, "results.h5");
    return 0;
}

/* What a picture says of itself. */
static void draw(struct shell *shell, const char *command) {
    char line[512];
    snprintf(line, sizeof line, "%s -o a.svg >/dev/null && sed -n '/<desc>/,/<.desc>/p' a.svg",
             command);
    shell_expect(shell, 0, line);
}

ALL_TESTS(write_samples, shell_end);

TEST(the_largest_size_of_all_libraries_is_drawn) {
    struct shell *shell = *state;
    draw(shell, "bench-plot --kind ecdf many.csv");
    assert_has(shell->out,
               "axpy — times at size 1000: 300 samples each; cumulative share of samples");
    assert_null(strstr(shell->out, "size 10:"));
}

/* At size 5000 there are 30 samples: enough for p95, not for p99. */
TEST(far_quantiles_are_marked_where_samples_tell_them) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-plot --kind ecdf many.csv --at size=5000 -o a.pdf && pdftotext a.pdf -");
    assert_has(shell->out, "p95");
    assert_lacks(shell->out, "p99");
    shell_expect(shell, 0,
                 "bench-plot --kind histogram many.csv --at size=5000 --library openblas "
                 "-o a.pdf && pdftotext a.pdf -");
    assert_has(shell->out, "p50");
    assert_lacks(shell->out, "p99");
    shell_expect(shell, 0, "bench-plot --kind ecdf many.csv -o a.pdf && pdftotext a.pdf -");
    assert_has(shell->out, "p99");
    shell_expect(shell, 0,
                 "(head -n 1 many.csv; grep ',1000,' many.csv | head -n 60) >few.csv && "
                 "bench-plot --kind ecdf few.csv many.csv --at size=1000 -o a.pdf && "
                 "pdftotext a.pdf -");
    assert_has(shell->out, "30 to 300 samples each");
    assert_has(shell->out, "p95");
    assert_lacks(shell->out, "p99");
}

TEST(what_is_beyond_the_chart_is_told) {
    struct shell *shell = *state;
    draw(shell, "bench-plot --kind histogram many.csv");
    assert_has(shell->out, "300 samples each; share in bins of ");
    assert_has(shell->out, "beyond the chart: openblas 1 %, up to 102 µs");
}

/* Interpolated between 1.03 and 102 µs, though the curve reaches 99 % at 1.03. */
TEST(charts_and_tables_have_the_same_quantile) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze many.csv --columns size,library,p99 --at size=1000 --format csv");
    assert_has(shell->out, "openblas,2.0196999999");
    shell_expect(shell, 0, "bench-plot --kind histogram many.csv --at size=1000 --format terminal");
    assert_has(shell->out, "median 1.02 µs, p99 2.02 µs");
    shell_expect(shell, 0,
                 "bench-plot --kind ecdf many.csv --at size=1000 -o a.tikz && "
                 "grep -o '([0-9.e-]*,0.99)' a.tikz");
    assert_has(shell->out, "(2.0197e-06,0.99)");
}

TEST(points_are_chosen_by_at) {
    struct shell *shell = *state;
    draw(shell, "bench-plot --kind ecdf many.csv --at 'size<=1000'");
    assert_has(shell->out, "times at size 10:");
    assert_has(shell->out, "times at size 1000:");
    shell_expect(shell, 64, "bench-plot --kind ecdf many.csv --at size=11 -o a.svg");
    assert_has(shell->err, "has no point of size=11");
    shell_expect(shell, 64, "bench-plot --kind ecdf many.csv --at size -o a.svg");
}

TEST(two_runs_are_a_history_without_changes) {
    struct shell *shell = *state;
    draw(shell, "bench-plot --kind history results.h5");
    assert_has(shell->out, "axpy — history at size 100:");
    assert_has(shell->out, "2 runs: too few to show a change");
    draw(shell, "bench-plot --kind history results.h5 --at size=10");
    assert_has(shell->out, "axpy — history at size 10:");
    shell_expect(shell, 64, "bench-plot --kind history results.h5 --at size=11 -o a.svg");
    assert_has(shell->err, "has no point of size=11");
}

TEST(samples_of_archives_are_drawn_too) {
    struct shell *shell = *state;
    draw(shell, "bench-plot --kind ecdf results.h5 --run 1");
    assert_has(shell->out, "times at size 100: ");
}

TEST(two_runs_are_drawn_over_each_other) {
    struct shell *shell = *state;
    draw(shell, "bench-plot --kind histogram results.h5 --run 1,2");
    assert_has(shell->out, "dashed: run_000001; filled: run_000002");
    assert_has(shell->out, "axpy (run_000002) — times at size 100");
    assert_lacks(shell->out, "axpy (run_000001)");
    shell_expect(shell, 0,
                 "bench-plot results.h5 --run all --report r.html >/dev/null && "
                 "grep -c 'aria-label=\"axpy (run_000002) — times at size 100\"' r.html");
    draw(shell, "bench-plot --kind ecdf results.h5 --run 1,2");
    assert_has(shell->out, "earlier: run_000001; later: run_000002");
    shell_expect(shell, 0, "sed 's/^axpy,blis,/axpy,new,/' many.csv >other.csv");
    draw(shell, "bench-plot --kind box many.csv other.csv");
    assert_has(shell->out, "grey: many.csv; in colour: other.csv\nonly in many.csv: blis");
    shell_expect(shell, 0, "bench-plot --kind box many.csv other.csv --format terminal");
    assert_has(shell->out, "openblas, earlier │");
    assert_has(shell->out, "         openblas │");
    assert_has(shell->out, "              new │");
    assert_lacks(shell->out, "new, earlier");
    shell_expect(shell, 0, "grep -v ',1000,' many.csv >small.csv");
    draw(shell, "bench-plot --kind histogram many.csv small.csv");
    assert_has(shell->out, "only in many.csv");
    assert_has(shell->out, "only in small.csv");
    shell_expect(shell, 64, "bench-plot --kind ecdf many.csv small.csv other.csv -o x.svg");
    assert_has(shell->err,
               "--kind ecdf draws one file, or an earlier and a later one; there are 3");
}

/* The same size at another stride is another point, though stride varies in neither file. */
TEST(other_parameters_are_another_point) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for s in 8 16; do awk -F, -v OFS=, -v s=$s"
                 " '{ $3 = $3 OFS (NR == 1 ? \"stride\" : s) } 1' many.csv >s$s.csv; done");
    draw(shell, "bench-plot --kind box s8.csv s16.csv --at size=1000");
    assert_has(shell->out, "only in s8.csv");
    assert_has(shell->out, "only in s16.csv");
    draw(shell, "bench-plot --kind ecdf s8.csv s8.csv --at size=1000");
    assert_lacks(shell->out, "only in");
}

/* Three in a hundred are a hundred times as long. */
TEST(samples_are_shown_in_their_order) {
    struct shell *shell = *state;
    draw(shell, "bench-plot --kind sequence many.csv");
    assert_has(shell->out, "axpy, openblas at size 1000 — samples in order");
    assert_has(shell->out, "median 1.02 µs; 3 above, up to 100×");
    assert_has(shell->out, "median 1.52 µs");
    draw(shell, "bench-plot --kind sequence results.h5 --run 1 --at size=10");
    assert_has(shell->out, "axpy, builtin at size 10 — samples in order");
    shell_expect(shell, 0,
                 "bench-plot --kind sequence results.h5 --run 1,2 -o a.pdf && pdftotext a.pdf -");
    assert_has(shell->out, "builtin at size 100 (run_000001)");
    assert_has(shell->out, "builtin at size 100 (run_000002)");
}

TEST(what_has_no_median_is_told) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "sed '/blis/s/[^,]*$/0/' many.csv >zeros.csv");
    draw(shell, "bench-plot --kind sequence zeros.csv --at size=1000");
    assert_has(shell->err, "left out, no samples with a median above zero: blis at size 1000");
    shell_expect(shell, 64,
                 "bench-plot --kind sequence zeros.csv --at size=1000 --library blis "
                 "-o a.svg");
    assert_has(shell->err, "nothing to draw: no samples with a median above zero: blis");
}

TEST(the_same_samples_give_the_same_bytes) {
    shell_expect(
        *state, 0,
        "for k in ecdf histogram box sequence; do bench-plot --kind $k many.csv -o one.pdf && "
        "bench-plot --kind $k many.csv -o other.pdf && cmp one.pdf other.pdf || exit 1; "
        "done");
}

/* Their ratio has no number. */
TEST(six_hundred_decades_are_drawn_whole) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "(echo library,size,seconds; for i in $(seq 1 60); do"
                 "  echo a,1,1e-$((i * 5)); echo a,1,1e$((i * 5)); done) >wide.csv && true");
    shell_expect(shell, 0, "bench-plot --kind histogram wide.csv -o w.pdf && pdftotext w.pdf -");
    assert_has(shell->out, "120 samples; share in bins of 120 decades");
    assert_has(shell->out, "10⁻²⁰⁰ s");
    assert_has(shell->out, "10²⁰⁰ s");
    shell_expect(shell, 0, "bench-plot --kind ecdf wide.csv -o w.pdf && pdftotext w.pdf -");
    assert_has(shell->out, "10⁻²⁰⁰ s");
    assert_has(shell->out, "10²⁰⁰ s");
}

/* A third of 30,000 samples are beyond the whiskers. */
TEST(dots_in_one_place_are_one_in_tex) {
    shell_expect(*state, 0,
                 "awk 'BEGIN { print \"action,library,size,seconds\";"
                 "  for (i = 0; i < 30000; i++)"
                 "    print \"axpy,openblas,64,\" 1e-6 * (i % 3 ? 1 : 1 + i / 3e4) }' >tail.csv && "
                 "bench-plot --kind box tail.csv -o a.tikz && "
                 "test $(grep -o '([0-9.e-]*,[0-9.e-]*)' a.tikz | wc -l) -lt 1000");
}

TEST(a_million_samples_make_a_small_file) {
    shell_expect(*state, 0,
                 "awk 'BEGIN { print \"action,library,size,seconds\";"
                 "  for (i = 0; i < 1000000; i++)"
                 "    print \"axpy,openblas,64,\" 1e-6 * (1 + (i * 0.618) % 1) }' >million.csv && "
                 "bench-plot --kind ecdf million.csv -o a.pdf -o a.svg && "
                 "test $(stat -c %s a.pdf) -lt 200000 && test $(stat -c %s a.svg) -lt 500000");
}
