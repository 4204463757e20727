/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cli/memory.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <glib.h>

#include "formats/files/destination.h"

static char line[256];
static size_t length;
static volatile sig_atomic_t is_forked;
static atomic_flag is_ending = ATOMIC_FLAG_INIT;

/* A child process keeps its signals: those of the sandboxed reader tell what is wrong with an
 * archive. */
static void know_child(void) {
    is_forked = 1;
}

/* Pango's threads often run out of memory at the same moment as the main thread: the first one that
 * comes here ends the program, and the others wait for that. */
static void tell_and_end(int number) {
    if (is_forked) {
        signal(number, SIG_DFL);
        return; /* the fault occurs again */
    }
    while (atomic_flag_test_and_set(&is_ending))
        pause();
    ssize_t ignored = write(STDERR_FILENO, line, length);
    (void)ignored;
    destination_remove_unfinished();
    _exit(1);
}

static GLogWriterOutput say_nothing(GLogLevelFlags level, const GLogField *fields, gsize count,
                                    gpointer nothing) {
    (void)level, (void)fields, (void)count, (void)nothing;
    return G_LOG_WRITER_HANDLED;
}

void memory_watch(const char *program) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    snprintf(line, sizeof line,
             "%s: there is not memory enough within the limit of %llu MB (ulimit -v); nothing more "
             "was written\n",
             program, (unsigned long long)(limit.rlim_cur >> 20));
    length = strlen(line);
    pthread_atfork(NULL, NULL, know_child);
    g_log_set_writer_func(say_nothing, NULL, NULL);

    static const int numbers[] = {SIGABRT, SIGTRAP, SIGSEGV, SIGBUS};
    static char stack[1 << 16];
    const stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = tell_and_end, .sa_flags = SA_ONSTACK};
    sigaltstack(&alternative, NULL);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&action.sa_mask, numbers[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}
