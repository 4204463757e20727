/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include "collect/commands/commands.h"

static struct commands commands;

static int begin(void **state) {
    (void)state;
    commands = (struct commands){0};
    return 0;
}

static int end(void **state) {
    (void)state;
    commands_release(&commands);
    return 0;
}

static void assert_refused(int code, const struct err *err, const char *says) {
    assert_int_equal(code, ERR_USAGE);
    if (!strstr(err->message, says))
        fail_msg("no \"%s\" in: %s", says, err->message);
}

static void a_name_is_what_an_equals_sign_follows(void **state) {
    (void)state;
    static const struct {
        const char *given, *name, *text;
    } rows[] = {
        {"gzip -kc in", "gzip -kc in", "gzip -kc in"},
        {"zstd=zstd -c in", "zstd", "zstd -c in"},
        {"zstd-1.5=zstd -c in", "zstd-1.5", "zstd -c in"},
        {"dd if=/dev/zero", "dd if=/dev/zero", "dd if=/dev/zero"},
        {"./a=b", "./a=b", "./a=b"},
    };
    struct err err;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(commands_add(&commands, rows[i].given, &err), 0);
        assert_string_equal(commands.items[i].name, rows[i].name);
        assert_string_equal(commands.items[i].text, rows[i].text);
    }
}

static void mistakes_are_refused(void **state) {
    (void)state;
    struct err err;
    assert_int_equal(commands_add(&commands, "a=true", &err), 0);
    assert_refused(commands_add(&commands, "a=false", &err), &err, "two commands are called a");
    assert_refused(commands_add(&commands, "b=", &err), &err, "the command is empty");
    assert_refused(commands_add(&commands, " ", &err), &err, "the command is empty");
    while (commands.count < COMMANDS_MAX) {
        static char names[COMMANDS_MAX][8];
        char *name = names[commands.count];
        snprintf(name, sizeof names[0], "c%zu=x", commands.count);
        assert_int_equal(commands_add(&commands, name, &err), 0);
    }
    assert_refused(commands_add(&commands, "more", &err), &err, "more than 64 commands");
}

static void texts_are_checked_before_anything_runs(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"a | b", "only a shell understands '|'"},
        {"cat *.txt", "only a shell understands '*'"},
        {"cat ~/in", "only a shell understands '~'"},
        {"true # really", "only a shell understands '#'"},
        {"a 'b", "a quote is not closed"},
        {"a {b}", "unknown placeholder {b}"},
        {"''  ", NULL},
    };
    struct err err;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        commands_release(&commands);
        commands = (struct commands){.count = 1, .items = {{strdup("x"), "true"}}};
        commands.hooks[COMMANDS_PREPARE] = rows[i].text;
        int code = commands_check(&commands, &err);
        if (!rows[i].says) {
            assert_int_equal(code, 0);
            continue;
        }
        assert_refused(code, &err, rows[i].says);
        assert_refused(code, &err, "--prepare");
    }
    commands.shell = "/bin/sh";
    commands.hooks[COMMANDS_PREPARE] = "a | b 'c";
    assert_int_equal(commands_check(&commands, &err), 0);
}

static void a_worker_gets_what_was_packed(void **state) {
    (void)state;
    static struct wire_command load;
    struct commands_texts texts;
    struct err err;
    commands = (struct commands){.count = 2,
                                 .items = {{strdup("a"), "first"}, {strdup("b"), "second {level}"}},
                                 .hooks = {[COMMANDS_CLEANUP] = "rm -f x"},
                                 .input = "in.txt",
                                 .parameters = {"level"},
                                 .parameter_count = 1,
                                 .ignores_failure = 1,
                                 .timeout = 2.5};
    assert_int_equal(commands_pack(&commands, 1, &load, &err), 0);
    assert_true(commands_unpack(&load, &texts));
    assert_string_equal(texts.command, "second {level}");
    assert_null(texts.hooks[COMMANDS_SETUP]);
    assert_string_equal(texts.hooks[COMMANDS_CLEANUP], "rm -f x");
    assert_null(texts.shell);
    assert_string_equal(texts.input, "in.txt");
    assert_string_equal(texts.parameters[0], "level");
    assert_true(load.ignores_failure && !load.checks_output && load.timeout == 2.5);

    load.texts_length--; /* the last text is not whole */
    assert_false(commands_unpack(&load, &texts));
    load.texts_length = sizeof load.texts + 1;
    assert_false(commands_unpack(&load, &texts));
}

static void a_command_that_does_not_fit_is_refused(void **state) {
    (void)state;
    static struct wire_command load;
    static char text[sizeof load.texts + 1];
    struct err err;
    memset(text, 'x', sizeof text - 1);
    commands = (struct commands){.count = 1, .items = {{strdup("a"), text}}};
    assert_refused(commands_pack(&commands, 0, &load, &err), &err, "more than 32768 bytes");
}

static void hooks_depend_on_the_point_if_they_name_it(void **state) {
    (void)state;
    commands.hooks[COMMANDS_SETUP] = "make {seed}";
    assert_false(commands_have_point_hooks(&commands));
    commands.hooks[COMMANDS_CLEANUP] = "rm {size}";
    assert_true(commands_have_point_hooks(&commands));
    assert_true(commands_hooks_use(&commands, "size"));
    assert_false(commands_use(&commands, "size"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_name_is_what_an_equals_sign_follows, begin, end),
        cmocka_unit_test_setup_teardown(mistakes_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(texts_are_checked_before_anything_runs, begin, end),
        cmocka_unit_test_setup_teardown(a_worker_gets_what_was_packed, begin, end),
        cmocka_unit_test_setup_teardown(a_command_that_does_not_fit_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(hooks_depend_on_the_point_if_they_name_it, begin, end),
    };
    return cmocka_run_group_tests_name("collect/commands/commands", tests, NULL, NULL);
}
