/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect over several numbers of threads. */
#include "tests/cli/shell.h"

#define COLLECT                                                                                    \
    "bench-collect axpy other=builtin builtin --threads 2,1 --sizes 10,1000 --seed 5 "             \
    "--no-control "
#define QUICK "--rounds 3 --stage-time 0.002 "
#define LONG  "--rounds 8 --stage-time 0.001 "

/* Runs it with `a` being the action's group in FILE. */
static void expect_in_archive(struct shell *shell, const char *file, const char *python) {
    char command[2048];
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c 'import h5py, numpy as np\n"
             "a = h5py.File(\"%s\", \"r\")[\"run_000001/axpy\"]\n%s'",
             file, python);
    shell_expect(shell, 0, command);
}

EACH_TEST(shell_begin, shell_end);

TEST(every_number_has_every_size_in_every_round) {
    struct shell *shell = *state;
    skip_on_one_cpu();
    shell_expect(shell, 0, COLLECT QUICK);
    assert_non_null(strstr(shell->out, "has axpy (2 libraries, 4 points, 3 rounds)"));
    expect_in_archive(shell, "results.h5",
                      "assert list(a[\"sizes\"]) == [10, 1000, 10, 1000]\n"
                      "assert list(a[\"threads\"]) == [1, 1, 2, 2]\n"
                      "for name in \"other\", \"builtin\":\n"
                      "    samples = a[name][:]\n"
                      "    assert samples.shape[:2] == (4, 3)\n"
                      "    for p, seeds in enumerate(a[\"seeds\"]):\n"
                      "        assert np.isfinite(samples[p, :, :seeds]).all()\n");
}

/* "1,2 2,1 ..." in the archive; the library writes what it has as soon as a process calls it. */
TEST(they_come_in_the_order_that_is_recorded) {
    struct shell *shell = *state;
    char command[PATH_MAX + 512], root[PATH_MAX];
    skip_on_one_cpu();
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -O2 -shared -fPIC -include stdio.h -DFAULT='static FILE *log; if (!log) { "
             "log = fopen(\"log\", \"a\"); fprintf(log, \"%%s\\n\", getenv(\"OMP_NUM_THREADS\")); "
             "fflush(log); }' -o libtelling.so '%s/tests/cli/fake_blas.c'",
             root);
    shell_expect(shell, 0, command);
    shell_expect(shell, 0,
                 "bench-collect axpy ./libtelling.so --threads 2,1 --sizes 100,1000 --seed 5 "
                 "--no-control " LONG);
    shell_expect(shell, 0, "tail -n 16 log | paste -sd, >seen");
    expect_in_archive(shell, "results.h5",
                      "orders = a.attrs[\"thread_orders\"].decode().split()\n"
                      "assert len(orders) == 8\n"
                      "assert all(order in (\"1,2\", \"2,1\") for order in orders)\n"
                      "seen = open(\"seen\").read().strip()\n"
                      "assert \",\".join(orders) == seen, (orders, seen)\n");
}

TEST(a_killed_run_is_finished_in_the_same_order) {
    struct shell *shell = *state;
    char command[PATH_MAX + 200], root[PATH_MAX];
    skip_on_one_cpu();
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0, "end_at KILL kept:axpy:10:3 " COLLECT LONG "-o cut.h5");
    shell_expect(shell, 0, "cp cut.h5 before.h5 && bench-collect --resume cut.h5");
    assert_non_null(strstr(shell->err, "cut.h5: run_000001 goes on"));
    shell_expect(shell, 0, COLLECT LONG "-q -o whole.h5");
    snprintf(command, sizeof command,
             "/usr/bin/python3 '%s/tests/cli/resumed.py' before.h5 cut.h5 whole.h5", root);
    shell_expect(shell, 0, command);
    expect_in_archive(shell, "cut.h5", "assert list(a[\"threads\"]) == [1, 1, 2, 2]\n");
}

TEST(a_dry_run_shows_them) {
    struct shell *shell = *state;
    skip_on_one_cpu();
    shell_expect(shell, 0, COLLECT QUICK "-n");
    assert_non_null(strstr(shell->out, "  sizes      10,1000\n"));
    assert_non_null(strstr(shell->out, "  threads    1,2\n"));
    assert_non_null(strstr(shell->out, "  points     4\n"));
    assert_non_null(strstr(shell->out, "estimated from calls at 4 of 4 points"));
}

TEST(more_than_there_are_cpus_are_refused) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-collect axpy builtin --threads 1,4000 --sizes 10");
    assert_non_null(strstr(shell->err, "--threads 4000: this process may use"));
}
