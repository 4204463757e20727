/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said and done about campaigns where there is no Slurm; test_slurm.c has one. */
#include "tests/cli/shell.h"
#include "tests/collect/campaign/made_slurm.h"
#include "tests/collect/campaign/planted.h"

EACH_TEST(made_slurm_begin, shell_end);

TEST(a_script_is_printed_without_slurm) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "PATH=$(dirname $(command -v bench-collect)):/nowhere bench-collect axpy "
                 "openblas 'a b'=./x.so -o \"it's.h5\" --sizes 10 --submit=print --arr 3 --sbatch "
                 "'-p long'");
    assert_has(shell->out, "#SBATCH -p long\n");
    assert_has(shell->out, "tasks=3\n");
    assert_has(shell->out, "exec bench-collect axpy openblas 'a b=./x.so' --sizes 10 "
                           "--output=\"$1\"\n");
    assert_has(shell->out, "/it'\\''s.h5'\n");
    shell_expect(shell, 0, "test \"$(ls)\" = slurm");
    shell_expect(shell, 0, "bench-collect -qo x.h5 --submit print axpy -- builtin");
    assert_has(shell->out, "exec bench-collect -qo x.h5 axpy --output=\"$1\" -- builtin\n");
    shell_expect(shell, 0,
                 "bench-collect axpy --submit print --nodes a,b -o x.h5 >script && sh -n script");
    shell_expect(shell, 0, "grep -q 'sbatch --array=1 --nodelist=b campaign.sh' script");
}

TEST(without_slurm_nothing_is_submitted) {
    struct shell *shell = *state;
    shell_expect(shell, 1,
                 "PATH=$(dirname $(command -v bench-collect)):/nowhere bench-collect axpy "
                 "--submit slurm");
    assert_has(shell->err, "Slurm's program squeue: No such file or directory");
    shell_expect(shell, 0, "test \"$(ls)\" = slurm");
}

TEST(options_that_mean_nothing_are_refused) {
    struct shell *shell = *state;
    static const char *const cases[][2] = {
        {"axpy --nodes a", "--nodes is for --submit; give that too"},
        {"axpy --array 2", "--array is for --submit; give that too"},
        {"axpy --submit slurm --array 2 --nodes a", "leave --array out"},
        {"axpy --submit slurm --array 0", "a whole number from 1 to 10000 is needed"},
        {"axpy --submit pbs", "--submit pbs: slurm or print is needed"},
        {"axpy --submit slurm --dry-run", "--submit measures in jobs; leave --dry-run out"},
        {"axpy --submit slurm --sbatch '--array=3'", "leave --array=3 out; --nodes and --array"},
        {"axpy --submit slurm --sbatch '-p long -W'", "leave -W out"},
        {"axpy --submit slurm --sbatch '--test'", "leave --test out"},
        {"axpy --submit slurm --nodes n1,n2,n1", "--nodes n1,n2,n1: n1 is in it twice"},
        {"axpy --submit slurm --sbatch \"'\"", "--sbatch:"},
        {"--submit slurm", "an ACTION is needed"},
        {"axpy --campaign r.h5", "leave ACTION and LIBRARY out"},
        {"--campaign none.h5", "none.h5: no campaign was submitted for it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[200];
        snprintf(command, sizeof command, "bench-collect %s", cases[i][0]);
        shell_expect(shell, 64, command);
        assert_has(shell->err, cases[i][1]);
    }
}

/* While the second task is submitted, Ctrl-C comes. */
#define SUBMIT_AND_INTERRUPT "setsid -w bench-collect axpy --nodes n1,n2,n3 --submit slurm"

static void interrupt_second(struct shell *shell) {
    made_program(shell, "sbatch", "case $* in *n2*) kill -INT 0 ;; esac\necho 11");
}

TEST(an_interrupted_submission_leaves_nothing) {
    struct shell *shell = *state;
    interrupt_second(shell);
    shell_expect(shell, 130, SUBMIT_AND_INTERRUPT);
    assert_has(shell->err, "sbatch was interrupted");
    shell_expect(shell, 0, "cat slurm/cancelled");
    assert_string_equal(shell->out, "11\n");
    shell_expect(shell, 0, "test ! -e results.h5.campaign");
}

TEST(what_cannot_be_taken_back_is_told) {
    struct shell *shell = *state;
    interrupt_second(shell);
    made_program(shell, "scancel", "echo scancel: error: down >&2; exit 1");
    shell_expect(shell, 130, SUBMIT_AND_INTERRUPT);
    assert_has(shell->err, "job 11 may be in the queue still: `scancel 11` (scancel: error: down)");
}

/* Each failure at another call. */
TEST(a_submission_that_fails_leaves_nothing) {
    for (int i = 0; i < MADE_REFUSALS; i++)
        made_submit_with_failure(*state, &made_refusals[i], 1 + i % MADE_SUBMISSIONS);
}

#define SUBMIT "bench-collect axpy --submit slurm --array 2 -o r.h5"

/* A campaign is known by what was submitted; what others wrote into the spool since counts for
 * nothing. */
TEST(the_last_job_runs_what_was_submitted) {
    struct shell *shell = *state;
    shell_expect(shell, 0, SUBMIT);
    shell_expect(shell, 0, "test $(stat -c %a r.h5.campaign) = 700");
    shell_expect(shell, 0, "cmp slurm/script.11 r.h5.campaign/campaign.sh");
    shell_expect(shell, 0, "! grep campaign.sh slurm/submitted.*");
    shell_expect(shell, 0,
                 "grep -q '^set -- merge$' slurm/script.12 && "
                 "! grep '^#SBATCH' slurm/script.12");
    shell_expect(shell, 0, "echo 'touch evil' >r.h5.campaign/campaign.sh");
    shell_expect(shell, 3, "sh slurm/script.12");
    assert_has(shell->out, "task 0: nothing was measured\n");
    shell_expect(shell, 0, "test ! -e evil && test $(cat r.h5.campaign/merge.status) = 3");
}

/* Asked once to submit and once to show: each call fails in each way. */
TEST(a_queue_that_fails_is_unknown) {
    struct shell *shell = *state;
    for (int i = 0; i < MADE_FAILURES; i++) {
        made_failure_set(shell, &made_failures[i], 1);
        shell_expect(shell, 1, SUBMIT);
        assert_has(shell->err, "; nothing is submitted while it is unknown what is in the queue");
        shell_expect(shell, 0, "test ! -e r.h5.campaign && ! ls slurm/submitted.* 2>/dev/null");
    }
    made_failure_set(shell, &made_failures[0], 0);
    shell_expect(shell, 0, SUBMIT);
    shell_expect(shell, 0,
                 "echo 0 >r.h5.campaign/0.status; echo 130 >r.h5.campaign/1.status; "
                 "echo '11_1|RUNNING' >slurm/queue");
    for (int i = 0; i < MADE_FAILURES; i++) {
        made_failure_set(shell, &made_failures[i], 1);
        shell_expect(shell, 0, "bench-collect --campaign r.h5");
        assert_has(shell->err, "what waits or runs is not known, because Slurm does not answer: ");
        assert_has(shell->out, "2 tasks: 1 done, 1 unknown\n");
        assert_lacks(shell->out, "lost");
        made_failure_set(shell, &made_failures[i], 1);
        shell_expect(shell, 1, SUBMIT);
        shell_expect(shell, 0, "test ! -e slurm/submitted.13");
    }
    shell_expect(shell, 0, "bench-collect --campaign r.h5");
    assert_has(shell->out, "2 tasks: 1 running, 1 done\n");
}

#define AS_NOBODY "setpriv --reuid=65534 --regid=65534 --clear-groups "

static void skip_without_two_users(struct shell *shell) {
    if (geteuid() != 0 || shell_run(shell, AS_NOBODY "true") != 0)
        skip_for("two users need root, and setpriv");
}

/* In a directory that all may write, as /tmp is, nobody has made the spool before root does. */
TEST(a_spool_of_another_user_is_refused) {
    struct shell *shell = *state;
    static const char *const plants[][2] = {
        {"mkdir -m 777 v.h5.campaign; ln -s $PWD/../victim v.h5.campaign/campaign.sh",
         " is user 65534's, not yours; choose another --output"},
        {"mkdir -m 777 v.h5.campaign; ln -s $PWD/../victim v.h5.campaign/jobs",
         " is user 65534's, not yours; choose another --output"},
        {"mkdir -m 755 v.h5.campaign; mkfifo v.h5.campaign/campaign.sh",
         " is user 65534's, not yours; choose another --output"},
        {"mkdir theirs; ln -s theirs v.h5.campaign", " is a link, which is not followed; remove"},
        {"ln -s ../root v.h5.campaign", " is a link, which is not followed; remove it"},
        {"mkfifo v.h5.campaign", ": Not a directory"},
        {"echo >v.h5.campaign", ": Not a directory"},
    };
    skip_without_two_users(shell);
    assert_int_equal(planted_victim_make(shell->directory), 0);
    shell_expect(shell, 0, "chmod 755 .; mkdir -m 700 root");
    for (size_t i = 0; i < sizeof plants / sizeof *plants; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "rm -rf open; mkdir -m 1777 open; cd open && " AS_NOBODY "sh -c '%s'",
                 plants[i][0]);
        shell_expect(shell, 0, command);
        shell_expect(shell, 1, "bench-collect axpy --submit slurm -o open/v.h5");
        assert_has(shell->err, "open/v.h5.campaign");
        assert_has(shell->err, plants[i][1]);
        planted_victim_check(shell->directory);
        shell_expect(shell, 0, "! ls slurm/submitted.* root/* 2>/dev/null");
    }
}

/* If its owner lets them. What to run is not theirs to say. */
TEST(others_may_look_at_a_campaign) {
    struct shell *shell = *state;
    skip_without_two_users(shell);
    shell_expect(shell, 0, SUBMIT);
    shell_expect(shell, 0, "bench-collect --campaign r.h5");
    assert_has(shell->out, "the same --submit again");
    shell_expect(shell, 1, "chmod 755 .; " AS_NOBODY "bench-collect --campaign r.h5");
    assert_has(shell->err, "r.h5.campaign is user 0's, and only they can look into it");
    shell_expect(shell, 0,
                 "chmod 755 r.h5.campaign; chmod 644 slurm/queue; " AS_NOBODY
                 "bench-collect --campaign r.h5");
    assert_has(shell->out, "r.h5: user 0's campaign: 2 tasks: ");
    assert_lacks(shell->out, "--submit");
    assert_lacks(shell->out, "campaign.sh");
}

TEST(an_archive_that_cannot_be_extended_is_refused) {
    struct shell *shell = *state;
    shell_run(shell, "echo text >text; bench-collect axpy -o text --submit slurm");
    assert_int_not_equal(shell->status, 0);
    assert_has(shell->err, "bench-collect: text");
    shell_run(shell, "mkdir directory; bench-collect axpy -o directory --submit slurm");
    assert_int_not_equal(shell->status, 0);
    assert_has(shell->err, "directory is a directory");
    shell_expect(shell, 0, "test ! -e text.campaign && test ! -e directory.campaign");
}
