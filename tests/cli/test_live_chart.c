/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --plot, on terminals, on pipes and into files. */
#include "tests/cli/shell.h"

#define ON_TERMINAL "python3 $OLDPWD/tests/cli/on_terminal.py "
#define MEASURE     "bench-collect axpy builtin --sizes 100,1000 --stage-time 0.001 "
/* A chart is drawn after every round. */
#define CHARTS "export BENCHMAT_CHARTS=1; "

static const char title[] = "axpy — operations per second";

/* How often TEXT has PART. */
static int count(const char *text, const char *part) {
    int count = 0;
    while ((text = strstr(text, part))) {
        text += strlen(part);
        count++;
    }
    return count;
}

static int redrawn(const struct shell *shell) {
    const char *words = strstr(shell->out, "redrawn: ");
    return words ? atoi(words + strlen("redrawn: ")) : -1;
}

ALL_TESTS(shell_begin, shell_end);

/* There is one chart in the end, below what was told and above the result. */
SOAK_TEST(on_a_terminal_it_is_drawn_in_place) {
    struct shell *shell = *state;
    static const char *const sizes[] = {"24 80 ", "50 120 ", "24 160 "};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char line[300];
        snprintf(line, sizeof line,
                 "rm -f live.h5; " CHARTS "at kept:axpy:100:3 true " ON_TERMINAL "%s" MEASURE
                 "--rounds 3 -o live.h5 --plot",
                 sizes[i]);
        shell_expect(shell, 0, line);
        assert_int_equal(count(shell->out, title), 1);
        assert_true(redrawn(shell) >= 2);
        const char *chart = strstr(shell->out, title);
        assert_true(strstr(shell->out, "3 rounds") < chart);
        assert_non_null(strstr(chart, "length of x and y"));
        assert_non_null(strstr(chart, "live.h5: run_000001 has axpy"));
        assert_lacks(shell->out, "round 3 of 3"); /* of the progress line */
    }
}

/* Ctrl-C comes in round 3, which lasts until then. */
TEST(after_ctrl_c_nothing_is_left_of_it) {
    struct shell *shell = *state;
    shell_expect(shell, 130,
                 "rm -f live.h5; " CHARTS "INTERRUPT='in round 3' at kept:axpy:100:3 "
                 "'python3 $OLDPWD/tests/cli/await_ctrl_c.py \"in round 3\"' " ON_TERMINAL
                 "40 100 " MEASURE "--rounds 4 -o live.h5 --plot");
    assert_has(shell->out, "bench-collect: interrupted");
    assert_int_equal(count(shell->out, title), 1);
    shell_expect(shell, 1, "pgrep -f '[b]ench-plot.*live[.]h5'");
    shell_expect(shell, 0, "bench-store list live.h5");
    assert_has(shell->out, "interrupted");
}

TEST(a_pipe_gets_it_once) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "rm -f live.h5; " MEASURE "--rounds 2 -o live.h5 --plot");
    assert_int_equal(count(shell->err, title), 1);
    assert_lacks(shell->err, "\033");
    assert_lacks(shell->out, title);
    shell_expect(shell, 0, "rm -f live.h5; " MEASURE "--rounds 2 -q -o live.h5 --plot");
    assert_lacks(shell->err, title);
}

/* The rate of several libraries too, as bench-plot draws if it is not told what. */
TEST(it_is_of_the_usual_kind) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rm -f live.h5; bench-collect axpy builtin same=builtin --sizes 100,1000 "
                 "--stage-time 0.001 --rounds 3 -o live.h5 --plot");
    assert_int_equal(count(shell->err, title), 1);
    assert_lacks(shell->err, "relative to");
    assert_lacks(shell->err, "mean time per call");
    shell_expect(shell, 0, "bench-plot live.h5 -o - --format=terminal | head -n 1");
    assert_has(shell->out, title);
}

TEST(a_file_is_drawn_anew) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rm -f live.h5 live.svg; " CHARTS
                 "at kept:axpy:100:3 'cp live.svg early.svg' " MEASURE
                 "--rounds 3 -o live.h5 --plot=live.svg && "
                 "grep -q '</svg>' early.svg && ! cmp -s early.svg live.svg && "
                 "bench-plot live.h5 -o whole.svg && cmp live.svg whole.svg");
}

TEST(an_archive_may_be_called_like_an_option) {
    struct shell *shell = *state;
    shell_expect(shell, 0, MEASURE "--rounds 2 -o -g.h5 --plot=g.svg && test -s g.svg");
    assert_lacks(shell->err, "--plot: ");
    shell_expect(shell, 0, MEASURE "--rounds 2 -o -g.h5 --plot");
    assert_int_equal(count(shell->err, title), 1);
}

TEST(a_bad_file_is_refused_before_measuring) {
    struct shell *shell = *state;
    static const char *const files[][2] = {
        {"live.xyz", "--plot=live.xyz: the name must end in .png, .pdf, .svg"},
        {"no/live.png", "nothing can be written into no: No such file or directory"},
        {"", "--plot: the file's name is empty"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char line[300];
        snprintf(line, sizeof line, "rm -f live.h5; " MEASURE "-o live.h5 --plot=%s", files[i][0]);
        shell_expect(shell, 64, line);
        assert_has(shell->err, files[i][1]);
        shell_expect(shell, 1, "test -e live.h5");
    }
    shell_expect(shell, 64, "bench-collect axpy --submit print --plot");
    assert_has(shell->err, "leave --plot out");
}

/* Without its '=', it is taken for a library. */
TEST(a_file_apart_is_explained) {
    struct shell *shell = *state;
    static const char *const files[] = {"apart.png", "./apart.PDF", "apart.svg"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char line[300], wanted[100];
        snprintf(line, sizeof line, "bench-collect axpy builtin -o apart.h5 --plot %s", files[i]);
        snprintf(wanted, sizeof wanted, "; for a chart write --plot=%s\n", files[i]);
        shell_expect(shell, 64, line);
        assert_has(shell->err, wanted);
        assert_lacks(shell->err, "known by name");
    }
    shell_expect(shell, 64,
                 ": >there.png; bench-collect axpy builtin -o apart.h5 --plot there.png");
    assert_has(shell->err, "there.png: not a shared object; for a chart write --plot=there.png");
}

/* A copy of bench-collect alone, and a bench-plot that fails, again and again. */
TEST(measuring_goes_on_without_charts) {
    struct shell *shell = *state;
    char line[2 * PATH_MAX + 300];
    snprintf(line, sizeof line,
             "mkdir -p part/bin && cp \"$failpoints/bench-collect\" part/bin && "
             "ln -sf '%s/libexec' part && rm -f live.h5 && " CHARTS "PATH=part/bin:$PATH " MEASURE
             "--rounds 3 -o live.h5 --plot",
             shell->build);
    shell_expect(shell, 0, line);
    assert_int_equal(count(shell->err, "--plot: no charts, as bench-plot is not installed"), 1);
    assert_has(shell->out, "live.h5: run_000001 has axpy");
    shell_expect(shell, 0,
                 "printf '#!/bin/sh\\necho >>drawn; echo bench-plot: no ink >&2; exit 1\\n' "
                 ">part/bin/bench-plot; "
                 "chmod +x part/bin/bench-plot; rm live.h5; " CHARTS "PATH=part/bin:$PATH " MEASURE
                 "--rounds 3 -o live.h5 --plot=live.png && [ $(grep -c '' drawn) -gt 3 ]");
    assert_int_equal(count(shell->err, "--plot: no ink (measuring goes on)"), 1);
    assert_has(shell->out, "live.h5: run_000001 has axpy");
}
