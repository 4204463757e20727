/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every line "$ bench-..." of README.md and docs/ *.md is run as it stands, in the order of the
 * page, in a directory that has the installed libraries as lib*.so. */
#include "tests/cli/shell.h"

#include <glob.h>

static void link_installed_libraries(struct shell *shell) {
    shell_expect(shell, 0,
                 "bench-collect --list | awk '/^Libraries:/ { on = 1; next } on && $2 ~ \"^/\" "
                 "{ print $2, $1 }' | while read path name; do ln -s $path lib$name.so; done; "
                 "ls lib*.so");
}

/* The rest of a line that shows a command, NULL for any other line. */
static const char *command_of(char *line) {
    line[strcspn(line, "\n")] = '\0';
    line += strspn(line, " ");
    return strncmp(line, "$ bench-", 8) == 0 ? line + 2 : NULL;
}

static size_t run_commands(struct shell *shell, const char *page) {
    char line[4096];
    size_t count = 0;
    FILE *file = fopen(page, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        const char *command = command_of(line);
        if (!command)
            continue;
        print_message("%s: %s\n", page, command);
        shell_expect(shell, 0, command);
        count++;
    }
    fclose(file);
    return count;
}

static void readme_commands_work_as_they_stand(void **state) {
    struct shell *shell = *state;
    link_installed_libraries(shell);
    assert_true(run_commands(shell, "README.md") >= 3);
    shell_expect(shell, 0, "file axpy.png | grep -q 'PNG image data'");
}

static void commands_in_docs_work_as_they_stand(void **state) {
    struct shell *shell = *state;
    glob_t pages;
    link_installed_libraries(shell);
    shell_expect(shell, 0, "bench-collect -q dot --sizes 10,100 --rounds 2 --stage-time 0.002");
    assert_int_equal(glob("docs/*.md", 0, NULL, &pages), 0);
    for (size_t i = 0; i < pages.gl_pathc; i++)
        run_commands(shell, pages.gl_pathv[i]);
    globfree(&pages);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(readme_commands_work_as_they_stand, shell_begin, shell_end),
        cmocka_unit_test_setup_teardown(commands_in_docs_work_as_they_stand, shell_begin,
                                        shell_end),
    };
    return cmocka_run_group_tests_name("cli/docs", tests, NULL, NULL);
}
