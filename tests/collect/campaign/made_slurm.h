/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_slurm.h: made-up programs in the place of Slurm's, in the shell's directory `slurm`, first
 * in PATH:
 *
 *     squeue     lists slurm/queue, lines such as "7_1|RUNNING"; at the call whose number is in
 *                slurm/fails_at it does what slurm/failure says instead
 *     sbatch     puts its words into slurm/submitted.N and the script into slurm/script.N; says N,
 *                from 11
 *     srun, scancel
 *                succeed; scancel puts its words into slurm/cancelled */
#ifndef BENCHMAT_TESTS_COLLECT_CAMPAIGN_MADE_SLURM_H
#define BENCHMAT_TESTS_COLLECT_CAMPAIGN_MADE_SLURM_H

#include <sys/stat.h>

#include "tests/cli/shell.h"

/* All in which squeue may fail; each ends the program, or it goes on as if nothing were. */
static const struct made_failure {
    const char *name, *script;
} made_failures[] = {
    {"the network", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1"},
    {"nothing", "exit 0"},
    {"killed", "kill -KILL $$"},
    {"killed behind the heading", "echo \"$heading\"; kill -KILL $$"},
    {"a limit behind a job", "echo \"$heading\"; echo \"7_9|RUNNING$rest\"; exit 1"},
    {"not found", "exit 127"},
    {"nonsense", "echo 'Welcome to the cluster'; exit 0"},
    {"nonsense behind the heading", "echo \"$heading\"; echo 'Segmentation fault'; exit 0"},
    {"cut", "echo \"$heading\"; printf '7_9|RUNN'; exit 0"},
    {"without a heading", "echo \"7_9|RUNNING$rest\"; exit 0"},
};
enum { MADE_FAILURES = sizeof made_failures / sizeof *made_failures };

static inline void made_program(const struct shell *shell, const char *name, const char *lines) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/slurm/%s", shell->directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fprintf(file, "#!/bin/sh\nslurm=${0%%/*}\n%s\n", lines) > 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

static inline int made_slurm_begin(void **state) {
    static char before[1 << 14];
    char path[1 << 15];
    if (shell_begin(state) != 0)
        return -1;
    struct shell *shell = *state;
    shell_expect(shell, 0, "mkdir slurm && : >slurm/queue");
    made_program(
        shell, "squeue",
        "case $* in\n"
        "*%N*) heading='JOBID|STATE|NODELIST|REASON' rest='|n1|None' ;;\n"
        "*) heading='JOBID|STATE|' rest='|' ;;\n"
        "esac\n"
        "echo >>\"$slurm/calls\"\n"
        "test \"$(wc -l <\"$slurm/calls\")\" != \"$(cat \"$slurm/fails_at\" 2>/dev/null)\" "
        "|| . \"$slurm/failure\"\n"
        "echo \"$heading\"; sed \"s/\\$/$rest/\" \"$slurm/queue\"");
    made_program(shell, "sbatch",
                 "number=11\n"
                 "while test -e \"$slurm/submitted.$number\"; do number=$((number + 1)); done\n"
                 "echo \"$*\" >\"$slurm/submitted.$number\"\n"
                 "cat >\"$slurm/script.$number\"\n"
                 "echo $number");
    made_program(shell, "srun", "");
    made_program(shell, "scancel", "echo \"$*\" >>\"$slurm/cancelled\"");
    if (!before[0])
        snprintf(before, sizeof before, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s/slurm:%s", shell->directory, before);
    return setenv("PATH", path, 1);
}

/* From now on the CALL-th call of squeue (from 1; 0: none) fails. */
static inline void made_failure_set(struct shell *shell, const struct made_failure *failure,
                                    int call) {
    char path[PATH_MAX], number[80];
    snprintf(path, sizeof path, "%s/slurm/failure", shell->directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(failure->script, file) >= 0);
    assert_int_equal(fclose(file), 0);
    snprintf(number, sizeof number, "rm -f slurm/calls; echo %d >slurm/fails_at", call);
    shell_expect(shell, 0, number);
}

#endif
