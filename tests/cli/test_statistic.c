/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --statistic: ratios of quantiles and means, and their errors, recomputed by NumPy and SciPy from
 * the samples of archives of drawn times; gates and charts of tails; and what is said where there
 * is little to tell them from. */
#include <math.h>

#include "tests/cli/shell.h"

#define DRAWN "/usr/bin/python3 $OLDPWD/tests/cli/drawn.py "

/* Edits a copy TO of FROM by Python, in which a is the action's group. */
static void edit(struct shell *shell, const char *from, const char *to, const char *python) {
    char command[2000];
    snprintf(command, sizeof command,
             "cp %s %s && /usr/bin/python3 -c '\n"
             "import h5py, numpy as np\n"
             "f = h5py.File(\"%s\", \"r+\")\n"
             "a = f[\"run_000001/axpy\"]\n"
             "libraries = [k for k in a if getattr(a[k], \"ndim\", 0) == 3]\n"
             "%s'",
             from, to, to, python);
    shell_expect(shell, 0, command);
}

static void agrees(struct shell *shell, const char *archive, const char *statistic) {
    char command[PATH_MAX + 600], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(
        command, sizeof command,
        "bench-analyze %s --ref right --equal 3%% --format json --statistic %s >ours.json && "
        "/usr/bin/python3 -W ignore '%s/tests/analyze/statistic.py' %s axpy right ours.json %s",
        archive, statistic, root, archive, statistic);
    int status = shell_run(shell, command);
    if (status == 77)
        skip_for("python3-scipy is not installed");
    if (status != 0)
        fail_msg("%s of %s: %s%s", statistic, archive, shell->out, shell->err);
    assert_has(shell->out, "rows agree");
}

SOAK_TEST(quantiles_and_their_errors_are_right) {
    agrees(*state, "calls.h5", "p99");
    agrees(*state, "few.h5", "median");
}

SOAK_TEST(means_and_their_errors_are_right) {
    struct shell *shell = *state;
    agrees(shell, "batches.h5", "mean");
    edit(shell, "batches.h5", "holes.h5",
         "for i, k in enumerate(libraries):\n"
         "    v = a[k][...]\n"
         "    v[1, 2:] = np.nan\n"
         "    v[3, 4, :3] = np.nan\n"
         "    v[2, i, :] = np.nan\n"
         "    a[k][...] = v\n");
    agrees(shell, "holes.h5", "mean");
}

/* A round that one library lacks counts for neither. */
TEST(rounds_count_that_both_have) {
    struct shell *shell = *state;
    edit(shell, "calls.h5", "lost.h5",
         "v = a[\"builtin\"][...]\n"
         "v[:, 3] = np.nan\n"
         "a[\"builtin\"][...] = v\n"
         "w = a[\"right\"][...][:, [0, 1, 2, 4]]\n"
         "v = v[:, [0, 1, 2, 4]]\n"
         "print(*(np.quantile(v, 0.95, axis=(1, 2)) / np.quantile(w, 0.95, axis=(1, 2))))\n");
    double theirs[3], ours[3];
    assert_int_equal(sscanf(shell->out, "%lf %lf %lf", &theirs[0], &theirs[1], &theirs[2]), 3);
    shell_expect(shell, 0,
                 "bench-analyze lost.h5 --ref right --statistic p95 --format csv --columns "
                 "library,ratio | sed -n s/builtin,//p");
    assert_int_equal(sscanf(shell->out, "%lf %lf %lf", &ours[0], &ours[1], &ours[2]), 3);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(ours[i] / theirs[i] - 1) < 1e-10);
}

TEST(headings_say_what_it_is_about) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze calls.h5 --ref right --statistic p99 --width 200");
    assert_has(shell->out, "  p99 ÷ right  ");
    assert_has(shell->out, "p99 ÷ right, geometric mean");
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 --ref right --statistic p99 --width 200 --verbose");
    assert_has(shell->out, "ratio of p99: time over that of right, paired by round");
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 --ref right --statistic p99 --width 200 --speedup "
                 "--difference");
    assert_has(shell->out, "speedup of p99");
    assert_has(shell->out, "difference of p99");
    shell_expect(shell, 0, "bench-analyze batches.h5 --statistic mean --verbose");
    assert_has(shell->out, "ratio of means: time over that of right, paired ");
    shell_expect(shell, 0, "bench-analyze calls.h5 --fastest --statistic p99");
    assert_has(shell->out, "fastest: by p99 times");
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 --fastest --statistic p99 --format csv --columns "
                 "ranked_by | sort -u");
    assert_string_equal(shell->out, "p99\nranked_by\n");
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 >as_usual && "
                 "bench-analyze calls.h5 --statistic typical | diff as_usual -");
}

TEST(a_gate_sees_a_longer_tail) {
    struct shell *shell = *state;
    edit(shell, "calls.h5", "tail.h5",
         "v = a[\"builtin\"][...]\n"
         "cut = np.quantile(v, 0.95, axis=2, keepdims=True)\n"
         "a[\"builtin\"][...] = np.where(v >= cut, 40 * v, v)\n"
         "f[\"run_000001\"].attrs[\"uuid\"] = b\"7f0c5c0e-8a2b-4c1e-9d2f-0123456789ab\"\n");
    shell_expect(shell, 3,
                 "bench-analyze calls.h5 tail.h5 --fail-on-regression 5% --statistic p99");
    assert_has(shell->out, "ratio of p99: later over earlier");
    assert_has(shell->out, "times: p99");
    assert_has(shell->out, "gate at 5 %: regressed · 3 of 6 cells slower by more");
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 tail.h5 --fail-on-regression 5% --statistic median "
                 "--inconclusive pass");
    assert_has(shell->out, "gate at 5 %: passed · ");
    shell_expect(shell, 3,
                 "bench-analyze calls.h5 tail.h5 --fail-on-regression 5% --statistic p99 "
                 "--relative");
    shell_expect(shell, 0,
                 "bench-analyze tail.h5 --ref right --statistic p99 --format csv --columns "
                 "library,verdict | grep builtin | sort -u");
    assert_string_equal(shell->out, "builtin,slower\n");
    shell_expect(shell, 3,
                 "bench-analyze tail.h5 --ref right --statistic p99 --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: regressed · 3 of 3 cells slower by more");
}

/* --- little to tell --- */

TEST(too_few_samples_have_no_ratio) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze calls.h5 --ref right --statistic p99.9 --width 300");
    assert_has(shell->out, "too few samples: p99.9 needs 20000, but right has 4000 at size 100");
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 --ref right --statistic p99.9 --format csv --columns "
                 "ratio,p,verdict,p_fastest | sort -u");
    assert_string_equal(shell->out, ",,none,\nratio,p,verdict,p_fastest\n");
    shell_expect(shell, 5,
                 "bench-analyze calls.h5 calls.h5 --statistic p99.9 --fail-on-regression 5%");
    assert_has(shell->out, "6 inconclusive cells have too few samples for that quantile");
    shell_expect(shell, 5,
                 "bench-analyze calls.h5 --ref right --statistic p99.9 --fail-on-regression 5%");
    assert_has(shell->out, "3 inconclusive cells have too few samples for that quantile");
    shell_expect(shell, 0, "bench-analyze calls.h5 calls.h5 --statistic p99.9");
    assert_has(shell->out,
               "p99.9 needs 20000 samples, of which there are 4000 earlier, 4000 later");
}

TEST(a_gate_says_what_it_has_not_tested) {
    struct shell *shell = *state;
    edit(shell, "calls.h5", "short.h5",
         "for k in libraries:\n"
         "    v = a[k][...]\n"
         "    v[0, :, 100:] = np.nan\n"
         "    a[k][...] = v\n");
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 short.h5 --statistic p99 --fail-on-regression 500%");
    assert_has(shell->out, "2 inconclusive cells have too few samples for that quantile");
}

TEST(a_single_round_decides_nothing) {
    struct shell *shell = *state;
    edit(shell, "calls.h5", "single.h5",
         "for k in libraries:\n"
         "    v = a[k][...]\n"
         "    v[:, 1:] = np.nan\n"
         "    a[k][...] = v * (2 if k == \"builtin\" else 1)\n");
    for (int i = 0; i < 2; i++) {
        char command[300];
        snprintf(command, sizeof command,
                 "bench-analyze single.h5 --ref right --statistic %s --format csv --columns "
                 "library,ratio_se,verdict | grep builtin | sort -u",
                 i ? "mean" : "p90");
        shell_expect(shell, 0, command);
        assert_string_equal(shell->out, "builtin,,one_process\n");
    }
}

TEST(equal_samples_show_no_more_than_their_steps) {
    struct shell *shell = *state;
    edit(shell, "calls.h5", "equal.h5",
         "for k in libraries:\n"
         "    a[k][...] = np.full(a[k].shape, 21e-9)\n"
         "a[\"builtin\"][...] = np.full(a[\"builtin\"].shape, 22e-9)\n");
    double low = NAN, high = NAN;
    char verdict[32] = "";
    shell_expect(shell, 0,
                 "bench-analyze equal.h5 --ref right --statistic p99 --equal 1% --format csv "
                 "--columns library,ratio_low,ratio_high,verdict | grep builtin | sort -u");
    assert_int_equal(sscanf(shell->out, "builtin,%lf,%lf,%31s", &low, &high, verdict), 3);
    assert_true(low < 1.01 && high > 1.08);
    assert_string_equal(verdict, "inconclusive");
}

TEST(zeros_and_wrong_answers_have_no_ratio) {
    struct shell *shell = *state;
    edit(shell, "calls.h5", "wrong.h5",
         "s = a[\"details/right/status\"]\n"
         "v = s[...]\n"
         "v[2] = 2\n"
         "s[...] = v\n"
         "v = a[\"builtin\"][...]\n"
         "v[0, :, ::2] = 0\n"
         "a[\"builtin\"][...] = v\n");
    shell_expect(shell, 0,
                 "bench-analyze wrong.h5 --ref right --statistic p50 --format csv --columns "
                 "library,verdict | grep -c builtin,none; true");
    assert_string_equal(shell->out, "2\n");
}

TEST(what_makes_no_sense_is_refused) {
    static const char *const refused[] = {"p100",
                                          "p49",
                                          "p",
                                          "p99 --history",
                                          "p99 --profile",
                                          "p99 --complexity",
                                          "mean --scaling",
                                          "p99 --explain",
                                          "mean --plan-for 1%",
                                          "p99 --by host",
                                          "p99 --test sign",
                                          "mean --test mann-whitney",
                                          "p99 --trim tukey"};
    struct shell *shell = *state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char command[300];
        snprintf(command, sizeof command, "bench-analyze calls.h5 --statistic %s", refused[i]);
        shell_expect(shell, 64, command);
        assert_true(strstr(shell->err, "statistic") || strstr(shell->err, "quantile"));
    }
    static const char *const charts[] = {"--kind history", "--kind rate", "--y mean",
                                         "--report page.html"};
    for (size_t i = 0; i < sizeof charts / sizeof *charts; i++) {
        char command[300];
        snprintf(command, sizeof command, "bench-plot calls.h5 --statistic p99 %s -o picture.svg",
                 charts[i]);
        shell_expect(shell, 64, command);
        assert_has(shell->err, "statistic");
    }
}

/* --- charts --- */

TEST(charts_show_the_statistic) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-plot calls.h5 --statistic p99 --format terminal -o - --size "
                 "400x200mm");
    assert_has(shell->out, "p99 of the time per call");
    assert_has(shell->out, "p99 of the time relative to right");
    shell_expect(shell, 0,
                 "bench-plot batches.h5 --statistic mean --kind ratio -o mean.svg && "
                 "bench-plot batches.h5 --statistic typical -o a.svg && "
                 "bench-plot batches.h5 -o b.svg && cmp a.svg b.svg");
}

/* Rows that bench-analyze has written say of which statistic they are. */
TEST(rows_keep_their_statistic) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 --statistic p99 --format json >rows.json && "
                 "bench-plot rows.json -o rows.svg && bench-plot calls.h5 --statistic p99 "
                 "-o calls.svg && bench-plot rows.json --format terminal -o -");
    assert_has(shell->out, "p99 of the time relative to");
    shell_expect(shell, 64, "bench-plot rows.json --statistic mean -o mean.svg");
    assert_has(shell->err, "--statistic");
    shell_expect(shell, 0,
                 "bench-analyze calls.h5 --statistic p99 --format csv >rows.csv && "
                 "bench-analyze rows.csv >from_rows");
}

/* Of calls, 5 x 800 of a cell and fewer; and of batches. What a busy machine does to times would
 * decide which quantiles differ, and how well 2000 draws know their errors. */
static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    shell_expect(*state, 0,
                 DRAWN "sample 5 800 100 632 4000 calls.h5 && " DRAWN
                       "sample 5 100 100 4000 few.h5 && " DRAWN
                       "average 5 8 100 342 1170 4000 batches.h5");
    return 0;
}

ALL_TESTS(begin, shell_end);
