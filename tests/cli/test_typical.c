/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typical and what is a mean: of calls that are slow now and then, by themselves or because
 * others had the CPU. Times are made up (rare_calls.py). */
#include "tests/cli/shell.h"

static void make(struct shell *shell, const char *mode) {
    char command[200];
    snprintf(command, sizeof command, "/usr/bin/python3 $OLDPWD/tests/cli/rare_calls.py %s t.h5",
             mode);
    shell_expect(shell, 0, command);
}

/* Rows are compared without what aligns them. */
static void assert_rows(struct shell *shell, const char *options, const char *rows) {
    char command[400];
    snprintf(command, sizeof command,
             "bench-analyze t.h5 --format csv %s | awk -F, '{ printf \"%%s\", $1; for (i = 2; i <= "
             "NF; i++) printf $i + 0 ? \" %%.4g\" : \" %%s\", $i; print \"\" }'",
             options);
    shell_expect(shell, 0, command);
    assert_string_equal(shell->out, rows);
}

EACH_TEST(shell_begin, shell_end);

TEST(a_mean_is_elapsed_time_over_calls) {
    struct shell *shell = *state;
    make(shell, "average");
    assert_rows(shell, "--columns library,size,mean,batch_mean,throughput,mean_ratio",
                "library size mean batch_mean throughput mean_ratio\n"
                "even 10 3e-08 3e-08 3.333e+07 1\n"
                "rare 10 3.1e-08 7.4e-08 1.351e+07 2.467\n"
                "collected 10 3.1e-08 3.1e-08 3.226e+07 1.033\n"
                "shared 10 3.1e-08 3.1e-08 3.226e+07 1.033\n"
                "even 1000 0.0001 0.0001 1e+04 1\n"
                "rare 1000 0.0001 0.0001 1e+04 1\n"
                "collected 1000 0.000101 0.0001495 6689 1.495\n"
                "shared 1000 0.0001 0.00013 7692 1.3\n");
}

TEST(means_can_be_compared_by) {
    struct shell *shell = *state;
    make(shell, "average");
    static const char *const by[] = {"--measure batch_mean", "--statistic mean"};
    for (size_t i = 0; i < 2; i++) {
        char options[100];
        snprintf(options, sizeof options, "%s --columns library,size,mean,ratio,verdict", by[i]);
        assert_rows(shell, options,
                    "library size mean ratio verdict\n"
                    "even 10 3e-08 1 none\n"
                    "rare 10 7.4e-08 2.467 slower\n"
                    "collected 10 3.1e-08 1.033 slower\n"
                    "shared 10 3.1e-08 1.033 slower\n"
                    "even 1000 0.0001 1 none\n"
                    "rare 1000 0.0001 1 not_shown\n"
                    "collected 1000 0.0001495 1.495 slower\n"
                    "shared 1000 0.00013 1.3 slower\n");
    }
    shell_expect(shell, 0, "bench-plot t.h5 --measure batch_mean -o means.svg");
}

TEST(text_calls_either_by_its_name) {
    struct shell *shell = *state;
    make(shell, "throughput");
    shell_expect(shell, 0, "bench-analyze t.h5 --width 160");
    assert_has(shell->out, "typical ±          mean               throughput");
    assert_has(shell->out,
               "rare       31.000 ± 0.002 ns  74.001 ± 0.005 ns  13.513 ± 0.001  Mcall/s");
    assert_has(shell->out,
               "mean of all calls: rare 74.001 ± 0.005 ns at size 10, 2.39 × its typical "
               "time, by slow calls of its own\n");
    assert_has(shell->out,
               "collected 149.50 ± 0.01 µs at size 1000, 1.48 × its typical time, by slow "
               "calls of its own\n");
    assert_has(shell->out,
               "shared 130.00 ± 0.01 µs at size 1000, 1.3 × its typical time, as others "
               "had its CPU\n");
    shell_expect(shell, 0, "bench-analyze t.h5 --measure batch_mean");
    assert_lacks(shell->out, "typical ±");
    assert_lacks(shell->out, "mean of all calls");
}

TEST(programs_and_charts_are_told_why) {
    struct shell *shell = *state;
    make(shell, "average");
    shell_expect(
        shell, 0,
        "bench-analyze t.h5 --format json >t.json && /usr/bin/python3 -c '\n"
        "import json\n"
        "rows = json.load(open(\"t.json\"))\n"
        "rows = rows[\"rows\"] if isinstance(rows, dict) else rows\n"
        "for row in rows:\n"
        "    for warning in row[\"warnings\"]:\n"
        "        if warning[\"rule\"] in (\"slow_calls\", \"interrupted\", \"slow_intervals\"):\n"
        "            print(row[\"library\"], row[\"size\"], warning[\"rule\"])\n"
        "'");
    assert_string_equal(shell->out, "rare 10 slow_calls\n"
                                    "collected 1000 slow_calls\n"
                                    "shared 1000 interrupted\n");
    shell_expect(shell, 0, "bench-plot t.h5 -o t.svg && grep -c 'slow by themselves' t.svg");
}

/* Each command runs on caches that others left, unless it follows itself. */
SOAK_TEST(commands_that_take_turns_say_so) {
    static const char says[] = "caches are as the other commands left them; --schedule blocked";
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect -q --command true --command 'wait=sleep 0' --rounds 3 -o turns.h5");
    shell_expect(shell, 0, "bench-analyze turns.h5");
    assert_has(shell->out, says);
    shell_expect(shell, 0,
                 "bench-collect -q --command true --command 'wait=sleep 0' --rounds 3 --schedule "
                 "blocked -o blocked.h5 && bench-collect -q --command true --rounds 3 -o one.h5");
    shell_expect(shell, 0, "bench-analyze blocked.h5 && bench-analyze one.h5");
    assert_lacks(shell->out, says);
}
