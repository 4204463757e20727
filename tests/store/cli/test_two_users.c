/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Users and the archives of others that a killed process left half changed (users.h). */
#include "tests/store/users.h"

EACH_TEST(shell_begin, shell_end);

SOAK_TEST(who_may_not_put_it_right_reads_no_wrong_number) {
    struct shell *shell = *state;
    static const size_t chosen[] = {COMMAND_LIST, COMMAND_ANALYZE, COMMAND_DELETE};
    users_need_root(shell);
    users_prepare(shell);
    assert_int_equal(users_try_all(shell, 1, chosen, sizeof chosen / sizeof *chosen), 0);
}

#define AS_OTHER "setpriv --reuid=65533 --regid=65533 --clear-groups "

/* What the message says to do. */
TEST(a_copy_with_its_journal_can_be_read) {
    struct shell *shell = *state;
    users_need_root(shell);
    users_prepare(shell);
    shell_expect(shell, 0, "cp half.h5 results.h5; cp half.h5-journal results.h5-journal");
    shell_expect(shell, 1, AS_OTHER "bench-store list");
    assert_has(shell->err, "cannot be put right here (Permission denied); copy it and ");
    shell_expect(shell, 0,
                 "mkdir -m 777 copy && " AS_OTHER
                 "cp results.h5 results.h5-journal copy && cd copy "
                 "&& " AS_OTHER "bench-store list");
    assert_string_equal(shell->out, alone[COMMAND_LIST]);
    assert_has(shell->err, "that change was undone\n");
}

TEST(a_journal_that_cannot_be_read_is_said_to_be_the_owners) {
    struct shell *shell = *state;
    users_need_root(shell);
    users_prepare(shell);
    shell_expect(shell, 0,
                 "cp half.h5 results.h5; cp half.h5-journal results.h5-journal; "
                 "chmod 600 results.h5-journal");
    shell_expect(shell, 1, AS_OTHER "bench-store list");
    assert_true(users_is_one_line(shell->err));
    assert_string_equal(shell->out, "");
    assert_has(shell->err, "results.h5-journal cannot be read (Permission denied), and only that");
    assert_has(shell->err, "results.h5 to open it, or for permission to read both\n");
}
