/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/text/terminal.h"

/* --- width --- */

static void a_width_that_is_wanted_comes_first(void **state) {
    (void)state;
    struct terminal terminal = {.columns = "80", .is_terminal = 1, .window = 120};
    assert_int_equal(terminal_width(&terminal, 70), 70);
}

static void the_variable_comes_before_the_window(void **state) {
    (void)state;
    struct terminal terminal = {.columns = "80", .is_terminal = 1, .window = 120};
    assert_int_equal(terminal_width(&terminal, 0), 80);
}

static void the_window_is_asked_without_a_variable(void **state) {
    (void)state;
    struct terminal terminal = {.is_terminal = 1, .window = 120};
    assert_int_equal(terminal_width(&terminal, 0), 120);
}

static void what_is_no_terminal_has_the_usual_width(void **state) {
    (void)state;
    assert_int_equal(terminal_width(&(struct terminal){0}, 0), 100);
}

static void a_variable_that_is_no_number_is_not_set(void **state) {
    (void)state;
    static const char *const values[] = {"", "wide", "80x", "-80", "0", " 80", "99999999999999999"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        assert_int_equal(terminal_width(&(struct terminal){.columns = values[i]}, 0), 100);
}

static void no_width_is_below_the_least_or_above_the_most(void **state) {
    (void)state;
    assert_int_equal(terminal_width(&(struct terminal){.columns = "7"}, 0), TERMINAL_LEAST_WIDTH);
    assert_int_equal(terminal_width(&(struct terminal){.window = 3}, 0), TERMINAL_LEAST_WIDTH);
    assert_int_equal(terminal_width(&(struct terminal){.columns = "99999"}, 0),
                     TERMINAL_MOST_WIDTH);
}

static void a_width_is_read(void **state) {
    (void)state;
    struct err err;
    size_t width = 0;
    assert_int_equal(terminal_parse_width("40", &width, &err), 0);
    assert_int_equal(width, 40);
}

static void a_width_that_makes_no_sense_is_refused(void **state) {
    (void)state;
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

static void a_terminal_is_colored(void **state) {
    (void)state;
    assert_true(colored((struct terminal){.is_terminal = 1, .term = "xterm"}, TERMINAL_AUTO));
}

static void a_file_is_not(void **state) {
    (void)state;
    assert_false(colored((struct terminal){.term = "xterm"}, TERMINAL_AUTO));
}

static void a_dumb_terminal_is_not(void **state) {
    (void)state;
    assert_false(colored((struct terminal){.is_terminal = 1, .term = "dumb"}, TERMINAL_AUTO));
    assert_false(colored((struct terminal){.is_terminal = 1}, TERMINAL_AUTO));
}

static void no_color_is_honoured_unless_it_is_empty(void **state) {
    (void)state;
    struct terminal terminal = {.is_terminal = 1, .term = "xterm", .no_color = "0"};
    assert_false(colored(terminal, TERMINAL_AUTO));
    terminal.no_color = "";
    assert_true(colored(terminal, TERMINAL_AUTO));
}

static void always_and_never_are_just_that(void **state) {
    (void)state;
    struct terminal dumb = {.term = "dumb", .no_color = "1"};
    struct terminal good = {.is_terminal = 1, .term = "xterm"};
    assert_true(colored(dumb, TERMINAL_ALWAYS));
    assert_false(colored(good, TERMINAL_NEVER));
}

static void when_to_color_is_read(void **state) {
    (void)state;
    enum terminal_color color;
    struct err err;
    assert_int_equal(terminal_parse_color("never", &color, &err), 0);
    assert_int_equal(color, TERMINAL_NEVER);
    assert_int_equal(terminal_parse_color("auto", &color, &err), 0);
    assert_int_equal(color, TERMINAL_AUTO);
    assert_int_equal(terminal_parse_color("yes", &color, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "auto, always or never"));
}

static void every_tone_that_begins_ends(void **state) {
    (void)state;
    for (int tone = TERMINAL_PLAIN; tone < TERMINAL_TONES; tone++)
        assert_int_equal(*terminal_begin(tone) == '\0', *terminal_end(tone) == '\0');
    assert_string_equal(terminal_begin(TERMINAL_PLAIN), "");
    assert_string_equal(terminal_begin(TERMINAL_GOOD), "\033[32m");
}

/* --- the outside --- */

static void the_environment_is_asked(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_width_that_is_wanted_comes_first),
        cmocka_unit_test(the_variable_comes_before_the_window),
        cmocka_unit_test(the_window_is_asked_without_a_variable),
        cmocka_unit_test(what_is_no_terminal_has_the_usual_width),
        cmocka_unit_test(a_variable_that_is_no_number_is_not_set),
        cmocka_unit_test(no_width_is_below_the_least_or_above_the_most),
        cmocka_unit_test(a_width_is_read),
        cmocka_unit_test(a_width_that_makes_no_sense_is_refused),
        cmocka_unit_test(a_terminal_is_colored),
        cmocka_unit_test(a_file_is_not),
        cmocka_unit_test(a_dumb_terminal_is_not),
        cmocka_unit_test(no_color_is_honoured_unless_it_is_empty),
        cmocka_unit_test(always_and_never_are_just_that),
        cmocka_unit_test(when_to_color_is_read),
        cmocka_unit_test(every_tone_that_begins_ends),
        cmocka_unit_test(the_environment_is_asked),
    };
    return cmocka_run_group_tests_name("formats/text/terminal", tests, NULL, NULL);
}
