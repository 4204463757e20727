/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/command_line/access_options.h"

static error_t parse_parent(int key, char *argument, struct argp_state *state) {
    (void)argument;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

static void parse(struct access_options *access, const char *option) {
    static const struct argp_child children[] = {{&access_options_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {.parser = parse_parent, .children = children};
    char program[] = "bench-test", copy[100];
    char *argv[] = {program, copy, NULL};
    snprintf(copy, sizeof copy, "%s", option ? option : "");
    assert_int_equal(argp_parse(&argp, option ? 2 : 1, argv, ARGP_NO_EXIT, NULL, access), 0);
}

/* --- waiting --- */

static void seconds_become_what_the_store_understands(void **state) {
    (void)state;
    static const struct {
        const char *option;
        double lock_timeout;
    } cases[] = {
        {NULL, 0},
        {"--lock-timeout=2.5", 2.5},
        {"--lock-timeout=0", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct access_options access = {.program = "bench-test"};
        parse(&access, cases[i].option);
        assert_true(access.access.lock_timeout == cases[i].lock_timeout);
    }
}

/* --- telling --- */

/* What is written to standard error while LINES are told. */
static const char *told(struct access_options *access, const char *const *lines) {
    static char text[4096];
    FILE *file = tmpfile();
    int error = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    for (; *lines; lines++)
        access->access.tell(access->access.context, *lines);
    fflush(stderr);
    dup2(error, STDERR_FILENO);
    close(error);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void every_line_begins_with_the_program(void **state) {
    (void)state;
    struct access_options access = {.program = "bench-test"};
    parse(&access, NULL);
    assert_string_equal(told(&access, (const char *[]){"a.h5 waits", "a.h5 waits", NULL}),
                        "bench-test: a.h5 waits\nbench-test: a.h5 waits\n");
}

static void what_is_true_of_all_archives_is_said_once(void **state) {
    (void)state;
    struct access_options access = {.program = "bench-test"};
    parse(&access, NULL);
    const char *lines[] = {ACCESS_UNFILTERED, "b.h5 waits", ACCESS_UNFILTERED, NULL};
    assert_string_equal(told(&access, lines),
                        "bench-test: " ACCESS_UNFILTERED "\nbench-test: b.h5 waits\n");
}

static void keep_line(void *context, const char *line) {
    *(const char **)context = line;
}

static void who_listens_already_goes_on_listening(void **state) {
    (void)state;
    const char *heard = NULL, line[] = "a.h5 waits";
    struct access_options access = {.access = {.tell = keep_line, .context = &heard}};
    parse(&access, NULL);
    assert_string_equal(told(&access, (const char *[]){line, NULL}), "");
    assert_ptr_equal(heard, line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seconds_become_what_the_store_understands),
        cmocka_unit_test(every_line_begins_with_the_program),
        cmocka_unit_test(what_is_true_of_all_archives_is_said_once),
        cmocka_unit_test(who_listens_already_goes_on_listening),
    };
    return cmocka_run_group_tests_name("store/command_line/access_options", tests, NULL, NULL);
}
