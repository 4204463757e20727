/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes into and out of bench-plot, as commands. */
#include "tests/cli/shell.h"

/* A file of seconds, which needs no measuring. */
static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    return shell_run(*state,
                     "awk 'BEGIN { print \"library,size,seconds\"; srand(1)\n"
                     "for (l = 1; l <= 3; l++) for (n = 8; n <= 8192; n *= 2)\n"
                     "for (k = 0; k < 4; k++)\n"
                     "print \"lib\" l \",\" n \",\" 1e-9 * l * n * (1 + rand() / 50) }' >r.csv");
}

static void says(struct shell *shell, const char *words) {
    if (!strstr(shell->err, words))
        fail_msg("no \"%s\" in\n%s", words, shell->err);
}

EACH_TEST(begin, shell_end);

TEST(each_name_says_what_to_draw) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-plot r.csv -o a.png -o a.pdf -o a.svg -o a.ps -o a.eps");
    assert_string_equal(shell->out, "a.png\na.pdf\na.svg\na.ps\na.eps\n");
    shell_expect(shell, 0,
                 "file a.png | grep PNG && file a.pdf | grep PDF && file a.svg | grep SVG && "
                 "head -1 a.ps | grep '^%!PS-Adobe-3.0$' && "
                 "head -1 a.eps | grep '^%!PS-Adobe-3.0 EPSF-3.0$'");
}

/* To standard output comes what would come to a file, and nothing else. */
TEST(a_dash_is_standard_output) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for f in png pdf svg ps eps; do bench-plot r.csv -o b.$f >/dev/null && "
                 "bench-plot r.csv -o - --format $f | cmp - b.$f && "
                 "bench-plot r.csv --format $f -o /dev/stdout | cmp - b.$f || exit 1; done");
    shell_expect(shell, 0,
                 "bench-plot r.csv -o c.svg -o - --format eps | cmp - b.eps && cmp c.svg b.svg");
    assert_string_equal(shell->out, "");
}

TEST(the_terminal_has_a_chart_of_its_own) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "COLUMNS=80 LC_ALL=C.UTF-8 bench-plot r.csv --format terminal --kind ratio");
    assert_non_null(strstr(shell->out, "━ lib1\n"));
    assert_non_null(strstr(shell->out, " lib3\n"));
    assert_null(strchr(shell->out, '\033'));
    shell_expect(
        shell, 0,
        "LC_ALL=C bench-plot r.csv --format terminal | LC_ALL=C grep '[^ -~]'; test $? = 1");
    shell_expect(shell, 0,
                 "bench-plot r.csv --format terminal --color always | grep -q '\033\\[94m'");
    shell_expect(shell, 0, "bench-plot r.csv && test -s r.png");
    assert_string_equal(shell->out, "r.png\n");
}

TEST(on_a_terminal_its_lines_have_colours) {
    struct shell *shell = *state;
    if (shell_run(shell, "command -v script"))
        skip_for("script is not installed");
    shell_expect(shell, 0,
                 "TERM=xterm script -qec 'bench-plot r.csv' /dev/null | grep -q '\033\\[94m' && "
                 "NO_COLOR=1 TERM=xterm script -qec 'bench-plot r.csv -o -' /dev/null >chart && "
                 "grep -q lib2 chart && ! grep -q '\033' chart && test ! -e r.png && "
                 "! script -qec 'bench-plot r.csv -o - --format png' /dev/null >refused && "
                 "grep -q 'is a terminal, which cannot show a .png' refused");
}

TEST(what_cannot_be_written_is_said_beforehand) {
    struct shell *shell = *state;
    static const struct {
        const char *command, *words;
    } cases[] = {
        {"bench-plot r.csv -o chart", "the name must end in .png, .pdf, .svg, .ps, .eps or .tikz"},
        {"bench-plot r.csv -o -",
         "-: does not say what to draw; add --format, one of terminal, png"},
        {"bench-plot r.csv -o - --format jpg", "unknown format \"jpg\"; formats are terminal, png"},
        {"mkdir -p d.png; bench-plot r.csv -o d.png", "d.png: is a directory; name a file in it"},
        {"cp r.csv r.svg; bench-plot r.svg -o r.svg", "r.svg: is what is to be drawn"},
        {"bench-plot r.csv --format svg -o - -o -", "standard output can take one chart, not 2"},
        {"bench-plot r.csv --format svg -o x.png", "--format svg: x.png says by its name"},
        {"bench-analyze r.csv --format json | bench-plot -", "gives no name to the picture"},
        {"bench-plot r.csv --color red", "colours are auto, always or never, not 'red'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shell_expect(shell, 64, cases[i].command);
        says(shell, cases[i].words);
        assert_string_equal(shell->out, "");
    }
}

TEST(a_failure_leaves_no_file) {
    struct shell *shell = *state;
    shell_expect(shell, 1, "mkdir -p empty; bench-plot r.csv -o empty/no/x.pdf");
    says(shell, "cannot be written: No such file or directory");
    shell_expect(shell, 1, "bench-plot r.csv -o - --format pdf >/dev/full");
    says(shell, "No space left on device");
    shell_expect(shell, 1, "bench-plot r.csv --format terminal >/dev/full");
    says(shell, "No space left on device");
    shell_expect(shell, 1, "(ulimit -f 1; trap '' XFSZ; bench-plot r.csv -o empty/x.svg)");
    says(shell, "x.svg: not everything could be written: File too large; does ulimit -f limit");
    shell_expect(shell, 0, "test -z \"$(ls empty)\"");
}

/* The chart is the same below its words: rows do not say what one is warned of. */
TEST(rows_are_drawn_as_their_archive_is) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze r.csv --format json >r.json && bench-plot r.json -o j.svg && "
                 "bench-plot - -o k.svg <r.json && cmp j.svg k.svg");
    shell_expect(shell, 0,
                 "bench-analyze r.csv --format json | "
                 "COLUMNS=80 bench-plot - --format terminal --kind ratio >j.txt && "
                 "COLUMNS=80 bench-plot r.csv --format terminal --kind ratio >h.txt && "
                 "sed 1,/^$/d j.txt >j && sed 1,/^$/d h.txt | cmp - j");
}

TEST(rows_must_have_what_is_drawn) {
    struct shell *shell = *state;
    static const struct {
        int status;
        const char *command, *words;
    } cases[] = {
        {64,
         "bench-analyze r.csv --format json --columns action,library,size,median | bench-plot - -o "
         "x.png",
         "/dev/stdin has no column \"ratio\""},
        {64,
         "bench-analyze r.csv --format json --columns action,library,size,ratio | bench-plot - -o "
         "x.png",
         "/dev/stdin has no column \"mean\""},
        {64, "bench-analyze r.csv --format json --columns library,mean | bench-plot - -o x.png",
         "/dev/stdin: line 2: a row without \"action\""},
        {2, "bench-analyze r.csv --format json | head -c 3000 | bench-plot - -o x.png",
         "the text ends early"},
        {2, "echo hello | bench-plot - -o x.png",
         "/dev/stdin: unrecognised format; `bench-store formats` lists"},
        {64, "echo '[]' | bench-plot - -o x.png", "/dev/stdin has no rows"},
        {64, "bench-analyze r.csv --format json | bench-plot - --ref lib2 -o x.png",
         "its ratios are to lib1; for others give --ref to bench-analyze"},
        {64, "bench-analyze r.csv --format json | bench-plot - --confidence 99% -o x.png",
         "give --confidence to bench-analyze"},
        {64, "bench-analyze r.csv --format json | bench-plot - --action dot -o x.png",
         "has no action \"dot\"; "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shell_expect(shell, cases[i].status, cases[i].command);
        says(shell, cases[i].words);
        shell_expect(shell, 0, "test ! -e x.png");
    }
}
