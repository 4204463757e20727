/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-plot where there is one size, or few: rows of libraries with their numbers. */
#include "tests/cli/table.h"

/* A run of ACTION by LIBRARIES, the first of which is the reference, at SIZES: a factor for each
 * library and a spread over five rounds of four samples. */
static void write_samples(const struct shell *shell, const char *name, const char *action,
                          const char *const *libraries, size_t count, const int *sizes,
                          double slower) {
    FILE *file = table_begin(shell, name, "action,library,size,round,seed,seconds");
    unsigned short seed[] = {1, 2, 3};
    for (size_t l = 0; l < count; l++)
        for (size_t s = 0; sizes[s]; s++)
            for (int r = 1; r <= 5; r++)
                for (int k = 1; k <= 4; k++)
                    fprintf(file, "%s,\"%s\",%d,%d,%d,%.9g\n", action, libraries[l], sizes[s], r, k,
                            1e-9 * sizes[s] * (1 + 0.37 * (double)((5 * l + 3) % 11)) * slower *
                                (1 + 0.02 * erand48(seed)));
    table_end(file);
}

static const char *const eight[] = {"reference", "blis",  "netlib", "atlas",
                                    "mkl",       "eigen", "gsl",    "nothing"};
static const char *const hostile[] = {
    "reference", "مكتبة الجبر الخطي", "線形代数ライブラリ", "plain <b>&amp; $x_1^{2}\\%~#",
    "a library whose name is far too long for any column of any paper or page that was ever made"};
static const int one[] = {1000, 0}, three[] = {100, 3000, 90000, 0};

static void check_boxes(struct shell *shell, const char *files, const char *options) {
    char command[1024];
    snprintf(command, sizeof command,
             "bench-plot %s %s -o boxes.pdf && pdftotext -bbox boxes.pdf boxes.html && "
             "/usr/bin/python3 \"$OLDPWD/tests/cli/chart_words.py\" boxes boxes.html",
             files, options);
    shell_expect(shell, 0, command);
}

EACH_TEST(shell_begin, shell_end);

TEST(no_words_overlap) {
    struct shell *shell = *state;
    static const char *const options[] = {"",
                                          "--size 85",
                                          "--kind ratio --size 85",
                                          "--kind time --size 85 --font-size 9",
                                          "--kind ratio --size 182x60 --theme dark",
                                          "--grid 2"};
    for (size_t count = 1; count <= 8; count += count == 1 ? 1 : 3) {
        write_samples(shell, "a.csv", "axpy", eight, count, one, 1);
        for (size_t i = 0; i < sizeof options / sizeof *options; i++)
            if (count > 1 || !strstr(options[i], "ratio"))
                check_boxes(shell, "a.csv", options[i]);
    }
    write_samples(shell, "a.csv", "axpy", hostile, 5, one, 1);
    check_boxes(shell, "a.csv", "");
    check_boxes(shell, "a.csv", "--size 85");
}

TEST(no_words_of_a_comparison_overlap) {
    struct shell *shell = *state;
    for (size_t count = 1; count <= 8; count += count == 1 ? 1 : 3) {
        write_samples(shell, "old.csv", "axpy", eight, count, three, 1);
        write_samples(shell, "new.csv", "axpy", eight, count, three, 1.1);
        check_boxes(shell, "old.csv new.csv", "");
        check_boxes(shell, "old.csv new.csv", "--size 85");
    }
}

TEST(forty_libraries_have_a_row_each) {
    struct shell *shell = *state;
    static char names[40][16];
    const char *libraries[40];
    for (size_t i = 0; i < 40; i++) {
        snprintf(names[i], sizeof names[i], "library%zu", i);
        libraries[i] = names[i];
    }
    write_samples(shell, "a.csv", "axpy", libraries, 40, one, 1);
    check_boxes(shell, "a.csv", "");
    shell_expect(shell, 0,
                 "bench-plot a.csv --kind ratio --format terminal -o - | grep -c 'library.* │'");
    assert_string_equal(shell->out, "40\n");
}

/* In the order of the ratio, with the numbers of the table. */
TEST(the_numbers_are_those_of_the_table) {
    struct shell *shell = *state;
    write_samples(shell, "a.csv", "axpy", eight, 8, one, 1);
    static const char *const cases[][2] = {{"ratio", "ratio"}, {"time", "mean"}};
    for (size_t i = 0; i < 2; i++) {
        char command[1024];
        snprintf(
            command, sizeof command,
            "bench-plot a.csv --kind %s --format terminal -o chart.txt && "
            "bench-analyze a.csv --format csv --columns library,%s,%s_low,%s_high >table.csv && "
            "/usr/bin/python3 \"$OLDPWD/tests/cli/chart_words.py\" table chart.txt table.csv %s",
            cases[i][0], cases[i][1], cases[i][1], cases[i][1], cases[i][1]);
        shell_expect(shell, 0, command);
    }
}

TEST(the_size_is_in_the_title_and_no_axis) {
    struct shell *shell = *state;
    write_samples(shell, "a.csv", "axpy", eight, 3, one, 1);
    shell_expect(shell, 0, "bench-plot a.csv -o a.pdf && pdftotext -layout a.pdf -");
    assert_has(shell->out, "axpy, size 1000 — mean time per call");
    assert_has(shell->out, "axpy, size 1000 — typical time relative to reference");
    shell_expect(shell, 1, "pdftotext -layout a.pdf - | grep -E '^ *size *$|1,000'");
    static const char *const kinds[] = {"time", "ratio", "speedup"};
    for (size_t i = 0; i < 3; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "bench-plot a.csv --kind %s -o a.png -o a.svg -o a.eps -o a.tikz && "
                 "xmllint --noout a.svg && grep -c ytick={.empty} a.tikz",
                 kinds[i]);
        shell_expect(shell, 0, command);
    }
}

TEST(a_lone_library_has_no_ratios) {
    struct shell *shell = *state;
    write_samples(shell, "a.csv", "axpy", eight, 1, one, 1);
    shell_expect(shell, 0, "bench-plot a.csv -o a.pdf && pdftotext a.pdf -");
    assert_has(shell->out, "mean time per call");
    assert_lacks(shell->out, "relative to");
    shell_expect(shell, 64, "bench-plot a.csv --kind ratio -o b.png");
    assert_has(shell->err, "only the reference has a result, and its ratio to itself is 1 "
                           "(--kind time draws its times): axpy");
    shell_expect(shell, 0, "test ! -e b.png; bench-plot a.csv --report r.html");
}

TEST(other_programs_without_sizes_have_rows) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "(echo '{\"context\": {}, \"benchmarks\": ['; for n in slow/sort fast/sort; do "
                 "echo \"{\\\"name\\\": \\\"$n\\\", \\\"run_type\\\": \\\"iteration\\\", "
                 "\\\"iterations\\\": 9, \\\"real_time\\\": ${#n}.5, \\\"cpu_time\\\": 5, "
                 "\\\"time_unit\\\": \\\"ns\\\"},\"; done | sed '$s/,$//'; echo ']}') >g.json; "
                 "bench-plot g.json --split=LIBRARY/ACTION -o g.pdf && pdftotext -layout g.pdf -");
    assert_has(shell->out, "sort — mean time per call");
    assert_lacks(shell->out, "size 1");
    shell_expect(shell, 0,
                 "bench-plot \"$OLDPWD/tests/data/independent/hyperfine.json\" -o h.pdf && "
                 "pdftotext -layout h.pdf -");
    assert_has(shell->out, "sort b");
    assert_has(shell->out, "×");
    assert_lacks(shell->out, "size 1");
}

TEST(actions_share_a_chart) {
    struct shell *shell = *state;
    write_samples(shell, "a.csv", "axpy", eight, 3, one, 1);
    write_samples(shell, "b.csv", "dot", eight, 3, one, 2);
    shell_expect(shell, 0,
                 "(cat a.csv; tail -n +2 b.csv) >ab.csv; bench-plot ab.csv -o ab.pdf && "
                 "pdftotext -layout ab.pdf -");
    assert_has(shell->out, "2 actions — mean time per call");
    assert_has(shell->out, "dot, size 1000");
    check_boxes(shell, "ab.csv", "--size 85");
}

/* Rows with the same name in every chart are relabelled; headings are not libraries. */
TEST(labels_are_those_asked_for) {
    struct shell *shell = *state;
    write_samples(shell, "a.csv", "axpy", eight, 3, one, 1);
    shell_expect(shell, 0,
                 "bench-plot a.csv --label blis='the new one' --kind ratio -o a.pdf && "
                 "pdftotext -layout a.pdf -");
    assert_has(shell->out, "the new one");
    assert_lacks(shell->out, "blis");
}

TEST(a_comparison_has_a_row_for_each_cell) {
    struct shell *shell = *state;
    write_samples(shell, "old.csv", "axpy", eight, 3, three, 1);
    write_samples(shell, "new.csv", "axpy", eight, 3, three, 1.25);
    shell_expect(shell, 0, "bench-plot old.csv new.csv --format terminal -o -");
    static const char *const words[] = {"size 100", "size 3000", "size 90000", "blis │", "1.25"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_has(shell->out, words[i]);
    shell_expect(shell, 0, "bench-plot old.csv new.csv --format terminal -o - | grep -c '×.*]$'");
    assert_string_equal(shell->out, "9\n");
    shell_expect(shell, 0, "bench-plot old.csv new.csv -o c.tikz -o c.svg -o c.eps");
    shell_expect(shell, 0, "grep -c 'size 3000' c.tikz");
}

TEST(the_report_says_the_numbers_of_each_row) {
    struct shell *shell = *state;
    write_samples(shell, "a.csv", "axpy", eight, 3, one, 1);
    shell_expect(shell, 0,
                 "bench-plot a.csv --report r.html && xmllint --noout r.html && "
                 "grep -A3 '<title>blis' r.html");
    assert_has(shell->out, "size 1000");
    assert_has(shell->out, "to reference");
    assert_has(shell->out, "×");
}
