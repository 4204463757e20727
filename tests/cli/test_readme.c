/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every command of README.md works as it stands. Where OpenBLAS is not installed, libopenblas.so is
 * the built-in library. */
#include "tests/cli/pages.h"

EACH_TEST(shell_begin, shell_end);

TEST(readme_commands_work_as_they_stand) {
    struct shell *shell = *state;
    prepare(shell);
    assert_true(run_commands(shell, "README.md") >= 3);
    shell_expect(shell, 0, "file axpy.png | grep -q 'PNG image data'");
}
