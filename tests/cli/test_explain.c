/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-analyze --explain, as literal commands on samples that can be read. */
#include "tests/cli/shell.h"

static void make_file(struct shell *shell) {
    shell_expect(shell, 0,
                 "{ echo run,action,library,size,round,seed,seconds\n"
                 "for size in 100 200; do for round in 1 2 3; do for seed in 1 2; do\n"
                 "echo r1,axpy,openblas,$size,$round,$seed,${round}e-6\n"
                 "echo r1,axpy,blis,$size,$round,$seed,$((2 * round))e-6\n"
                 "echo r1,axpy,blis-serial,$size,$round,$seed,$((3 * round))e-6\n"
                 "done; done; done; } >samples.csv");
}

static void expect_said(const struct shell *shell, const char *text, const char *words) {
    if (!strstr(text, words))
        fail_msg("\"%s\" is not said:\n%s%s", words, shell->out, shell->err);
}

static void expect_unsaid(const struct shell *shell, const char *text, const char *words) {
    if (strstr(text, words))
        fail_msg("'%s' is in %s%s", words, shell->out, shell->err);
}

ALL_TESTS(shell_begin, shell_end);

/* Rounds of 2, 4 and 6 µs: mean 4, sd 2 and half width 4.302653 × 2 / √3 = 4.968275; all ratios are
 * 2. R: qt(0.975, 2) = 4.30265273. */
TEST(one_cell_is_explained) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 0,
                 "bench-analyze samples.csv --explain --ref openblas --library blis --size 100");
    expect_said(shell, shell->out, "axpy by blis at size 100: how each number came about");
    expect_said(shell, shell->out, "blis, round 3: 6.00000 · 6.00000\n");
    expect_said(shell, shell->out, "mean of all samples = Σ n × round's mean / Σ n = 4.00000\n");
    expect_said(shell, shell->out, "4.3026527 × 2.00000 / √3 = ± 4.96828");
    expect_said(shell, shell->out, "ratio = exp(0.6931472) = 2.0000000");
    expect_said(shell, shell->out, "RATIO OF MEANS of blis to openblas");
    expect_said(shell, shell->out, "ratio of means = exp(0.6931472) = 2.0000000");
}

TEST(the_exact_name_is_meant_rather_than_its_family) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 0, "bench-analyze samples.csv --explain --library blis --size 200");
    shell_expect(shell, 0, "bench-analyze samples.csv --explain --library blis-serial --size 200");
    expect_said(shell, shell->out, "axpy by blis-serial at size 200");
}

TEST(the_reference_can_be_explained) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(
        shell, 0,
        "bench-analyze samples.csv --explain --ref openblas --library openblas --size 100");
    expect_said(shell, shell->out, "openblas is the reference itself, whose ratio is 1");
}

TEST(verdicts_are_corrected_for_all_rows) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 0,
                 "sed -i '/openblas,100,1,1/s/1e-6/1.1e-6/' samples.csv; bench-analyze "
                 "samples.csv --explain --ref openblas --library blis --size 100");
    expect_said(shell, shell->out, "of the 4 rows that were tested");
}

TEST(several_cells_are_a_mistake) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 64, "bench-analyze samples.csv --explain --library blis");
    expect_said(shell, shell->err,
                "samples.csv: 2 cells are meant, such as axpy by blis at size 100");
    expect_said(shell, shell->err, "--action, --library, --size, --param and --run");
    shell_expect(shell, 64, "bench-analyze samples.csv --explain");
    expect_said(shell, shell->err, "6 cells are meant");
}

TEST(each_file_that_has_the_cell_is_explained) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 0, "grep -v ,200, samples.csv >more.csv");
    shell_expect(shell, 0,
                 "bench-analyze samples.csv more.csv --explain --library blis --size 100");
    expect_said(shell, shell->out, "samples.csv · ");
    expect_said(shell, shell->out, "more.csv · ");
    shell_expect(shell, 0,
                 "bench-analyze samples.csv more.csv --explain --library blis --size 200");
    expect_said(shell, shell->out, "samples.csv · ");
    expect_unsaid(shell, shell->out, "more.csv · ");
    shell_expect(shell, 64, "bench-analyze samples.csv more.csv --explain --library blis");
    expect_said(shell, shell->err, "samples.csv: 2 cells are meant");
    shell_expect(shell, 64, "bench-analyze more.csv samples.csv --explain --library blis");
    expect_said(shell, shell->err, "samples.csv: 2 cells are meant");
}

TEST(no_cell_is_a_mistake) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 64, "bench-analyze samples.csv --explain --library mkl --size 100");
    expect_said(shell, shell->err, "no library \"mkl\"");
    shell_expect(shell, 64, "bench-analyze samples.csv --explain --library blis --size 7");
    expect_said(shell, shell->err, "no point of size=7; its size is ");
    shell_expect(shell, 64, "bench-analyze samples.csv --explain --action dot");
}

TEST(programs_are_told_which_formats_there_are) {
    struct shell *shell = *state;
    make_file(shell);
    static const char *const formats[] = {"csv", "json"};
    for (size_t i = 0; i < 2; i++) {
        char command[128];
        snprintf(command, sizeof command,
                 "bench-analyze samples.csv --explain --library blis --size 100 --format %s",
                 formats[i]);
        shell_expect(shell, 64, command);
        expect_said(shell, shell->err, "text, markdown, latex");
    }
}

TEST(unknown_libraries_are_told) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 0, "bench-analyze samples.csv --explain --library blis,zzz --size 100");
    expect_said(shell, shell->err, "samples.csv has no library \"zzz\"; it has ");
    shell_expect(shell, 64, "bench-analyze samples.csv --explain --library zzz --size 100");
    expect_said(shell, shell->err, "samples.csv has no library \"zzz\"; it has ");
}

TEST(markdown_and_latex_have_it_too) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 0,
                 "bench-analyze samples.csv --explain --library blis --size 100 --format markdown");
    expect_said(shell, shell->out, "| round |");
    shell_expect(shell, 0,
                 "bench-analyze samples.csv --explain --library blis --size 100 --format latex");
    expect_said(shell, shell->out, "\\toprule");
    expect_said(shell, shell->out, "\n% sd = √(Σ(x − mean)²");
}

TEST(trimmed_samples_are_dashes) {
    struct shell *shell = *state;
    make_file(shell);
    shell_expect(shell, 0,
                 "bench-analyze samples.csv --explain --library blis --size 100 --trim 20%");
    expect_said(shell, shell->out, "- was not measured or was trimmed");
    expect_said(shell, shell->out, "blis, round 1: - · 2.00000\n");
    expect_said(shell, shell->out, "n = 4 in 3 rounds");
}
