/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages.h: runs the commands of a page as they stand. A command is a line "$ ..." that calls one of
 * our programs, a compiler, or what that has made. The lines run in the order of the page, in a
 * directory that has one installed BLAS of every family as lib*.so; but bench-collect measures
 * shortly where the line does not say how long. */
#ifndef BENCHMAT_TESTS_CLI_PAGES_H
#define BENCHMAT_TESTS_CLI_PAGES_H

#include "tests/cli/shell.h"
#include "tests/test.h"

/* The installed libraries as lib*.so, and in the directory quick a bench-collect that measures
 * shortly. Of each family it is one: with every variant that Debian has there would be 17. */
static inline void prepare(struct shell *shell) {
    char command[2 * PATH_MAX + 512], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "export tests='%s/tests/cli' collect=$(command -v bench-collect); "
             "bench-collect --list | awk -f \"$tests/families.awk\" >families "
             "&& cp families choices || : >choices; "
             "grep -v fftw families | while read name path; do ln -s $path lib$name.so; done; "
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
    static const char *const programs[] = {"$ bench-", "$ cc ", "$ g++ ", "$ gfortran ",
                                           "$ rustc ", "$ go ", "$ ./",   "$ objdump "};
    line += strspn(line, " ");
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (strncmp(line, programs[i], strlen(programs[i])) == 0)
            return line + 2;
    return NULL;
}

/* Runs the commands between the line HEADING and the next heading; NULL: those of the whole page.
 */
static size_t run_section(struct shell *shell, const char *page, const char *heading) {
    char line[4096], quickly[4200];
    size_t count = 0;
    int is_inside = !heading;
    FILE *file = fopen(page, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        const char *command = command_of(line);
        if (heading && strncmp(line, "## ", 3) == 0)
            is_inside = strcmp(line, heading) == 0;
        if (!command || !is_inside)
            continue;
        print_message("%s: %s\n", page, command);
        /* Which of its three answers a gate gives is for the machine to say, of two rounds. */
        const char *answers = strstr(command, "--fail-on-") ? " || test $? = 3 -o $? = 5" : "";
        snprintf(quickly, sizeof quickly, "PATH=$PWD/quick:$PATH; %s%s", command, answers);
        shell_expect(shell, 0, quickly);
        count++;
    }
    fclose(file);
    return count;
}

static inline size_t run_commands(struct shell *shell, const char *page) {
    return run_section(shell, page, NULL);
}

/* What the pages on programming start from: benchmat installed, and the examples at hand. */
static inline void install(struct shell *shell) {
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

#endif
