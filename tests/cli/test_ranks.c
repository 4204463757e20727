/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel actions: ranks of Open MPI and MPICH, in step with one another and with the archive, and
 * what happens when they fail. */
#include "tests/cli/mpi.h"
#include "tests/cli/orphans.h"

static void compile(struct shell *shell, const char *name, const char *options) {
    char root[PATH_MAX], command[3 * PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(
        command, sizeof command,
        "cc -std=gnu11 -O1 -w -shared -fPIC -I'%s' %s -o %s.so '%s/tests/cli/fake_ranks.c' -lm",
        root, options, name, root);
    shell_expect(shell, 0, command);
}

static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    orphans_adopt();
    compile(*state, "sums", "");
    return 0;
}

/* bench-collect ACTION of both MPIs, with OPTIONS. */
static const char *collect(const char *action, const char *options) {
    static char command[4 * PATH_MAX];
    snprintf(command, sizeof command,
             "timeout 300 bench-collect ./%s.so openmpi='%s' mpich='%s' --no-control --rounds 2 "
             "--stage-time 0.005 --max-seeds 2 %s",
             action, mpis[0], mpis[1], options);
    return command;
}

/* Runs it with `a` being the action's group. */
static void expect_in_archive(struct shell *shell, const char *python) {
    static char command[4096];
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c 'import h5py, numpy as np\n"
             "a = h5py.File(\"results.h5\", \"r\")[\"run_000001/sums\"]\n%s'",
             python);
    shell_expect(shell, 0, command);
}

EACH_TEST(begin, shell_end);
ALL_TESTS_SKIPPED_FOR(mpi_lacks);

SOAK_TEST(both_mpis_add_up_over_all_ranks) {
    struct shell *shell = *state;
    shell_expect(shell, 0, collect("sums", "--ranks 1,2 --sizes 1,1000"));
    expect_in_archive(
        shell, "assert list(a[\"ranks\"]) == [1, 1, 2, 2], list(a[\"ranks\"])\n"
               "assert \"threads\" not in a.attrs\n"
               "for name, launcher in (\"openmpi\", \"mpirun\"), (\"mpich\", \"mpirun\"):\n"
               "    d = a[\"details\"][name]\n"
               "    assert (d[\"status\"][:] == 0).all()\n"
               "    s, f = a[name][:], d[\"fastest_rank\"][:]\n"
               "    k = np.isfinite(s)\n"
               "    assert k.any() and (f[k] > 0).all() and (d[\"start_skew\"][:][k] >= 0).all()\n"
               "    m = d[\"batch_mean\"][:]\n"
               "    assert (f[k] <= m[k] * (1 + 1e-12)).all()\n"
               "    assert (f[:2][k[:2]] == m[:2][k[:2]]).all(), \"one rank\"\n"
               "    g = a[name].attrs\n"
               "    assert launcher in g[\"launcher\"].decode(), g[\"launcher\"]\n"
               "    assert \"MPI\" in g[\"mpi\"].decode()\n");
    assert_nobody_is_left();
}

TEST(more_ranks_than_cpus_are_only_by_request) {
    struct shell *shell = *state;
    char options[100];
    snprintf(options, sizeof options, "--ranks %d --sizes 10", cpu_count() + 1);
    shell_expect(shell, 64, collect("sums", options));
    assert_has(shell->err, "and --oversubscribe allows them");
}

TEST(a_launcher_of_another_mpi_is_found_out) {
    struct shell *shell = *state;
    char command[2 * PATH_MAX];
    snprintf(command, sizeof command,
             "timeout 300 bench-collect ./sums.so openmpi='%s' --ranks 2 --sizes 10 "
             "--launcher mpirun.mpich",
             mpis[0]);
    shell_expect(shell, 3, command);
    assert_has(shell->err,
               "MPI says that rank 0 is one of 1; that launcher belongs to another MPI");
    shell_expect(shell, 3, collect("sums", "--ranks 2 --sizes 10 --launcher no-such-launcher"));
    assert_has(shell->err, "cannot start the launcher no-such-launcher: No such file");
    shell_expect(shell, 3, collect("sums", "--ranks 2 --sizes 10 --launcher 'echo lost;'"));
    assert_has(shell->err, "ended before 2 ranks ran: lost;");
    assert_nobody_is_left();
}

TEST(options_that_mean_nothing_are_refused) {
    struct shell *shell = *state;
    static const char *const options[][2] = {
        {"--ranks 0", "whole numbers from 1 to 4096"},
        {"--threads 2", "--threads is for calls, and sums is parallel; leave it out"},
        {"--cache cold", "--cache cold is for calls, and sums is parallel; leave it out"},
        {"--counters", "--counters is for calls, and sums is parallel; leave it out"},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        shell_expect(shell, 64, collect("sums", options[i][0]));
        assert_has(shell->err, options[i][1]);
    }
    shell_expect(shell, 64, "bench-collect axpy builtin --sizes 10 --ranks 2");
    assert_has(shell->err,
               "--ranks is for parallel actions, and axpy measures calls; leave it out");
    shell_expect(shell, 1, "test -e results.h5");
}

/* What the last rank does, and what both MPIs are then said to have done. */
static const struct {
    const char *name, *fault, *said;
} faults[] = {
    {"crash", "-DIN_CALCULATE='*(volatile int *)8 = 1'", "rank 1 crashed with signal 11"},
    {"exit", "-DIN_CALCULATE='exit(3)'", "rank 1 ended its process with status 3"},
    {"vanish", "-DIN_CALCULATE='_exit(4)'", " was killed, or ended its process"},
    {"kill", "-DIN_CALCULATE='raise(SIGKILL)'", " was killed, or ended its process"},
    {"resign", "-DIN_CALCULATE='bench_fail(bench, \"no mood\")'", "gave up: no mood"},
    {"lie", "-DAFTERWARDS='s->sums[0] += 1'", "wrong answer: residual"},
    {"overrun", "-DAFTERWARDS='s->sums[bench->size] = 1'", "wrote beyond its array number 2"},
};

/* In its place in the errors of a run of both MPIs. */
static void assert_failed(const char *err, const char *said) {
    char line[300];
    for (size_t m = 0; m < 2; m++) {
        snprintf(line, sizeof line,
                 "%s: sums at n = 10, waits 0, 2 ranks: ", m ? "mpich" : "openmpi");
        const char *told = strstr(err, line);
        assert_non_null(told);
        snprintf(line, sizeof line, "%.200s", told);
        *strchrnul(line, '\n') = '\0';
        assert_has(line, said);
    }
    assert_has(err, "2 of 4 cells are not ok");
}

SOAK_TEST(a_rank_that_fails_costs_its_cells_alone) {
    struct shell *shell = *state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        compile(shell, faults[i].name, faults[i].fault);
        shell_expect(shell, 3,
                     collect(faults[i].name, "--ranks 1,2 --sizes 10 --timeout 60 -o fault.h5"));
        assert_failed(shell->err, faults[i].said);
        shell_expect(shell, 0, "rm fault.h5");
    }
    assert_nobody_is_left();
}

/* Both at once, because they are waited for. */
SOAK_TEST(a_rank_that_hangs_costs_its_cells_alone) {
    struct shell *shell = *state;
    static const char *const hangs[][2] = {{"hang", "-DIN_CALCULATE='for (;;) pause()'"},
                                           {"spin", "-DIN_CALCULATE='for (;;) {}'"}};
    char command[8 * PATH_MAX] = "", line[100];
    for (size_t i = 0; i < 2; i++) {
        size_t used = strlen(command);
        compile(shell, hangs[i][0], hangs[i][1]);
        snprintf(line, sizeof line, "--ranks 1,2 --sizes 10 --timeout 10 -o %s.h5", hangs[i][0]);
        snprintf(command + used, sizeof command - used, "{ %s; echo $?; } >%s.out 2>%s.err & ",
                 collect(hangs[i][0], line), hangs[i][0], hangs[i][0]);
    }
    strcat(command, "wait");
    shell_expect(shell, 0, command);
    for (size_t i = 0; i < 2; i++) {
        snprintf(line, sizeof line, "cat %s.err >&2; tail -n 1 %s.out", hangs[i][0], hangs[i][0]);
        shell_expect(shell, 0, line);
        assert_string_equal(shell->out, "3\n");
        assert_failed(shell->err, "gave no answer within 10 s");
    }
    assert_nobody_is_left();
}

/* More than pipes hold. */
SOAK_TEST(a_rank_that_prints_costs_nothing) {
    struct shell *shell = *state;
    compile(shell, "print",
            "-include stdio.h -DIN_CALCULATE='for (int i = 0; i < 20000; i++) "
            "printf(\"rank %d says %d\\n\", 1, i), fputs(\"and complains\", stderr)'");
    shell_expect(shell, 0, collect("print", "--ranks 1,2 --sizes 10"));
    assert_lacks(shell->out, "says");
    expect_in_archive(shell, "for name in \"openmpi\", \"mpich\":\n"
                             "    assert (a[\"details\"][name][\"status\"][:] == 0).all()\n"
                             "    assert np.isfinite(a[name][:]).any(axis=(1, 2)).all()\n");
    assert_nobody_is_left();
}

SOAK_TEST(a_killed_collector_leaves_no_ranks) {
    struct shell *shell = *state;
    char command[5 * PATH_MAX];
    snprintf(command, sizeof command, "end_at KILL kept:sums:10:1 %s",
             collect("sums", "--ranks 2 --sizes 10"));
    shell_expect(shell, 0, command);
    assert_nobody_is_left();
}

/* The path of NAME in the scratch directory. */
static const char *shell_path(const struct shell *shell, const char *name) {
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", shell->directory, name);
    return path;
}

/* Runs it with the library NAME in a session of its own, whose leader's number is in the file
 * `session`. At PLACE it runs SCRIPT, by which the run is interrupted. */
static void collect_in_session(struct shell *shell, const char *name, const char *place,
                               const char *script) {
    char command[6 * PATH_MAX];
    FILE *file = fopen(shell_path(shell, "job"), "w");
    assert_non_null(file);
    assert_true(fprintf(file, "echo $$ >session; exec %s",
                        collect(name, "--ranks 2 --sizes 10 -o session.h5")) > 0);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command, "rm -f session.h5; at '%s' '%s' setsid -w sh job 2>told",
             place, script);
    shell_run(shell, command);
    shell_expect(shell, 0, "! grep 'failpoint\\|crashed\\|killed\\|ended its process' told");
    shell_expect(shell, 0, "grep -q interrupted told || { cat told; exit 1; }");
    assert_nobody_is_left();
}

#define TERMINATE_ALL "pkill -TERM -s $(cat session)"

/* As Slurm ends a job: SIGTERM to each of its processes at once, ranks and launchers, too. */
SOAK_TEST(a_signal_to_all_processes_interrupts_the_run) {
    struct shell *shell = *state;
    collect_in_session(shell, "sums", "planning", TERMINATE_ALL);
    shell_expect(shell, 0, "! grep -q 'round 1' told");
    collect_in_session(shell, "sums", "begun:sums", TERMINATE_ALL);
    collect_in_session(shell, "sums", "kept:sums:10:1", TERMINATE_ALL);
}

/* The same while the ranks calculate, in the first call after a round. */
SOAK_TEST(a_signal_to_all_processes_interrupts_a_call) {
    struct shell *shell = *state;
    compile(shell, "ends",
            "-DIN_CALCULATE='if (access(\"is_kept\", F_OK) == 0) system(\"" TERMINATE_ALL "\")'");
    collect_in_session(shell, "ends", "kept:sums:10:1", ">is_kept");
}
