/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect: measures actions over libraries and appends the seconds to an archive. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/cmd_console.h"
#include "collect/cmd_options.h"
#include "collect/cmd_report.h"
#include "collect/cmd_run.h"
#include "collect/environment.h"
#include "collect/installed.h"
#include "collect/session.h"

enum { MOST_CPUS = 4096 };

static volatile sig_atomic_t stop;

static void ask_to_stop(int signal) {
    (void)signal;
    stop = 1;
}

static void catch_signals(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = ask_to_stop};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction before;
        sigaction(signals[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) /* nohup and background jobs mean it */
            sigaction(signals[i], &action, NULL);
    }
    signal(SIGCHLD, SIG_DFL); /* ignored, it would hide how workers end */
    /* A reader of our messages that goes away, or a limit on file sizes, must not cost the run. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* Whoever started us with a standard descriptor closed would find our messages in a socket. */
static void open_standard_descriptors(void) {
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    close(fd);
}

/* We wake now and then while a worker is being timed: elsewhere, if there is another CPU. */
static void stay_on(const int *cpus, size_t count) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t i = 0; i < count; i++)
        if (cpus[i] < CPU_SETSIZE)
            CPU_SET(cpus[i], &set);
    if (count)
        sched_setaffinity(0, sizeof set, &set);
}

/* Workers get the last of the CPUs we may use: the first serves most interrupts. */
static int choose_cpus(struct session *session, int *cpus, struct err *err) {
    size_t threads = (size_t)session->settings->threads;
    size_t count = environment_allowed_cpus(cpus, MOST_CPUS);
    if (count == 0 || count > MOST_CPUS)
        return err_set(err, ERR_FAILED, "cannot find out which CPUs may be used");
    if (threads > count)
        return err_set(err, ERR_USAGE, "--threads %zu: this process may use %zu CPUs", threads,
                       count);
    session->conditions.cpus = cpus + count - threads;
    session->conditions.cpu_count = threads;
    session->conditions.threads = (int)threads;
    session->conditions.load_limit = session->settings->timeout;
    stay_on(cpus, count - threads);
    return 0;
}

static char **copy_arguments(int argc, char **argv) {
    char **copy = calloc((size_t)argc + 1, sizeof *copy);
    if (!copy)
        abort();
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    return copy;
}

int main(int argc, char **argv) {
    static int cpus[MOST_CPUS];
    static char worker[PATH_MAX], builtin[PATH_MAX];
    struct options options;
    struct console console;
    struct libraries libraries = {0};
    struct err err;
    open_standard_descriptors();
    char **typed = copy_arguments(argc, argv); /* argp sorts argv */
    options_parse(&options, argc, argv);
    console_begin(&console, options.quiet, options.verbose);
    catch_signals();
    struct session session = {.settings = &options.settings,
                              .conditions = {.worker_path = worker, .stop = &stop},
                              .libraries = &libraries,
                              .builtin_path = builtin,
                              .observer = &console.observer};
    int status = installed_find("bench-worker", worker, &err);
    if (status == 0)
        status = installed_find("builtin.so", builtin, &err);
    if (status == 0 && options.list)
        status = report_list(&err);
    else if (status == 0) {
        status = choose_cpus(&session, cpus, &err);
        if (status == 0)
            status = library_resolve(options.libraries, options.library_count, builtin, &libraries,
                                     &err);
        if (status == 0)
            status = run_collect(&session, &options, typed, &err);
    }
    console_clear(&console);
    if (status == 0 && (fflush(stdout) || ferror(stdout)))
        status = err_set(&err, ERR_FAILED, "the standard output: %s", strerror(errno));
    if (status < 0)
        fprintf(stderr, "bench-collect: %s\n", err.message);
    libraries_release(&libraries);
    sizes_release(&options.settings.sizes);
    free(typed);
    return status > 0 ? status : err_exit_status(status);
}
