/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How times grow, and who overtakes whom, of tables of made-up times. */
#include <math.h>

#include "tests/cli/table.h"

/* Of the action sort, ROUNDS rounds of three libraries at 16, 32, ... 8192: 100 ns n; 20 ns n ln n;
 * and 1 ns n^2, which is the same as the first at n = 100. */
static void write_laws(const struct shell *shell, const char *name, int rounds) {
    FILE *table = table_begin(shell, name, "run,action,library,size,round,seed,seconds");
    for (int r = 0; r < rounds; r++)
        for (int n = 16; n <= 8192; n *= 2)
            for (int s = 0; s < 2; s++) {
                fprintf(table, "x,sort,line,%d,%d,%d,%.9e\n", n, r, s,
                        1e-7 * n * (1 + 0.001 * (2 * r % 5)));
                fprintf(table, "x,sort,nlogn,%d,%d,%d,%.9e\n", n, r, s,
                        2e-8 * n * log(n) * (1 + 0.001 * (3 * r % 5)));
                fprintf(table, "x,sort,square,%d,%d,%d,%.9e\n", n, r, s,
                        1e-9 * n * n * (1 + 0.001 * r));
            }
    table_end(table);
}

/* Line and square again, the square's time multiplied by a stride. */
static void write_strides(const struct shell *shell) {
    FILE *table =
        table_begin(shell, "strides.csv", "run,action,library,size,round,seed,seconds,stride");
    for (int r = 0; r < 5; r++)
        for (int n = 16; n <= 8192; n *= 2)
            for (int s = 0; s < 2; s++)
                for (int stride = 1; stride <= 4; stride *= 4) {
                    fprintf(table, "x,sort,line,%d,%d,%d,%.9e,%d\n", n, r, s,
                            1e-7 * n * (1 + 0.001 * (2 * r % 5)), stride);
                    fprintf(table, "x,sort,square,%d,%d,%d,%.9e,%d\n", n, r, s,
                            1e-9 * n * n * (1 + 0.001 * r) * stride, stride);
                }
    table_end(table);
}

static int make_tables(void **state) {
    if (shell_begin(state))
        return -1;
    write_laws(*state, "laws.csv", 5);
    write_laws(*state, "single.csv", 1);
    write_strides(*state);
    return 0;
}

/* --- growth --- */

ALL_TESTS(make_tables, shell_end);

TEST(each_library_has_the_exponent_of_its_law) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze laws.csv --complexity");
    assert_has(shell->out, "line: linear: 100 ns × n\n");
    assert_has(shell->out, "nlogn: n log n: 20.0 ns × n log n\n");
    assert_has(shell->out, "square: quadratic: 1.00 ns × n²\n");
}

TEST(programs_read_growth_in_numbers) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze laws.csv --complexity --format csv "
                 "--columns library,law,points,left_out --sort library");
    assert_string_equal(shell->out, "library,law,points,left_out\n"
                                    "line,n,10,0\n"
                                    "nlogn,n log n,10,0\n"
                                    "square,n²,10,0\n");
}

TEST(programs_get_one_list_of_all_files) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze laws.csv strides.csv --complexity --format csv "
                 "--library square --columns archive,variant,pieces");
    assert_string_equal(shell->out, "archive,variant,pieces\n"
                                    "laws.csv,,1\n"
                                    "strides.csv,stride 1,1\n"
                                    "strides.csv,stride 4,1\n");
}

TEST(of_two_sizes_there_is_no_interval) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze laws.csv --complexity --size 16,64 --library square --format json "
                 "--columns exponent_low,law,points");
    assert_has(shell->out, "{\"exponent_low\":null,\"law\":null,\"points\":2}");
}

TEST(a_column_that_growth_does_not_have_is_refused) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-analyze laws.csv --complexity --columns median");
    assert_non_null(strstr(shell->err, "no column or parameter 'median'"));
}

/* --- the fastest --- */

/* 20 ln n = n at 89.995. */
TEST(crossovers_lie_where_times_are_equal) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze laws.csv --fastest");
    assert_has(shell->out, "line overtakes square at n ≈ 100 (between 64 and 128)");
    assert_has(shell->out, "nlogn overtakes square at n ≈ 90 (between 64 and 128)");
}

TEST(crossovers_are_a_list_for_programs) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze strides.csv --fastest --summary --format csv "
                 "--columns variant,faster,slower,low,high");
    assert_string_equal(shell->out, "variant,faster,slower,low,high\n"
                                    "stride 1,line,square,64,128\n"
                                    "stride 4,line,square,16,32\n");
}

TEST(each_size_has_its_fastest) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze laws.csv --fastest --format csv --library line,square "
                 "--size 64,128 --columns size,fastest,next,not_shown_slower");
    assert_string_equal(shell->out, "size,fastest,next,not_shown_slower\n"
                                    "64,square,line,\n"
                                    "128,line,square,\n");
}

TEST(a_single_round_says_that_nothing_is_sure) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze single.csv --fastest");
    assert_has(shell->out, "a single round tells little of how sure this is");
}

/* --- the usual text --- */

TEST(the_first_lines_say_who_is_the_fastest) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze laws.csv --library line,square");
    assert_has(shell->out, "\nfastest: square at 16 to 64 · line at 128 to 8192\n\nlibrary ");
    assert_has(shell->out, "\n\nline overtakes square at n ≈ 100 (between 64 and 128)\n");
    shell_expect(shell, 0, "bench-analyze laws.csv --library line");
    assert_lacks(shell->out, "fastest:");
    shell_expect(shell, 0, "bench-analyze laws.csv --size 64 --library line,square");
    assert_has(shell->out, "\nfastest: square\n");
}
