/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/terminal.h"
#include "tests/test.h"

/* --- width --- */

TEST(a_width_that_is_wanted_comes_first) {
    struct terminal terminal = {.columns = "80", .is_terminal = 1, .window = 120};
    assert_int_equal(terminal_width(&terminal, 70), 70);
}

TEST(the_variable_comes_before_the_window) {
    struct terminal terminal = {.columns = "80", .is_terminal = 1, .window = 120};
    assert_int_equal(terminal_width(&terminal, 0), 80);
}

TEST(the_window_is_asked_without_a_variable) {
    struct terminal terminal = {.is_terminal = 1, .window = 120};
    assert_int_equal(terminal_width(&terminal, 0), 120);
}

TEST(what_is_no_terminal_has_the_usual_width) {
    assert_int_equal(terminal_width(&(struct terminal){0}, 0), 100);
}

TEST(a_variable_that_is_no_number_is_not_set) {
    static const char *const values[] = {"", "wide", "80x", "-80", "0", " 80", "99999999999999999"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        assert_int_equal(terminal_width(&(struct terminal){.columns = values[i]}, 0), 100);
}

TEST(no_width_is_below_the_least_or_above_the_most) {
    assert_int_equal(terminal_width(&(struct terminal){.columns = "7"}, 0), TERMINAL_LEAST_WIDTH);
    assert_int_equal(terminal_width(&(struct terminal){.window = 3}, 0), TERMINAL_LEAST_WIDTH);
    assert_int_equal(terminal_width(&(struct terminal){.columns = "99999"}, 0),
                     TERMINAL_MOST_WIDTH);
}

TEST(a_width_is_read) {
    struct err err;
    size_t width = 0;
    assert_int_equal(terminal_parse_width("40", &width, &err), 0);
    assert_int_equal(width, 40);
}

TEST(a_width_that_makes_no_sense_is_refused) {
    static const char *const texts[] = {"39", "10001", "", "wide", "-50", "5e2"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct err err;
        size_t width = 7;
        assert_int_equal(terminal_parse_width(texts[i], &width, &err), ERR_USAGE);
        assert_int_equal(width, 7);
        assert_non_null(strstr(err.message, "40 to 10000"));
    }
}

/* --- colours --- */

static int colored(struct terminal terminal, enum terminal_color color) {
    return terminal_is_colored(&terminal, color);
}

TEST(a_terminal_is_colored) {
    assert_true(colored((struct terminal){.is_terminal = 1, .term = "xterm"}, TERMINAL_AUTO));
}

TEST(a_file_is_not) {
    assert_false(colored((struct terminal){.term = "xterm"}, TERMINAL_AUTO));
}

TEST(a_dumb_terminal_is_not) {
    assert_false(colored((struct terminal){.is_terminal = 1, .term = "dumb"}, TERMINAL_AUTO));
    assert_false(colored((struct terminal){.is_terminal = 1}, TERMINAL_AUTO));
}

TEST(no_color_is_honoured_unless_it_is_empty) {
    struct terminal terminal = {.is_terminal = 1, .term = "xterm", .no_color = "0"};
    assert_false(colored(terminal, TERMINAL_AUTO));
    terminal.no_color = "";
    assert_true(colored(terminal, TERMINAL_AUTO));
}

TEST(always_and_never_are_just_that) {
    struct terminal dumb = {.term = "dumb", .no_color = "1"};
    struct terminal good = {.is_terminal = 1, .term = "xterm"};
    assert_true(colored(dumb, TERMINAL_ALWAYS));
    assert_false(colored(good, TERMINAL_NEVER));
}

TEST(when_to_color_is_read) {
    enum terminal_color color;
    struct err err;
    assert_int_equal(terminal_parse_color("never", &color, &err), 0);
    assert_int_equal(color, TERMINAL_NEVER);
    assert_int_equal(terminal_parse_color("auto", &color, &err), 0);
    assert_int_equal(color, TERMINAL_AUTO);
    assert_int_equal(terminal_parse_color("yes", &color, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "auto, always or never"));
}

TEST(every_tone_that_begins_ends) {
    for (int tone = TERMINAL_PLAIN; tone < TERMINAL_TONES; tone++)
        assert_int_equal(*terminal_begin(tone) == '\0', *terminal_end(tone) == '\0');
    assert_string_equal(terminal_begin(TERMINAL_PLAIN), "");
    assert_string_equal(terminal_begin(TERMINAL_GOOD), "\033[32m");
}

/* --- the outside --- */

TEST(the_environment_is_asked) {
    setenv("COLUMNS", "77", 1);
    setenv("NO_COLOR", "1", 1);
    setenv("TERM", "xterm", 1);
    struct terminal terminal = terminal_of(-1);
    assert_string_equal(terminal.columns, "77");
    assert_string_equal(terminal.no_color, "1");
    assert_string_equal(terminal.term, "xterm");
    assert_false(terminal.is_terminal);
    assert_int_equal(terminal.window, 0);
}
