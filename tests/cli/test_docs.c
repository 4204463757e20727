/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every command of docs/ *.md works as it stands, beside the examples; a page that measures a
 * library by name is left out where that is not installed, and pages with a test of their own are
 * run there. Every block of code in docs/ is part of an example. */
#include "tests/cli/pages.h"

#include <glob.h>

static int has_word(const char *line, const char *word) {
    size_t length = strlen(word);
    for (; (line = strstr(line, word)); line += length)
        if (line[-1] == ' ' && strchr(" \n", line[length]))
            return 1;
    return 0;
}

/* A library that the page's commands name and that is not installed, or NULL. */
static const char *missing_library(struct shell *shell, const char *page) {
    static const char *const houses[] = {
        "openblas",        "blis",    "netlib", "fftw",    "scalapack-openmpi",
        "scalapack-mpich", "openmpi", "mpich",  "clblast", "clfft"};
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
        inside = is_fence ? line[3] != '\n' : inside;
        count += is_fence && inside;
    }
    fclose(file);
    return count;
}

TEST(code_in_docs_is_that_of_the_examples) {
    assert_true(check_blocks("docs/writing-an-action.md") >= 4);
    assert_true(check_blocks("docs/other-languages.md") >= 6);
    assert_true(check_blocks("docs/languages.md") >= 1);
    assert_true(check_blocks("docs/tutorial.md") >= 4);
    assert_true(check_blocks("docs/threads.md") >= 1);
}

static int has_own_test(const char *page) {
    static const char *const pages[] = {"docs/other-languages.md", "docs/languages.md",
                                        "docs/tutorial.md", "docs/clusters.md"};
    for (size_t p = 0; p < sizeof pages / sizeof *pages; p++)
        if (strcmp(page, pages[p]) == 0)
            return 1;
    return 0;
}

TEST_WITH(commands_in_docs_work_as_they_stand, shell_begin, shell_end) {
    struct shell *shell = *state;
    glob_t pages;
    prepare(shell);
    shell_expect(shell, 0, "bench-collect -q dot --sizes 10,100 --rounds 2 --stage-time 0.002");
    install(shell);
    assert_int_equal(glob("docs/*.md", 0, NULL, &pages), 0);
    for (size_t i = 0; i < pages.gl_pathc; i++) {
        if (has_own_test(pages.gl_pathv[i]))
            continue;
        const char *missing = missing_library(shell, pages.gl_pathv[i]);
        if (missing)
            print_message("%s: left out, %s is not installed\n", pages.gl_pathv[i], missing);
        else
            run_commands(shell, pages.gl_pathv[i]);
    }
    globfree(&pages);
}
