/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gates within one run: libraries that were measured together, held against --ref. */
#include "tests/cli/shell.h"

/* A run of five rounds, four sizes and three libraries: old, its control, and new, which takes
 * FACTOR times as long, in noise of SCATTER. */
static void make(struct shell *shell, const char *name, double factor, double scatter) {
    char command[1000];
    snprintf(command, sizeof command,
             "echo action,type,library,control_of,size,round,seed,seconds >%s; "
             "awk -v f=%g -v s=%g 'BEGIN { srand(1); for (n = 10; n <= 10000; n *= 10) "
             "for (r = 0; r < 5; r++) for (k = 0; k < 6; k++) { "
             "e = s * (rand() - 0.5); "
             "printf \"axpy,d,old,,%%d,%%d,%%d,%%.12g\\n\", n, r, k, n * 1e-8 * (1 + e); "
             "printf \"axpy,d,again,old,%%d,%%d,%%d,%%.12g\\n\", n, r, k, "
             "n * 1e-8 * (1 + s * (rand() - 0.5)); "
             "printf \"axpy,d,new,,%%d,%%d,%%d,%%.12g\\n\", n, r, k, "
             "n * 1e-8 * f * (1 + s * (rand() - 0.5)) } }' >>%s",
             name, factor, scatter, name);
    shell_expect(shell, 0, command);
}

static int make_all(void **state) {
    if (shell_begin(state))
        return -1;
    make(*state, "same.csv", 1, 0.01);
    make(*state, "slow.csv", 1.1, 0.01);
    make(*state, "noisy.csv", 1.02, 0.3);
    return 0;
}

ALL_TESTS(make_all, shell_end);

TEST(what_is_not_slower_passes) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze same.csv --ref old --fail-on-regression 5%");
    assert_int_equal(strncmp(shell->out,
                             "gate at 5 %: passed · 4 of 4 cells within\na cell slower by",
                             strlen("gate at 5 %: passed · 4 of 4 cells within\na cell slower by")),
                     0);
    assert_has(shell->out, "would have been found (power 80 %)\n");
    assert_lacks(shell->out, "inconclusive");
}

TEST(what_is_slower_regresses_wherever_it_is) {
    struct shell *shell = *state;
    shell_expect(shell, 3, "bench-analyze slow.csv --ref old --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: regressed · 4 of 4 cells slower by more\n");
    assert_has(shell->out, "\nregressed: new at size 10 · 1.1");
    shell_expect(shell, 0, "bench-analyze slow.csv --ref old --fail-on-regression 20%");
    shell_expect(shell, 0, "bench-analyze slow.csv --ref new --fail-on-regression 5%");
    shell_expect(shell, 3, "bench-analyze slow.csv --ref old --fail-on-regression 5% --summary");
    shell_expect(shell, 3,
                 "bench-analyze slow.csv same.csv --each --ref old "
                 "--fail-on-regression 5%");
    assert_has(shell->out, "regressed");
    assert_has(shell->out, "passed");
}

/* What is wrong is not called slower: slow.csv is, but for its wrong rows. */
TEST(what_is_no_longer_right_regresses_but_is_not_slower) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "cat >wrong.c <<'EOF'\n"
                 "void daxpy_(const int *n, const double *a, const double *x, const int *xi, "
                 "double *y, const int *yi) { (void)n, (void)xi, (void)yi; y[0] = *a * x[0]; }\n"
                 "EOF\n"
                 "cc -shared -fPIC -o wrong.so wrong.c && "
                 "{ bench-collect axpy builtin ./wrong.so --sizes 100,1000 --rounds 2 "
                 "--stage-time 0.001 -q -o wrong.h5; test $? = 3; }");
    shell_expect(shell, 3, "bench-analyze wrong.h5 --ref builtin --fail-on-regression 900%");
    assert_has(shell->out, ": regressed · 2 of 2 cells no longer right or measured\n");
    assert_lacks(shell->out, "slower by more");
}

TEST(with_nothing_to_compare_it_never_passes) {
    struct shell *shell = *state;
    static const char *const policies[] = {"", "--require-all", "--inconclusive pass"};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "bench-analyze same.csv --library old --ref old --fail-on-regression 5%% %s",
                 policies[i]);
        shell_expect(shell, 3, command);
        assert_has(shell->out, "gate at 5 %: not measured · there was nothing to compare\n");
        strcat(command, " --format csv");
        shell_expect(shell, 3, command);
        assert_string_equal(shell->err, "bench-analyze: the gate has nothing to compare\n");
    }
}

/* new.so lacks the routine; whatever else was measured is within any margin. */
TEST(without_its_candidate_it_never_passes) {
    struct shell *shell = *state;
    static const char *const policies[] = {"", "--require-all", "--inconclusive pass"};
    shell_expect(
        shell, 0,
        "echo 'int nothing(void) { return 0; }' >new.c && cc -shared -fPIC -o new.so new.c && "
        "run='--sizes 100,1000 --rounds 2 --stage-time 0.001 -q -o lacking.h5'; "
        "bench-collect axpy old=builtin again=builtin new=builtin $run && "
        "{ bench-collect axpy old=builtin again=builtin new=./new.so $run; test $? = 3; }");
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "bench-analyze lacking.h5 --ref old --fail-on-regression 999%% %s", policies[i]);
        shell_expect(shell, 3, command);
        assert_has(shell->out, "gate at 999 %: not measured · ");
        assert_has(shell->out, "\nnot measured: new for axpy · lacks daxpy_ (Fortran) and ");
        snprintf(command, sizeof command,
                 "bench-analyze lacking.h5 --against 1 --fail-on-regression 999%% %s", policies[i]);
        shell_expect(shell, 3, command);
        assert_has(shell->out, "\nnot measured: new for axpy · lacks daxpy_ (Fortran) and ");
        strcat(command, " --format csv");
        shell_expect(shell, 3, command);
        assert_has(shell->err, "bench-analyze: not measured: new for axpy: lacks daxpy_");
    }
    shell_expect(shell, 0,
                 "bench-analyze lacking.h5 --ref old --library old,again --fail-on-regression "
                 "999% --inconclusive pass");
    assert_lacks(shell->out, "not measured");
}

TEST(what_cannot_be_told_is_inconclusive) {
    struct shell *shell = *state;
    shell_expect(shell, 5, "bench-analyze noisy.csv --ref old --fail-on-regression 2%");
    assert_has(shell->out, "gate at 2 %: inconclusive · 0 of 4 cells within · 4 inconclusive\n");
    shell_expect(shell, 0,
                 "bench-analyze noisy.csv --ref old --fail-on-regression 2% --inconclusive pass");
    assert_has(shell->out, "gate at 2 %: passed · 0 of 4 cells within · 4 inconclusive\n");
}

TEST(one_cell_that_cannot_be_told_fails_only_on_request) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk -F, '!($3 == \"new\" && $5 == 100)' same.csv >missing.csv && "
                 "bench-analyze missing.csv --ref old --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: passed · 3 of 4 cells within · 1 inconclusive\n");
    assert_has(shell->out, "1 inconclusive cell cannot be compared: missing");
    shell_expect(shell, 5,
                 "bench-analyze missing.csv --ref old --fail-on-regression 5% --require-all");
    assert_has(shell->out, "gate at 5 %: inconclusive");
    shell_expect(shell, 5,
                 "bench-analyze missing.csv --ref old --fail-on-regression 5% --inconclusive fail");
}

TEST(programs_get_the_status_and_their_rows) {
    struct shell *shell = *state;
    shell_expect(shell, 3, "bench-analyze slow.csv --ref old --fail-on-regression 5% --format csv");
    assert_lacks(shell->out, "gate");
    shell_expect(shell, 3,
                 "bench-analyze slow.csv --ref old --fail-on-regression 5% --format json "
                 "--sort ratio >out.json");
    shell_expect(shell, 0, "/usr/bin/python3 -m json.tool out.json");
}

TEST(a_single_round_passes_no_gate) {
    struct shell *shell = *state;
    shell_expect(shell, 5,
                 "awk -F, 'NR == 1 || $6 == 0' same.csv >one.csv && "
                 "bench-analyze one.csv --ref old --fail-on-regression 5%");
    assert_has(shell->out, "gate at 5 %: inconclusive · 0 of 4 cells within · 4 inconclusive\n");
}

TEST(without_a_library_to_hold_against_it_is_refused) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-analyze same.csv --fail-on-regression 5%");
    assert_has(shell->err, "or --ref with the library that the others are held against");
    shell_expect(shell, 64, "bench-analyze same.csv --ref old --fastest --fail-on-regression 5%");
    shell_expect(shell, 64, "bench-analyze same.csv --ref old --require-all");
}
