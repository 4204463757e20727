/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-plot of tables as people write them: long names, lone points, many actions, many
 * parameters. */
#include "tests/cli/table.h"

EACH_TEST(shell_begin, shell_end);

TEST(names_keep_what_tells_them_apart) {
    struct shell *shell = *state;
    FILE *file = table_begin(shell, "lab.csv", "library,seconds");
    fputs("fs2.benchmarks.Benchmarks.listParJoinWithEmpty,0.002\n"
          "fs2.benchmarks.Benchmarks.mergeWithEmpty,0.003\n"
          "fs2.benchmarks.Benchmarks.noopJoinWithEmpty,0.004\n",
          file);
    table_end(file);
    shell_expect(shell, 0,
                 "bench-plot lab.csv --kind time --size 88 -o lab.pdf && "
                 "pdftotext -layout lab.pdf - && bench-plot lab.csv --format terminal");
    assert_has(shell->out, "\nlistParJoinWithEmpty ");
    assert_has(shell->out, " mergeWithEmpty ");
    assert_has(shell->out, " noopJoinWithEmpty ");
    assert_has(shell->out, "names are short for fs2.benchmarks.Benchmarks.*");
    assert_has(shell->out, "t(library) / t(reference)");
    assert_lacks(shell->out, "…");
}

TEST(a_lone_library_with_two_parameters_has_facets) {
    struct shell *shell = *state;
    FILE *file = table_begin(shell, "params.csv", "library,size,threads,stride,seconds");
    for (int n = 64; n <= 512; n *= 2)
        for (int t = 1; t <= 8; t *= 2)
            for (int k = 1; k <= 32; k *= 2)
                fprintf(file, "a,%d,%d,%d,%g\n", n, t, k, 1e-9 * n * k / t);
    table_end(file);
    shell_expect(shell, 0, "bench-plot params.csv --format terminal");
    assert_has(shell->out, "mean time per call");
    assert_has(shell->out, "stride 1\n");
    assert_has(shell->out, "stride 32\n");
}

TEST(a_parameter_of_many_values_goes_across) {
    struct shell *shell = *state;
    FILE *file = table_begin(shell, "block.csv", "library,size,block,seconds");
    for (int n = 64; n <= 512; n *= 2)
        for (int k = 1; k <= 24; k++)
            fprintf(file, "a,%d,%d,%g\n", n, 8 * k, 1e-9 * n * (1 + abs(k - 12) / 6.0));
    table_end(file);
    shell_expect(shell, 0, "bench-plot block.csv --format terminal");
    assert_has(shell->out, "a, size 512");
    assert_has(shell->out, " block\n");
    shell_expect(shell, 0, "bench-plot block.csv --x size --facet none --format terminal");
    assert_has(shell->out, " size\n");
}

/* Sizes across would leave 24 lines for each of 12 facets. */
TEST(the_fewest_lines_decide_what_goes_across) {
    struct shell *shell = *state;
    FILE *file = table_begin(shell, "three.csv", "library,size,block,threads,seconds");
    for (int n = 64; n <= 512; n *= 2)
        for (int k = 4; k <= 48; k += 4)
            for (int t = 1; t <= 12; t++)
                fprintf(file, "a,%d,%d,%d,%g\nb,%d,%d,%d,%g\n", n, k, t, 1e-9 * n * k / t, n, k, t,
                        2e-9 * n * k / t);
    table_end(file);
    shell_expect(shell, 0, "bench-plot three.csv --kind time --format terminal");
    assert_has(shell->out, "threads 12\n");
    assert_has(shell->out, " block\n");
    assert_has(shell->out, "b, size 512");
}

/* What only some actions have stands behind what all have. */
TEST(a_subtitle_says_nothing_twice) {
    struct shell *shell = *state;
    FILE *file = table_begin(shell, "team.csv", "action,library,threads,seconds");
    fputs("alone,a,1,1e-6\nteam,a,2,2e-6\n", file);
    table_end(file);
    shell_expect(shell, 0, "bench-plot team.csv --format terminal");
    assert_has(shell->out, "2 actions of a");
    char *once = strstr(shell->out, "1 round");
    assert_non_null(once);
    assert_null(strstr(once + 1, "1 round"));
}

TEST(actions_of_one_point_share_a_picture) {
    struct shell *shell = *state;
    FILE *file = table_begin(shell, "many.csv", "action,library,size,seconds");
    for (int i = 0; i < 34; i++)
        fprintf(file, "bench_%02d,a,1,%g\nbench_%02d,b,1,%g\n", i, 1e-6 * (i + 1), i,
                2e-6 * (i + 1));
    table_end(file);
    file = table_begin(shell, "mixed.csv", "action,library,size,seconds");
    for (int i = 0; i < 34; i++)
        fprintf(file, "bench_%02d,go,1,%g\n", i, 1e-6 * (i + 1));
    for (int n = 10; n <= 1000; n *= 10)
        fprintf(file, "curve,go,%d,%g\n", n, 1e-9 * n);
    table_end(file);
    shell_expect(shell, 0, "bench-plot many.csv -o many.png && ls many*.png | wc -l");
    assert_has(shell->out, "\n2\n");
    shell_expect(shell, 0, "bench-plot mixed.csv -o mixed.png && ls mixed*.png | wc -l");
    assert_lacks(shell->out, "mixed-3");
    shell_expect(shell, 0, "bench-plot mixed.csv --format terminal");
    assert_has(shell->out, "34 actions of go");
    assert_has(shell->out, "curve — mean time per call");
}
