/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each call of squeue and sbatch fails in each way: nothing is lost, merged too early, refused or
 * left in the queue. */
#include "tests/collect/campaign/scripted.h"

EACH_TEST(made_slurm_begin, shell_end);

TEST(each_submission_may_fail_in_each_way) {
    for (int failure = 0; failure < MADE_REFUSALS; failure++)
        for (int call = 1; call <= MADE_SUBMISSIONS; call++)
            made_submit_with_failure(*state, &made_refusals[failure], call);
}

TEST(each_call_may_fail_in_each_way) {
    struct shell *shell = *state;
    make_part_and_whole(shell);
    for (int failure = 0; failure < MADE_FAILURES; failure++)
        for (int call = 1; call <= MERGES; call++)
            merge_with_failure(shell, &made_failures[failure], call);
}
