/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/tutorial.md: its commands work as they stand, and what it says of the compiler, the counts
 * and the archives holds. What it says of times is the machine's. */
#include "tests/cli/pages.h"

#define PAGE "docs/tutorial.md"

/* Multiplications of doubles in FUNCTION of the program ladder, on x86-64 and AArch64. */
#define MULTIPLICATIONS(function)                                                                  \
    "objdump -d --disassemble=" function " ladder | grep -cE 'mul[sp]d|fmul'"

static void the_compiler_removes_calls_without_a_use(struct shell *shell) {
    shell_expect(shell, 0, "objdump -d --disassemble=mark1 ladder | grep -q 'clock_gettime'");
    shell_expect(shell, 1, MULTIPLICATIONS("mark1"));
    shell_expect(shell, 0, MULTIPLICATIONS("timing"));
}

/* Ten timings of each count, which doubles; with a clock by which a call takes a microsecond, until
 * they take five milliseconds. */
static void counts_double(struct shell *shell) {
    shell_expect(shell, 0,
                 "head -1 marks.csv | grep -qx count,seconds && "
                 "sed 1d marks.csv | cut -d, -f1 | uniq -c | "
                 "awk '$1 != 10 || $2 != 2 ^ (NR - 1) { wrong = 1 } END { exit wrong || !NR }'");
    shell_expect(shell, 0,
                 "cat >clock.c <<'END'\n"
                 "#include <time.h>\n"
                 "int clock_gettime(clockid_t clock, struct timespec *now) {\n"
                 "    static long long microseconds, count;\n"
                 "    (void)clock;\n"
                 "    microseconds += count % 2 ? 1LL << count / 20 : 0;\n"
                 "    count++;\n"
                 "    now->tv_sec = microseconds / 1000000;\n"
                 "    now->tv_nsec = microseconds % 1000000 * 1000;\n"
                 "    return 0;\n}\nEND\n"
                 "cc -shared -fPIC -o clock.so clock.c && "
                 "LD_PRELOAD=./clock.so ./ladder 5 >made.csv && "
                 "awk 'BEGIN { print \"count,seconds\"; for (count = 1; count <= 8192; count *= 2) "
                 "for (i = 0; i < 10; i++) print count \",1e-06\" }' | cmp - made.csv");
}

/* The archives of the last three steps: right answers, with a control, made in the way they name.
 */
static void archives_are_what_they_are_called(struct shell *shell) {
    static const char *const made[][2] = {
        {"free", "free layout"}, {"blocked", "blocked schedule"}, {"first", "first calls"}};
    char command[256];
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        snprintf(command, sizeof command, "bench-analyze %s.h5", made[i][0]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, made[i][1]);
    }
    static const char *const compared[] = {"common", "free", "blocked", "turns"};
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
        snprintf(command, sizeof command,
                 "bench-analyze %s.h5 --verbose --columns size,library,noise,status", compared[i]);
        shell_expect(shell, 0, command);
        assert_has(shell->out, "noise floor: multiply against itself");
        assert_has(shell->out, "backward");
        assert_lacks(shell->out, "wrong");
    }
}

EACH_TEST(shell_begin, shell_end);

TEST(tutorial_is_true) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "test $(grep -c '^## [1-9][.] ' \"$OLDPWD/" PAGE "\") = 9");
    install(shell);
    prepare(shell);
    assert_int_equal(run_commands(shell, PAGE), 24);
    the_compiler_removes_calls_without_a_use(shell);
    counts_double(shell);
    archives_are_what_they_are_called(shell);
}

SOAK_TEST(ladder_says_what_it_takes) {
    struct shell *shell = *state;
    install(shell);
    shell_expect(shell, 0, "cc -O2 ladder.c -o ladder -lm");
    static const char *const wrong[] = {"./ladder", "./ladder 6", "./ladder -1", "./ladder 2 0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        shell_expect(shell, 2, wrong[i]);
        assert_has(shell->err, "usage: ladder MARK [CALLS]");
    }
}
