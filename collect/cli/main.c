/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect: measures actions over libraries and appends the seconds to an archive. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analyze/statistics/location.h"
#include "collect/cli/campaigns.h"
#include "collect/cli/completions.h"
#include "collect/cli/report.h"
#include "collect/cli/console.h"
#include "collect/cli/options.h"
#include "collect/cli/run.h"
#include "collect/machine/environment.h"
#include "collect/machine/environment_readers.h"
#include "collect/machine/pinning.h"
#include "collect/libraries/library_record.h"
#include "collect/job/job.h"
#include "collect/job/left_notes.h"
#include "collect/harness/clock.h"
#include "collect/processes/scratch.h"
#include "formats/processes/child.h"
#include "store/command_line/ground.h"

static volatile sig_atomic_t stop;

static void ask_to_stop(int signal) {
    (void)signal;
    stop = 1;
}

/* What a guardian that was killed has lost becomes ours (process.c), and nothing else: not what
 * children leave that a shell had before it became us. */
static void adopt(void) {
    siginfo_t child;
    if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0)
        prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* If we were started with a standard descriptor closed, our messages would go into a socket. */
static void open_standard_descriptors(void) {
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    close(fd);
}

/* The real path of a helper, which is at ../libexec/benchmat/NAME relative to the running program.
 */
static int find_installed(const char *name, char path[PATH_MAX], struct err *err) {
    char self[PATH_MAX], relative[PATH_MAX + 64];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return err_set(err, ERR_FAILED,
                       "/proc/self/exe: %s; measuring needs /proc, which is not mounted here",
                       strerror(errno));
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(relative, sizeof relative, "%s/../libexec/benchmat/%s", self, name);
    if (realpath(relative, path))
        return 0;
    return err_set(err, ERR_FAILED, "%s is not where it belongs; is benchmat installed completely?",
                   name);
}

/* The COUNT allowed CPUs that --pin puts first are the only ones to choose from. */
static int choose_pinned(enum pinning pinning, int *allowed, size_t *count, size_t wanted,
                         struct err *err) {
    if (pinning != PINNING_COMPACT && pinning != PINNING_SCATTER)
        return 0;
    struct hwloc_topology *topology = environment_cpu_topology();
    int status = pinning_sort(pinning, topology, allowed, *count, err);
    if (topology)
        environment_cpu_topology_free(topology);
    if (status == 0 && *count > wanted)
        *count = wanted;
    return status;
}

/* A team may have more threads than there are CPUs, and there may be more ranks. Whether an action
 * has one is known later (run.c); IS_ALONE: there is no action. */
static int choose_cpus(struct session *session, struct cpus *cpus, int is_alone, struct err *err) {
    static int allowed[CPUS_MAX];
    enum pinning pinning = session->settings->pinning;
    int most_threads = settings_most_threads(session->settings);
    int most_ranks = settings_most_ranks(session->settings);
    size_t threads = (size_t)(most_threads > most_ranks ? most_threads : most_ranks);
    size_t all = environment_allowed_cpus(allowed, CPUS_MAX), count = all;
    int is_plain = is_alone || session->conditions.launches || threads < count;
    size_t wanted = pinning != PINNING_NONE && is_plain ? threads : count;
    int status = pinning_check_limits("", threads, err);
    if (status == 0)
        status = choose_pinned(pinning, allowed, &count, wanted, err);
    if (status == 0)
        status = cpus_choose(cpus, "", CPUS_CLAIMS, allowed, count, wanted, err);
    if (status)
        return status;
    if (pinning != PINNING_CORES)
        memcpy(cpus->workers, allowed, cpus->count * sizeof *allowed);
    for (size_t i = count; i < all; i++)
        cpus->own[cpus->own_count++] = allowed[i];
    session->conditions.counts_events = session->settings->counters;
    session->conditions.leaves_threads = pinning == PINNING_NONE;
    session->cpus = cpus;
    session->conditions.cpus = cpus->workers;
    session->conditions.cpu_count = cpus->count;
    session->conditions.threads = (int)threads;
    session->conditions.launcher = session->settings->launcher;
    session->conditions.device = session->settings->device;
    session->conditions.includes_transfers = session->settings->transfers == TRANSFERS_INCLUDED;
    session->conditions.alignment = alignment_bytes(session->settings->alignment);
    session->conditions.load_limit = session->settings->timeout;
    if (session->conditions.launches && !session->settings->threads.count) {
        session->conditions.free_cpus = allowed;
        session->conditions.free_cpu_count = count;
    }
    cpus_stay_away(cpus);
    return 0;
}

/* A resumed run gets its own libraries again, whatever has been installed since. */
static int find_named(const struct session *session, const struct options *options,
                      const struct arguments *arguments, const struct resumed *resumed,
                      struct libraries *libraries, struct err *err) {
    if (!resumed->run || (!options->functions.text && !arguments_want_libraries(arguments)))
        return options->functions.text
                   ? library_resolve(options->libraries, options->library_count,
                                     session->builtin_path, KIND_ANY, libraries, err)
                   : arguments_find_libraries(arguments, options->libraries, options->library_count,
                                              session->builtin_path, libraries, err);
    int code = library_recall(&resumed->run->facts, libraries, err);
    return code ? err_prefix(err, code, "%s: %s cannot go on", options->resume, resumed->run->name)
                : 0;
}

static struct scratch kernels, links;

static int find_libraries(const struct session *session, const struct options *options,
                          const struct arguments *arguments, const struct resumed *resumed,
                          struct libraries *libraries, struct err *err) {
    int status = 0;
    if (options->library_count || !options->relink_count)
        status = find_named(session, options, arguments, resumed, libraries, err);
    if (status || !options->relink_count)
        return status;
    if (!options->functions.text && !arguments_want_libraries(arguments))
        return err_set(err, ERR_USAGE,
                       "--relink makes libraries, and %s has implementations of its own",
                       arguments->items[0].name);
    const char *directory = scratch_make(&links, "relink");
    if (!directory)
        return err_set(err, ERR_FAILED, "no directory to link in can be made in TMPDIR: %s",
                       strerror(errno));
    return arguments_relink(options, directory, session->builtin_path, session->conditions.stop,
                            libraries, err);
}

/* What is called is known by the files that have it. */
static int find_functions(const struct session *session, struct options *options,
                          const struct resumed *resumed, struct libraries *libraries,
                          struct err *err) {
    char line[400];
    int status = find_libraries(session, options, NULL, resumed, libraries, err);
    if (status == 0)
        status = functions_combine(&options->functions, libraries, err);
    if (status == 0 && functions_tell_renewed(&options->functions, line, sizeof line))
        session->observer->note(session->observer, NOTE_PLAN, line);
    return status;
}

static int collect(struct session *session, struct options *options, struct libraries *libraries,
                   char **typed, struct resumed *resumed, struct err *err) {
    static struct arguments arguments;
    struct console *console = (struct console *)session->observer;
    if (!options->list && !options->dry_run)
        console_hold(console, 1);
    char line[600];
    if (session->commands && commands_tell_variable(session->commands, line, sizeof line))
        session->observer->note(session->observer, NOTE_PLAN, line);
    int has_functions = options->functions.text != NULL;
    int status = has_functions ? find_functions(session, options, resumed, libraries, err) : 0;
    if (status == 0)
        status = arguments_find(&arguments, options, resumed->run ? &resumed->run->facts : NULL,
                                &session->conditions, session->observer, err);
    if (status == 0 && options->list)
        report_action(&arguments.items[0]);
    else if (status == 0 && !has_functions)
        status = find_libraries(session, options, &arguments, resumed, libraries, err);
    session->kinds = arguments_kinds(&arguments);
    session->conditions.has_programs = libraries_have_program(libraries);
    session->conditions.compiles_kernels = libraries_have_device(libraries);
    session->conditions.has_devices = session->conditions.compiles_kernels;
    for (size_t i = 0; i < arguments.count; i++) /* a plug-in may use one by itself */
        session->conditions.has_devices |= arguments.items[i].plugin != NULL;
    if (status == 0 && session->conditions.has_devices && !options->list && !options->dry_run)
        session->conditions.kernels = scratch_make(&kernels, "kernels");
    if (status == 0 && !options->list)
        status =
            run_collect(session, options, &arguments, typed, resumed->run ? resumed : NULL, err);
    scratch_remove(&kernels);
    scratch_remove(&links);
    console_show_held(console);
    arguments_release(&arguments);
    return status;
}

static char **copy_arguments(int argc, char **argv) {
    char **copy = calloc((size_t)argc + 1, sizeof *copy);
    if (!copy)
        abort();
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    return copy;
}

int main(int argc, char **argv) {
    static struct cpus cpus;
    static char worker[PATH_MAX], builtin[PATH_MAX], empty[PATH_MAX];
    static struct options options;
    struct console console;
    struct left_notes left;
    struct libraries libraries = {0};
    struct resumed resumed = {0};
    struct err err;
    /* The time when the process began, because the loader takes a while too: so far it has done
     * nothing but work. */
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    double begin = wall_clock_now() - (double)used.tv_sec - 1e-9 * (double)used.tv_nsec;
    ground_check("bench-collect", 1);
    open_standard_descriptors();
    adopt();
    numeric_errors_are_results();
    int status = find_installed("bench-worker", worker, &err);
    if (status == 0)
        status = find_installed("builtin.so", builtin, &err);
    if (status == 0)
        status = find_installed("bench-empty", empty, &err);
    collect_completions.context = builtin;
    char **typed = copy_arguments(argc, argv); /* argp sorts argv */
    options_parse(&options, argc, argv);
    console_begin(&console, options.quiet, options.verbose);
    left_notes_begin(&left, &console.observer);

    if (!options.submit && !options.campaign) /* which end at once */
        ending_signals_catch(ENDING_SIGNALS, &(struct sigaction){.sa_handler = ask_to_stop});
    signal(SIGCHLD, SIG_DFL); /* if ignored, it would hide how workers end */
    /* A closed reader of our messages, or a limit on file sizes, must not cost the run. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);

    struct session session = {
        .settings = &options.settings,
        .conditions = {.worker_path = worker, .stop = &stop, .left_watch = &left.watch},
        .libraries = &libraries,
        .builtin_path = builtin,
        .empty_path = empty,
        .observer = &console.observer,
        .begin = begin};
    if (status == 0 && options.resume)
        status = resume_recall(&resumed, &options, &err);
    else if (status == 0)
        status = options_find_preloads(&options, &err);
    session.commands = options.commands.count ? &options.commands : NULL;
    session.functions = options.functions.text ? &options.functions : NULL;
    session.conditions.launches = options.commands.count > 0;
    session.conditions.variables = options.variables;
    session.conditions.variable_count = options.variable_count;
    session.conditions.preload = options.preload;
    session.names = options.libraries;
    session.name_count = options.library_count;
    if (options.submit && status != ERR_USAGE)
        status = campaigns_submit(&options, typed, &err);
    else if (options.campaign)
        status = campaigns_show(options.campaign, &err);
    else if (status == 0 && options.list && !options.action_count)
        status = report_list(builtin, options.verbose, &err);
    else if (status == 0) {
        status = choose_cpus(&session, &cpus, options.check_system, &err);
        if (status == 0 && options.check_system)
            status = check_report(&cpus, options.quiet);
        else if (status == 0)
            status = collect(&session, &options, &libraries, typed, &resumed, &err);
    }
    console_clear(&console);
    /* Who closes a pipe has read enough. */
    if (status == 0 && (fflush(stdout) || ferror(stdout)) && errno != EPIPE)
        status = err_set(&err, ERR_FAILED, "the standard output: %s", strerror(errno));
    if (status < 0)
        fprintf(stderr, "bench-collect: %s\n", err.message);
    libraries_release(&libraries);
    options_release(&options);
    cpus_release(&cpus);
    resume_release(&resumed);
    left_notes_end(&left);
    free(typed);
    return status > 0 ? status : err_exit_status(status);
}
