/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables and figures for a paper, as commands. */
#include "tests/cli/shell.h"

/* Seconds of three libraries and two actions, which need no measuring. */
static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    return shell_run(
        *state, "awk 'BEGIN { print \"action,library,size,seconds\"; srand(1)\n"
                "for (a = 1; a <= 2; a++) for (l = 1; l <= 3; l++) for (n = 8; n <= 8192; n *= 2)\n"
                "for (k = 0; k < 4; k++)\n"
                "print \"act\" a \",lib\" l \",\" n \",\" 1e-9 * l * n * (1 + rand() / 50) }' "
                ">two.csv; grep -v act2 two.csv >r.csv");
}

static void expect_text(struct shell *shell, const char *arguments) {
    char command[512];
    snprintf(command, sizeof command,
             "COLUMNS=100 LC_ALL=C.UTF-8 bench-plot r.csv --format terminal -o - %s", arguments);
    shell_expect(shell, 0, command);
}

static void libraries_are_called_as_the_paper_calls_them(void **state) {
    struct shell *shell = *state;
    expect_text(shell, "--kind ratio --label lib1='Base Line' --label lib3=Third");
    assert_has(shell->out, "Third");
    assert_has(shell->out, "relative to Base Line");
    assert_has(shell->out, "t(library) / t(Base Line)");
    assert_has(shell->out, "lib2");
    assert_lacks(shell->out, "lib1");
    assert_lacks(shell->out, "lib3");
    shell_expect(shell, 64, "bench-plot r.csv --label lib9=x -o a.png");
    assert_has(shell->err,
               "no library is called \"lib9\"; did you mean \"lib1\"? There are lib1, lib2, lib3");
    shell_expect(shell, 64, "bench-plot r.csv --label lib1 -o a.png");
    assert_has(shell->err, "give NAME=TEXT");
}

/* Only what stands as a library's name is one. */
static void words_that_are_names_as_well_stay(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "sed 's/lib1/mean/; s/lib2/of/' r.csv >words.csv");
    shell_expect(shell, 0,
                 "COLUMNS=100 LC_ALL=C.UTF-8 bench-plot words.csv --format terminal -o - "
                 "--kind time --label mean=X --label of=Y");
    assert_has(shell->out, "mean of all samples");
}

static void headings_and_labels_of_axes_are_chosen(void **state) {
    struct shell *shell = *state;
    expect_text(shell, "--kind time --title '' --x-label 'n, elements'");
    assert_has(shell->out, "n, elements");
    assert_lacks(shell->out, "mean");
    assert_lacks(shell->out, "interval");
    shell_expect(shell, 0, "bench-plot r.csv -o l.tikz --title '' --y-label time --y-label ratio");
    shell_expect(shell, 0, "grep -c '{time};\\|{ratio};' l.tikz");
    assert_string_equal(shell->out, "2\n");
    shell_expect(shell, 1, "grep -v ^% l.tikz | grep interval");
    shell_expect(shell, 64, "bench-plot r.csv -o a.png --y-label a --y-label b --y-label c");
    assert_has(shell->err, "--y-label was given 3 times for 2 charts");
    /* the actions are told apart all the same */
    shell_expect(shell, 0, "bench-plot two.csv -o two.tikz --title ''");
    shell_expect(shell, 0, "grep -v ^% two.tikz | grep -c '{act[12]}\\|act[12]}};'");
}

static void fonts_are_embedded(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-plot r.csv -o f.pdf --font 'DejaVu Sans'");
    if (shell_run(shell, "command -v pdffonts >/dev/null") == 0)
        shell_expect(shell, 0,
                     "pdffonts f.pdf | tail -n +3 >fonts; test -s fonts && "
                     "! grep -v ' yes yes ' fonts && ! grep -v DejaVuSans fonts");
    /* the fonts of the system, of which there may be no other */
    shell_expect(shell, 0,
                 "unset FONTCONFIG_FILE; family=$(fc-list : family | grep -v 'DejaVu Sans' | "
                 "sed 's/,.*//' | grep -m 1 '^[A-Za-z ]*$'); test -z \"$family\" || "
                 "{ bench-plot r.csv -o f.svg --font \"$family\" && bench-plot r.csv -o g.svg && "
                 "! cmp -s f.svg g.svg; }");
    /* raised digits, which this font lacks, are not from another */
    if (shell_run(shell, "unset FONTCONFIG_FILE; fc-list | grep 'Latin Modern Roman:' && "
                         "command -v pdffonts") == 0)
        shell_expect(
            shell, 0,
            "unset FONTCONFIG_FILE; sed 's/,8192,/,100000,/' r.csv >long.csv && "
            "bench-plot long.csv --kind time -o f.pdf --font 'Latin Modern Roman' && "
            "pdffonts f.pdf | tail -n +3 >fonts && test -s fonts && ! grep -v LMRoman fonts");
    shell_expect(shell, 64, "bench-plot r.csv -o f.pdf --font 'DejaVu Sanz'");
    assert_has(shell->err, "no font 'DejaVu Sanz' is installed");
    shell_expect(shell, 64, "bench-plot r.csv -o f.pdf --font 9");
    assert_has(shell->err, "the size is --font-size 9");
}

static void two_kinds_stand_side_by_side(void **state) {
    struct shell *shell = *state;
    expect_text(shell, "--kind speedup --kind time");
    assert_has(shell->out, "act1 — typical speed-up");
    assert_has(shell->out, "act1 — mean time");
    shell_expect(shell, 64, "bench-plot r.csv --kind time --kind ecdf -o a.png");
    assert_has(shell->err, "only two of time, ratio, speedup, rate, accuracy stand side by side");
    shell_expect(shell, 64, "bench-plot r.csv --kind time --kind ratio --kind rate -o a.png");
    assert_has(shell->err, "not three");
}

static void legends_stand_where_they_are_wanted(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for w in right above below inside none; do "
                 "bench-plot r.csv --legend $w -o $w.svg || exit 1; done; "
                 "bench-plot r.csv -o usual.svg && cmp usual.svg right.svg");
    shell_expect(shell, 0,
                 "cksum right.svg above.svg below.svg inside.svg none.svg | "
                 "cut -d' ' -f1 | sort -u | wc -l");
    assert_string_equal(shell->out, "5\n");
    shell_expect(shell, 64, "bench-plot r.csv --legend left -o a.png");
    assert_has(shell->err, "choose right, above, below, inside or none");
    shell_expect(shell, 64, "bench-plot two.csv --grid 2 --legend right -o a.png");
    assert_has(shell->err, "choose above, below, inside or none");
}

static void a_narrow_figure_has_its_charts_below_each_other(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-plot r.csv --size 84 -o n.svg && head -c 400 n.svg");
    assert_has(shell->out, "width=\"238.11"); /* 84 mm */
    shell_expect(shell, 0, "bench-plot r.csv --size 84x90 -o n.tikz");
    shell_expect(
        shell, 0,
        "grep -o 'at={([0-9.]*bp,[0-9.]*bp)}' n.tikz | tr -dc '0-9.,\\n' | "
        "awk -F, 'NR == 1 { x = $1; y = $2 } END { exit !(NR == 2 && $1 == x && $2 < y) }'");
    shell_expect(shell, 64, "bench-plot r.csv --size 84x30 -o n.svg");
    assert_has(shell->err, "84 x 30 mm is too small for 2 charts with these words; choose 84x");
}

/* What the message names is enough. */
static void the_size_that_a_refusal_names_is_enough(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "size=$(bench-plot r.csv --size 84x30 -o n.svg 2>&1 | "
                 "sed -n 's/.*choose \\([0-9]*x[0-9]*\\)mm.*/\\1/p'); "
                 "test -n \"$size\" && bench-plot r.csv --size $size -o n.svg");
}

/* The panel has at least two thirds of its chart but for what is below it. */
static void headings_leave_room(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-plot r.csv --kind ratio --size 84x55 -o h.tikz");
    shell_expect(
        shell, 0,
        "sed -n 's/.*at={([0-9.]*bp,\\([0-9.]*\\)bp)}.*height=\\([0-9.]*\\)bp.*/\\1 \\2/p' "
        "h.tikz | awk '{ height = 55 / 25.4 * 72; exit !(height - $1 - $2 <= height / 3) }'");
}

static void pdflatex_compiles_it(void **state) {
    struct shell *shell = *state;
    if (shell_run(shell, "kpsewhich pgfplots.sty booktabs.sty >/dev/null && pdflatex --version"))
        skip_for("pdflatex with pgfplots and booktabs is not installed");
    static const char *const arguments[] = {
        "r.csv",
        "r.csv --kind ratio --theme dark --legend inside --title ''",
        "two.csv --grid 2 --legend below",
        "r.csv --kind ecdf",
        "r.csv --kind histogram",
        "r.csv --kind profile",
        "r.csv --y cv --at 'size>=1024'",
        "r.csv --kind ratio --range y=0.99..1.01",
    };
    shell_expect(shell, 0,
                 "bench-analyze two.csv --format latex --columns size,library,mean,ratio -o t.tex; "
                 "printf '%s\n' '\\documentclass{article}\\usepackage{booktabs,pgfplots}' "
                 "'\\pgfplotsset{compat=1.16}\\begin{document}' "
                 "'\\begin{table}\\input{t}\\end{table}' '\\input{f.tikz}\\end{document}' >d.tex");
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        char command[512];
        snprintf(
            command, sizeof command,
            "bench-plot %s -o f.tikz && pdflatex -interaction=nonstopmode -halt-on-error d >log "
            "|| { tail -n 30 log; exit 1; }",
            arguments[i]);
        shell_expect(shell, 0, command);
    }
}

#define IN_SHELL(test) cmocka_unit_test_setup_teardown(test, begin, shell_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SHELL(libraries_are_called_as_the_paper_calls_them),
        IN_SHELL(words_that_are_names_as_well_stay),
        IN_SHELL(headings_and_labels_of_axes_are_chosen),
        IN_SHELL(fonts_are_embedded),
        IN_SHELL(two_kinds_stand_side_by_side),
        IN_SHELL(legends_stand_where_they_are_wanted),
        IN_SHELL(a_narrow_figure_has_its_charts_below_each_other),
        IN_SHELL(the_size_that_a_refusal_names_is_enough),
        IN_SHELL(headings_leave_room),
        IN_SHELL(pdflatex_compiles_it),
    };
    return cmocka_run_group_tests_name("cli/paper", tests, NULL, NULL);
}
