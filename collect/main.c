/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect: measures actions over libraries and appends the seconds to an archive. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    /* A reader of our messages that goes away, or a limit on file sizes, must not cost the run. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
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
    if (status < 0)
        fprintf(stderr, "bench-collect: %s\n", err.message);
    libraries_release(&libraries);
    sizes_release(&options.settings.sizes);
    free(typed);
    return status > 0 ? status : err_exit_status(status);
}
