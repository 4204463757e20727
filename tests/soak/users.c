/* SPDX-License-Identifier: GPL-3.0-or-later */
/* users: each command of each user on each other's archive, sound and half changed: nobody changes
 * what is not theirs, and nobody reads a number that was never measured. */
#include "tests/store/users.h"

static void no_user_changes_or_misreads_what_is_anothers(void **state) {
    struct shell *shell = *state;
    size_t all[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++)
        all[i] = i;
    users_need_root(shell);
    users_prepare(shell);
    long wrong = users_try_all(shell, 0, all, COMMANDS);
    wrong += users_try_all(shell, 1, all, COMMANDS);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_user_changes_or_misreads_what_is_anothers, shell_begin,
                                        shell_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
