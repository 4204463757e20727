/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How soon a large report is there in a browser. */
#include "tests/cli/shell.h"
#include "tests/cli/thousand_sizes.h"

EACH_TEST(shell_begin, shell_end);

TEST(a_thousand_sizes_are_there_at_once) {
    struct shell *shell = *state;
    char root[PATH_MAX], command[PATH_MAX + 128];
    if (shell_run(shell, "command -v chromedriver && command -v chromium"))
        skip_for("no browser is installed");
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0, thousand_sizes);
    shell_expect(shell, 0, "bench-plot --report report.html many.csv");
    snprintf(command, sizeof command, "python3 '%s/tests/cli/report_speed.py' report.html", root);
    shell_expect(shell, 0, command);
    print_message("%s", shell->out);
}
