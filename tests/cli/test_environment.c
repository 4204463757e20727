/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of our environment libraries, programs and commands get. */
#include "tests/cli/shell.h"

/* A function that ends its process unless the variable DECIDES is yes, and one that does unless
 * what is to be preloaded is there. */
static int begin(void **state) {
    int status = shell_begin(state);
    if (status == 0)
        shell_expect(
            *state, 0,
            "printf '#include <stdlib.h>\\n#include <string.h>\\n"
            "double obeys(size_t n, const double *x) { const char *v = getenv(\"DECIDES\");"
            " if (!v || strcmp(v, \"yes\")) exit(7); return x[n - 1]; }\\n"
            "extern int preloaded(void) __attribute__((weak));\\n"
            "double needs(size_t n, const double *x) { if (!preloaded) exit(8);"
            " return x[n - 1]; }\\n' >own.c && cc -O1 -shared -fPIC -o own.so own.c && "
            "printf 'int preloaded(void) { return 1; }\\n' >first.c && "
            "cc -O1 -shared -fPIC -o first.so first.c && echo text >text.so");
    return status;
}

#define QUICK                                                                                      \
    "bench-collect ./own.so --sizes 5 --rounds 1 --max-seeds 1 --stage-time 0.001 --no-control "

EACH_TEST(begin, shell_end);

TEST(a_variable_is_passed_on_where_it_is_asked_for) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 QUICK "-o env.h5 --env DECIDES=yes --function "
                       "'double obeys(size_t n, const double *x)'");
    shell_expect(shell, 0,
                 "DECIDES=yes " QUICK "-o env.h5 --env DECIDES --env OTHER=1 --function "
                 "'double obeys(size_t n, const double *x)'");
    shell_expect(shell, 0, "bench-store show env.h5 2");
    assert_has(shell->out, "passed_variables");
    assert_has(shell->out, "DECIDES=yes");
    shell_expect(shell, 3,
                 "DECIDES=yes " QUICK "-o none.h5 --function "
                 "'double obeys(size_t n, const double *x)'");
    assert_has(shell->err, "ended the process with status 7");
}

SOAK_TEST(a_file_is_preloaded_where_it_is_asked_for) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 QUICK "-o pre.h5 --preload first.so --function "
                       "'double needs(size_t n, const double *x)'");
    shell_expect(shell, 0, "bench-store show pre.h5 1");
    assert_has(shell->out, "first.so");
    shell_expect(shell, 0,
                 "bench-collect --command 'true' --rounds 1 --max-seeds 1 --preload first.so "
                 "-o pre.h5");
    shell_expect(shell, 3,
                 QUICK "-o none.h5 --preload text.so --function "
                       "'double needs(size_t n, const double *x)'");
    assert_has(shell->err, "text.so: the loader refused it");
}

TEST(what_is_ignored_is_named_in_one_line) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "BLIS_JC_NT=2 LD_PRELOAD=$PWD/first.so OMP_NUM_THREADS=4 " QUICK
        "-o env.h5 --env DECIDES=yes --function 'double obeys(size_t n, const double *x)'");
    assert_has(shell->err, "; --env NAME passes it; and OMP_NUM_THREADS; --threads decides that");
    assert_has(shell->err, "BLIS_JC_NT");
    assert_has(shell->err, "LD_PRELOAD");
}

TEST(what_makes_no_sense_is_refused) {
    struct shell *shell = *state;
    static const struct {
        const char *options, *says;
    } cases[] = {
        {"--env NOT_SET_ANYWHERE", "--env NOT_SET_ANYWHERE=VALUE sets it"},
        {"--env OMP_NUM_THREADS=2", "--threads decides that"},
        {"--env LD_LIBRARY_PATH=/lib", "set it for bench-collect"},
        {"--env =2", "the name of a variable is needed"},
        {"--env 'A B=2'", "the name of a variable is needed"},
        {"--env A=1 --env A=2", "--env A is given twice"},
        {"--preload nothing.so", "nothing.so: No such file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[200];
        snprintf(command, sizeof command, "bench-collect axpy %s -o none.h5", cases[i].options);
        shell_expect(shell, 64, command);
        assert_has(shell->err, cases[i].says);
    }
}

TEST(too_little_stack_is_told_by_every_program) {
    struct shell *shell = *state;
#ifdef ADDRESS_SANITIZER
    skip_for("sanitizers take a limit on the stack for their own");
#endif
    shell_expect(
        shell, 0,
        "for p in 'bench-store list' bench-analyze bench-plot "
        "'bench-collect axpy builtin'; do (ulimit -s 64; $p 2>>told; test $? = 1) || "
        "exit 9; done; sort -u told | grep -c 'no more than 64 KB of stack, and needs 128: "
        "raise ulimit -s'");
    assert_string_equal(shell->out, "4\n");
    shell_expect(shell, 0,
                 "ulimit -S -s 64; bench-collect -q axpy builtin --sizes 10 --rounds 1 "
                 "-o stack.h5 && bench-plot stack.h5 -o stack.png");
}

TEST(without_dev_archives_are_read_and_the_collector_says_what_is_missing) {
    struct shell *shell = *state;
    if (shell_run(shell, "unshare -m mount -t tmpfs none /dev") != 0)
        skip_for("this user may not mount");
    shell_expect(shell, 0,
                 QUICK "-q -o read.h5 --env DECIDES=yes --function "
                       "'double obeys(size_t n, const double *x)' && "
                       "unshare -m sh -c 'mount -t tmpfs none /dev && bench-analyze read.h5 && "
                       "bench-store verify read.h5 && bench-plot read.h5 -o read.svg'");
    shell_expect(shell, 1,
                 "unshare -m sh -c 'mount -t tmpfs none /dev; exec bench-collect axpy builtin'");
    assert_has(shell->err, "bench-collect: /dev/null: No such file or directory; give it one");
}
