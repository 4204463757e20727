/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/cli/console.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

static struct console console;
static FILE *file;
static int own;

/* The standard error goes to a file. */
static int begin(void **state) {
    (void)state;
    clocks_stop();
    file = tmpfile();
    own = dup(STDERR_FILENO);
    return !file || own < 0 || dup2(fileno(file), STDERR_FILENO) < 0;
}

static const char *shown(void) {
    static char text[1024];
    fflush(stderr);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    return text;
}

static int end(void **state) {
    (void)state;
    clocks_go();
    dup2(own, STDERR_FILENO);
    close(own);
    fclose(file);
    return 0;
}

static void note(enum note_kind kind, const char *line) {
    console.observer.note(&console.observer, kind, line);
}

EACH_TEST(begin, end);

TEST(what_is_held_back_comes_after_what_is_told) {
    console_begin(&console, 0, 0);
    console_hold(&console, 1);
    note(NOTE_SKIPPED, "two");
    console_hold(&console, 0);
    note(NOTE_SKIPPED, "none waits");
    console_hold(&console, 1);
    note(NOTE_FAULT, "three");
    note(NOTE_DETAIL, "never");
    console_tell(&console, "one");
    console_show_held(&console);
    console_show_held(&console);
    note(NOTE_PLAN, "four");
    assert_string_equal(shown(), "none waits\none\ntwo\nthree\nfour\n");
    assert_int_equal(console.faults, 1);
}

TEST(a_quiet_console_shows_faults_alone) {
    console_begin(&console, 1, 1);
    console_hold(&console, 1);
    note(NOTE_FAULT, "two");
    note(NOTE_SKIPPED, "never");
    note(NOTE_PLAN, "nor this");
    note(NOTE_DETAIL, "nor that");
    console_tell(&console, "one");
    console_show_held(&console);
    note(NOTE_FAULT, "three");
    assert_string_equal(shown(), "two\nthree\n");
    assert_int_equal(console.faults, 2);
}

static void progress(const char *stage, double detectable) {
    const struct progress progress = {.action = "axpy",
                                      .stage = stage,
                                      .where = "n = 10",
                                      .library = "blis",
                                      .detectable = detectable};
    console.observer.progress(&console.observer, &progress);
}

/* Each round has one line; of those that are added only one in ten seconds. */
TEST(a_pipe_gets_at_most_a_line_for_each_round) {
    console_begin(&console, 0, 0);
    progress("round 4 of 5", 0);
    progress("round 4 of 5", 0);
    progress("round 5 of 5", 0);
    clocks_pass(9);
    progress("round 6", 0.034);
    assert_string_equal(shown(), "axpy: round 4 of 5, n = 10\naxpy: round 5 of 5, n = 10\n");
    clocks_pass(2);
    progress("round 7", 0.034);
    clocks_pass(9);
    progress("round 8", 0.03);
    assert_string_equal(shown(), "axpy: round 4 of 5, n = 10\naxpy: round 5 of 5, n = 10\n"
                                 "axpy: round 7, n = 10, 3.4 % would show\n");
}

/* What is told comes above the chart, which is drawn again; what is told later comes below. */
TEST(a_chart_stays_below_what_is_told) {
    console_begin(&console, 0, 0);
    console_show_chart(&console, "no terminal\n");
    console.is_terminal = 1;
    console_show_chart(&console, "a\nb\n");
    console_tell(&console, "one");
    console_show_chart(&console, "c\nd\ne\n");
    console_show_chart(&console, "f\n");
    console_leave_chart(&console);
    console_tell(&console, "two");
    assert_string_equal(shown(), "a\nb\n"
                                 "\033[2A\033[Jone\na\nb\n"
                                 "\033[2A\033[Jc\nd\ne\n"
                                 "\033[3A\033[Jf\n"
                                 "two\n");
}

/* A terminal that has become narrower has broken the lines of the chart. */
TEST(a_chart_of_another_width_is_left_alone) {
    setenv("COLUMNS", "80", 1);
    console_begin(&console, 0, 0);
    console.is_terminal = 1;
    console_show_chart(&console, "a\n");
    setenv("COLUMNS", "60", 1);
    console_show_chart(&console, "b\n");
    console_show_chart(&console, "c\n");
    console_leave_chart(&console);
    unsetenv("COLUMNS");
    assert_string_equal(shown(), "a\nb\n\033[1A\033[Jc\n");
}
