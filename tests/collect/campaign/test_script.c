/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The script as sh runs it in a job, without Slurm: on file systems with locks and without. */
#include "collect/campaign/script.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/shell.h"

/* Writes the script of two tasks of ACTION into the spool beside NAME. */
static void write_script(struct shell *shell, const char *name, int has_locks, const char *action) {
    static struct campaign_paths paths;
    char archive[PATH_MAX], programs[PATH_MAX + 8], sizes[] = "--sizes=10";
    char rounds[] = "--rounds=2", library[] = "builtin", alone[] = "--no-control";
    char *const arguments[] = {(char *)(uintptr_t)action, library, sizes, rounds, alone, NULL};
    struct err err;
    snprintf(archive, sizeof archive, "%s/%s", shell->directory, name);
    assert_int_equal(campaign_find(&paths, archive, &err), 0);
    snprintf(programs, sizeof programs, "%s/bin", shell->build);
    const struct script script = {.paths = &paths,
                                  .programs = programs,
                                  .directory = shell->directory,
                                  .arguments = arguments,
                                  .options = "",
                                  .tasks = 2,
                                  .ranks = 1,
                                  .can_change_archive = has_locks};
    mkdir(paths.spool, 0777);
    FILE *file = fopen(campaign_file(&paths, "campaign.sh"), "w");
    assert_non_null(file);
    script_write(&script, file);
    assert_int_equal(fclose(file), 0);
    char scratch[PATH_MAX];
    snprintf(scratch, sizeof scratch, "%s/tmp", shell->directory);
    mkdir(scratch, 0777);
    setenv("TMPDIR", scratch, 1);
    setenv("spool", paths.spool, 1);
    setenv("archive", paths.archive, 1);
}

#define TASK(number)                                                                               \
    "SLURM_JOB_ID=7 SLURMD_NODENAME=n" #number " SLURM_ARRAY_TASK_ID=" #number                     \
    " sh \"$spool/campaign.sh\""

static void expect_runs(struct shell *shell, int count) {
    char command[100];
    snprintf(command, sizeof command,
             "test $(bench-store list \"$archive\" | grep -c complete) = %d", count);
    shell_expect(shell, 0, command);
}

static void tasks_measure_and_are_merged_once(void **state) {
    struct shell *shell = *state;
    for (int has_locks = 0; has_locks < 2; has_locks++) {
        write_script(shell, has_locks ? "a 'b.h5" : "c.h5", has_locks, "axpy");
        shell_expect(shell, 0, TASK(0));
        shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
        shell_expect(shell, 0, "grep -q 'task 1: nothing was measured' \"$spool/merge.log\"");
        expect_runs(shell, 1);
        shell_expect(shell, 0, TASK(1));
        shell_expect(shell, 0, "sh \"$spool/campaign.sh\" merge");
        expect_runs(shell, 2);
        shell_expect(shell, 0, "sh \"$spool/campaign.sh\" merge");
        expect_runs(shell, 2);
        shell_expect(shell, 0,
                     "test \"$(cat \"$spool/1.node\" \"$spool/1.status\" | xargs)\" = 'n1 0'");
    }
    shell_expect(shell, 0, "test -z \"$(ls \"$TMPDIR\")\"");
}

/* As after a requeue between the end of the collector and that of the task. */
static void a_task_that_is_complete_is_not_measured_again(void **state) {
    struct shell *shell = *state;
    write_script(shell, "r.h5", 1, "axpy");
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "rm \"$spool/0.status\"; sha256sum \"$spool/0.h5\" >before");
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "sha256sum --check --quiet before && test -e \"$spool/0.status\"");
}

static void what_fails_is_told_by_the_status(void **state) {
    struct shell *shell = *state;
    write_script(shell, "f.h5", 1, "no_such_action");
    shell_expect(shell, 64, TASK(0));
    shell_expect(shell, 0, "test $(cat \"$spool/0.status\") = 64");
    shell_expect(shell, 0, "grep -q 'no action \"no_such_action\"' \"$spool/0.log\"");
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
}

/* A damaged archive of one task does not keep the other's away. */
static void a_damaged_archive_of_a_task_is_left_out(void **state) {
    struct shell *shell = *state;
    write_script(shell, "d.h5", 1, "axpy");
    shell_expect(shell, 0, TASK(1));
    shell_expect(shell, 0, "echo damaged >\"$spool/0.h5\"");
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
    shell_expect(shell, 0, "grep -q 'task 0: cannot be merged' \"$spool/merge.log\"");
    expect_runs(shell, 1);
}

#define IN_SHELL(test) cmocka_unit_test_setup_teardown(test, shell_begin, shell_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SHELL(tasks_measure_and_are_merged_once),
        IN_SHELL(a_task_that_is_complete_is_not_measured_again),
        IN_SHELL(what_fails_is_told_by_the_status),
        IN_SHELL(a_damaged_archive_of_a_task_is_left_out),
    };
    return cmocka_run_group_tests_name("collect/campaign/script", tests, NULL, NULL);
}
