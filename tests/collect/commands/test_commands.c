/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include <stdio.h>

#include "collect/commands/commands.h"
#include "tests/test.h"

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

static int add(const char *text, struct err *err) {
    return commands_add(&commands, NULL, text, err);
}

EACH_TEST(begin, end);

TEST(a_name_is_what_an_equals_sign_follows) {
    static const struct {
        const char *name, *given, *shell, *called, *text;
    } rows[] = {
        {NULL, "gzip -kc in", NULL, "gzip -kc in", "gzip -kc in"},
        {NULL, "zstd=zstd -c in", NULL, "zstd", "zstd -c in"},
        {NULL, "zstd-1.5=zstd -c in", NULL, "zstd-1.5", "zstd -c in"},
        {NULL, "zstd-1.5=zstd -c in", "sh", "zstd-1.5", "zstd -c in"},
        {NULL, "7z=7z a", NULL, "7z", "7z a"},
        {NULL, "größe=wc -c in", NULL, "größe", "wc -c in"},
        {NULL, "dd if=/dev/zero", NULL, "dd if=/dev/zero", "dd if=/dev/zero"},
        {NULL, "./a=b", NULL, "./a=b", "./a=b"},
        {NULL, "-x=b", NULL, "-x=b", "-x=b"},
        {NULL, "a=true", NULL, "a", "true"},
        {NULL, "a=true", "sh", "a=true", "a=true"},
        {NULL, "DEBUG=true sleep 0.3", "sh", "DEBUG=true sleep 0.3", "DEBUG=true sleep 0.3"},
        {NULL, "n=3; echo $n", "sh", "n=3; echo $n", "n=3; echo $n"},
        {NULL, "env DEBUG=true sleep 0.3", NULL, "env DEBUG=true sleep 0.3",
         "env DEBUG=true sleep 0.3"},
        {"DEBUG", "true sleep 0.3", NULL, "DEBUG", "true sleep 0.3"},
        {"größer und schneller", "n=3; echo $n", "sh", "größer und schneller", "n=3; echo $n"},
    };
    struct err err;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        commands_release(&commands);
        commands.shell = rows[i].shell;
        assert_int_equal(commands_add(&commands, rows[i].name, rows[i].given, &err), 0);
        assert_int_equal(commands_name(&commands, &err), 0);
        assert_string_equal(commands.items[0].name, rows[i].called);
        assert_string_equal(commands.items[0].text, rows[i].text);
    }
}

TEST(a_variable_is_no_name) {
    static const char *const both[] = {"DEBUG=true sleep 0.3", "LC_ALL=C sort in", "_x='a b' cat"};
    struct err err;
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        commands_release(&commands);
        assert_int_equal(add(both[i], &err), 0);
        assert_refused(commands_name(&commands, &err), &err, "may be a name or a variable");
    }
    commands_release(&commands);
    assert_int_equal(add(both[0], &err), 0);
    assert_refused(commands_name(&commands, &err), &err,
                   "--name DEBUG --command 'true sleep 0.3', or --command 'env DEBUG=true sleep "
                   "0.3'");
    commands_release(&commands);
    assert_int_equal(commands_add(&commands, "x", both[0], &err), 0);
    assert_int_equal(commands_name(&commands, &err), 0);
    assert_refused(commands_check(&commands, &err), &err,
                   "only a shell sets DEBUG; write 'env DEBUG=true sleep 0.3', or give --shell");
}

/* Whoever has named commands so without a shell shall know. */
TEST(a_variable_of_the_shell_is_told) {
    static const struct {
        const char *name, *text;
        int is_told;
    } rows[] = {
        {NULL, "a=sort in | uniq", 1}, {NULL, "a=true", 1},         {NULL, "n=3; echo $n", 0},
        {NULL, "n=$(nproc) make", 0},  {NULL, "sort in | uniq", 0}, {"a", "b=c sort in", 0},
    };
    struct err err;
    char line[300] = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        commands_release(&commands);
        commands.shell = "/bin/sh";
        assert_int_equal(commands_add(&commands, rows[i].name, rows[i].text, &err), 0);
        assert_int_equal(commands_name(&commands, &err), 0);
        assert_int_equal(commands_tell_variable(&commands, line, sizeof line), rows[i].is_told);
    }
    assert_string_equal(line,
                        "'a=true': with --shell a= sets a variable; --name a before --command "
                        "gives a name");
}

TEST(mistakes_are_refused) {
    struct err err;
    assert_refused(add(" ", &err), &err, "the command is empty");
    assert_refused(commands_add(&commands, "", "true", &err), &err, "its name is empty");
    static const char *const pairs[][2] = {{"a=true", "a=false"}, {"true", "true"}};
    for (size_t i = 0; i < 2; i++) {
        commands_release(&commands);
        assert_int_equal(add(pairs[i][0], &err), 0);
        assert_int_equal(add(pairs[i][1], &err), 0);
        assert_refused(commands_name(&commands, &err), &err, "two commands are called ");
    }
    commands_release(&commands);
    assert_int_equal(add("b=", &err), 0);
    assert_refused(commands_name(&commands, &err), &err, "the command is empty");
    while (commands.count < COMMANDS_MAX) {
        static char names[COMMANDS_MAX][8];
        char *name = names[commands.count];
        snprintf(name, sizeof names[0], "c%zu=x", commands.count);
        assert_int_equal(add(name, &err), 0);
    }
    assert_refused(add("more", &err), &err, "more than 64 commands");
}

TEST(texts_are_checked_before_anything_runs) {
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
        commands = (struct commands){.count = 1, .items = {{.name = strdup("x"), .text = "true"}}};
        commands_add_hook(&commands, COMMANDS_PREPARE, rows[i].text, &err);
        int code = commands_check(&commands, &err);
        if (!rows[i].says) {
            assert_int_equal(code, 0);
            continue;
        }
        assert_refused(code, &err, rows[i].says);
        assert_refused(code, &err, "--prepare");
    }
    commands.shell = "/bin/sh";
    commands.hooks[COMMANDS_PREPARE].texts[0] = "a | b 'c";
    assert_int_equal(commands_check(&commands, &err), 0);
}

TEST(where_commands_print_is_one_word_for_all_or_one_for_each) {
    struct err err;
    static const struct {
        const char *words[3], *says;
        size_t count;
        int is_checked;
    } rows[] = {
        {{"pipe"}, NULL, 1, 1},
        {{"out {size}.gz"}, NULL, 1, 1},
        {{"null", "pipe"}, NULL, 2, 0},
        {{"null"}, NULL, 1, 0},
        {{"null"}, "--stdout: null: --check stdout looks at what is timed", 1, 1},
        {{"pipe", "/dev/null"}, "--stdout: /dev/null: --check stdout", 2, 1},
        {{"out {x}"}, "--stdout: 'out {x}': unknown placeholder {x}", 1, 0},
        {{"./nul"}, NULL, 1, 0},
        {{"nul"}, "--stdout: nul; did you mean \"null\"? ./nul is a file of that name", 1, 0},
        {{""}, "--stdout: the name is empty", 1, 0},
        {{"inherit"}, "--stdout: inherit: commands have no terminal", 1, 0},
        {{"a", "b", "c"}, "--stdout: given 3 times for 2 commands; give it once", 3, 0},
    };
    commands = (struct commands){
        .count = 2,
        .items = {{.name = strdup("a"), .text = "a"}, {.name = strdup("b"), .text = "b"}}};
    assert_string_equal(commands_output(&commands, 1), "pipe");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memcpy(commands.outputs, rows[i].words, sizeof rows[i].words);
        commands.output_count = rows[i].count;
        commands.checks_output = rows[i].is_checked;
        int code = commands_check(&commands, &err);
        if (rows[i].says)
            assert_refused(code, &err, rows[i].says);
        else {
            assert_int_equal(code, 0);
            assert_string_equal(commands_output(&commands, 1), rows[i].words[rows[i].count - 1]);
        }
    }
}

TEST(a_worker_gets_what_was_packed) {
    static struct wire_command load;
    struct commands_texts texts;
    struct err err;
    commands = (struct commands){.count = 2,
                                 .items = {{.name = strdup("a"), .text = "first"},
                                           {.name = strdup("b"), .text = "second {level}"}},
                                 .hooks = {[COMMANDS_CLEANUP] = {{"rm -f x", "rm -f y"}, 2},
                                           [COMMANDS_SETUP] = {{"make"}, 1},
                                           [COMMANDS_PREPARE] = {{"sync"}, 1}},
                                 .input = "in.txt",
                                 .outputs = {"out.txt", "null"},
                                 .output_count = 2,
                                 .parameters = {"level"},
                                 .parameter_count = 1,
                                 .ignores_failure = 1,
                                 .timeout = 2.5};
    assert_int_equal(commands_pack(&commands, 1, &load, &err), 0);
    assert_true(commands_unpack(&load, &texts));
    assert_string_equal(texts.command, "second {level}");
    assert_null(texts.hooks[COMMANDS_SETUP]); /* it is the first one's */
    assert_string_equal(texts.hooks[COMMANDS_PREPARE], "sync");
    assert_null(texts.hooks[COMMANDS_CONCLUDE]);
    assert_string_equal(texts.hooks[COMMANDS_CLEANUP], "rm -f y");
    assert_null(texts.shell);
    assert_string_equal(texts.input, "in.txt");
    assert_string_equal(texts.output, "null");
    assert_string_equal(texts.parameters[0], "level");
    assert_true(load.ignores_failure && !load.checks_output && load.timeout == 2.5);

    load.texts_length--; /* the last text is not whole */
    assert_false(commands_unpack(&load, &texts));
    load.texts_length = sizeof load.texts + 1;
    assert_false(commands_unpack(&load, &texts));
}

TEST(a_command_that_does_not_fit_is_refused) {
    static struct wire_command load;
    static char text[sizeof load.texts + 1];
    struct err err;
    memset(text, 'x', sizeof text - 1);
    commands = (struct commands){.count = 1, .items = {{.name = strdup("a"), .text = text}}};
    assert_refused(commands_pack(&commands, 0, &load, &err), &err, "more than 32768 bytes");
}

TEST(there_is_a_hook_for_all_or_for_each) {
    struct err err;
    assert_int_equal(add("a=true", &err), 0);
    assert_int_equal(add("b=true", &err), 0);
    assert_int_equal(add("c=true", &err), 0);
    assert_int_equal(commands_name(&commands, &err), 0);
    assert_null(commands_hook(&commands, COMMANDS_PREPARE, 2));
    commands_add_hook(&commands, COMMANDS_PREPARE, "one", &err);
    assert_int_equal(commands_check(&commands, &err), 0);
    assert_string_equal(commands_hook(&commands, COMMANDS_PREPARE, 2), "one");
    commands_add_hook(&commands, COMMANDS_PREPARE, "two", &err);
    assert_refused(commands_check(&commands, &err), &err,
                   "--prepare: given 2 times for 3 commands; give it once for all, or once for "
                   "each");
    commands_add_hook(&commands, COMMANDS_PREPARE, "three | four", &err);
    assert_refused(commands_check(&commands, &err), &err, "only a shell understands '|'");
    assert_string_equal(commands_hook(&commands, COMMANDS_PREPARE, 1), "two");
    while (commands.hooks[COMMANDS_PREPARE].count < COMMANDS_MAX)
        assert_int_equal(commands_add_hook(&commands, COMMANDS_PREPARE, "more", &err), 0);
    assert_refused(commands_add_hook(&commands, COMMANDS_PREPARE, "more", &err), &err,
                   "more than 64");
}

TEST(words_make_commands_of_their_own) {
    static char *const compilers[] = {"gcc", "clang"};
    static char *const levels[] = {"-O1", "-O2 -g"};
    static struct wire_command load;
    struct commands_texts texts;
    struct err err;
    commands.checked_file = "{cc}.o";
    commands.outputs[0] = "{cc} {o}.txt";
    commands.outputs[1] = "null";
    commands.output_count = 2;
    assert_int_equal(add("{cc} {o} x.c", &err), 0);
    assert_int_equal(add("tcc=tcc x.c", &err), 0);
    assert_int_equal(commands_name(&commands, &err), 0);
    commands_add_hook(&commands, COMMANDS_SETUP, "mkdir {cc}", &err);
    commands_add_hook(&commands, COMMANDS_CLEANUP, "sync", &err);
    commands_add_hook(&commands, COMMANDS_PREPARE, "rm {o}", &err);
    commands_add_hook(&commands, COMMANDS_PREPARE, "true", &err);
    assert_int_equal(commands_vary(&commands, "cc", compilers, 2, &err), 0);
    assert_int_equal(commands_vary(&commands, "o", levels, 2, &err), 0);
    static const char *const names[] = {"gcc -O1 x.c",      "gcc -O2 -g x.c", "clang -O1 x.c",
                                        "clang -O2 -g x.c", "tcc cc=gcc",     "tcc cc=clang"};
    assert_int_equal(commands.count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(commands.items[i].name, names[i]);
    assert_int_equal(commands_check(&commands, &err), 0);
    assert_int_equal(commands_run_hooks(&commands), 6);
    static const char *const outputs[] = {"gcc -O1.txt", "gcc -O2 -g.txt", "clang -O1.txt",
                                          "clang -O2 -g.txt"};
    static const char *const made[] = {"mkdir {cc}", NULL, "mkdir {cc}", NULL, NULL, NULL};
    for (size_t i = 0; i < 6; i++) { /* a setup runs once for the words that it has */
        assert_int_equal(commands_pack(&commands, i, &load, &err), 0);
        assert_true(commands_unpack(&load, &texts));
        assert_int_equal(texts.hooks[COMMANDS_SETUP] != NULL, made[i] != NULL);
        assert_int_equal(texts.hooks[COMMANDS_CLEANUP] != NULL, i == 0);
        assert_string_equal(texts.hooks[COMMANDS_PREPARE], i < 4 ? "rm {o}" : "true");
        struct placeholder placeholders[COMMANDS_MAX_PLACEHOLDERS];
        size_t count = commands_placeholders(&texts, placeholders);
        char *filled = placeholders_fill(texts.command, placeholders, count);
        char *output = placeholders_fill(texts.output, placeholders, count);
        assert_string_equal(filled, i < 4 ? names[i] : "tcc x.c");
        assert_string_equal(output, i < 4 ? outputs[i] : "null");
        free(filled);
        free(output);
    }
}

TEST(a_file_to_print_to_may_have_a_word_too) {
    static char *const words[] = {"a", "b"};
    for (size_t count = 1; count <= 3; count++) {
        struct err err;
        commands_release(&commands);
        commands = (struct commands){.outputs = {"{w}", "c", "d"}, .output_count = count};
        assert_int_equal(add("x=true", &err), 0);
        assert_int_equal(add("y=true", &err), 0);
        assert_int_equal(commands_name(&commands, &err), 0);
        int code = commands_vary(&commands, "w", words, 2, &err);
        if (count == 3) {
            assert_refused(code, &err, "--stdout: given 3 times for 2 commands; give it once");
            continue;
        }
        assert_int_equal(code, 0);
        assert_int_equal(commands.count, count == 1 ? 4 : 3);
        assert_string_equal(commands.items[1].name, "x w=b");
        assert_string_equal(commands_output(&commands, 1), "{w}");
        assert_string_equal(commands_output(&commands, commands.count - 1),
                            count == 1 ? "{w}" : "c");
        assert_int_equal(commands_check(&commands, &err), 0);
    }
}

TEST(there_are_so_many_commands_with_words) {
    static char *const words[] = {"a", "b"};
    struct err err;
    for (int i = 0; i <= COMMANDS_MAX / 2; i++) {
        char name[8];
        snprintf(name, sizeof name, "c%d", i);
        assert_int_equal(commands_add(&commands, name, "{x}", &err), 0);
    }
    assert_refused(commands_vary(&commands, "x", words, 2, &err), &err,
                   "more than 64 commands with all its words");
}

TEST(hooks_depend_on_the_point_if_they_name_it) {
    struct err err;
    assert_int_equal(commands_run_hooks(&commands), 0);
    commands_add_hook(&commands, COMMANDS_SETUP, "make {seed}", &err);
    assert_int_equal(commands_run_hooks(&commands), 1);
    assert_false(commands_have_point_hooks(&commands));
    commands_add_hook(&commands, COMMANDS_CLEANUP, "rm x", &err);
    commands_add_hook(&commands, COMMANDS_CLEANUP, "rm {size}", &err);
    assert_int_equal(commands_run_hooks(&commands), 2);
    assert_true(commands_have_point_hooks(&commands));
    assert_true(commands_hooks_use(&commands, "size"));
    assert_false(commands_use(&commands, "size"));
}
