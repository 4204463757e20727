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

EACH_TEST(begin, shell_end);

TEST(libraries_are_called_as_the_paper_calls_them) {
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
TEST(words_that_are_names_as_well_stay) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "sed 's/lib1/mean/; s/lib2/of/' r.csv >words.csv");
    shell_expect(shell, 0,
                 "COLUMNS=100 LC_ALL=C.UTF-8 bench-plot words.csv --format terminal -o - "
                 "--kind time --label mean=X --label of=Y");
    assert_has(shell->out, "mean of all samples");
}

/* Bands are translucent, which PostScript does not know. */
TEST(pictures_of_vectors_have_no_pixels) {
    struct shell *shell = *state;
    static const char *const kinds[] = {"overview", "time", "ecdf", "histogram", "winner"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "for t in light dark; do bench-plot r.csv --kind %s --theme $t -o v.eps -o v.ps "
                 "-o v.pdf && ! grep -q ImageType v.eps v.ps && "
                 "test $(pdfimages -list v.pdf | wc -l) = 2 || exit 1; done",
                 kinds[i]);
        shell_expect(shell, 0, command);
    }
}

/* The panel's part of the height is what TikZ gives it. */
TEST(a_single_column_is_mostly_the_panel) {
    struct shell *shell = *state;
    static const char *const headers[] = {"full", "short", "none"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        char command[512];
        snprintf(
            command, sizeof command,
            "for k in time ratio; do bench-plot r.csv --kind $k --size 85 --header %s -o h.tikz "
            "&& awk '/rectangle/ { split($0, ends, /[,)]/); whole = ends[4] } "
            "match($0, / height=[0-9.]+/) { panel = substr($0, RSTART + 8, RLENGTH - 8) } "
            "END { print panel / whole; exit panel < 0.55 * whole }' h.tikz || exit 1; done",
            headers[i]);
        shell_expect(shell, 0, command);
    }
    /* both charts of the default figure together */
    static const char *const figures[] = {"r.csv",
                                          "r.csv --kind ecdf",
                                          "r.csv --kind profile",
                                          "r.csv --kind box",
                                          "r.csv --kind histogram",
                                          "r.csv --kind sequence --library lib1",
                                          "r.csv --kind ratio --at size=8192",
                                          "r.csv --kind summary"};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "bench-plot %s --size 85 -o h.tikz && awk '/useasboundingbox/ "
                 "{ split($0, ends, /[,)]/); whole = ends[4] } match($0, / height=[0-9.]+/) "
                 "{ panels += substr($0, RSTART + 8, RLENGTH - 8) } "
                 "END { print panels / whole; exit !(panels >= 0.55 * whole) }' h.tikz",
                 figures[i]);
        shell_expect(shell, 0, command);
    }
    shell_expect(shell, 64, "bench-plot r.csv --header brief -o h.png");
    assert_has(shell->err, "full or short or none is needed");
}

/* In a usual width. In less, what is drawn and what is grey is said longest. */
TEST(a_width_alone_keeps_the_words) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for k in '' '--kind ratio' '--kind box'; do w=182; test -z \"$k\" || w=88.9; "
                 "bench-plot r.csv $k -o a.svg && bench-plot r.csv $k --size $w -o b.svg && "
                 "cmp a.svg b.svg || exit 1; done");
    assert_string_equal(shell->err, "");
    shell_expect(shell, 0,
                 "bench-plot two.csv --highlight lib3 --bands simultaneous --size 120 -o c.svg && "
                 "grep '<text' c.svg | grep -o '1 other in grey\\|simultaneous' | sort | uniq -c");
    assert_has(shell->out, "1 1 other in grey");
    assert_has(shell->out, "4 simultaneous");
}

TEST(headers_and_letters_are_chosen) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-plot two.csv --letters --header short -o h.pdf >x && "
                 "pdftotext h.pdf - | grep -c '^([a-d]) act[12] — '");
    assert_string_equal(shell->out, "4\n");
    shell_expect(shell, 1, "pdftotext h.pdf - | grep '^4 samples\\|round'");
    shell_expect(shell, 0, "pdfinfo h.pdf | grep 'mean of all samples'");
    shell_expect(shell, 0,
                 "bench-plot r.csv --letters --header none -o h.pdf >x && "
                 "pdftotext h.pdf - | grep -c '^([ab])$'");
    assert_string_equal(shell->out, "2\n");
    /* they stay where neither actions nor units tell charts apart */
    shell_expect(shell, 0,
                 "printf 'action,library,size,threads,seconds\\na,l,9,1,4e-3\\na,l,9,2,2e-3\\n"
                 "a,l,9,4,1e-3\\na,m,9,1,5e-3\\na,m,9,2,3e-3\\na,m,9,4,1e-3\\n' >t.csv; "
                 "bench-plot t.csv --kind threads --header none -o t.svg >x && "
                 "grep -c '>speed-up by threads<\\|>efficiency of threads<' t.svg");
    assert_string_equal(shell->out, "2\n");
}

TEST(headings_and_labels_of_axes_are_chosen) {
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

TEST(fonts_are_embedded) {
    struct shell *shell = *state;
    if (shell_run(shell, "command -v pdffonts"))
        skip_for("pdffonts is not installed");
    shell_expect(shell, 0,
                 "bench-plot r.csv -o f.pdf --font 'DejaVu Sans' && "
                 "pdffonts f.pdf | tail -n +3 >fonts; test -s fonts && "
                 "! grep -v ' yes yes ' fonts && ! grep -v DejaVuSans fonts");
    /* the fonts of the system, of which there may be no other */
    if (shell_run(shell, "unset FONTCONFIG_FILE; fc-list : family | grep -v 'DejaVu Sans' | "
                         "sed 's/,.*//' | grep -m 1 '^[A-Za-z ]*$' >family"))
        leave_out("a font that is not a DejaVu Sans is not installed");
    else
        shell_expect(shell, 0,
                     "unset FONTCONFIG_FILE; bench-plot r.csv -o f.svg --font \"$(cat family)\" && "
                     "bench-plot r.csv -o g.svg && ! cmp -s f.svg g.svg");
    shell_expect(shell, 64, "bench-plot r.csv -o f.pdf --font 'DejaVu Sanz'");
    assert_has(shell->err, "no font 'DejaVu Sanz' is installed");
    shell_expect(shell, 64, "bench-plot r.csv -o f.pdf --font 9");
    assert_has(shell->err, "the size 9 is --font-size 9");
}

/* Which this font lacks. */
TEST(raised_digits_are_from_no_other_font) {
    struct shell *shell = *state;
    if (shell_run(shell, "unset FONTCONFIG_FILE; fc-list 'Latin Modern Roman' | grep . && "
                         "command -v pdffonts"))
        skip_for("Latin Modern Roman or pdffonts is not installed");
    shell_expect(shell, 0,
                 "unset FONTCONFIG_FILE; sed 's/,8192,/,100000,/' r.csv >long.csv && "
                 "bench-plot long.csv --kind time -o f.pdf --font 'Latin Modern Roman' && "
                 "pdffonts f.pdf | tail -n +3 >fonts && test -s fonts && ! grep -v LMRoman fonts");
}

/* As papers have them; Latin Modern has more room around its letters. What a font lacks comes from
 * another; what all fonts lack is drawn as boxes of digits, which touch. */
SOAK_TEST(words_in_fonts_of_papers_stay_apart) {
    struct shell *shell = *state;
    static const struct {
        const char *family, *embedded, *slack;
    } fonts[] = {{"Liberation Sans", "LiberationSans", "0.25"},
                 {"Liberation Serif", "LiberationSerif", "0.25"},
                 {"Latin Modern Roman", "LMRoman", "0.35"},
                 {"DejaVu Sans", "DejaVuSans", "0.25"}};
    size_t drawn = 0;
    shell_expect(shell, 0,
                 "unset FONTCONFIG_FILE; fc-list :lang=ja | grep -q . && name=線形代数 || "
                 "name=γραμμική; "
                 "sed \"s/lib2/مكتبة/; s/lib3/$name/; s/,8192,/,100000,/\" r.csv >n.csv");
    for (size_t i = 0; i < sizeof fonts / sizeof *fonts; i++) {
        char command[1024];
        snprintf(command, sizeof command, "unset FONTCONFIG_FILE; fc-list '%s' | grep -q .",
                 fonts[i].family);
        if (shell_run(shell, command) != 0) {
            leave_out("%s is not installed", fonts[i].family);
            continue;
        }
        drawn++;
        snprintf(command, sizeof command,
                 "unset FONTCONFIG_FILE; for how in '--size 85' '' '--at size=1024' '--kind ecdf'; "
                 "do bench-plot n.csv --font '%s' $how -o f.pdf && pdffonts f.pdf | grep -q %s && "
                 "pdftotext -bbox f.pdf f.html && "
                 "/usr/bin/python3 \"$OLDPWD/tests/cli/chart_words.py\" boxes f.html %s || exit 1; "
                 "done",
                 fonts[i].family, fonts[i].embedded, fonts[i].slack);
        shell_expect(shell, 0, command);
    }
    if (!drawn)
        skip_for("no font of a paper is installed");
}

TEST(an_svg_can_be_searched) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-plot r.csv -o a.svg && bench-plot r.csv -o a.svg && xmllint --noout a.svg "
                 "&& xmllint --xpath 'count(//*[local-name()=\"text\"][.=\"lib2\"])' a.svg");
    assert_string_equal(shell->out, "a.svg\na.svg\n2\n");
    shell_expect(shell, 0,
                 "bench-plot r.csv -o o.svg --outlines && grep -c '<text' o.svg; "
                 "test $(stat -c %s a.svg) -lt $(stat -c %s o.svg)");
    assert_string_equal(shell->out, "o.svg\n0\n");
    shell_expect(shell, 64, "bench-plot r.csv -o a.pdf --outlines");
    assert_has(shell->err, "--outlines changes nothing without an SVG");
    shell_expect(shell, 0, "bench-plot r.csv -o - --format svg --outlines | grep -c '</svg>'");
}

TEST(two_kinds_stand_side_by_side) {
    struct shell *shell = *state;
    expect_text(shell, "--kind speedup --kind time");
    assert_has(shell->out, "act1 — typical speed-up");
    assert_has(shell->out, "act1 — mean time");
    shell_expect(shell, 64, "bench-plot r.csv --kind time --kind ecdf -o a.png");
    assert_has(shell->err,
               "only two of time, ratio, speedup, rate and accuracy stand side by side");
    shell_expect(shell, 64, "bench-plot r.csv --kind time --kind ratio --kind rate -o a.png");
    assert_has(shell->err, "not three");
}

TEST(legends_stand_where_they_are_wanted) {
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

TEST(a_narrow_figure_has_its_charts_below_each_other) {
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

/* Ten actions of 70 mm each are three pages of A4; pages of other formats are files of their own.
 */
TEST(many_actions_go_on_pages) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk -F, 'NR == 1; NR > 1 { for (a = 1; a <= 10; a++) "
                 "print \"act\" a \",\" $2 \",\" $3 \",\" $4 }' r.csv >ten.csv; "
                 "bench-plot ten.csv -o p.pdf -o p.ps -o p.svg -o p.tikz");
    assert_string_equal(shell->out, "p.pdf\np.ps\np-1.svg\np-2.svg\np-3.svg\n"
                                    "p-1.tikz\np-2.tikz\np-3.tikz\n");
    shell_expect(
        shell, 0,
        "pdfinfo -l 9 p.pdf | grep '^Page .*size:' | "
        "awk '$4 > 596 || $6 > 842 { exit 1 } END { print NR, $6 }'; "
        "pdftotext p.pdf - | grep -c '^act[0-9]* — mean time'; grep '^%%Pages\\|^%%Bound' p.ps");
    assert_string_equal(shell->out, "3 595.276\n10\n%%Pages: 3\n%%BoundingBox: 0 0 516 794\n");
    /* in the order of the archive, each chart once */
    shell_expect(shell, 0,
                 "grep -hv '^%' p-[123].tikz | grep -o 'act[0-9]* --- mean time' | tr -dc '0-9\n' "
                 "| paste -sd,; "
                 "grep -c begin.axis p-[123].tikz");
    assert_string_equal(shell->out, "1,2,3,4,5,6,7,8,9,10\n"
                                    "p-1.tikz:8\np-2.tikz:6\np-3.tikz:6\n");
    shell_expect(shell, 64, "bench-plot ten.csv -o - --format svg");
    assert_has(shell->err, "standard output can take one page, and these charts need 3");
    assert_string_equal(shell->out, "");
    shell_expect(shell, 0, "bench-plot ten.csv -o - --format pdf | pdfinfo - | grep 'Pages: *3'");
    shell_expect(shell, 0, "bench-plot ten.csv -o s.png --size 182x700");
    assert_string_equal(shell->out, "s.png\n");
    /* no picture of another is overwritten by a name that nobody gave */
    shell_expect(shell, 0, "bench-plot ten.csv --dpi 50 && bench-plot ten.csv --dpi 50");
    assert_string_equal(shell->out, "ten-1.png\nten-2.png\nten-3.png\n"
                                    "ten-1.png\nten-2.png\nten-3.png\n");
    shell_expect(shell, 1, "echo mine >ten-2.png; bench-plot ten.csv --dpi 50");
    assert_has(shell->err, "ten-2.png: is there already and was not drawn by bench-plot");
}

/* The two charts of an action stay together where they stand below each other. */
TEST(pages_of_a_column_have_whole_actions) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-plot two.csv --size 84 -o c.tikz >names; cat names");
    assert_string_equal(shell->out, "c.tikz\n");
    shell_expect(shell, 0,
                 "awk -F, 'NR == 1; NR > 1 { for (a = 1; a <= 5; a++) "
                 "print \"act\" a \",\" $2 \",\" $3 \",\" $4 }' r.csv >five.csv; "
                 "bench-plot five.csv --size 84 -o c.tikz && grep -c begin.axis c-*.tikz");
    assert_string_equal(shell->out, "c-1.tikz\nc-2.tikz\nc-3.tikz\n"
                                    "c-1.tikz:4\nc-2.tikz:4\nc-3.tikz:2\n");
}

/* What the message names is enough. */
TEST(the_size_that_a_refusal_names_is_enough) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "size=$(bench-plot r.csv --size 84x30 -o n.svg 2>&1 | "
                 "sed -n 's/.*choose \\([0-9]*x[0-9]*\\)mm.*/\\1/p'); "
                 "test -n \"$size\" && bench-plot r.csv --size $size -o n.svg");
}

/* The panel has at least two thirds of its chart but for what is below it. */
TEST(headings_leave_room) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-plot r.csv --kind ratio --size 84x55 -o h.tikz");
    shell_expect(
        shell, 0,
        "sed -n 's/.*at={([0-9.]*bp,\\([0-9.]*\\)bp)}.*height=\\([0-9.]*\\)bp.*/\\1 \\2/p' "
        "h.tikz | awk '{ height = 55 / 25.4 * 72; exit !(height - $1 - $2 <= height / 3) }'");
}

SOAK_TEST(pdflatex_compiles_it) {
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
