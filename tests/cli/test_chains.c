/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect with a LAPACK over a BLAS of somebody else's: real libraries. */
#include "tests/cli/shell.h"

static const char *const houses[] = {"openblas", "blis", "atlas", "netlib"};
enum { HOUSES = sizeof houses / sizeof *houses };

/* Whether the chain of netlib's LAPACK over HOUSE is made of what is installed here. */
static int is_here(struct shell *shell, const char *house) {
    char command[128];
    snprintf(command, sizeof command, "bench-collect -n cholesky lapack+%s --sizes 3 --rounds 1",
             house);
    return shell_run(shell, command) != 64;
}

static void need(struct shell *shell, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_here(shell, names[i]))
            skip_for("there is no lapack+%s here", names[i]);
}

/* The facts FACT of all series that are no controls, a line each, in the order of names. */
static void tell(struct shell *shell, const char *fact) {
    char command[1024];
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c '\n"
             "import h5py\n"
             "action = h5py.File(\"results.h5\")[\"run_000001/cholesky\"]\n"
             "for name in sorted(action):\n"
             "    facts = action[name].attrs\n"
             "    if \"library\" in facts and \"control_of\" not in facts:\n"
             "        print(facts.get(\"%s\", \"-\"))'",
             fact);
    shell_expect(shell, 0, command);
}

static int count_lines(const char *text, const char *with) {
    int count = 0;
    for (const char *line = text; *line;) {
        const char *end = strchr(line, '\n');
        const char *found = strstr(line, with);
        count += found && (!end || found < end);
        line = end ? end + 1 : line + strlen(line);
    }
    return count;
}

static void assert_lines(struct shell *shell, const char *fact, const char *with, int count) {
    tell(shell, fact);
    if (count_lines(shell->out, with) != count)
        fail_msg("%s: not %d lines with %s in\n%s", fact, count, with, shell->out);
}

EACH_TEST(shell_begin, shell_end);

/* Which BLAS was there is seen in two ways: what the LAPACK's references were bound to, and which
 * objects the process had at all. */
SOAK_TEST(four_blas_do_the_work_of_one_lapack) {
    struct shell *shell = *state;
    static const char *const directories[] = {"/openblas", "/blis", "/atlas/", "/blas/"};
    need(shell, houses, HOUSES);
    shell_expect(shell, 0,
                 "bench-collect cholesky lapack+openblas lapack+blis lapack+atlas lapack+netlib "
                 "--sizes 5,100 --rounds 2 --stage-time 0.001");
    /* Of a BLAS there may be a variant with integers of 64 bits, which cannot be under it. */
    assert_int_equal(count_lines(shell->err, "skipped"),
                     count_lines(shell->err, "the LAPACK has integers of 32 bits"));
    tell(shell, "path");
    int chains = count_lines(shell->out, "/");
    assert_true(chains >= HOUSES);
    assert_lines(shell, "bindings", "dpotrf_ in ", chains);
    assert_lines(shell, "bindings", "/lapack/liblapack.so.3", chains);
    assert_lines(shell, "lapack_path", "/lapack/liblapack.so.3", chains);
    assert_lines(shell, "lapack_version", "3.", chains);
    int of_house = 0;
    for (size_t i = 0; i < HOUSES; i++) {
        tell(shell, "path");
        int mine = count_lines(shell->out, directories[i]);
        assert_true(mine > 0);
        of_house += mine;
        assert_lines(shell, "references", directories[i], mine);
        assert_lines(shell, "objects", directories[i], mine);
    }
    assert_int_equal(of_house, chains);
    shell_expect(shell, 0,
                 "bench-analyze --format csv results.h5 >table.csv; "
                 "tail -n +2 table.csv | grep -vc ',ok$'; test $? = 1");
    shell_expect(shell, 0, "bench-store show results.h5");
    assert_non_null(strstr(shell->out, "library lapack+netlib"));
}

/* The user's own directory has a libblas.so.3 as well. */
SOAK_TEST(a_users_library_path_does_not_come_between) {
    struct shell *shell = *state;
    need(shell, (const char *const[]){"netlib", "blis"}, 2);
    shell_expect(shell, 0,
                 "bench-collect -q cholesky lapack+netlib --sizes 5 --rounds 1 --stage-time 0.001; "
                 "path=$(bench-store show results.h5 | awk '/^    path/ {print $2; exit}'); "
                 "rm results.h5; mkdir own; ln -s $path own/libblas.so.3; "
                 "LD_LIBRARY_PATH=$PWD/own bench-collect cholesky lapack+blis --sizes 20 "
                 "--rounds 1 --stage-time 0.001");
    tell(shell, "path");
    assert_lines(shell, "references", "/blis", count_lines(shell->out, "/blis"));
    assert_lines(shell, "objects", "/blis", count_lines(shell->out, "/blis"));
    assert_lines(shell, "objects", "/blas/libblas", 0);
}

/* It asks for a LAPACK and a BLAS, and its LAPACK for a BLAS. Without a launcher it is one rank. */
SOAK_TEST(a_scalapack_has_the_blas_under_its_lapack_too) {
    struct shell *shell = *state;
    need(shell, (const char *const[]){"netlib", "blis"}, 2);
    if (shell_run(shell, "bench-collect --list | grep -q '^  scalapack-mpich '") != 0)
        skip_for("there is no scalapack-mpich here");
    shell_expect(shell, 0,
                 "bench-collect cholesky scalapack-mpich+blis --sizes 20 --rounds 1 "
                 "--stage-time 0.001");
    assert_lines(shell, "path", "/libblis.so", 1);
    assert_lines(shell, "lapack_path", "/lapack/liblapack.so.3", 1);
    assert_lines(shell, "scalapack_path", "/libscalapack-mpich.so", 1);
    assert_lines(shell, "bindings", "/lapack/liblapack.so.3", 1);
    shell_expect(shell, 0,
                 "/usr/bin/python3 -c '\n"
                 "import h5py, re\n"
                 "action = h5py.File(\"results.h5\")[\"run_000001/cholesky\"]\n"
                 "chain = next(s for n, s in action.items() if n.startswith(\"scalapack\"))\n"
                 "text = lambda fact: bytes.decode(chain.attrs[fact])\n"
                 "uses = {tuple(re.findall(r\"lib(blis|lapack|scalapack)\\b\", one))\n"
                 "        for one in text(\"references\").split(\"; \")}\n"
                 "wanted = {(\"lapack\", \"blis\"), (\"scalapack\", \"blis\"), "
                 "(\"scalapack\", \"lapack\")}\n"
                 "missing = wanted - uses\n"
                 "assert not missing, (missing, uses)\n"
                 "objects = text(\"objects\")\n"
                 "assert not re.search(\"openblas|atlas|/blas/\", objects), objects'");
}

SOAK_TEST(what_cannot_be_a_chain_is_skipped_with_the_reason) {
    struct shell *shell = *state;
    need(shell, (const char *const[]){"netlib", "openblas"}, 2);
    shell_expect(shell, 3,
                 "bench-collect cholesky lapack+all openblas+netlib lapack+builtin --sizes 5 "
                 "--rounds 1 --stage-time 0.001");
    assert_non_null(strstr(shell->err, "+netlib skipped for cholesky: /"));
    assert_non_null(strstr(shell->err, "the LAPACK asks for no BLAS"));
    assert_non_null(strstr(shell->err, "lapack+builtin skipped for cholesky: /"));
    assert_non_null(strstr(shell->err, "builtin.so: undefined symbol: "));
    assert_null(strstr(shell->err, "fftw"));
    if (strstr(shell->err, "lapack+gslcblas skipped"))
        assert_non_null(strstr(shell->err, "libgslcblas.so"));
    shell_expect(shell, 3, "bench-collect cholesky lapack+builtin --sizes 5");
    shell_expect(shell, 64, "bench-collect cholesky lapack+netlib+netlib --sizes 5");
    shell_expect(shell, 64, "bench-collect cholesky lapack+nobody --sizes 5");
}

SOAK_TEST(an_interrupted_run_of_chains_is_resumed) {
    struct shell *shell = *state;
    need(shell, (const char *const[]){"netlib"}, 1);
    shell_expect(shell, 0,
                 "export TMPDIR=$PWD; end_at KILL kept:cholesky:20:2 bench-collect cholesky netlib "
                 "lapack+netlib --sizes 10,20 --rounds 4 --stage-time 0.001");
    shell_expect(shell, 0, "bench-collect --resume results.h5");
    assert_lines(shell, "lapack_path", "/lapack/liblapack.so.3", 2);
    shell_expect(shell, 0, "bench-store list results.h5 | grep -q complete");
    shell_expect(shell, 0, "bench-store show results.h5 | grep -c 'lapack+netlib=+/'");
}

/* What the workers found their BLAS by is gone. One BLAS interrupts the run while a worker loads
 * it.
 */
TEST(nothing_is_left_in_the_directory_for_temporary_files) {
    struct shell *shell = *state;
    need(shell, (const char *const[]){"netlib", "blis"}, 2);
    shell_expect(shell, 0,
                 "mkdir spool; export TMPDIR=$PWD/spool; "
                 "bench-collect -q cholesky lapack+netlib --sizes 5 --rounds 2 "
                 "--stage-time 0.001; rmdir spool");
    shell_expect(
        shell, 0,
        "mkdir spool; cat >own.c <<'EOF' && cc -shared -fPIC -o libown.so own.c "
        "-Wl,--no-as-needed $(bench-collect --list | awk '$1 == \"blis\" { print $2 }')\n"
        "#include <signal.h>\n"
        "#include <stdlib.h>\n"
        "#include <unistd.h>\n"
        "__attribute__((constructor)) static void begin(void) {\n"
        "    if (system(\"ls spool/* >used\") != 0 || " KILL_COLLECTOR("TERM") ")\n"
                                                                               "        abort();\n"
                                                                               "}\n"
                                                                               "EOF\n");
    shell_expect(shell, 130,
                 "export TMPDIR=$PWD/spool; "
                 "bench-collect -q cholesky lapack+./libown.so --sizes 5 --rounds 2");
    shell_expect(shell, 0, "grep -q blas used && rmdir spool");
}
