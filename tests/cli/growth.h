/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth.h: how the work of a program grows with its input.
 *
 * Work is counted, not timed: in blocks of instructions, by valgrind, in all processes of a
 * program. Of a file of N things it is what that of one thing has not. */
#ifndef BENCHMAT_TESTS_CLI_GROWTH_H
#define BENCHMAT_TESTS_CLI_GROWTH_H

#include "tests/cli/shell.h"
#include "tests/test.h"

/* Sixteen times the input may take so many times the work. */
enum { GROWTH_FACTOR = 16, GROWTH_MOST = 20 };

/* COMMAND works on what THEN, a command that knows what they are as $things, makes of FILE, which
 * has COUNT things of that kind (growing.py), and sixteen times as many. */
struct growth {
    const char *kind, *file, *then, *command;
    unsigned count;
};

/* `work COMMAND...` prints how many blocks it ran. Its children end by themselves, as they are not
 * killed, so that valgrind can say it of them too. */
static int growth_set_up(void **state) {
    char here[4096], command[9000];
    if (!getcwd(here, sizeof here) || shell_begin(state))
        return -1;
    snprintf(command, sizeof command,
             "printf '#!/bin/sh\n/usr/bin/python3 %s/tests/cli/growing.py \"$@\"\n' >growing && "
             "printf 'int kill(int pid, int signal) { return 0 & pid & signal; }\n' >patient.c && "
             "cc -shared -fPIC -o patient.so patient.c && cat >work <<'end'\n"
             "#!/bin/sh\n"
             "rm -f blocks.*\n"
             "LD_PRELOAD=$PWD/patient.so valgrind --tool=none --stats=yes "
             "--log-file=blocks.%%p \"$@\" >/dev/null || exit\n"
             "awk '/scheduler: .* event checks/ { gsub(\",\", \"\"); sum += $3; said++ }\n"
             "    END { print sum; exit said != ARGC - 1 }' blocks.*\n"
             "end\n"
             "chmod +x growing work",
             here);
    return shell_run(*state, command) == 0 ? 0 : -1;
}

static void growth_need_valgrind(void) {
    if (system("valgrind --version >/dev/null 2>&1") != 0)
        skip_for("valgrind is not installed");
}

static double growth_work(struct shell *shell, const struct growth *growth, unsigned count) {
    char command[1000];
    snprintf(command, sizeof command, "things=%s-%u; ./growing %s %u %s && %s", growth->kind, count,
             growth->kind, count, growth->file, growth->then);
    shell_expect(shell, 0, command);
    snprintf(command, sizeof command, "./work %s", growth->command);
    shell_expect(shell, 0, command);
    return strtod(shell->out, NULL);
}

static void growth_check(struct shell *shell, const struct growth *growth) {
    double one = growth_work(shell, growth, 1), few = growth_work(shell, growth, growth->count),
           many = growth_work(shell, growth, GROWTH_FACTOR * growth->count);
    double factor = (many - one) / (few - one);
    print_message("%s, %s: %.3g blocks for each of %u, %.1f times as many for %d times as many\n",
                  growth->kind, growth->command, (few - one) / growth->count, growth->count, factor,
                  GROWTH_FACTOR);
    if (!(factor <= GROWTH_MOST))
        fail_msg("%s, %s: %d times the input takes %.1f times the work", growth->kind,
                 growth->command, GROWTH_FACTOR, factor);
}

#endif
