/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever was named on a command line and cannot be measured ends the run with status 3 and a
 * line, of a quiet collector as well. */
#include "tests/cli/shell.h"

#define QUIET "bench-collect -q --rounds 1 -o r.h5 "
#define CALLS " --sizes 10 --stage-time 0.001"

static void build(struct shell *shell, const char *name, const char *code) {
    char command[1000];
    snprintf(command, sizeof command,
             "cat >%s.c <<'EOF'\n#include <stdlib.h>\n%s\nEOF\ncc -shared -fPIC -o %s.so %s.c",
             name, code, name, name);
    shell_expect(shell, 0, command);
}

#define AXPY(body)                                                                                 \
    "void daxpy_(const int *n, const double *a, const double *x, const int *xi, double *y, "       \
    "const int *yi) { (void)xi; (void)yi; " body " }"

static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    build(*state, "good", AXPY("for (int i = 0; i < *n; i++) y[i] += *a * x[i];"));
    build(*state, "wrong", AXPY("y[0] = *a * x[0] * *n;"));
    build(*state, "crashing", AXPY("abort();"));
    build(*state, "lacking", "int nothing(void) { return 0; }");
    build(*state, "exploding",
          "__attribute__((constructor)) static void explode(void) { abort(); }");
    build(*state, "unbound", "int nobody(void); int (*f)(void) = nobody;");
    shell_expect(*state, 0, "echo text >text.so; echo 'import none' >broken.py");
    return 0;
}

ALL_TESTS(begin, shell_end);

SOAK_TEST(it_ends_with_status_3_and_a_line) {
    struct shell *shell = *state;
    static const struct {
        const char *options, *line;
    } cases[] = {
        {"axpy ./good.so ./lacking.so" CALLS, "lacking skipped for axpy: lacks daxpy_"},
        {"axpy ./good.so new=./lacking.so" CALLS, "new skipped for axpy: lacks daxpy_"},
        {"axpy ./good.so ./exploding.so" CALLS, "exploding skipped for axpy: crashed with signal"},
        {"axpy ./good.so ./unbound.so" CALLS, "unbound skipped for axpy: /"},
        {"axpy ./good.so ./text.so" CALLS, "text skipped for axpy: /"},
        {"axpy ./good.so ./broken.py" CALLS, "broken.py skipped for axpy: ended the process"},
        {"axpy ./good.so bad='false --worker'" CALLS, "bad skipped for axpy: ended the process"},
        {"axpy ./good.so ./wrong.so" CALLS, "wrong: axpy at n = 10: wrong answer"},
        {"axpy ./good.so ./wrong.so" CALLS, "1 of 2 cells are not ok: 1 wrong"},
        {"axpy ./good.so ./crashing.so" CALLS, "crashing: axpy at n = 10: crashed with signal"},
        {"axpy,dot ./good.so builtin" CALLS, "good skipped for dot: lacks ddot_"},
        {"axpy,dot ./good.so" CALLS, "action skipped: no library is left that can do dot"},
        {"axpy,fft_1d builtin" CALLS, "action skipped: no library is left that can do fft_1d"},
        {"axpy,./lacking.so builtin" CALLS, "lacking.so lacks bench_plugin"},
        {"axpy ./lacking.so" CALLS, "no library is left that can do axpy"},
        {"./lacking.so" CALLS, "lacking.so lacks bench_plugin"},
        {"axpy ./good.so ./lacking.so --ref lacking" CALLS, "--ref lacking is none of"},
        {"axpy ./good.so ./lacking.so --dry-run" CALLS, "lacking skipped for axpy: lacks daxpy_"},
        {"concurrent_set striped ./lacking.so --trial 0.01", "lacking skipped for concurrent_set"},
        {"--command true --command false", "false: command: exit status 1"},
        {"--command true --command false", "1 of 2 cells are not ok: 1 exited"},
        {"--command true --command no-such-program", "no program \"no-such-program\" in PATH"},
        {"--command true --command /no/such/program", "cannot run /no/such/program: No such file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[512];
        snprintf(command, sizeof command, "rm -f r.h5; " QUIET "%s", cases[i].options);
        shell_expect(shell, 3, command);
        assert_has(shell->err, cases[i].line);
        assert_string_equal(shell->out, strstr(command, "--dry-run") ? shell->out : "");
    }
}

TEST(the_archive_tells_it) {
    struct shell *shell = *state;
    shell_expect(shell, 3, "rm -f r.h5; " QUIET "axpy,dot,./text.so ./good.so ./lacking.so" CALLS);
    shell_expect(shell, 0, "bench-store show r.h5 --fact left_out");
    assert_has(shell->out, "./text.so '' ");
    assert_has(shell->out, " axpy lacking 'lacks daxpy_ (Fortran) and cblas_daxpy (C)'");
    assert_has(shell->out, " dot good 'lacks ddot_ (Fortran) and cblas_ddot (C)'");
    assert_has(shell->out, " dot '' 'no library is left that can do dot");
    shell_expect(shell, 0, "rm r.h5; " QUIET "axpy ./good.so" CALLS);
    shell_expect(shell, 0, "bench-store show r.h5 | grep -c left_out || test $? = 1");
    assert_string_equal(shell->out, "0\n");
}

/* A wildcard of a shell names files one by one; one of ours means whatever can be measured, and so
 * does no name at all. */
SOAK_TEST(what_one_word_means_is_measured_as_far_as_it_goes) {
    struct shell *shell = *state;
    shell_expect(shell, 3, "rm -f r.h5; " QUIET "axpy ./[gl]*.so" CALLS);
    assert_has(shell->err, "lacking skipped for axpy: lacks daxpy_");
    shell_expect(shell, 0, "rm -f r.h5; " QUIET "axpy" CALLS);
    if (shell_run(shell, "bench-collect --list | grep -q '^  netlib ' && "
                         "bench-collect --list | grep -q '^  openblas '") != 0)
        skip_for("netlib and OpenBLAS are not installed");
    shell_expect(shell, 0, "rm -f r.h5; " QUIET "cholesky all+all" CALLS);
    assert_string_equal(shell->err, "");
    shell_expect(shell, 3, "rm -f r.h5; " QUIET "cholesky openblas lapack+builtin" CALLS);
    assert_has(shell->err, "lapack+builtin skipped for cholesky");
}

/* FFTW was named for transforms, not for axpy. */
TEST(a_library_of_another_kind_was_named_for_another_action) {
    struct shell *shell = *state;
    if (shell_run(shell, "bench-collect --list | grep -q '^  fftw ' && "
                         "bench-collect --list | grep -q '^  openblas '") != 0)
        skip_for("FFTW and OpenBLAS are not installed");
    shell_expect(shell, 0, "rm -f r.h5; " QUIET "axpy,fft_1d openblas fftw" CALLS);
    assert_string_equal(shell->err, "");
    shell_expect(shell, 3, "rm -f r.h5; " QUIET "axpy openblas fftw" CALLS);
    assert_has(shell->err, "fftw skipped for axpy");
}

TEST(a_run_that_goes_on_still_lacks_it) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rm -f r.h5; end_at INT kept:axpy:10:2 bench-collect -q axpy ./good.so "
                 "./lacking.so --rounds 4 -o r.h5" CALLS);
    shell_expect(shell, 3, "bench-collect -q --resume r.h5");
    assert_has(shell->err, "lacking skipped for axpy: lacks daxpy_");
    shell_expect(shell, 0, "bench-store list r.h5");
    assert_has(shell->out, "complete");
}
