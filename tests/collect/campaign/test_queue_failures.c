/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each call of squeue fails in each way: nothing is lost, merged too early or refused. */
#include "tests/collect/campaign/scripted.h"

static void each_call_may_fail_in_each_way(void **state) {
    struct shell *shell = *state;
    make_part_and_whole(shell);
    for (int failure = 0; failure < MADE_FAILURES; failure++)
        for (int call = 1; call <= MERGES; call++)
            merge_with_failure(shell, &made_failures[failure], call);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_call_may_fail_in_each_way, made_slurm_begin,
                                        shell_end),
    };
    return cmocka_run_group_tests_name("collect/campaign/queue_failures", tests, NULL, NULL);
}
