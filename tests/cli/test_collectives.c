/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long messages and collective operations of Open MPI and MPICH take, the clock that their
 * ranks share, and what happens if the ranks are late. */
#include "tests/cli/mpi.h"
#include "tests/cli/pages.h"

static void compile(struct shell *shell, const char *file, const char *name, const char *options) {
    char root[PATH_MAX], command[6 * PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -std=gnu11 -O1 -w -shared -fPIC -Wl,--no-as-needed -I'%s' -o %s.so "
             "'%s/tests/cli/%s' %s -lm",
             root, name, root, file, options);
    shell_expect(shell, 0, command);
}

/* bench-collect ACTION of both MPIs, with OPTIONS. */
static const char *collect(const char *action, const char *options) {
    static char command[4 * PATH_MAX];
    snprintf(command, sizeof command,
             "timeout 100 bench-collect %s openmpi='%s' mpich='%s' --no-control --rounds 2 "
             "--stage-time 0.005 --max-seeds 2 --ranks 2 --timeout 30 %s",
             action, mpis[0], mpis[1], options);
    return command;
}

/* Runs it for both MPIs' libraries `name`, with `a` being ACTION's group, `d` the library's
 * details and `s` its samples. */
static void expect_of_each(struct shell *shell, const char *action, const char *python) {
    static char command[4096];
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c 'import h5py, numpy as np\n"
             "a = h5py.File(\"results.h5\", \"r\")[\"run_000001/%s\"]\n"
             "for name in \"openmpi\", \"mpich\":\n"
             "    d, s = a[\"details\"][name], a[name][:]\n"
             "    k = np.isfinite(s)\n"
             "    assert k.any() and (d[\"status\"][:] == 0).all(), d[\"status\"][:]\n"
             "%s'",
             action, python);
    shell_expect(shell, 0, command);
}

static const char *const collectives[] = {"broadcast", "allreduce", "alltoall"};

EACH_TEST(shell_begin, shell_end);
ALL_TESTS_SKIPPED_FOR(mpi_lacks);

TEST(collectives_are_timed_call_by_call) {
    struct shell *shell = *state;
    for (size_t i = 0; i < 3; i++) {
        shell_expect(shell, 0, collect(collectives[i], "--sizes 8,65536"));
        expect_of_each(
            shell, collectives[i],
            "    m, f = d[\"batch_mean\"][:], d[\"fastest_rank\"][:]\n"
            "    assert (f[k] > 0).all() and (f[k] <= m[k] * (1 + 1e-12)).all()\n"
            "    assert (d[\"clock_error\"][:][k] == 0).all(), \"one machine has one clock\"\n"
            "    assert (d[\"start_skew\"][:][k] >= 0).all() and (d[\"late_calls\"][:][k] >= 0)"
            ".all()\n"
            "    assert (d[\"residual\"][:] <= 1).all(), d[\"residual\"][:]\n"
            "    assert (s[1][k[1]] > s[0][k[0]].mean()).all(), s\n");
        shell_expect(shell, 0, "rm results.h5");
    }
}

TEST(a_ping_pong_is_half_a_round_trip) {
    struct shell *shell = *state;
    shell_expect(shell, 0, collect("ping_pong", "--sizes 1,1M"));
    expect_of_each(shell, "ping_pong",
                   "    assert \"clock_error\" not in d\n"
                   "    assert list(a[\"bytes\"]) == [1, 1000000]\n"
                   "    assert (s[1][k[1]] > 3 * s[0][k[0]].mean()).all(), s\n");
}

/* Rank 1 waits a millisecond in each call. The next begins when all are back, not before. */
TEST(a_call_lasts_until_the_last_rank_is_done) {
    struct shell *shell = *state;
    compile(shell, "fake_ranks.c", "sums", "-DMEMBERS='.is_collective = 1,'");
    shell_expect(shell, 0, collect("./sums.so", "--sizes 10 -p waits=1"));
    expect_of_each(shell, "sums",
                   "    f = d[\"fastest_rank\"][:][k]\n"
                   "    assert s[k].min() > 1e-3 and np.median(s[k]) < 3e-3, s\n"
                   "    assert np.median(f) < 0.2e-3, f\n");
}

/* Rank 1 waits a millisecond in each call, and rank 0 does not, but for the next sum. */
TEST(a_sample_is_the_time_of_the_slowest_rank) {
    struct shell *shell = *state;
    compile(shell, "fake_ranks.c", "sums", "");
    shell_expect(shell, 0, collect("./sums.so", "--sizes 10 -p waits=1 --mode sample"));
    expect_of_each(shell, "sums",
                   "    f = d[\"fastest_rank\"][:]\n"
                   "    f = f[np.isfinite(f)]\n"
                   "    assert s[k].min() > 1e-3, s\n"
                   "    assert np.median(f) < 0.5 * np.median(s[k]), (f, s)\n");
}

TEST(ranks_that_share_a_cpu_are_too_late) {
    struct shell *shell = *state;
    shell_expect(
        shell, 3,
        "timeout 60 taskset -c 0 bench-collect allreduce openmpi --ranks 2 --oversubscribe "
        "--sizes 8 --rounds 1");
    assert_has(shell->err, "its ranks could not begin together");
}

/* Makes `launch`, a launcher of two ranks: each rank's clock counts from another moment, as those
 * of other machines do. Rank 1 is run by the words BY. */
static void make_launcher(struct shell *shell, const char *by) {
    char command[1000];
    shell_run(shell, "unshare --time --monotonic 5000 true");
    if (shell->status != 0)
        skip_for("this user may not make time namespaces");
    snprintf(command, sizeof command,
             "printf '%%s\\n' '#!/bin/sh' 'test $OMPI_COMM_WORLD_RANK = 0 || by=\"%s\"' "
             "'exec unshare --time --monotonic $((5000 * (1 + OMPI_COMM_WORLD_RANK))) $by \"$@\"' "
             ">rank && "
             "printf '%%s\\n' '#!/bin/sh' 'exec mpirun.openmpi --allow-run-as-root --bind-to none "
             "--host localhost:2 -n 2 ./rank \"$3\"' >launch && chmod +x rank launch",
             by);
    shell_expect(shell, 0, command);
}

TEST(clocks_that_differ_are_compared) {
    struct shell *shell = *state;
    make_launcher(shell, "");
    shell_expect(shell, 0,
                 "timeout 100 bench-collect allreduce openmpi --no-control --ranks 2 --rounds 3 "
                 "--sizes 1024 --launcher ./launch");
    shell_expect(shell, 0,
                 "timeout 100 bench-collect allreduce openmpi --no-control --ranks 2 --rounds 3 "
                 "--sizes 1024");
    shell_expect(shell, 0,
                 "/usr/bin/python3 -c 'import h5py, numpy as np\n"
                 "f = h5py.File(\"results.h5\", \"r\")\n"
                 "a, b = (f[r][\"allreduce\"] for r in (\"run_000001\", \"run_000002\"))\n"
                 "e = a[\"details/openmpi/clock_error\"][:]\n"
                 "e = e[np.isfinite(e)]\n"
                 "assert len(e) and (e > 0).all() and np.median(e) < 1e-6, e\n"
                 "t, u = np.nanmedian(a[\"openmpi\"][:]), np.nanmedian(b[\"openmpi\"][:])\n"
                 "assert 1 / 4 < t / u < 4, (t, u)\n'");
}

TEST(a_clock_that_is_too_wrong_is_told) {
    struct shell *shell = *state;
    compile(shell, "bad_mpi.c", "clock", "-DBAD_CLOCK");
    make_launcher(shell, "env LD_PRELOAD=$PWD/clock.so");
    shell_expect(shell, 0,
                 "timeout 100 bench-collect allreduce openmpi --no-control --ranks 2 --rounds 3 "
                 "--sizes 1024 --launcher ./launch");
    assert_has(shell->err, "allreduce: openmpi: the clocks of the ranks disagree by ");
    shell_expect(shell, 0, "bench-analyze results.h5 --verbose");
    assert_has(shell->out, "warning: ranks start at different times, or their clocks disagree: ");
}

/* Here, and not with those of other pages, because nothing else measures meanwhile. */
TEST(commands_in_docs_work_as_they_stand) {
    struct shell *shell = *state;
    if (shell_run(shell, "bench-collect --list | grep -c '^  scalapack-[om]' | grep -qx 2") != 0)
        skip_for("ScaLAPACK is not installed");
    prepare(shell);
    install(shell);
    assert_true(run_commands(shell, "docs/clusters.md") > 0);
}
