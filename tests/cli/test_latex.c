/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that TeX would obey, in every place of tables and figures (latex_names.py). */
#include "tests/cli/shell.h"

static void have_done(struct shell *shell, const char *what) {
    char command[PATH_MAX + 64], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command, "/usr/bin/python3 '%s/tests/cli/latex_names.py' %s", root,
             what);
    shell_expect(shell, 0, command);
}

static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    have_done(*state, "draw");
    return 0;
}

ALL_TESTS(begin, shell_end);

TEST(names_are_no_commands) {
    have_done(*state, "spelled");
}

SOAK_TEST(pdflatex_sets_names_as_they_are) {
    struct shell *shell = *state;
    if (shell_run(shell, "kpsewhich pgfplots.sty booktabs.sty lmodern.sty >x && pdflatex -version"))
        skip_for("pdflatex with pgfplots, booktabs and Latin Modern is not installed");
    have_done(shell, "typeset pdflatex");
}

SOAK_TEST(lualatex_sets_names_as_they_are) {
    struct shell *shell = *state;
    if (shell_run(shell, "kpsewhich pgfplots.sty booktabs.sty fontspec.sty luaotfload.sty >x && "
                         "lualatex -version"))
        skip_for("lualatex with pgfplots, booktabs and fontspec is not installed");
    have_done(shell, "typeset lualatex");
}
