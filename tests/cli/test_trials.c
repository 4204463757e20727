/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect with throughput actions. */
#include <sched.h>

#include "tests/cli/shell.h"

/* Threads add to a sum: rightly, and losing some. */
static const char source[] =
    "#include \"collect/action.h\"\n"
    "struct shared { int64_t *sum; };\n"
    "static int64_t *sum_of(const struct bench *bench) {\n"
    "    return ((struct shared *)bench->state)->sum;\n"
    "}\n"
    "static void right(void) {}\n"
    "static void loses(void) {}\n"
    "static int setup(struct bench *bench) {\n"
    "    ((struct shared *)bench->state)->sum = bench_memory(bench, 1, sizeof(int64_t));\n"
    "    return 0;\n"
    "}\n"
    "static void initialize(struct bench *bench, uint64_t seed) {\n"
    "    (void)seed;\n"
    "    *sum_of(bench) = 0;\n"
    "}\n"
    "static void operate(struct bench_thread *thread) {\n"
    "    int64_t *sum = sum_of(thread->bench);\n"
    "    int loses_one = thread->bench->routines[0] == loses;\n"
    "    do {\n"
    "        __atomic_add_fetch(sum, 1 - loses_one, __ATOMIC_RELAXED);\n"
    "        thread->counters[0]++;\n"
    "    } while (bench_next_operation(thread));\n"
    "}\n"
    "static void check(struct bench *bench, struct bench_thread *const *team, int count) {\n"
    "    int64_t added = 0;\n"
    "    for (int i = 0; i < count; i++) added += team[i]->counters[0];\n"
    "    if (added != *sum_of(bench)) bench_wrong(bench, \"additions were lost\");\n"
    "}\n"
    "const struct bench_action bench_plugin = {\n"
    "    BENCH_ACTION_HEAD, .name = \"adding\", .about = \"s := s + 1\",\n"
    "    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(right),\n"
    "        BENCH_IMPLEMENTATION(loses), {0}},\n"
    "    .state_bytes = sizeof(struct shared), .setup = setup, .initialize = initialize,\n"
    "    .operate = operate, .check = check,\n"
    "    .counters = (const char *const[]){\"added\", 0}\n"
    "};\n";

static int begin(void **state) {
    char root[PATH_MAX], path[PATH_MAX + 16], command[2 * PATH_MAX];
    if (shell_begin(state) || !getcwd(root, sizeof root))
        return -1;
    struct shell *shell = *state;
    snprintf(path, sizeof path, "%s/adding.c", shell->directory);
    FILE *file = fopen(path, "w");
    if (!file || fputs(source, file) < 0 || fclose(file) != 0)
        return -1;
    snprintf(command, sizeof command, "cc -O1 -w -shared -fPIC -I'%s' -o adding.so adding.c", root);
    shell_expect(shell, 0, command);
    return 0;
}

#define COLLECT "bench-collect ./adding.so "
#define QUICK   "--trial 0.02 --rounds 3 "

static void refused(struct shell *shell, const char *command, const char *line) {
    shell_expect(shell, 64, command);
    if (!strstr(shell->err, line))
        fail_msg("%s\n%s", command, shell->err);
    shell_expect(shell, 1, "test -e results.h5");
}

/* --- what is refused --- */

EACH_TEST(begin, shell_end);

TEST(options_of_trials_are_not_for_calls) {
    struct shell *shell = *state;
    refused(shell, "bench-collect axpy builtin --sizes 10 --trial 0.1",
            "--trial is for throughput actions, and axpy measures calls; leave it out");
    refused(shell, "bench-collect axpy builtin --sizes 10 --pin compact",
            "--pin is for throughput actions, and axpy measures calls; leave it out");
    refused(shell, "bench-collect --command a=true --command b=true --trial 1", "--trial");
    refused(shell, COLLECT "--pin sideways", "sideways");
    refused(shell, COLLECT "--trial 0", "--trial");
    refused(shell, COLLECT "--trial -1", "--trial");
    refused(shell, COLLECT "--trial nan", "--trial");
    refused(shell, COLLECT "--trial 1e9", "--trial");
}

TEST(options_of_calls_are_not_for_trials) {
    struct shell *shell = *state;
    static const char *const options[][2] = {
        {"--mode first", "--mode first"},   {"--mode sample", "--mode sample"},
        {"--cache cold", "--cache cold"},   {"--max-seeds 4", "--max-seeds"},
        {"--stage-time 1", "--stage-time"},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char command[200], line[200];
        snprintf(command, sizeof command, COLLECT "%s", options[i][0]);
        snprintf(line, sizeof line, "%s is for calls, and adding makes trials; leave it out",
                 options[i][1]);
        refused(shell, command, line);
    }
}

TEST(impossible_numbers_of_threads_are_refused) {
    struct shell *shell = *state;
    cpu_set_t set;
    char command[200], line[200];
    refused(shell, COLLECT "--threads 99999", "4096");
    refused(shell, COLLECT "--threads 0", "4096");
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    int cpus = CPU_COUNT(&set), more = cpus + 62;
    snprintf(command, sizeof command, "bench-collect axpy builtin --sizes 10 --threads 1,%d", more);
    snprintf(line, sizeof line, "--threads %d: this process may use %d CPU%s", more, cpus,
             cpus == 1 ? "" : "s");
    refused(shell, command, line);
}

/* --- what is measured --- */

TEST(a_dry_run_tells_of_trials) {
    struct shell *shell = *state;
    shell_expect(shell, 0, COLLECT "--threads 1,2,8 --rounds 4 --trial 0.02 -n");
    static const char *const lines[] = {
        "adding  s := s + 1\n",
        "  threads    1,2,8\n",
        "  rounds     4, each with a trial of 20 ms per library and point, in a process of its",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(shell->out, lines[i]))
            fail_msg("no \"%s\" in\n%s", lines[i], shell->out);
    assert_null(strstr(shell->out, "estimated from calls"));
    assert_null(strstr(shell->out, "seed"));
    shell_expect(shell, 1, "test -e results.h5");
}

static void expect_in_archive(struct shell *shell, const char *file, const char *python) {
    char command[2048];
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c 'import h5py, numpy as np\n"
             "a = h5py.File(\"%s\", \"r\")[\"run_000001/adding\"]\n%s'",
             file, python);
    shell_expect(shell, 0, command);
}

/* NumPy adds up what the threads did: no cell is lost, though there may be more threads than CPUs.
 */
TEST(more_threads_than_cpus_are_measured) {
    struct shell *shell = *state;
    shell_expect(shell, 3, COLLECT QUICK "--threads 1,2,8 --pin none");
    assert_non_null(strstr(shell->err, "additions were lost"));
    expect_in_archive(shell, "results.h5",
                      "assert list(a[\"threads\"]) == [1, 2, 8]\n"
                      "assert a.attrs[\"trial_seconds\"] == 0.02\n"
                      "assert a.attrs[\"pinning\"] == b\"none\"\n"
                      "for name in \"right\", \"loses\", \"right_control\":\n"
                      "    assert np.isfinite(a[name][:, :, 0]).all() and a[name].shape[1] == 3\n");
}

TEST(pinning_is_recorded) {
    struct shell *shell = *state;
    static const char *const pinnings[] = {"cores", "compact", "scatter"};
    for (size_t i = 0; i < 3; i++) {
        char command[200], python[200];
        snprintf(command, sizeof command, COLLECT QUICK "right --no-control --pin %s -o %s.h5",
                 pinnings[i], pinnings[i]);
        shell_expect(shell, 0, command);
        snprintf(command, sizeof command, "%s.h5", pinnings[i]);
        snprintf(python, sizeof python,
                 "assert a.attrs[\"pinning\"] == b\"%s\" and a.attrs[\"team_cpus\"] == 1\n",
                 pinnings[i]);
        expect_in_archive(shell, command, python);
    }
}

TEST(a_killed_run_goes_on_with_trials_as_long) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "end_at KILL kept:adding:1:2 " COLLECT
                 "right --no-control --trial 0.02 --rounds 4 --threads 2 -o cut.h5");
    shell_expect(shell, 0, "bench-collect --resume cut.h5");
    assert_non_null(strstr(shell->err, "cut.h5: run_000001 goes on"));
    expect_in_archive(shell, "cut.h5",
                      "assert a.attrs[\"trial_seconds\"] == 0.02\n"
                      "assert a[\"right\"].shape[:2] == (1, 4)\n"
                      "assert np.isfinite(a[\"right\"][:]).all()\n");
}
