/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every command of README.md works as it stands. Where OpenBLAS is not installed, libopenblas.so is
 * the built-in library. */
#include "tests/cli/pages.h"

static void readme_commands_work_as_they_stand(void **state) {
    struct shell *shell = *state;
    prepare(shell);
    assert_true(run_commands(shell, "README.md") >= 3);
    shell_expect(shell, 0, "file axpy.png | grep -q 'PNG image data'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(readme_commands_work_as_they_stand, shell_begin, shell_end),
    };
    return cmocka_run_group_tests_name("cli/readme", tests, NULL, NULL);
}
