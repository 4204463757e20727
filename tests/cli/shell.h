/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell.h: runs command lines as a user would, in a scratch directory. For tests only; includes
 * what cmocka needs. */
#ifndef BENCHMAT_TESTS_CLI_SHELL_H
#define BENCHMAT_TESTS_CLI_SHELL_H

#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"

struct shell {
    char directory[64]; /* the scratch directory */
    char build[PATH_MAX];
    int status; /* of the last command */
    char out[1 << 18], err[1 << 14];
};

static void shell_read(const struct shell *shell, const char *name, char *text, size_t size) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", shell->directory, name);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, size - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
}

/* What every command may call.
 *
 *   at PLACE SCRIPT COMMAND...    COMMAND runs SCRIPT when it comes to PLACE, such as
 *                                 kept:axpy:100:2 (tests/failpoints.c), and waits for it; $PPID is
 *                                 its process. Its status; 70 if it never came there. `at` may
 *                                 follow in COMMAND
 *   end_at SIGNAL PLACE COMMAND...
 *                                 succeeds if COMMAND was ended by SIGNAL at PLACE */
static const char shell_functions[] =
    "at() { (BENCHMAT_FAILPOINTS=\"$BENCHMAT_FAILPOINTS$1 $2\n\"; shift 2; "
    "export BENCHMAT_FAILPOINTS PATH=\"$failpoints:$PATH\"; \"$@\"); }; "
    "end_at() { signal=$1; place=$2; shift 2; at \"$place\" \"kill -$signal \\$PPID\" \"$@\"; "
    "ended=$?; case $signal in KILL) test $ended = 137;; *) test $ended = 130;; esac; }; ";

/* C that sends a signal, such as "INT", to the collector from its worker, above which is its
 * guardian. */
#define KILL_COLLECTOR(signal)                                                                     \
    "system(\"set -- $(cat /proc/$PPID/stat); set -- $(cat /proc/$4/stat); kill -" signal " $4\")"

/* Runs COMMAND in the scratch directory with the built programs in PATH: the collector with
 * failpoints, which does what the one in $users does, whose default limits are shorter. */
static int shell_run(struct shell *shell, const char *command) {
    static char line[1 << 14];
    snprintf(line, sizeof line,
             "%sfailpoints='%s/failpoints/bin'; users='%s/bin'; cd '%s' && "
             "PATH=\"$failpoints:$users:$PATH\" && export PATH && { %s\n} "
             ">.stdout 2>.stderr </dev/null",
             shell_functions, shell->build, shell->build, shell->directory, command);
    int status = system(line);
    shell->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    shell_read(shell, ".stdout", shell->out, sizeof shell->out);
    shell_read(shell, ".stderr", shell->err, sizeof shell->err);
    return shell->status;
}

/* The command must end with STATUS; shows what it printed where it does not. */
static void shell_expect(struct shell *shell, int status, const char *command) {
    if (shell_run(shell, command) != status)
        fail_msg("%s\nended with %d, not %d\n%s%s", command, shell->status, status, shell->out,
                 shell->err);
}

static inline void assert_has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("no \"%s\" in\n%s", part, text);
}

static inline void assert_lacks(const char *text, const char *part) {
    if (strstr(text, part))
        fail_msg("\"%s\" in\n%s", part, text);
}

/* On which this process may run. */
static inline int cpu_count(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* Two threads are not measured there. */
static inline void skip_on_one_cpu(void) {
    if (cpu_count() < 2)
        skip_for("there is one CPU");
}

static int shell_begin(void **state) {
    struct shell *shell = calloc(1, sizeof *shell);
    const char *build = getenv("BENCHMAT_BUILD");
    if (!shell || !realpath(build ? build : "build", shell->build))
        return -1;
    /* In a build with sanitizers a library's crash shall still be a crash. */
    setenv("ASAN_OPTIONS", "handle_segv=0:handle_abort=0", 0);
    /* Commands shall hear it also where the tests run in the background of a script. */
    signal(SIGINT, SIG_DFL);
    snprintf(shell->directory, sizeof shell->directory, "/tmp/benchmat-cli-XXXXXX");
    *state = shell;
    return mkdtemp(shell->directory) ? 0 : -1;
}

static int shell_end(void **state) {
    struct shell *shell = *state;
    char line[PATH_MAX];
    snprintf(line, sizeof line, "chmod -R u+rwx '%s'; rm -rf '%s'", shell->directory,
             shell->directory);
    int status = system(line);
    free(shell);
    return status;
}

#endif
