/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages and collective operations of Open MPI and MPICH: what is refused, what is in the
 * archive, and what happens if an MPI is wrong. Each rank has a clock of its own (bad_mpi.c), so
 * that no other work makes it late; test_collectives.c has the machine's. */
#include "tests/cli/mpi.h"

static void compile(struct shell *shell, const char *file, const char *name, const char *options) {
    char root[PATH_MAX], command[6 * PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -std=gnu11 -O1 -w -shared -fPIC -Wl,--no-as-needed -I'%s' -o %s.so "
             "'%s/tests/cli/%s' %s -lm",
             root, name, root, file, options);
    shell_expect(shell, 0, command);
}

/* The clock, and the launchers launch0 of Open MPI and launch1 of MPICH that bring it. */
static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    compile(*state, "bad_mpi.c", "clock", "-DOWN_CLOCK");
    shell_expect(*state, 0,
                 "launcher() { printf '#!/bin/sh\\nexec %s env LD_PRELOAD=%s/clock.so \"$3\"\\n' "
                 "\"$2\" \"$PWD\" >$1 && chmod +x $1; }; "
                 "launcher launch0 'mpirun.openmpi --allow-run-as-root --bind-to none --host "
                 " localhost:2 -n 2' && "
                 "launcher launch1 'mpirun.mpich -n 2'");
    return 0;
}

/* A library that is MPI number M, spoiled by OPTIONS. */
static void spoil(struct shell *shell, const char *name, int m, const char *options) {
    char line[3 * PATH_MAX];
    snprintf(line, sizeof line, "%s '%s'", options, mpis[m]);
    compile(shell, "bad_mpi.c", name, line);
}

/* bench-collect WORDS by MPI number M. */
static const char *collect(int m, const char *words) {
    static char command[1024];
    snprintf(command, sizeof command,
             "rm -f results.h5; timeout 300 bench-collect %s --no-control --ranks 2 --launcher "
             "./launch%d --stage-time 0.001 --max-seeds 1 --timeout 60",
             words, m);
    return command;
}

/* Runs it with `a` being ACTION's group, `d` the library's details and `s` its samples. */
static void expect(struct shell *shell, const char *action, const char *python) {
    static char command[4096];
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c 'import h5py, numpy as np\n"
             "a = h5py.File(\"results.h5\", \"r\")[\"run_000001/%s\"]\n"
             "d, s = a[\"details/mpi\"], a[\"mpi\"][:]\n"
             "k = np.isfinite(s)\n"
             "assert k.any() and (d[\"status\"][:] == 0).all(), d[\"status\"][:]\n"
             "%s'",
             action, python);
    shell_expect(shell, 0, command);
}

EACH_TEST(begin, shell_end);
ALL_TESTS_SKIPPED_FOR(mpi_lacks);

SOAK_TEST(collectives_are_timed_call_by_call) {
    struct shell *shell = *state;
    static const char *const actions[][2] = {
        {"broadcast", "-DBAD_BCAST='^= 0'"},
        {"allreduce", "-DBAD_ALLREDUCE='*= 1'"},
        {"alltoall", "-DBAD_ALLTOALL='^= 0'"},
    };
    for (size_t i = 0; i < 3; i++)
        for (int m = 0; m < 2; m++) {
            char words[100];
            spoil(shell, "right", m, actions[i][1]);
            snprintf(words, sizeof words, "%s mpi=./right.so --sizes 8,65536 --rounds 2",
                     actions[i][0]);
            shell_expect(shell, 0, collect(m, words));
            expect(shell, actions[i][0],
                   "m, f = d[\"batch_mean\"][:], d[\"fastest_rank\"][:]\n"
                   "assert (f[k] > 0).all() and (f[k] <= m[k] * (1 + 1e-12)).all()\n"
                   "assert (d[\"clock_error\"][:][k] == 0).all(), \"one machine has one clock\"\n"
                   "assert (d[\"start_skew\"][:][k] >= 0).all()\n"
                   "assert (d[\"late_calls\"][:][k] == 0).all(), d[\"late_calls\"][:]\n"
                   "assert (d[\"residual\"][:] <= 1).all(), d[\"residual\"][:]\n"
                   "assert (s[k] >= 1e-3).all() and (s[k] < 1.01e-3).all(), s\n");
        }
}

/* Rank 1 lets a millisecond of its clock pass in each call, and rank 0 none. */
SOAK_TEST(a_call_lasts_until_the_last_rank_is_done) {
    struct shell *shell = *state;
    compile(shell, "fake_ranks.c", "sums", "-DMEMBERS='.is_collective = 1,'");
    for (int m = 0; m < 2; m++) {
        char words[PATH_MAX + 100];
        snprintf(words, sizeof words, "./sums.so mpi='%s' --sizes 10 -p waits=1 --rounds 2",
                 mpis[m]);
        shell_expect(shell, 0, collect(m, words));
        expect(shell, "sums",
               "f = d[\"fastest_rank\"][:][k]\n"
               "assert (s[k] >= 1e-3).all() and (s[k] < 1.01e-3).all(), s\n"
               "assert (f > 0).all() and (f < 1e-5).all(), f\n");
    }
}

TEST(default_sizes_are_powers_of_two) {
    struct shell *shell = *state;
    spoil(shell, "right", 0, "-DBAD_ALLTOALL='^= 0'");
    shell_expect(shell, 0, collect(0, "alltoall mpi=./right.so --rounds 1 --dry-run"));
    assert_has(shell->out, " 1,2,4,8,16,32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536,"
                           "131072,262144,524288,1048576\n");
}

SOAK_TEST(a_ping_pong_takes_two_and_tells_bytes) {
    struct shell *shell = *state;
    char words[PATH_MAX + 100];
    for (int m = 0; m < 2; m++) {
        spoil(shell, "right", m, "-DBAD_RECV='+= 0'");
        shell_expect(shell, 0, collect(m, "ping_pong mpi=./right.so --sizes 1,1M --rounds 1"));
        expect(shell, "ping_pong",
               "assert \"clock_error\" not in d\n"
               "assert list(a[\"bytes\"]) == [1, 1000000]\n");
    }
    snprintf(words, sizeof words, "bench-collect ping_pong mpi='%s' --ranks 1 --sizes 8", mpis[0]);
    shell_expect(shell, 64, words);
    assert_has(shell->err, "it takes two: --ranks 2");
}

SOAK_TEST(numbers_that_do_not_fill_the_bytes_are_refused) {
    struct shell *shell = *state;
    spoil(shell, "right", 0, "-DBAD_ALLREDUCE='*= 1'");
    shell_expect(shell, 64, collect(0, "allreduce mpi=./right.so --sizes 8,12"));
    assert_has(shell->err, "the bytes must be a multiple of 8, for doubles");
    shell_expect(shell, 0, collect(0, "allreduce mpi=./right.so --type s --sizes 8,12 --rounds 1"));
}

/* Each of them wrong on rank 1 alone. */
SOAK_TEST(a_wrong_mpi_is_found) {
    struct shell *shell = *state;
    static const struct {
        const char *action, *spoiled;
    } cases[] = {{"broadcast", "-DBAD_BCAST='^= 1'"},
                 {"alltoall", "-DBAD_ALLTOALL='^= 64'"},
                 {"ping_pong", "-DBAD_RECV='+= 1'"},
                 {"allreduce", "-DBAD_ALLREDUCE='*= 1 + 1e-12'"},
                 {"allreduce", "-DBAD_ALLREDUCE='= 0/0.'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int m = 0; m < 2; m++) {
            char words[100];
            spoil(shell, "bad", m, cases[i].spoiled);
            snprintf(words, sizeof words, "%s ./bad.so --rounds 1 --sizes 1024", cases[i].action);
            shell_expect(shell, 3, collect(m, words));
            assert_has(shell->err, "wrong answer: residual");
        }
}

/* Some machines do not find themselves by their own name. */
SOAK_TEST(ranks_come_to_a_machine_whose_name_nobody_knows) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf '#include <string.h>\nint gethostname(char *n, size_t s) "
                 "{ strncpy(n, \"nobody-knows-it.invalid\", s); return 0; }\n' >name.c && "
                 "cc -shared -fPIC -o name.so name.c");
    for (int m = 0; m < 2; m++) {
        char words[2 * PATH_MAX], command[3 * PATH_MAX];
        snprintf(words, sizeof words, "broadcast mpi='%s' --rounds 1 --sizes 1024", mpis[m]);
        snprintf(command, sizeof command, "export LD_PRELOAD=$PWD/name.so; %s", collect(m, words));
        shell_expect(shell, 0, command);
    }
}
