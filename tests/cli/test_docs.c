/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every line "$ ..." of README.md and docs/ *.md that calls one of our programs or a compiler is
 * run as it stands, in the order of the page, in a directory that has one installed library of
 * every family as lib*.so and the examples; but bench-collect measures shortly where the line does
 * not say how long. A page of docs/ that measures a library by name is left out where that is not
 * installed, and README.md's libopenblas.so is then the built-in library. Every block of C or C++
 * in docs/ is part of an example. */
#include "tests/cli/shell.h"

#include <glob.h>

/* The installed libraries as lib*.so, and in the directory quick a bench-collect that measures
 * shortly. Of each family it is one: with every variant that Debian has there would be 17. */
static void prepare(struct shell *shell) {
    char command[2 * PATH_MAX + 512], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "export tests='%s/tests/cli' collect=$(command -v bench-collect); "
             "bench-collect --list | awk -f \"$tests/families.awk\" >families "
             "&& cp families choices || : >choices; "
             "while read name path; do ln -s $path lib$name.so; done <families; "
             "ls libopenblas.so || "
             "cp \"$(dirname $collect)/../libexec/benchmat/builtin.so\" libopenblas.so; "
             "mkdir quick && cat >quick/bench-collect <<EOF && chmod +x quick/bench-collect\n"
             "#!/bin/sh\n"
             "exec sh '$tests/quick_collect.sh' '$collect' '$PWD/choices' \"\\$@\"\n"
             "EOF\n",
             root);
    shell_expect(shell, 0, command);
}

/* The rest of a line that shows a command, NULL for any other line. */
static const char *command_of(char *line) {
    line[strcspn(line, "\n")] = '\0';
    static const char *const programs[] = {"$ bench-", "$ cc ", "$ g++ "};
    line += strspn(line, " ");
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (strncmp(line, programs[i], strlen(programs[i])) == 0)
            return line + 2;
    return NULL;
}

static int has_word(const char *line, const char *word) {
    size_t length = strlen(word);
    for (; (line = strstr(line, word)); line += length)
        if (line[-1] == ' ' && strchr(" \n", line[length]))
            return 1;
    return 0;
}

/* A library that the page's commands name and that is not installed, or NULL. */
static const char *missing_library(struct shell *shell, const char *page) {
    static const char *const houses[] = {"openblas", "blis", "netlib", "fftw"};
    const char *missing = NULL;
    for (size_t h = 0; h < sizeof houses / sizeof *houses && !missing; h++) {
        char line[4096];
        int is_named = 0;
        FILE *file = fopen(page, "r");
        assert_non_null(file);
        while (!is_named && fgets(line, sizeof line, file)) {
            const char *command = command_of(line);
            is_named = command && has_word(command, houses[h]);
        }
        fclose(file);
        snprintf(line, sizeof line, "bench-collect --list | grep -q '^  %s'", houses[h]);
        if (is_named && shell_run(shell, line) != 0)
            missing = houses[h];
    }
    return missing;
}

static size_t run_commands(struct shell *shell, const char *page) {
    char line[4096], quickly[4200];
    size_t count = 0;
    FILE *file = fopen(page, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        const char *command = command_of(line);
        if (!command)
            continue;
        print_message("%s: %s\n", page, command);
        snprintf(quickly, sizeof quickly, "PATH=$PWD/quick:$PATH; %s", command);
        shell_expect(shell, 0, quickly);
        count++;
    }
    fclose(file);
    return count;
}

static void readme_commands_work_as_they_stand(void **state) {
    struct shell *shell = *state;
    prepare(shell);
    assert_true(run_commands(shell, "README.md") >= 3);
    shell_expect(shell, 0, "file axpy.png | grep -q 'PNG image data'");
}

/* What the pages on writing actions start from: benchmat installed, and the examples at hand. */
static void install(struct shell *shell) {
    char command[3 * PATH_MAX + 256], root[PATH_MAX], path[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "make -s -C '%s' BUILD='%s' PREFIX=$PWD/installed install >log && "
             "cp '%s'/docs/examples/* .",
             root, shell->build, root);
    shell_expect(shell, 0, command);
    snprintf(path, sizeof path, "%s/installed/share/pkgconfig", shell->directory);
    setenv("PKG_CONFIG_PATH", path, 1);
}

/* --- blocks of code --- */

/* Whether TEXT stands in one of the examples. */
static int is_of_an_example(const char *text) {
    static char source[1 << 16];
    glob_t examples;
    int found = 0;
    assert_int_equal(glob("docs/examples/*", 0, NULL, &examples), 0);
    for (size_t i = 0; i < examples.gl_pathc && !found; i++) {
        FILE *file = fopen(examples.gl_pathv[i], "r");
        source[fread(source, 1, sizeof source - 1, file)] = '\0';
        fclose(file);
        found = strstr(source, text) != NULL;
    }
    globfree(&examples);
    return found;
}

static size_t check_blocks(const char *page) {
    static char block[1 << 14];
    char line[4096];
    size_t used = 0, count = 0;
    int inside = 0;
    FILE *file = fopen(page, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        int is_fence = strncmp(line, "```", 3) == 0;
        if (is_fence && inside && !is_of_an_example(block))
            fail_msg("%s: in no example is\n%s", page, block);
        if (inside && !is_fence && used < sizeof block)
            used += (size_t)snprintf(block + used, sizeof block - used, "%s", line);
        if (is_fence)
            used = 0;
        inside = is_fence ? strncmp(line, "```c", 4) == 0 : inside;
        count += is_fence && inside;
    }
    fclose(file);
    return count;
}

static void code_in_docs_is_that_of_the_examples(void **state) {
    (void)state;
    assert_true(check_blocks("docs/writing-an-action.md") >= 4);
}

static void commands_in_docs_work_as_they_stand(void **state) {
    struct shell *shell = *state;
    glob_t pages;
    prepare(shell);
    shell_expect(shell, 0, "bench-collect -q dot --sizes 10,100 --rounds 2 --stage-time 0.002");
    install(shell);
    assert_int_equal(glob("docs/*.md", 0, NULL, &pages), 0);
    for (size_t i = 0; i < pages.gl_pathc; i++) {
        const char *missing = missing_library(shell, pages.gl_pathv[i]);
        if (missing)
            print_message("%s: left out, %s is not installed\n", pages.gl_pathv[i], missing);
        else
            run_commands(shell, pages.gl_pathv[i]);
    }
    globfree(&pages);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(readme_commands_work_as_they_stand, shell_begin, shell_end),
        cmocka_unit_test(code_in_docs_is_that_of_the_examples),
        cmocka_unit_test_setup_teardown(commands_in_docs_work_as_they_stand, shell_begin,
                                        shell_end),
    };
    return cmocka_run_group_tests_name("cli/docs", tests, NULL, NULL);
}
