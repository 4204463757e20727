/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make install puts everything where packagers and users expect it, and works from there. */
#include "tests/cli/shell.h"

EACH_TEST(shell_begin, shell_end);

TEST(an_installation_stands_by_itself) {
    struct shell *shell = *state;
    char command[2 * PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "make -s -C '%s' BUILD='%s' PREFIX=/opt/benchmat DESTDIR=$PWD/stage install >log",
             root, shell->build);
    shell_expect(shell, 0, command);
    shell_expect(shell, 0, "mv stage/opt/benchmat moved && rmdir stage/opt");
    shell_expect(shell, 0,
                 "moved/bin/bench-collect -q dot builtin --sizes 10 --rounds 2 "
                 "--stage-time 0.002 && moved/bin/bench-analyze results.h5 && "
                 "moved/bin/bench-plot results.h5 -o a.svg");
    shell_expect(shell, 0,
                 "cd moved/share/doc/benchmat && ls README.md docs/analysis.md docs/demo.png "
                 "docs/gallery/ratio.png docs/examples/sum.cc");
    shell_expect(shell, 0,
                 "cd moved/share && ls bash-completion/completions/bench-plot "
                 "zsh/site-functions/_benchmat fish/vendor_completions.d/bench-plot.fish");
    shell_expect(shell, 0,
                 "cd moved/share/man && for p in analyze collect plot; do "
                 "ls man1/bench-$p.1 man7/bench-$p-reference.7 || exit; done && "
                 "ls man1/bench-store.1 && man --warnings -l man*/* 2>&1 >/dev/null | "
                 "grep -c . | grep -qx 0");
    shell_expect(shell, 0,
                 "echo '#include <benchmat/action.h>' >a.c && "
                 "cc -std=c99 -Wall -Wextra -Werror -c a.c -Imoved/include");
    shell_expect(shell, 0,
                 "printf '#include <benchmat/action.h>\\n"
                 "static bench_action describe() { return bench_action_begin(); }\\n"
                 "const bench_action bench_plugin = describe();\\n' >a.cc && "
                 "for s in 11 14 17 20; do g++ -std=c++$s -Wall -Wextra -Wpedantic -Werror -shared "
                 "-fPIC -Imoved/include a.cc -o cxx.so || exit 1; done && "
                 "nm -D cxx.so | grep -q ' bench_plugin$'");
    shell_expect(shell, 0,
                 "echo 'const struct bench_action bench_plugin = {BENCH_ACTION_HEAD};' >>a.c && "
                 "export PKG_CONFIG_PATH=$PWD/moved/share/pkgconfig && "
                 "pkg-config --modversion benchmat && "
                 "cc -shared -fPIC $(pkg-config --cflags benchmat) a.c -o a.so && "
                 "nm -D a.so | grep -q ' bench_plugin$'");
    shell_expect(shell, 0,
                 "export PKG_CONFIG_PATH=$PWD/moved/share/pkgconfig && "
                 "echo '#include <benchmat/set.h>' >set.c && "
                 "cc -std=c99 -Wall -Wextra -Werror -c set.c $(pkg-config --cflags benchmat) && "
                 "ls $(pkg-config --variable=sets benchmat)/libmutex.so && "
                 "moved/bin/bench-collect --list | grep -q '^  mutex .*/moved/libexec/'");
}
