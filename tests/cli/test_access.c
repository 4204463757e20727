/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive that others use: every program waits for it, for as long as it is told to. */
#include "tests/cli/shell.h"

static const char *const readers[] = {"bench-analyze", "bench-plot", "bench-store list",
                                      "bench-store verify"};
enum { READERS = sizeof readers / sizeof *readers };

/* Has results.h5 open for writing until it reads a line, from descriptor 8 of the shell. */
static const char holder[] = "rm -f go held told; mkfifo go held told; /usr/bin/python3 -c \"\n"
                             "import h5py, sys\n"
                             "with h5py.File('results.h5', 'r+'):\n"
                             "    print('held', flush=True)\n"
                             "    sys.stdin.readline()\n"
                             "\" <go >held & exec 8>go 9<held; read -r line <&9; ";

static int make_archive(void **state) {
    if (shell_begin(state))
        return -1;
    shell_expect(*state, 0,
                 "bench-collect -q dot builtin --sizes 10,20 --rounds 2 --stage-time 0.002");
    return 0;
}

static void run(struct shell *shell, int status, const char *format, const char *before,
                const char *program) {
    char command[2000];
    snprintf(command, sizeof command, format, before, program);
    shell_expect(shell, status, command);
}

static void assert_told(const struct shell *shell, const char *program, const char *what) {
    char prefix[40];
    snprintf(prefix, sizeof prefix, "%.*s: ", (int)strcspn(program, " "), program);
    const char *line = strstr(shell->err, prefix);
    if (!line || !strstr(line, "results.h5 is in use") || !strstr(line, what))
        fail_msg("%s: not \"%s... %s\" but: %s", program, prefix, what, shell->err);
}

/* --- waiting --- */

EACH_TEST(make_archive, shell_end);

TEST(whoever_will_not_wait_is_told_at_once) {
    for (size_t i = 0; i < READERS; i++) {
        run(*state, 0,
            "%s %s --lock-timeout 0 results.h5; "
            "status=$?; echo >&8; wait; [ $status = 1 ]",
            holder, readers[i]);
        assert_told(*state, readers[i], "--lock-timeout");
    }
}

TEST(whoever_waits_says_so_and_gets_it) {
    for (size_t i = 0; i < READERS; i++) {
        run(*state, 0,
            "%s %s results.h5 2>told & reader=$!; "
            "{ read -r line; echo \"$line\" >&2; echo >&8; cat >&2; } <told; wait $reader; "
            "status=$?; wait; exit $status",
            holder, readers[i]);
        assert_told(*state, readers[i], "waiting up to 60 s");
    }
}

/* --- the option --- */

TEST(only_a_number_of_seconds_will_do) {
    static const char *const programs[] = {"bench-analyze results.h5", "bench-plot results.h5",
                                           "bench-store list", "bench-collect dot builtin"};
    static const char *const numbers[] = {"-1", "soon", "nan", "1e300", "\"\""};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
            run(*state, 64, "%s --lock-timeout=%s", programs[i], numbers[n]);
            assert_non_null(strstr(((struct shell *)*state)->err, "a number of seconds"));
        }
}
