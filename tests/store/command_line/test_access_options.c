/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/command_line/access_options.h"
#include "tests/test.h"

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

TEST(seconds_become_what_the_store_understands) {
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

TEST(every_line_begins_with_the_program) {
    struct access_options access = {.program = "bench-test"};
    parse(&access, NULL);
    assert_string_equal(told(&access, (const char *[]){"a.h5 waits", "a.h5 waits", NULL}),
                        "bench-test: a.h5 waits\nbench-test: a.h5 waits\n");
}

TEST(what_is_true_of_all_archives_is_said_once) {
    struct access_options access = {.program = "bench-test"};
    parse(&access, NULL);
    const char *lines[] = {ACCESS_UNFILTERED, "b.h5 waits", ACCESS_UNFILTERED, NULL};
    assert_string_equal(told(&access, lines),
                        "bench-test: " ACCESS_UNFILTERED "\nbench-test: b.h5 waits\n");
}

static void keep_line(void *context, const char *line) {
    *(const char **)context = line;
}

TEST(who_listens_already_goes_on_listening) {
    const char *heard = NULL, line[] = "a.h5 waits";
    struct access_options access = {.access = {.tell = keep_line, .context = &heard}};
    parse(&access, NULL);
    assert_string_equal(told(&access, (const char *[]){line, NULL}), "");
    assert_ptr_equal(heard, line);
}
