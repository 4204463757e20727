/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The script as sh runs it in a job, without Slurm: on file systems with locks and without. */
#include "tests/collect/campaign/scripted.h"

#include "tests/collect/campaign/planted.h"

static void expect_runs(struct shell *shell, int count) {
    char command[100];
    snprintf(command, sizeof command,
             "test $(bench-store list \"$archive\" | grep -c complete) = %d", count);
    shell_expect(shell, 0, command);
}

EACH_TEST(made_slurm_begin, shell_end);

TEST(tasks_measure_and_are_merged_once) {
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
TEST(a_task_that_is_complete_is_not_measured_again) {
    struct shell *shell = *state;
    write_script(shell, "r.h5", 1, "axpy");
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "rm \"$spool/0.status\"; sha256sum \"$spool/0.h5\" >before");
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "sha256sum --check --quiet before && test -e \"$spool/0.status\"");
}

TEST(what_fails_is_told_by_the_status) {
    struct shell *shell = *state;
    write_script(shell, "f.h5", 1, "no_such_action");
    shell_expect(shell, 64, TASK(0));
    shell_expect(shell, 0, "test $(cat \"$spool/0.status\") = 64");
    shell_expect(shell, 0, "grep -q 'unknown action' \"$spool/0.log\"");
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
}

/* A damaged archive of one task does not keep the other's away. */
SOAK_TEST(a_damaged_archive_of_a_task_is_left_out) {
    struct shell *shell = *state;
    write_script(shell, "d.h5", 1, "axpy");
    shell_expect(shell, 0, TASK(1));
    shell_expect(shell, 0, "echo damaged >\"$spool/0.h5\"");
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
    shell_expect(shell, 0, "grep -q 'task 0: cannot be merged' \"$spool/merge.log\"");
    expect_runs(shell, 1);
}

TEST(what_cannot_begin_is_told) {
    struct shell *shell = *state;
    write_script(shell, "b.h5", 1, "axpy");
    shell_expect(shell, 1, "sh \"$spool/campaign.sh\"");
    assert_has(shell->err, "submit this by sbatch, or, when its tasks have ended, run it with");
    shell_expect(shell, 0, "ls -A | grep -v '^.std\\|^before' >before");
    shell_expect(shell, 1, "TMPDIR=$PWD/none " TASK(0));
    shell_expect(shell, 1, "TMPDIR=$PWD/none sh \"$spool/campaign.sh\" merge");
    shell_expect(shell, 0,
                 "ls -A | grep -v '^.std\\|^before' | cmp - before && "
                 "grep -q none/benchmat- \"$spool/0.log\"");
    shell_expect(shell, 2,
                 "sed -i 's|^directory=.*|directory=/nowhere|' \"$spool/campaign.sh\"; " TASK(0));
    shell_expect(shell, 0, "test $(cat \"$spool/0.status\") = 1");
    shell_expect(shell, 0, "grep -q 'nowhere' \"$spool/0.log\"");
    shell_expect(shell, 1, "mv \"$spool\" away; sh away/campaign.sh merge");
    assert_has(shell->err, "b.h5.campaign is not there; make it, where all nodes see it");
}

/* Puts a program NAME of these LINES before the system's. */
static void replace_program(struct shell *shell, const char *name, const char *lines) {
    char path[PATH_MAX];
    shell_expect(shell, 0, "mkdir -p fake");
    snprintf(path, sizeof path, "%s/fake/%s", shell->directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fprintf(file, "#!/bin/sh\n%s\n", lines) > 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

/* As when the spool's quota is used up. */
TEST(what_the_spool_cannot_take_stays_on_the_node) {
    struct shell *shell = *state;
    write_script(shell, "q.h5", 1, "axpy");
    replace_program(shell, "cp",
                    "case $2 in 0.h5.n0) echo cp: No space left >&2; exit 1 ;; esac\n"
                    "exec /bin/cp \"$@\"");
    shell_expect(shell, 1, "PATH=$PWD/fake:$PATH " TASK(0));
    shell_expect(shell, 0, "test $(cat \"$spool/0.status\") = 1 && test ! -e \"$spool/0.h5\"");
    shell_expect(
        shell, 0,
        "tail -n 1 \"$spool/0.log\" | grep 'No space left; what was measured is in .* on n0'"
        " >told && left=$(sed 's/.* is in \\(.*\\) on n0$/\\1/' told) && "
        "bench-store list \"$left\" | grep complete");
}

/* The archive has the interrupted run, which the whole one replaces. */
SOAK_TEST(a_task_that_was_merged_goes_on) {
    struct shell *shell = *state;
    write_script(shell, "m.h5", 1, "dot");
    shell_expect(shell, 130, INTERRUPTED_TASK);
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
    assert_has(shell->out, "task 0: not all was measured\n");
    shell_expect(shell, 0, "test -e \"$spool/0.merged\"");
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "test ! -e \"$spool/0.merged\"");
    shell_expect(shell, 0, "grep -q 'goes on' \"$spool/0.log\"");
    shell_expect(shell, 0, TASK(1));
    shell_expect(shell, 0, "sh \"$spool/campaign.sh\" merge");
    expect_runs(shell, 2);
    shell_expect(shell, 0, "test $(bench-store list \"$archive\" | grep -c run_) = 2");
}

TEST(a_task_goes_on_if_it_was_not_merged) {
    struct shell *shell = *state;
    write_script(shell, "o.h5", 1, "dot");
    shell_expect(shell, 130, INTERRUPTED_TASK);
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "grep -q 'goes on' \"$spool/0.log\"");
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
    expect_runs(shell, 1);
    shell_expect(shell, 0, "bench-store list \"$archive\" | grep -c interrupted | grep -q '^0$'");
}

/* What Slurm has begun again elsewhere may still run for a while, on a node that it lost. */
TEST(only_the_last_beginning_of_a_task_is_kept) {
    struct shell *shell = *state;
    static const char *const beginnings[] = {"echo n9 >\"$spool/0.node\"",
                                             "echo 7.1.1 >>\"$spool/0.job\""};
    write_script(shell, "z.h5", 1, "dot");
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        char command[400];
        snprintf(command, sizeof command, "at kept:dot:10:1 '%s' env %s", beginnings[i], TASK(0));
        shell_expect(shell, 1, command);
        shell_expect(shell, 0, "test ! -e \"$spool/0.h5\"");
        shell_expect(shell, 0,
                     "grep -q 'begun this task on another node, or anew' "
                     "\"$spool/0.log\" && rm \"$spool/0.log\"");
    }
}

SOAK_TEST(tasks_that_have_not_ended_are_not_merged) {
    struct shell *shell = *state;
    write_script(shell, "w.h5", 1, "axpy");
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, TASK(1));
    shell_expect(shell, 0, "echo '7_1|PENDING' >slurm/queue");
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
    assert_string_equal(shell->out, "task 1: it has not ended; merge again when it has\n");
    expect_runs(shell, 1);
    shell_expect(shell, 0, "echo '7_1|COMPLETING' >slurm/queue");
    shell_expect(shell, 0, "sh \"$spool/campaign.sh\" merge");
    expect_runs(shell, 2);
}

/* The task has not begun again under the job that was submitted last. */
TEST(tasks_that_were_submitted_again_are_not_merged) {
    struct shell *shell = *state;
    write_script(shell, "w.h5", 1, "axpy");
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "echo '0 9_0 -' >\"$spool/jobs\"; echo '9_0|PENDING' >slurm/queue");
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
    assert_has(shell->out, "task 0: it has not ended; merge again when it has\n");
}

/* Variables of squeue's would leave jobs out. */
TEST(variables_hide_no_job) {
    struct shell *shell = *state;
    write_script(shell, "w.h5", 1, "axpy");
    shell_expect(shell, 0, TASK(0));
    made_program(shell, "squeue",
                 "echo 'JOBID|STATE|'; test -n \"$SQUEUE_PARTITION\" || echo "
                 "'7_0|RUNNING|'");
    shell_expect(shell, 3, "SQUEUE_PARTITION=long sh \"$spool/campaign.sh\" merge");
    assert_has(shell->out, "task 0: it has not ended");
}

SOAK_TEST(a_queue_that_fails_is_unknown) {
    struct shell *shell = *state;
    make_part_and_whole(shell);
    for (int failure = 0; failure < MADE_FAILURES; failure++)
        merge_with_failure(shell, &made_failures[failure], 1 + failure % MERGES);
    shell_expect(shell, 0, "cp part.h5 \"$spool/0.h5\"; rm \"$archive\" slurm/squeue");
    shell_expect(shell, 3,
                 "PATH=$(dirname $(command -v bench-store)):/bin sh "
                 "\"$spool/campaign.sh\" merge");
    assert_has(shell->out, "task 0: it is not known whether it has ended");
    expect_archive(shell, "");
}

/* --- what is not a file of the spool's owner --- */

static void plant(struct shell *shell, int kind, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", getenv("spool"), name);
    planted_put(kind, shell->directory, path);
}

/* Neither followed nor waited for. */
SOAK_TEST(other_files_are_left_alone) {
    static const struct {
        const char *name, *command;
    } cases[] = {
        {"0.log", TASK(0)},
        {"0.status", TASK(0)},
        {"0.node", TASK(0)},
        {"0.job", TASK(0)},
        {"0.h5", TASK(0)},
        {"0.h5.n0", TASK(0)},
        {"0.merged", TASK(0)},
        {"merge.log", "sh \"$spool/campaign.sh\" merge"},
        {"jobs", "sh \"$spool/campaign.sh\" merge"},
        {"0.h5", "sh \"$spool/campaign.sh\" merge"},
        {"0.job", "sh \"$spool/campaign.sh\" merge"},
        {"merge.status", "sh \"$spool/campaign.sh\" merge"},
    };
    struct shell *shell = *state;
    write_script(shell, "p.h5", 1, "axpy");
    assert_int_equal(planted_victim_make(shell->directory), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int kind = 0; kind < PLANTED_KINDS; kind++) {
            if (!planted_can(kind))
                continue;
            plant(shell, kind, cases[i].name);
            shell_run(shell, cases[i].command);
            assert_int_not_equal(shell->status, 0);
            planted_victim_check(shell->directory);
            shell_expect(shell, 0,
                         "rm -rf \"$spool\"/*.log \"$spool\"/[0-9]* \"$spool\"/jobs "
                         "\"$spool\"/merge.*; test \"$(ls \"$spool\")\" = campaign.sh");
        }
}

TEST(a_spool_that_others_can_write_is_refused) {
    struct shell *shell = *state;
    write_script(shell, "s.h5", 1, "axpy");
    static const char *const modes[] = {"720", "702", "777"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char command[400];
        snprintf(command, sizeof command, "chmod %s \"$spool\"; %s", modes[i], TASK(0));
        shell_expect(shell, 1, command);
        assert_has(shell->err, "s.h5.campaign can be written by others");
    }
    shell_expect(shell, 0, "chmod 700 \"$spool\"; mv \"$spool\" away; ln -s away \"$spool\"");
    shell_expect(shell, 1, TASK(0));
    assert_has(shell->err, "s.h5.campaign is a link, which is not followed");
    shell_expect(shell, 1, "sh \"$spool/campaign.sh\" merge");
    assert_has(shell->err, "s.h5.campaign is a link, which is not followed");
    shell_expect(shell, 0, "test \"$(ls away)\" = campaign.sh");
    if (geteuid() != 0)
        skip_for("two users need root");
    shell_expect(shell, 0, "rm \"$spool\"; mv away \"$spool\"; chown 65534 \"$spool\"");
    shell_expect(shell, 1, "sh \"$spool/campaign.sh\" merge");
    assert_has(shell->err, "s.h5.campaign is another user's");
    shell_expect(shell, 0, "test \"$(ls \"$spool\")\" = campaign.sh");
}

/* Where locks cannot be trusted the archive is replaced: not by way of a name that others may have
 * taken. */
TEST(a_new_archive_takes_no_name_of_others) {
    struct shell *shell = *state;
    write_script(shell, "n.h5", 0, "axpy");
    assert_int_equal(planted_victim_make(shell->directory), 0);
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "ln -s victim n.h5.new");
    shell_expect(shell, 3, "sh \"$spool/campaign.sh\" merge");
    planted_victim_check(shell->directory);
    expect_runs(shell, 1);
    shell_expect(shell, 1, "rm n.h5; mkfifo n.h5; sh \"$spool/campaign.sh\" merge");
    shell_expect(shell, 0, "test -p n.h5");
}
