/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flipped_programs: one bit of each object header of an archive, and of each continuation of one,
 * is flipped, at one offset after the other; every program says what it says of the whole archive,
 * or exits with 2. */
#include "tests/cli/flipped.h"

enum { OFFSETS_EACH = 3 };

static const char collected[] =
    "bench-collect -q axpy,dot builtin --sizes=8,64 --rounds=3 --stage-time=0.002 -o whole.h5 && "
    "bench-collect -q axpy,dot builtin --sizes=8,64 --rounds=3 --stage-time=0.002 -o whole.h5";

static void scan(struct shell *shell, const char *what, const char *make) {
    struct flipped f;
    shell_expect(shell, 0, make);
    flipped_begin(&f, shell);
    for (size_t offset = 0; offset < OFFSETS_EACH; offset++) {
        flipped_scan(&f, "OCHK", offset);
        flipped_scan(&f, "OHDR", offset);
    }
    printf("%-10s %6ld bits flipped, %6ld found, %ld wrong outputs\n", what, f.tried, f.noticed,
           f.wrong);
    fflush(stdout);
    assert_true(f.noticed > 0);
    assert_int_equal(f.wrong, 0);
    flipped_end(&f);
}

static void imported_archives_are_right_or_damaged(void **state) {
    scan(*state, "imported", FLIPPED_ARCHIVE("2", "3"));
}

static void collected_archives_are_right_or_damaged(void **state) {
    scan(*state, "collected", collected);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(imported_archives_are_right_or_damaged, shell_begin,
                                        shell_end),
        cmocka_unit_test_setup_teardown(collected_archives_are_right_or_damaged, shell_begin,
                                        shell_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
