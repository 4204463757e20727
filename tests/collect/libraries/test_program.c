/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/libraries/library.h"
#include "collect/libraries/library_record.h"
#include "collect/libraries/program.h"
#include "tests/test.h"

static char directory[PATH_MAX];
static struct err err;

static void write_file(const char *name, const char *text, mode_t mode) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    chmod(name, mode);
}

static int begin(void **state) {
    char template[] = "/tmp/benchmat-program-XXXXXX";
    (void)state;
    if (!mkdtemp(template) || chdir(template) || !realpath(".", directory))
        return -1;
    write_file("a b.py", "", 0644);
    write_file("x.py", "", 0644);
    write_file("X.java", "", 0644);
    write_file("run", "#!/bin/sh\n", 0755);
    write_file("kept", "#!/bin/sh\n", 0644);
    write_file("libx.so", "\177ELF", 0755);
    return 0;
}

static int end(void **state) {
    char command[PATH_MAX + 32];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return chdir("/") || system(command);
}

/* TEXT with the directory in the place of each '@'. */
static const char *here(const char *text) {
    static char all[4 * PATH_MAX];
    size_t used = 0;
    for (; *text; text++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%.*s", *text == '@' ? PATH_MAX : 1,
                                 *text == '@' ? directory : text);
    return all;
}

static struct libraries resolve(char **words, size_t count) {
    struct libraries libraries;
    if (library_resolve(words, count, "/nowhere", KIND_NUMERICAL, &libraries, &err))
        fail_msg("%s", err.message);
    return libraries;
}

ALL_TESTS(begin, end);

TEST(a_file_is_started_by_its_extension_or_its_first_line) {
    static const struct {
        const char *path, *command;
    } cases[] = {
        {"@/x.py", "python3 @/x.py --worker"},
        {"@/a b.py", "python3 '@/a b.py' --worker"},
        {"@/X.java", "java @/X.java --worker"},
        {"@/y.m", "octave-cli --quiet @/y.m --worker"},
        {"@/run", "@/run --worker"},
        {"@/libx.so", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *command;
        assert_int_equal(program_of_file(here(cases[i].path), &command, &err), 0);
        if (cases[i].command)
            assert_string_equal(command, here(cases[i].command));
        else
            assert_null(command);
        free(command);
    }
    char *command;
    assert_int_equal(program_of_file(here("@/kept"), &command, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "chmod +x"));
}

TEST(a_command_is_known_by_its_last_word) {
    assert_true(program_is_command("x --worker") && program_is_command("n=a 'b c' --worker"));
    assert_false(program_is_command("--worker") || program_is_command(" --worker"));
    assert_false(program_is_command("x --workers") || program_is_command("x--worker"));
    assert_true(program_is_meant("./x.py") && program_is_meant("n=./x.py"));
    assert_true(program_is_meant("./run") && program_is_meant("n=x --worker"));
    assert_false(program_is_meant("./libx.so") || program_is_meant("openblas"));
    assert_false(program_is_meant("./none.py"));
}

TEST(a_command_is_measured_by_the_last_file_it_names) {
    char *path, *command;
    assert_int_equal(program_of_command("sh -x 'a b.py' 3 --worker", &path, &command, &err), 0);
    assert_string_equal(path, here("@/a b.py"));
    assert_string_equal(command, here("sh -x '@/a b.py' 3 --worker"));
    free(path);
    free(command);
    assert_int_equal(program_of_command("./run fast --worker", &path, &command, &err), 0);
    assert_string_equal(path, here("@/run"));
    assert_string_equal(command, "./run fast --worker");
    free(path);
    free(command);
    assert_int_equal(program_of_command("sh -c true --worker", &path, &command, &err), 0);
    assert_true(path[0] == '/' && strcmp(command, "sh -c true --worker") == 0);
    free(path);
    free(command);
}

TEST(commands_that_cannot_be_started_are_refused) {
    static const struct {
        const char *command, *message;
    } cases[] = {
        {"no-such-runtime -O3 --worker", "no program \"no-such-runtime\" in PATH"},
        {"./nowhere --worker", "./nowhere: No such file or directory"},
        {"cd / && ./run --worker", "only a shell can act on '&'"},
        {"'sh --worker", "a quote is not closed"},
        {"'' --worker", "in PATH"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *path, *command;
        assert_int_equal(program_of_command(cases[i].command, &path, &command, &err), ERR_USAGE);
        assert_null(path);
        if (!strstr(err.message, cases[i].message))
            fail_msg("%s led to \"%s\"", cases[i].command, err.message);
    }
}

TEST(programs_stand_beside_libraries) {
    char *words[] = {"./libx.so", "x.py", "again=./x.py", "slow=sh ./run -O0 --worker", "./x.py"};
    struct libraries libraries = resolve(words, 5);
    assert_int_equal(libraries.count, 4);
    assert_null(libraries.items[0].command);
    assert_string_equal(libraries.items[1].name, "x.py");
    assert_string_equal(libraries.items[2].name, "again");
    assert_true(library_is_same(&libraries.items[1], &libraries.items[2]));
    assert_string_equal(libraries.items[3].command, here("sh @/run -O0 --worker"));
    assert_string_equal(libraries.items[3].paths[0], here("@/run"));
    assert_true(libraries_have_program(&libraries));

    struct facts facts = {0};
    struct libraries recalled;
    library_record(&libraries, &facts);
    if (library_recall(&facts, &recalled, &err))
        fail_msg("%s", err.message);
    assert_int_equal(recalled.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(recalled.items[i].name, libraries.items[i].name);
        assert_true(library_is_same(&recalled.items[i], &libraries.items[i]));
    }
    libraries_release(&recalled);
    facts_release(&facts);
    libraries_release(&libraries);
}

TEST(one_name_is_for_one_command) {
    char *words[] = {"a=sh run --worker", "a=sh -x run --worker"};
    struct libraries libraries;
    assert_int_equal(library_resolve(words, 2, "/nowhere", KIND_NUMERICAL, &libraries, &err),
                     ERR_USAGE);
    assert_non_null(strstr(err.message, "a: the name of both"));
    assert_int_equal(libraries.count, 0);
}
