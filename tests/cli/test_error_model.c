/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of ratios that all cells tell, recomputed by NumPy and SciPy from the samples of an
 * archive of drawn times: as they were drawn, with rounds and cells missing, without a control, at
 * one size. And what is said where there is little to tell it from. */
#include <math.h>

#include "tests/cli/shell.h"

#define DRAWN "/usr/bin/python3 $OLDPWD/tests/cli/drawn.py average "

/* Edits a copy NAME of whole.h5 by Python, in which a is the action's group. */
static void edit(struct shell *shell, const char *name, const char *python) {
    char command[2000];
    snprintf(command, sizeof command,
             "cp whole.h5 %s && /usr/bin/python3 -c '\n"
             "import h5py, numpy as np\n"
             "f = h5py.File(\"%s\", \"r+\")\n"
             "a = f[\"run_000001/axpy\"]\n"
             "libraries = [k for k in a if getattr(a[k], \"ndim\", 0) == 3]\n"
             "control = [k for k in libraries if \"control_of\" in a[k].attrs][0]\n"
             "%s'",
             name, name, python);
    shell_expect(shell, 0, command);
}

static void agrees(struct shell *shell, const char *archive, const char *options) {
    char command[PATH_MAX + 600], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "bench-analyze %s --ref right --equal 3%% --format json %s >ours.json && "
             "/usr/bin/python3 -W ignore '%s/tests/analyze/error_model.py' %s axpy right "
             "ours.json 0.03",
             archive, options, root, archive);
    int status = shell_run(shell, command);
    if (status == 77)
        skip_for("python3-scipy is not installed");
    if (status != 0)
        fail_msg("%s: %s%s", archive, shell->out, shell->err);
    assert_has(shell->out, "rows agree");
}

TEST(as_it_was_drawn) {
    agrees(*state, "whole.h5", "");
}

TEST(with_the_reference_left_out) {
    agrees(*state, "whole.h5", "--library builtin");
}

TEST(with_rounds_and_cells_missing) {
    edit(*state, "holes.h5",
         "for i, k in enumerate(libraries):\n"
         "    v = a[k][...]\n"
         "    v[1, 2:] = np.nan\n"
         "    v[2 + i, i] = np.nan\n"
         "    v[3, 4, :3] = np.nan\n"
         "    a[k][...] = v\n"
         "v = a[\"builtin\"][...]\n"
         "v[4] = np.nan\n"
         "v[5, 1:] = np.nan\n"
         "a[\"builtin\"][...] = v\n");
    agrees(*state, "holes.h5", "");
}

TEST(with_rounds_that_hang_together_and_noise_that_grows) {
    edit(*state, "drift.h5",
         "r = np.random.default_rng(1)\n"
         "for k in libraries:\n"
         "    v = a[k][...]\n"
         "    walk = np.cumsum(r.standard_normal(v.shape[:2]), 1)\n"
         "    grow = np.geomspace(0.001, 0.05, len(v))\n"
         "    a[k][...] = v * np.exp(grow[:, None] * walk)[:, :, None]\n");
    agrees(*state, "drift.h5", "");
}

SOAK_TEST(with_a_control_that_differs_for_good) {
    edit(*state, "lasting.h5",
         "v = a[control][...]\n"
         "a[control][...] = v * np.exp(0.05 * np.cos(np.arange(len(v))))[:, None, None]\n");
    agrees(*state, "lasting.h5", "");
}

TEST(without_a_control) {
    struct shell *shell = *state;
    edit(shell, "alone.h5",
         "v = a[control][...]\n"
         "v[...] = np.nan\n"
         "a[control][...] = v\n");
    agrees(shell, "alone.h5", "");
    shell_expect(shell, 0, "bench-analyze alone.h5 --ref right");
    assert_has(shell->out, "no control told how copies of a library differ");
    shell_expect(shell, 0, "bench-analyze alone.h5 --ref right --verbose");
    assert_has(shell->out, "no control: intervals and verdicts do not include");
    shell_expect(shell, 0,
                 "bench-analyze alone.h5 --explain --library builtin --size 100 "
                 "--width 2000");
    assert_has(shell->out, "there was no control: they are not included");
}

SOAK_TEST(at_one_size) {
    struct shell *shell = *state;
    shell_expect(shell, 0, DRAWN "4 8 300 one.h5");
    agrees(shell, "one.h5", "");
}

/* --- little to tell --- */

TEST(a_single_round_decides_nothing) {
    struct shell *shell = *state;
    edit(shell, "single.h5",
         "for k in libraries:\n"
         "    v = a[k][...]\n"
         "    v[:, 1:] = np.nan\n"
         "    a[k][...] = v * (1.01 if k == \"builtin\" else 1)\n"
         "v = a[\"right\"][...]\n"
         "a[\"builtin\"][...] = 1.01 * v\n");
    shell_expect(shell, 0,
                 "bench-analyze single.h5 --ref right --equal 5% --format csv --columns "
                 "library,ratio_se,detectable,p_equal,verdict | grep builtin | sort -u");
    assert_string_equal(shell->out, "builtin,,,,one_process\n");
}

TEST(samples_that_are_all_equal_show_no_more_than_their_steps) {
    struct shell *shell = *state;
    edit(shell, "equal.h5",
         "for k in libraries:\n"
         "    a[k][...] = np.full(a[k].shape, 21e-9)\n"
         "a[\"builtin\"][...] = np.full(a[\"builtin\"].shape, 22e-9)\n");
    shell_expect(shell, 0,
                 "bench-analyze equal.h5 --ref right --equal 1% --format csv --columns "
                 "library,ratio_low,ratio_high,verdict | grep builtin | sort -u");
    assert_lacks(shell->out, "nan");
    double low = NAN, high = NAN;
    char verdict[32] = "";
    assert_int_equal(sscanf(shell->out, "builtin,%lf,%lf,%31s", &low, &high, verdict), 3);
    assert_true(low < 1.01 && high > 1.08);
    assert_string_equal(verdict, "inconclusive");
}

/* At a size where the reference was wrong, nothing is compared; other sizes do as without it. */
TEST(a_wrong_reference_spoils_its_own_size_only) {
    struct shell *shell = *state;
    edit(shell, "wrong.h5",
         "s = a[\"details/right/status\"]\n"
         "v = s[...]\n"
         "v[2] = 2\n"
         "s[...] = v\n");
    shell_expect(shell, 0,
                 "bench-analyze wrong.h5 --ref right --format csv --columns "
                 "library,p,verdict | grep -c 'builtin,,none'; true");
    assert_string_equal(shell->out, "1\n");
}

TEST(equality_is_for_verdicts_of_one_run) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-analyze whole.h5 --equal 0");
    assert_has(shell->err, "--equal: '0'");
    shell_expect(shell, 64, "bench-analyze whole.h5 whole.h5 --equal 1%");
    assert_has(shell->err, "--equal");
    shell_expect(shell, 64, "bench-analyze whole.h5 --complexity --equal 1%");
    shell_expect(shell, 0, "bench-analyze whole.h5 --equal 1%");
    assert_has(shell->out, "equal: within 1 %");
}

static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    shell_expect(*state, 0, DRAWN "5 8 100 169 287 486 823 1395 2362 4000 whole.h5");
    return 0;
}

ALL_TESTS(begin, shell_end);
