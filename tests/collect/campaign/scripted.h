/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scripted.h: the script of a campaign as sh runs it, without Slurm: on file systems with locks and
 * without. */
#ifndef BENCHMAT_TESTS_COLLECT_CAMPAIGN_SCRIPTED_H
#define BENCHMAT_TESTS_COLLECT_CAMPAIGN_SCRIPTED_H

#include <sys/stat.h>
#include <unistd.h>

#include "collect/campaign/script.h"
#include "tests/collect/campaign/made_slurm.h"
#include "tests/test.h"

/* Writes the script of two tasks of ACTION into the spool beside NAME. Its collector can be given
 * failpoints. */
static inline void write_script(struct shell *shell, const char *name, int has_locks,
                                const char *action) {
    static struct campaign_paths paths;
    char archive[PATH_MAX], programs[PATH_MAX + 16], sizes[] = "--sizes=10";
    char rounds[] = "--rounds=2", library[] = "builtin", alone[] = "--no-control",
         stage[] = "--stage-time=0.001";
    char *const arguments[] = {
        (char *)(uintptr_t)action, library, sizes, rounds, alone, stage, NULL};
    struct err err;
    snprintf(archive, sizeof archive, "%s/%s", shell->directory, name);
    assert_int_equal(campaign_find(&paths, archive, &err), 0);
    snprintf(programs, sizeof programs, "%s/failpoints/bin", shell->build);
    const struct script script = {.paths = &paths,
                                  .programs = programs,
                                  .directory = shell->directory,
                                  .arguments = arguments,
                                  .options = "",
                                  .tasks = 2,
                                  .ranks = 1,
                                  .has_locks = has_locks};
    mkdir(paths.spool, 0700);
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
    "SLURM_JOB_ID=7 SLURM_ARRAY_JOB_ID=7 SLURMD_NODENAME=n" #number                                \
    " SLURM_ARRAY_TASK_ID=" #number " sh \"$spool/campaign.sh\""

/* All processes of a task are interrupted in its second round. */
#define INTERRUPTED_TASK "at kept:dot:10:1 'kill -TERM 0' setsid -w env " TASK(0)

static inline void expect_archive(struct shell *shell, const char *states) {
    char command[200];
    snprintf(command, sizeof command,
             "test \"$(bench-store list \"$archive\" 2>/dev/null | awk '/^run_/ { print $5 }' | "
             "xargs)\" = '%s'",
             states);
    shell_expect(shell, 0, command);
}

/* Leaves what task 0 has when it is interrupted, and what it has in the end, in part.h5 and
 * whole.h5.
 */
static inline void make_part_and_whole(struct shell *shell) {
    write_script(shell, "u.h5", 1, "dot");
    shell_expect(shell, 130, INTERRUPTED_TASK);
    shell_expect(shell, 0, "cp \"$spool/0.h5\" part.h5");
    shell_expect(shell, 0, TASK(0));
    shell_expect(shell, 0, "cp \"$spool/0.h5\" whole.h5");
}

enum { MERGES = 5 };

/* A part of task 0, with which it may be begun again, and its whole: as often as squeue is asked it
 * fails once. */
static inline void merge_with_failure(struct shell *shell, const struct made_failure *failure,
                                      int call) {
    static const char merge[] = "sh \"$spool/campaign.sh\" merge";
    made_failure_set(shell, failure, call);
    shell_expect(shell, 0, "cp part.h5 \"$spool/0.h5\"; rm -f \"$archive\"");
    shell_expect(shell, 0, "echo '7_0|RUNNING' >slurm/queue");
    shell_expect(shell, 3, merge); /* 1 */
    if (call == 1) {
        assert_has(shell->out, "squeue does not tell what is in the queue: ");
        assert_has(shell->out, "task 0: it is not known whether it has ended; merge again when");
    } else
        assert_has(shell->out, "task 0: it has not ended");
    expect_archive(shell, "");
    shell_expect(shell, 0, ": >slurm/queue");
    shell_expect(shell, 3, merge); /* 2 */
    expect_archive(shell, call == 2 ? "" : "interrupted");
    shell_expect(shell, 0, "cp whole.h5 \"$spool/0.h5\"");
    shell_expect(shell, 3, merge); /* 3 */
    expect_archive(shell, "complete");
    shell_expect(shell, 3, merge); /* 4 */
    expect_archive(shell, "complete");
    shell_expect(shell, 0, "cp part.h5 \"$spool/0.h5\""); /* as of a node that was lost */
    shell_expect(shell, 3, merge);
    expect_archive(shell, "complete");
    shell_expect(shell, 0, "cmp part.h5 \"$spool/0.h5\"");
}

#endif
