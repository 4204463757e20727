/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --measure: other quantities of commands in the place of their seconds. test_independent.c
 * compares their numbers with those of NumPy. */
#include "tests/cli/shell.h"

/* Samples of a command that takes twice as much of all in new.h5, and of one that stays. */
#define MADE_UP(factor, archive)                                                                   \
    "awk -v f=" factor " 'BEGIN { "                                                                \
    "print "                                                                                       \
    "\"run,action,library,size,round,seed,seconds,cpu_seconds,user_seconds,system_seconds\" "      \
    "\",max_memory,minor_faults,major_faults\"; "                                                  \
    "for (r = 0; r < 6; r++) for (s = 0; s < 3; s++) "                                             \
    "for (n = 20000000; n <= 40000000; n *= 2) { x = 1 + 0.001 * ((r * 7 + s * 3) % 5); "          \
    "printf \"1,command,copy,%d,%d,%d,%g,%g,%g,%g,%d,%d,0\\n\", n, r, s, 1e-10 * f * n * x, "      \
    "5e-11 * f * n * x, 2e-11 * f * n * x, 3e-11 * f * n * x, f * n + 2e6 * x, "                   \
    "90 + f * n / 4096; "                                                                          \
    "printf \"1,command,idle,%d,%d,%d,%g,%g,%g,%g,%d,%d,0\\n\", n, r, s, 1e-3 * x, 3e-4 * x, "     \
    "1e-4 * x, 2e-4 * x, 2e6 * x, 80 } }' >made.csv && bench-store import -q made.csv -o " archive

static int make_both(void **state) {
    int code = shell_begin(state);
    char inputs[PATH_MAX], command[3 * PATH_MAX];
    if (code || !realpath("tests/data/independent", inputs))
        return -1;
    snprintf(command, sizeof command, "cp '%s/usage.h5' . && cp '%s/later/usage.h5' later.h5",
             inputs, inputs);
    shell_expect(*state, 0, command);
    shell_expect(*state, 0, MADE_UP("1", "old.h5") " && " MADE_UP("2", "new.h5"));
    return 0;
}

/* --- tables --- */

ALL_TESTS(make_both, shell_end);

/* dd has a buffer of the block's size: more than the launching process, which with sanitizers has
 * 10 MB. */
TEST(memory_takes_the_place_of_seconds) {
    struct shell *shell = *state;
    double mean, least;
    char verdict[16], measure[16], unit[16];
    shell_expect(shell, 0,
                 "bench-collect -q --command 'copy=dd if=/dev/zero of=/dev/null count=1 bs={size}' "
                 "--command 'idle=true' --sizes 20000000,40000000 --rounds 2 --max-seeds 2 "
                 "--stage-time 0.001 -o dd.h5 && "
                 "bench-analyze dd.h5 --measure memory --format csv "
                 "--columns size,library,mean,min,verdict,measure,unit | grep 40000000,copy");
    assert_int_equal(sscanf(shell->out, "40000000,copy,%lf,%lf,%15[^,],%15[^,],%15s", &mean, &least,
                            verdict, measure, unit),
                     5);
    assert_true(mean > 40e6 && mean < 48e6 && least > 40e6 && least <= mean);
    assert_string_equal(measure, "memory");
    assert_string_equal(unit, "B");
    shell_expect(shell, 0,
                 "bench-analyze dd.h5 --measure memory --format csv --columns size,library,mean | "
                 "awk -F, '/idle/ && $3 >= 40e6 { exit 1 }'");
}

TEST(words_and_units_fit_the_quantity) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze old.h5 --measure memory --ref idle --width 200");
    assert_has(shell->out, "memory: largest resident set");
    assert_has(shell->out, "  memory ÷ idle");
    assert_has(shell->out, " MB");
    assert_has(shell->out, "  more");
    assert_has(shell->out, "least memory: idle");
    assert_lacks(shell->out, "slower");
    shell_expect(shell, 0, "bench-analyze old.h5 --measure minor_faults --ref idle --width 200");
    assert_has(shell->out, "  minor_faults ÷ idle");
    assert_has(shell->out, "minor_faults: page faults that needed no disk");
    shell_expect(shell, 0, "bench-analyze old.h5 --measure cpu --ref idle --width 200");
    assert_has(shell->out, "  cpu ÷ idle");
    shell_expect(shell, 0, "bench-analyze old.h5 --measure memory --fastest --ref idle");
    assert_has(shell->out, "least: by typical amounts of memory");
    shell_expect(shell, 0, "bench-analyze old.h5 --measure memory --complexity");
    assert_has(shell->out, "what fits best (memory)");
    shell_expect(shell, 0,
                 "bench-analyze old.h5 --measure memory --explain --library copy --size 20000000");
    assert_has(shell->out, "amounts of memory in MB per call");
}

TEST(counts_of_zero_have_means_but_no_ratio) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze old.h5 --measure major_faults --difference --format csv "
                 "--columns library,mean,ratio,difference,verdict | grep copy | sort -u");
    assert_string_equal(shell->out, "copy,0,,0,none\n");
    shell_expect(shell, 0,
                 "bench-analyze old.h5 --measure major_faults --format csv "
                 "--columns library,mean,ratio,difference,verdict | grep idle | sort -u");
    assert_string_equal(shell->out, "idle,0,,0,none\n");
}

/* A cell without a ratio may be the one with the least. */
TEST(nothing_is_the_least_beside_zeros) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze usage.h5 --measure major_faults --fastest --format csv "
                 "--columns size,fastest,not_shown_slower");
    assert_string_equal(shell->out,
                        "size,fastest,not_shown_slower\n20,,\n500,plain,lean\n9000,,\n");
    shell_expect(shell, 0, "bench-analyze usage.h5 --measure major_faults --fastest");
    assert_has(shell->out, "2 sizes without a least");
}

TEST(a_history_says_that_it_leaves_out_zeros) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze usage.h5 --measure major_faults --history");
    assert_has(shell->out, "warning: left out: 2 means of 0");
    shell_expect(shell, 0, "bench-analyze usage.h5 --measure memory --history");
    assert_lacks(shell->out, "left out");
}

TEST(a_gate_says_what_zeros_keep_it_from_testing) {
    struct shell *shell = *state;
    shell_expect(shell, 5,
                 "bench-analyze usage.h5 later.h5 --measure major_faults --fail-on-regression 5%");
    assert_has(shell->out, "4 inconclusive cells have no ratio, because some samples are 0");
    /* Each cell has one reason, also if it has too few samples for a quantile besides. */
    shell_expect(shell, 5,
                 "bench-analyze usage.h5 later.h5 --measure major_faults --statistic p99 "
                 "--fail-on-regression 5%");
    assert_has(shell->out, "4 inconclusive cells have no ratio, because some samples are 0");
    assert_has(shell->out, "2 inconclusive cells have too few samples for that quantile");
    assert_lacks(shell->out, "cannot be compared");
    assert_has(shell->out, "size 20 (with zeros, on average 1.2 earlier, ");
}

/* --- gates --- */

TEST(a_command_that_needs_more_memory_fails_the_gate) {
    struct shell *shell = *state;
    shell_expect(shell, 3, "bench-analyze old.h5 new.h5 --measure memory --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: regressed · 2 of 4 cells larger by more");
    assert_has(shell->out, "ratio: later over earlier, above 1 is more");
    shell_expect(shell, 0, "bench-analyze new.h5 old.h5 --measure memory --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: passed · ");
}

/* --- what there is not --- */

TEST(a_quantity_that_nothing_has_is_refused) {
    struct shell *shell = *state;
    assert_int_not_equal(shell_run(shell, "bench-analyze old.h5 --measure memry"), 0);
    assert_has(shell->err, "no sample of command tells memry; --measure may be seconds, ");
    assert_has(shell->err, "; did you mean \"memory\"?");
    shell_expect(shell, 64, "bench-analyze old.h5 --measure ''");
    assert_int_not_equal(shell_run(shell, "bench-analyze old.h5 --measure iterations"), 0);
    assert_has(shell->err, "no sample of command tells iterations; --measure may be seconds, ");
    assert_has(shell->err, "memory");
    assert_string_equal(shell->out, "");
    shell_expect(shell, 0, "printf 'library,seconds\\na,1\\na,2\\n' >t.csv");
    assert_int_not_equal(shell_run(shell, "bench-analyze t.csv --measure memory"), 0);
    assert_has(shell->err, "--measure may be seconds");
    assert_int_not_equal(shell_run(shell, "bench-plot t.csv --measure memory -o t.png"), 0);
    assert_has(shell->err, "--measure may be seconds");
    shell_expect(shell, 64, "bench-analyze old.h5 --measure memory --peak 1GB/s");
}

TEST(means_of_memory_are_not_read_as_times) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze old.h5 --measure memory --format csv >m.csv");
    assert_int_not_equal(shell_run(shell, "bench-analyze m.csv"), 0);
    assert_has(shell->err, "its means are of memory");
}

/* --- charts --- */

TEST(charts_name_the_quantity) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-plot old.h5 --measure memory -o m.svg && bench-plot old.h5 -o t.svg");
    shell_expect(shell, 1, "cmp -s m.svg t.svg");
    shell_expect(shell, 0, "bench-plot old.h5 --measure memory --format terminal -o -");
    assert_has(shell->out, "largest resident set");
    assert_has(shell->out, "MB");
    static const char *const kinds[] = {"overview", "time",      "ratio",  "speedup",
                                        "ecdf",     "histogram", "history"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char command[128];
        snprintf(command, sizeof command,
                 "bench-plot old.h5 --measure memory --kind %s --format terminal -o -", kinds[i]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, "memory");
        assert_lacks(shell->out, "time per call");
        assert_lacks(shell->out, "faster");
    }
    shell_expect(shell, 64, "bench-plot old.h5 --measure memory --kind rate -o r.png");
    assert_has(shell->err, "--measure changes nothing in --kind rate");
}

TEST(rows_tell_bench_plot_their_quantity) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze old.h5 --measure memory --format json | "
                 "bench-plot - --kind time --format terminal -o -");
    assert_has(shell->out, "largest resident set");
    assert_has(shell->out, "MB");
}

TEST(the_report_is_of_the_quantity) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-plot old.h5 --measure memory --report r.html && "
                 "grep -o 'The largest resident set, in place of the time' r.html && "
                 "grep -o 'needs\\? the least on average' r.html");
    assert_int_equal(shell_run(shell, "grep -i 'is the fastest\\|overtakes' r.html"), 1);
}
