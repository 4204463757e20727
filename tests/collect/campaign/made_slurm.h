/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_slurm.h: made-up programs in the place of Slurm's, in the shell's directory `slurm`, first
 * in PATH:
 *
 *     squeue     lists slurm/queue, lines such as "7_1|RUNNING"; at the call whose number is in
 *                slurm/fails_at it does what slurm/failure says instead
 *     sbatch     puts its words into slurm/submitted.N and the script into slurm/script.N; says N,
 *                from 11; at the call whose number is in slurm/sbatch_fails_at it does what
 *                slurm/sbatch_failure says instead, where $number is what it would have said
 *     srun, scancel
 *                succeed; scancel puts its words into slurm/cancelled */
#ifndef BENCHMAT_TESTS_COLLECT_CAMPAIGN_MADE_SLURM_H
#define BENCHMAT_TESTS_COLLECT_CAMPAIGN_MADE_SLURM_H

#include <sys/stat.h>

#include "tests/cli/shell.h"
#include "tests/test.h"

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

/* Likewise sbatch. What it had submitted before is in the queue. */
static const struct made_failure made_refusals[] = {
    {"refused", "echo 'sbatch: error: Invalid partition name specified' >&2; exit 1"},
    {"nothing", "exit 0"},
    {"killed", "kill -KILL $$"},
    {"nonsense", "echo 'Welcome to the cluster'"},
    {"not found", "exit 127"},
    {"killed behind its number", "submit; echo $number; kill -KILL $$"},
    {"an error behind its number",
     "submit; echo \"$number;east\"; echo 'error: timed out'; exit 1"},
};
enum { MADE_REFUSALS = sizeof made_refusals / sizeof *made_refusals };

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
                 "submit() { echo \"$*\" >\"$slurm/submitted.$number\"; "
                 "cat >\"$slurm/script.$number\"; }\n"
                 "echo >>\"$slurm/sbatch_calls\"\n"
                 "test \"$(wc -l <\"$slurm/sbatch_calls\")\" != "
                 "\"$(cat \"$slurm/sbatch_fails_at\" 2>/dev/null)\" "
                 "|| { . \"$slurm/sbatch_failure\"; exit 0; }\n"
                 "submit \"$@\"\n"
                 "echo $number");
    made_program(shell, "srun", "");
    made_program(shell, "scancel", "echo \"$*\" >>\"$slurm/cancelled\"");
    if (!before[0])
        snprintf(before, sizeof before, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s/slurm:%s", shell->directory, before);
    return setenv("PATH", path, 1);
}

/* From now on the CALL-th call of PROGRAM (from 1; 0: none) fails; its files begin with that. */
static inline void made_failure_of(struct shell *shell, const char *program,
                                   const struct made_failure *failure, int call) {
    char path[PATH_MAX], number[200];
    snprintf(path, sizeof path, "%s/slurm/%sfailure", shell->directory, program);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(failure->script, file) >= 0);
    assert_int_equal(fclose(file), 0);
    snprintf(number, sizeof number, "rm -f slurm/%scalls; echo %d >slurm/%sfails_at", program, call,
             program);
    shell_expect(shell, 0, number);
}

static inline void made_failure_set(struct shell *shell, const struct made_failure *failure,
                                    int call) {
    made_failure_of(shell, "", failure, call);
}

enum { MADE_NODES = 3, MADE_SUBMISSIONS = MADE_NODES + 1 /* and the job that merges */ };

/* A campaign on three nodes, of which the CALL-th job is not submitted: nothing of it stays in the
 * queue, and the same again submits it. */
static inline void made_submit_with_failure(struct shell *shell, const struct made_failure *failure,
                                            int call) {
    static const char submit[] = "bench-collect -q axpy --nodes n1,n2,n3 --submit slurm -o s.h5";
    made_failure_of(shell, "sbatch_", failure, call);
    shell_expect(shell, 0, "rm -rf slurm/submitted.* slurm/cancelled s.h5.campaign");
    shell_expect(shell, 1, submit);
    if (!*shell->err || strchr(shell->err, '\n')[1])
        fail_msg("%s, at %d: %s", failure->name, call, shell->err);
    shell_expect(shell, 0,
                 "cd slurm; touch cancelled; for job in submitted.*; do "
                 "test ! -e $job || grep -qx ${job#submitted.} cancelled || exit 1; done");
    shell_expect(shell, 0, "test ! -e s.h5.campaign");
    shell_expect(shell, 0, "rm -f slurm/submitted.* slurm/cancelled");
    made_failure_of(shell, "sbatch_", failure, 0);
    shell_expect(shell, 0, submit);
    shell_expect(shell, 0, "test $(ls slurm/submitted.* | wc -l) = 4 && test ! -e slurm/cancelled");
}

#endif
