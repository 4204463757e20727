/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The man pages name the options, columns and documents that there are, and the references all
 * options and columns; pages that people read are short; and their examples work as they stand, on
 * small archives. */
#include "tests/cli/pages.h"

static const struct manual {
    const char *name, *reference; /* files in docs/man; the reference has every option */
    const char *commands;         /* whose --help lists them */
    size_t most_lines;
} manuals[] = {
    {"bench-analyze.1", "bench-analyze-reference.7", "bench-analyze", 250},
    {"bench-collect.1", "bench-collect-reference.7", "bench-collect", 350},
    {"bench-plot.1", "bench-plot-reference.7", "bench-plot", 350},
    {"bench-store.1", "bench-store.1",
     "'bench-store list' 'bench-store show' 'bench-store info' 'bench-store verify' "
     "'bench-store repair' 'bench-store merge' 'bench-store delete' 'bench-store repack' "
     "'bench-store import' 'bench-store export' 'bench-store formats'",
     350},
};
enum { MANUALS = sizeof manuals / sizeof *manuals };

/* The examples end before the right margin of a terminal of 80 columns, indented as they are. */
enum { WIDEST_EXAMPLE = 69 };

/* "man" and "tests" are those of the source. */
static void go_to_pages(struct shell *shell) {
    char root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    setenv("ROOT", root, 1);
    shell_expect(shell, 0, "ln -s \"$ROOT/docs/man\" man && ln -s \"$ROOT/tests/cli\" tests");
}

/* --- options and columns --- */

static void assert_prints_nothing(struct shell *shell, const char *command, const char *blame) {
    shell_expect(shell, 0, command);
    if (*shell->out)
        fail_msg("%s:\n%s", blame, shell->out);
}

EACH_TEST(shell_begin, shell_end);

TEST(the_reference_has_every_option_and_no_other) {
    struct shell *shell = *state;
    char command[1024];
    go_to_pages(shell);
    for (size_t m = 0; m < MANUALS; m++) {
        snprintf(command, sizeof command, "sh tests/manual_options.sh help %s >has; test -s has",
                 manuals[m].commands);
        shell_expect(shell, 0, command);
        snprintf(command, sizeof command,
                 "sh tests/manual_options.sh entries man/%s.scd | comm -23 has -",
                 manuals[m].reference);
        assert_prints_nothing(shell, command, manuals[m].reference);
        snprintf(command, sizeof command,
                 "for page in %s %s; do sh tests/manual_options.sh entries man/$page.scd | "
                 "comm -13 has -; done",
                 manuals[m].name, manuals[m].reference);
        assert_prints_nothing(shell, command, manuals[m].name);
    }
}

/* Options of programs that are not ours: of PROGRAMS, sbatch and pkg-config. */
TEST(an_option_that_a_page_names_exists) {
    struct shell *shell = *state;
    char command[2048] = "sh tests/manual_options.sh told ";
    go_to_pages(shell);
    for (size_t m = 0; m < MANUALS; m++)
        sprintf(command + strlen(command), " %s", manuals[m].commands);
    strcat(command, " >has; printf '%s\\n' --worker --partition --variable --shuffle-sections "
                    "--whole-archive --no-whole-archive >others; "
                    "sh tests/manual_options.sh named man/*.scd | comm -23 - has | "
                    "grep -vxFf others | cat");
    assert_prints_nothing(shell, command, "no such options");
}

/* Ends of intervals are described once, as NAME_low and NAME_high, and the steps of a curve as the
 * first of them. */
TEST(the_reference_has_every_column) {
    struct shell *shell = *state;
    go_to_pages(shell);
    shell_expect(shell, 0,
                 "bench-analyze --columns help | sed -nE 's/^  ([a-z][a-z_0-9.]*)( .*)?$/\\1/p' | "
                 "grep -vE '_(low|high)$|^(second|third)_step_' | sort -u >has; test -s has");
    assert_prints_nothing(shell,
                          "tr -cs 'A-Za-z0-9_.' '\\n' <man/bench-analyze-reference.7.scd | "
                          "sed -E 's/^_//; s/[_.]$//' | sort -u | comm -23 has -",
                          "bench-analyze-reference.7");
}

/* --- documents --- */

/* "docs/analysis.md, _Two runs_" is a heading that begins so. */
TEST(a_document_that_a_page_names_exists) {
    struct shell *shell = *state;
    go_to_pages(shell);
    shell_expect(shell, 0,
                 "tr -s '\\n\\t' ' ' <man/bench-analyze-reference.7.scd | "
                 "grep -q 'docs/[a-z-]*[.]md, _'");
    assert_prints_nothing(shell,
                          "cat man/*.scd | tr -s '\\n\\t' ' ' | "
                          "grep -oE 'docs/[a-z-]+[.]md(, _[A-Z][^_]*_)?' | sort -u | "
                          "while IFS= read -r named; do page=${named%%,*} heading=${named#*, _}; "
                          "case $named in *,*) grep -q \"^##* ${heading%_}\" \"$ROOT/$page\";; "
                          "*) test -s \"$ROOT/$page\";; esac || echo \"$named\"; done",
                          "no such documents");
}

/* --- length --- */

TEST_WITH(pages_that_people_read_are_short, NULL, NULL) {
    for (size_t m = 0; m < MANUALS; m++) {
        char path[64], line[4096];
        size_t count = 0;
        snprintf(path, sizeof path, "docs/man/%s.scd", manuals[m].name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
            count++;
        fclose(file);
        if (count > manuals[m].most_lines)
            fail_msg("%s has %zu lines, more than %zu", path, count, manuals[m].most_lines);
    }
}

/* --- examples --- */

/* In "files" is what examples name, and in "unfinished" a run that was interrupted. */
static void prepare_files(struct shell *shell) {
    prepare(shell);
    go_to_pages(shell);
    shell_expect(shell, 0,
                 "mkdir files && cp -P lib*.so files && cd files && "
                 "COLLECT=$(command -v bench-collect) sh ../tests/manual_files.sh ../families "
                 "../choices");
    shell_expect(shell, 0,
                 "mkdir unfinished && cd unfinished && "
                 "end_at KILL kept:axpy:1000:1 bench-collect axpy openblas=../files/libold.so "
                 "--sizes 100,1000 --rounds 2 --stage-time 0.002 -o cut.h5");
}

/* What this machine lacks of what COMMAND measures; NULL: nothing. */
static const char *lacks(struct shell *shell, const char *command) {
    static const struct {
        const char *word, *is_there, *lack;
    } needs[] = {
        {"lapack+",
         "ldconfig -p | grep -q liblapack.so.3 && for f in openblas blis netlib; do "
         "bench-collect --list | grep -q \"^  $f\" || exit; done",
         "LAPACK with OpenBLAS, BLIS and Netlib's BLAS is not installed"},
        {"--threads 1,2", "[ $(nproc) -ge 2 ]", "there is one CPU"},
        {"xz -c", "command -v xz", "xz is not installed"},
    };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (strstr(command, needs[i].word) && shell_run(shell, needs[i].is_there) != 0)
            return needs[i].lack;
    return NULL;
}

/* A gate may find anything, and so may a look at the system. */
static int may_end_with(const char *command, int status) {
    return status == 0 ||
           (strstr(command, "--fail-on-regression") && (status == 3 || status == 5)) ||
           (strstr(command, "--check-system") && status == 4);
}

static void run_example(struct shell *shell, const char *page, const char *command) {
    char quickly[4200];
    const char *lack = lacks(shell, command);
    print_message("%s: %s\n", page, command);
    if (lack) {
        leave_out("%s", lack);
        return;
    }
    /* What is resumed has been planned, and what is only listed takes no other options. */
    int is_whole = strstr(command, "--resume") || strstr(command, "--check-system");
    if (strstr(command, "--resume"))
        shell_expect(shell, 0, "cp unfinished/cut.h5 page/results.h5");
    snprintf(quickly, sizeof quickly, "%scd page && { %s\n}",
             is_whole ? "" : "PATH=$PWD/quick:$PATH; ", command);
    if (!may_end_with(command, shell_run(shell, quickly)))
        fail_msg("%s: %s\nended with %d\n%s%s", page, command, shell->status, shell->out,
                 shell->err);
}

/* Whether a line that ends so goes on in the next one. */
static int goes_on(const char *command) {
    size_t length = strlen(command);
    return length && strchr("\\|", command[length - 1]);
}

/* Runs the literal blocks of the page, each page in a directory of its own; returns how many
 * commands they have. In them scdoc writes a backslash as two. */
static size_t run_blocks(struct shell *shell, const char *page) {
    char line[1024], command[4096] = "";
    int is_inside = 0;
    size_t count = 0;
    FILE *file = fopen(page, "r");
    assert_non_null(file);
    shell_expect(shell, 0, "rm -rf page && cp -a files page");
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        int is_fence = strcmp(line, "```") == 0;
        is_inside ^= is_fence;
        if (!is_inside || is_fence)
            continue;
        char *twice = strstr(line, "\\\\");
        if (twice)
            memmove(twice, twice + 1, strlen(twice));
        if (strlen(line) > WIDEST_EXAMPLE)
            fail_msg("%s: too wide: %s", page, line);
        strcat(strcat(command, *command ? "\n" : ""), line);
        if (goes_on(command))
            continue;
        run_example(shell, page, command);
        command[0] = '\0';
        count++;
    }
    fclose(file);
    return count;
}

SOAK_TEST(examples_work_as_they_stand) {
    struct shell *shell = *state;
    prepare_files(shell);
    for (size_t m = 0; m < MANUALS; m++) {
        char path[64];
        snprintf(path, sizeof path, "docs/man/%s.scd", manuals[m].name);
        assert_true(run_blocks(shell, path) >= 8);
        if (manuals[m].reference == manuals[m].name)
            continue;
        snprintf(path, sizeof path, "docs/man/%s.scd", manuals[m].reference);
        run_blocks(shell, path);
    }
}
