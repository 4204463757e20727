/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-plot's charts of the rows of an analysis, as people type them. */
#include "tests/cli/shell.h"

/* The words in the picture of COMMAND, drawn to a.pdf. */
static void draw(struct shell *shell, const char *options) {
    char command[1024];
    snprintf(command, sizeof command,
             "bench-plot results.h5 -o a.pdf %s && pdftotext -layout a.pdf - && pdfinfo a.pdf",
             options);
    shell_expect(shell, 0, command);
}

static void expect(struct shell *shell, const char *words) {
    if (!strstr(shell->out, words))
        fail_msg("no \"%s\" in\n%s", words, shell->out);
}

static void expect_error(struct shell *shell, const char *words) {
    if (!strstr(shell->err, words))
        fail_msg("no \"%s\" in\n%s", words, shell->err);
}

static void collect(struct shell *shell) {
    shell_expect(shell, 0,
                 "bench-collect dot,copy builtin --sizes 10,100,1000 --rounds 2 --max-seeds 2 "
                 "--stage-time 0.002 -q 2>/dev/null");
}

static void every_kind_draws_what_it_says(void **state) {
    struct shell *shell = *state;
    static const struct {
        const char *options, *words;
    } cases[] = {{"", "time relative to builtin"},
                 {"--kind time", "time per call"},
                 {"--speedup", "speed-up over builtin"},
                 {"--kind speedup", "higher is faster"},
                 {"--y ratio --speedup", "speed-up over builtin"},
                 {"--kind rate", "operations per second"},
                 {"--kind rate", "bytes per second"},
                 {"--kind rate --peak 100Tflop/s", "peak 100 Tflop/s"},
                 {"--kind rate --peak measured", "best measured"},
                 {"--kind accuracy", "error of the answers"},
                 {"--y p99 --action dot", "dot — p99"},
                 {"--y cv --scale-y log", "coefficient of variation"},
                 {"--y mean --scale-x linear", "time per call"},
                 {"--x date --at size=100 --kind time", "dot, size 100 — time per call"},
                 {"--range x=10..100 --range-y 1e-12.. --kind time", "time per call"},
                 {"--grid 2 --kind ratio", "2 actions — time relative to builtin"},
                 {"--grid 4x1", "2 actions — time per call, time relative to builtin"}};
    collect(shell);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        draw(shell, cases[i].options);
        expect(shell, cases[i].words);
    }
}

/* In the usual size its last word stands on a line of its own. */
static void words_are_smaller_where_that_saves_a_line(void **state) {
    struct shell *shell = *state;
    collect(shell);
    draw(shell, "--kind speedup --action dot --size 84x70");
    expect(shell, "with its 95 % interval; higher is faster\n");
}

static void what_cannot_be_drawn_is_refused_in_one_line(void **state) {
    struct shell *shell = *state;
    static const struct {
        const char *options, *words;
    } cases[] = {
        {"--kind threads", "nothing to draw: not measured with several numbers of threads"},
        {"--y medain", "median"},
        {"--y library", "no column of numbers"},
        {"--y mean --kind time", "each says what goes up"},
        {"--y mean --speedup", "--speedup turns ratios over"},
        {"--kind rate --speedup", "in --kind rate; it is for --kind overview, ratio or speedup"},
        {"--kind time --peak 1Gflop/s",
         "--peak changes nothing in --kind time; it is for --kind rate"},
        {"--peak measured", "--peak changes nothing in --kind overview"},
        {"--kind ecdf --scale-x log", "--scale-x changes nothing in --kind ecdf; it is for --kind "
                                      "overview, time, ratio, speedup, rate, accuracy or threads"},
        {"--kind histogram --range x=1e-9..", "--range changes nothing in --kind histogram"},
        {"--kind history --grid 2", "--grid changes nothing in --kind history"},
        {"--kind ecdf --x size", "--x changes nothing in --kind ecdf"},
        {"--scale-x cubic", "choose linear, log or log2"},
        {"--range 1..5", "names no axis"},
        {"--range x=nan..5", "is no range"},
        {"--range-y 0..1 --kind time", "a logarithmic axis has no 0"},
        {"--grid 1x1 --kind time", "2 charts do not go into a grid of 1x1; choose --grid 1x2"},
        {"--grid 0", "is no grid"},
        {"--grid 3x-2", "is no grid"},
        {"--x nonesuch", "it has size"},
        {"--action dot,nonesuch", "no action \"nonesuch\""},
        {"--library nonesuch", "none of its cells"},
        {"--at size=7", "none of its cells"},
        {"--at size", "names no parameter and number"},
        {"--peak nan", "--peak: 'nan' is no number"}};
    collect(shell);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[1024];
        snprintf(command, sizeof command, "bench-plot results.h5 -o b.pdf %s", cases[i].options);
        shell_expect(shell, 64, command);
        if (!strstr(shell->err, cases[i].words))
            fail_msg("%s: no \"%s\" in\n%s", command, cases[i].words, shell->err);
        shell_expect(shell, 0, "test ! -e b.pdf");
    }
    shell_expect(shell, 64, "bench-plot results.h5 --report r.html --kind rate");
    expect_error(shell, "--kind changes nothing in a report; it is for a picture, which -o names");
    shell_expect(shell, 0, "test ! -e r.html");
    shell_expect(shell, 0, "bench-plot results.h5 --report r.html --kind rate -o rate.png");
}

static void points_and_libraries_are_chosen_as_by_bench_analyze(void **state) {
    struct shell *shell = *state;
    collect(shell);
    shell_expect(shell, 0,
                 "bench-collect empty builtin --sizes 10,20 --rounds 2 --stage-time 0.002 "
                 "-q 2>/dev/null");
    draw(shell, "--kind rate");
    assert_non_null(strstr(shell->err, "left out, neither operations nor bytes are known: empty"));
    draw(shell, "--kind time --action action_copy --at 'size>=100' --since 1d --library builtin");
    expect(shell, "copy — time per call");
    assert_null(strstr(shell->out, "dot"));
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --action copy,dot --at 'size>=100' --format csv "
                 "--columns action,size");
    assert_null(strstr(shell->out, ",10\n"));
    assert_null(strstr(shell->out, "empty"));
}

int main(void) {
#define IN_SHELL(test) cmocka_unit_test_setup_teardown(test, shell_begin, shell_end)
    const struct CMUnitTest tests[] = {
        IN_SHELL(every_kind_draws_what_it_says),
        IN_SHELL(words_are_smaller_where_that_saves_a_line),
        IN_SHELL(what_cannot_be_drawn_is_refused_in_one_line),
        IN_SHELL(points_and_libraries_are_chosen_as_by_bench_analyze),
    };
    return cmocka_run_group_tests_name("cli/charts", tests, NULL, NULL);
}
