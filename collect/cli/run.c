/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/run.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/cli/announce.h"
#include "collect/cli/keep.h"
#include "collect/cli/precision.h"
#include "collect/cli/report.h"
#include "collect/cli/round_plan.h"
#include "collect/design/design_points.h"
#include "collect/harness/clock.h"
#include "collect/libraries/library_record.h"
#include "collect/planning/budget.h"
#include "collect/processes/variables.h"
#include "collect/session/resumption.h"
#include "collect/session/session.h"
#include "formats/model/left_out.h"
#include "formats/text/seconds.h"
#include "store/archive/archive_survey.h"
#include "store/archive/select.h"

/* --- which run --- */

struct search {
    size_t found; /* the latest interrupted run; SIZE_MAX: none */
    char latest[32], state[32];
};

static int look_at_run(void *context, size_t run, const struct run *summary,
                       const struct archive_fault *fault, struct err *err) {
    struct search *search = context;
    (void)err;
    if (fault)
        return 0;
    const char *state = facts_text(&summary->facts, FACT_STATE, "of unknown state");
    if (strcmp(state, "interrupted") == 0)
        search->found = run;
    snprintf(search->latest, sizeof search->latest, "%s", summary->name);
    snprintf(search->state, sizeof search->state, "%s",
             strcmp(state, "running") == 0 ? "still being measured" : state);
    return 0;
}

static int find_interrupted(struct archive *archive, size_t *found, struct err *err) {
    struct search search = {.found = SIZE_MAX};
    int status = archive_survey(archive, look_at_run, &search, err);
    *found = search.found;
    if (status || search.found != SIZE_MAX)
        return status;
    if (!search.latest[0])
        return err_set(err, ERR_USAGE, "%s: there is no run in it to resume",
                       archive_path(archive));
    return err_set(err, ERR_USAGE, "%s: no run was interrupted; the latest, %s, is %s",
                   archive_path(archive), search.latest, search.state);
}

static int find_named(struct archive *archive, char *word, size_t *found, struct err *err) {
    struct selection selection;
    int status = select_runs(archive, &word, 1, &selection, err);
    if (status)
        return status;
    for (size_t i = 0; i < archive_run_count(archive); i++)
        if (selection.is_selected[i])
            *found = i;
    if (selection.count != 1)
        status = err_set(err, ERR_USAGE, "--run %s means %zu runs; one at a time is resumed", word,
                         selection.count);
    select_release(&selection);
    return status;
}

static int read_run(struct resumed *resumed, const struct options *options, struct err *err) {
    struct archive *archive;
    int status = archive_open_with(&archive, options->resume, &options->access.access, err);
    if (status)
        return status;

    size_t found = 0;
    int code = options->run ? find_named(archive, options->run, &found, err)
                            : find_interrupted(archive, &found, err);
    if (code == 0)
        code = archive_read_run(archive, found, NULL, &resumed->run, err);
    if (code == 0) {
        const struct run *run = resumed->run;
        const char *path = options->resume;
        const char *state = facts_text(&run->facts, FACT_STATE, "of unknown state");
        if (strcmp(state, "interrupted") == 0)
            code = 0;
        else
            code = err_set(
                err, ERR_USAGE, "%s: %s is %s; only a run that was interrupted can be resumed",
                path, run->name, strcmp(state, "running") == 0 ? "still being measured" : state);
    }
    status = code ? code : digest_run(resumed->run, resumed->digest, err);
    archive_close(archive);
    return status;
}

/* --- its command line --- */

static int split_command(struct resumed *resumed, struct err *err) {
    const char *command = facts_text(&resumed->run->facts, FACT_COMMAND, "");
    int status = shell_words_split(&resumed->words, command, err);
    if (status == 0 && resumed->words.count == 0)
        status = err_set(err, ERR_DAMAGED, "it has no command line to go by; measure a new run");
    if (status)
        return status;

    /* Error messages about the words name this as their source. */
    char *name;
    if (asprintf(&name, "bench-collect, as told by %s", resumed->run->name) < 0)
        return err_set(err, ERR_FAILED, "no memory for a command line");
    free(resumed->words.items[0]);
    resumed->words.items[0] = name;
    return 0;
}

/* Commands and programs mean the files of the directory where they ran. */
static int go_to_directory(struct resumed *resumed, struct options *options, struct err *err) {
    const char *directory = facts_text(&resumed->run->facts, FACT_DIRECTORY, NULL);
    if (!directory)
        return 0;
    resumed->path = realpath(options->resume, NULL);
    if (!resumed->path)
        return err_set(err, ERR_FAILED, "%s", strerror(errno));
    options->output = resumed->path;
    return chdir(directory) == 0 ? 0
                                 : err_set(err, ERR_FAILED,
                                           "it ran in %.300s, which cannot be entered: %s; measure "
                                           "a new run",
                                           directory, strerror(errno));
}

int resume_recall(struct resumed *resumed, struct options *options, struct err *err) {
    *resumed = (struct resumed){0};
    int status = read_run(resumed, options, err);
    if (status)
        return status;
    status = split_command(resumed, err);
    if (status == 0) {
        static struct options then;
        options_parse(&then, (int)resumed->words.count, resumed->words.items);
        options->settings = then.settings;
        /* If no seed was given, it was drawn at random. */
        const struct fact *seed = resumed->run->measurement_count
                                      ? facts_find(&resumed->run->measurements[0].facts, "seed")
                                      : NULL;
        if (seed && seed->kind == FACT_INTEGER)
            options->settings.seed = (uint64_t)seed->integer;
        memcpy(options->actions, then.actions, sizeof then.actions);
        options->action_count = then.action_count;
        options->variables = then.variables;
        options->variable_count = then.variable_count;
        options->preloads = then.preloads;
        const char *preload = facts_text(&resumed->run->facts, "preload", NULL);
        options->preload = preload ? strdup(preload) : NULL;
        options->commands = then.commands;
        options->functions = then.functions;
        options->words = then.words;
        options->libraries = then.libraries;
        options->library_count = then.library_count;
        memcpy(options->relinks, then.relinks, sizeof then.relinks);
        options->relink_count = then.relink_count;
        options->output = options->resume;
        if (then.resume || then.list || then.check_system || then.dry_run)
            status = err_set(err, ERR_DAMAGED, "its command line is none that measures");
        else
            status = go_to_directory(resumed, options, err);
    }
    return status ? err_prefix(err, status, "%s: %s", options->resume, resumed->run->name) : 0;
}

void resume_release(struct resumed *resumed) {
    run_free(resumed->run);
    shell_words_release(&resumed->words);
    free(resumed->path);
    *resumed = (struct resumed){0};
}

/* --- run --- */

enum { STATUS_FAULTS = 3 /* measured, but some cells are not ok */ };

/* Shares the rest of the time among the remaining COUNT jobs. Returns when the next job must end.
 */
static double share_time(const struct session *session, size_t count) {
    double now = wall_clock_now();
    double end = session->begin + settings_whole_time(session->settings) -
                 budget_end_seconds(session->put_seconds);
    return now + (end - now) / (double)count;
}

static int measure_jobs(struct session *session, const struct job *jobs, size_t count,
                        struct run *run, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < count; i++) {
        session->until = share_time(session, count - i);
        status = session_measure(session, &jobs[i], run, err);
    }
    return status;
}

static int end_run(struct session *session, const struct options *options, struct keep *keep,
                   struct run *run, int status, struct err *err) {
    struct err keep_err;
    record_end(run, status == 0);
    char line[400];
    spending_describe(session->spending, &run->facts);
    spending_tell(session->spending, line, sizeof line);
    session->observer->note(session->observer, NOTE_DETAIL, line);
    struct record_attempts attempts = record_count_attempts(run);
    snprintf(line, sizeof line, "%zu of %zu batches disturbed; %zu still %s after retries",
             attempts.disturbed, attempts.batches, attempts.kept,
             attempts.kept == 1 ? "was" : "were");
    session->observer->note(session->observer, NOTE_DETAIL, line);
    console_clear((struct console *)session->observer);
    int worth_keeping = status == 0 || keep->writer || record_count_samples(run);
    if (!worth_keeping && status == ERR_INTERRUPTED)
        err_set(err, status, "interrupted before anything was measured; nothing was written");
    int kept = worth_keeping ? keep_end(keep, run, status == 0, &keep_err) : 0;
    if (kept) {
        *err = keep_err;
        status = kept;
    } else {
        if (status == 0 && keep->chart)
            live_chart_end(keep->chart, run);
        console_leave_chart((struct console *)session->observer);
        if (worth_keeping && !options->quiet)
            report_run(run, options->output);
        else if (worth_keeping)
            report_faults(run);
    }
    return status == 0 && record_count_faults(run) ? STATUS_FAULTS : status;
}

/* Whoever sets a variable takes it that libraries obey it. */
static void tell_ignored(const struct session *session, const struct job *jobs, size_t count) {
    struct process_conditions conditions = session->conditions;
    char names[400], threads[200], line[800];
    for (size_t j = 0; j < count; j++)
        conditions.launches_ranks |= jobs[j].action->is_parallel;
    conditions.threads = settings_most_threads(session->settings);
    variables_tell_ignored(&conditions, names, sizeof names, threads, sizeof threads);
    if (!*names && !*threads)
        return;
    snprintf(line, sizeof line, "ignored here: %s%s%s%s%s", names,
             *names ? "; --env NAME passes it" : "", *names && *threads ? "; and " : "", threads,
             *threads ? "; --threads decides that" : "");
    console_tell((struct console *)session->observer, line);
}

/* What will be measured is the first line; what preparing had to say comes after it. */
static void announce_all(const struct session *session, const struct job *jobs, size_t count) {
    struct console *console = (struct console *)session->observer;
    for (size_t j = 0; j < count; j++) {
        char line[400];
        announce_describe(session->settings, &jobs[j], count == 1, line, sizeof line);
        console_tell(console, line);
    }
    tell_ignored(session, jobs, count);
    console_show_held(console);
}

/* Looks for what batches should mind, where they can last as long as a timer's period. */
static void watch_interruptions(struct session *session) {
    const struct settings *settings = session->settings;
    double batch = settings->stage_time / (double)settings->max_seeds;
    char line[200], period[32];
    if (session->commands || (!(settings->time > 0) && batch < 5e-4))
        return;
    struct interruptions seen = interruptions_watch(session->conditions.cpus[0]);
    if (!(seen.period > 0))
        return;
    snprintf(
        line, sizeof line,
        "interruptions take %.1f %% of the time of CPU %d: batches last a multiple of %s where "
        "there is time",
        100 * seen.share, session->conditions.cpus[0],
        seconds_format(period, sizeof period, seen.period, 2));
    session->observer->note(session->observer, NOTE_DETAIL, line);
    session->interruptions = seen;
}

/* What was measured is kept, even if the measuring ended early. */
static int measure_new(struct session *session, const struct job *jobs, size_t count,
                       const struct options *options, const struct arguments *arguments,
                       char **argv, struct keep *keep, struct err *err) {
    struct run *run = run_new();
    if (!run)
        return err_set(err, ERR_FAILED, "no memory for a run");
    announce_all(session, jobs, count);
    record_begin(run, argv);
    char directory[PATH_MAX];
    if ((session->commands || session->conditions.has_programs || options->relink_count) &&
        getcwd(directory, sizeof directory))
        facts_set_text(&run->facts, FACT_DIRECTORY, directory);
    library_record(session->libraries, &run->facts);
    arguments_record(arguments, &run->facts);
    variables_record(&session->conditions, &run->facts);
    check_before_run(session->cpus, options->quiet, &run->facts);
    int status = calibrate_harness(session, run, err);
    watch_interruptions(session);
    if (status == 0)
        status = measure_jobs(session, jobs, count, run, err);
    status = end_run(session, options, keep, run, status, err);
    run_free(run);
    return status;
}

static int measure_resumed(struct session *session, const struct job *jobs, size_t count,
                           const struct options *options, struct resumed *resumed,
                           struct keep *keep, struct err *err) {
    struct run *run = resumed->run;
    struct facts now = {0};
    char line[PATH_MAX + 100];
    snprintf(line, sizeof line, "%s: %s goes on, %zu samples are there", options->output, run->name,
             record_count_samples(run));
    console_tell((struct console *)session->observer, line);
    announce_all(session, jobs, count);
    check_before_run(session->cpus, options->quiet, &now);
    record_resume(run, facts_text(&now, "measuring_cpus", "unknown"));
    facts_release(&now);
    spending_resume(session->spending, &run->facts);
    int status = resumption_make_room(session, run, err);
    if (status == 0)
        status = resumption_add_terms(jobs, count, run, err);
    if (status == 0)
        status = keep_resume(keep, run, resumed->digest, err);
    if (status)
        return status;
    status = measure_jobs(session, jobs, count, run, err);
    return end_run(session, options, keep, run, status, err);
}

/* More ranks than CPUs wait for one another in turns, most MPIs by busy loops. How many CPUs there
 * are elsewhere is for a batch system or a launcher to say. */
static int check_ranks(const struct session *session, struct err *err) {
    const struct settings *settings = session->settings;
    size_t ranks = (size_t)settings_most_ranks(settings), cpus = session->conditions.cpu_count;
    if (ranks <= cpus || settings->oversubscribes || settings->launcher || getenv("SLURM_JOB_ID"))
        return 0;
    return err_set(err, ERR_USAGE,
                   "--ranks %zu: this process may use %zu CPUs; times of more ranks say little, "
                   "and --oversubscribe allows them",
                   ranks, cpus);
}

/* Only a team may have more threads than there are CPUs. */
static int check_threads(const struct session *session, const struct action_info *action,
                         struct err *err) {
    if (action->is_parallel)
        return check_ranks(session, err);
    size_t threads = (size_t)settings_most_threads(session->settings);
    size_t most = action->makes_trials ? WIRE_MOST_THREADS : session->conditions.cpu_count;
    if (threads <= most)
        return 0;
    return err_set(err, ERR_USAGE,
                   action->makes_trials ? "--threads %zu: a team has at most %zu threads"
                                        : "--threads %zu: this process may use %zu CPUs",
                   threads, most);
}

/* Skips an action that no library can do if others remain, but not if it has been begun. */
static int prepare_jobs(struct session *session, struct arguments *arguments, struct job *jobs,
                        size_t *count, const struct run *run, struct err *err) {
    const struct action_info *actions[OPTIONS_MAX_ACTIONS];
    for (size_t i = 0; i < arguments->count; i++)
        actions[i] = &arguments->items[i];
    *count = 0;
    int status = design_points_check(session->settings, actions, arguments->count, err);
    for (size_t i = 0; status == 0 && i < arguments->count; i++)
        status = check_threads(session, actions[i], err);
    for (size_t i = 0; status == 0 && i < arguments->count; i++) {
        const struct measurement *begun = run ? run_find(run, actions[i]->name) : NULL;
        struct job *job = &jobs[*count];
        int is_alone = *count == 0 && i + 1 == arguments->count;
        status = session_prepare(session, actions[i], begun, job, err);
        for (size_t k = 0; k < job->left_count; k++)
            if (job->left[k].is_missed)
                left_out_add(&arguments->left_out,
                             &(struct left_out){actions[i]->name, job->left[k].library->name,
                                                job->left[k].why});
        if (status && job->is_deserted && !begun && !is_alone) {
            /* Notes that the action is not measured, and forgets its job. */
            char line[1200];
            snprintf(line, sizeof line, "action skipped: %.1000s", err->message);
            session->observer->note(session->observer, NOTE_FAULT, line);
            left_out_add(&arguments->left_out,
                         &(struct left_out){actions[i]->name, "", err->message});
            session_release(job);
            status = 0;
        } else
            ++*count;
    }
    arguments_end_queries(arguments);
    if (status == 0 && run)
        status = resumption_check(session, jobs, *count, run, err);
    return status;
}

/* Whoever waits for a lock must be told at once. */
static int check_archive(const struct session *session, const struct options *options,
                         struct err *err) {
    struct console *console = (struct console *)session->observer;
    console_hold(console, 0);
    int status = keep_check(options->output, options->access.access.lock_timeout, console, err);
    console_hold(console, 1);
    return status;
}

int run_collect(const struct session *given, const struct options *options,
                struct arguments *arguments, char **argv, struct resumed *resumed,
                struct err *err) {
    static struct job jobs[OPTIONS_MAX_ACTIONS];
    struct spending spending;
    struct precision_check precision_check;
    struct round_plan round_plan;
    struct keep keep;
    struct live_chart chart;
    struct session session = *given;
    size_t count = 0;
    spending_begin(&spending);
    precision_begin(&precision_check);
    keep_begin(&keep, options->output, options->access.access.lock_timeout,
               (struct console *)session.observer);
    session.keeper = &keep.keeper;
    session.spending = &spending;
    session.precision = &precision_check.precision;
    round_plan_begin(&round_plan, options->output, &options->access.access, &session.conditions);
    session.planner = &round_plan.planner;
    int status = options->dry_run ? 0 : check_archive(&session, options, err);
    if (status == 0 && options->has_plot && !options->dry_run) {
        status = live_chart_begin(&chart, options->plot, options->output,
                                  (struct console *)session.observer, err);
        keep.chart = &chart;
    }
    if (options->dry_run || settings_whole_time(&options->settings) > 0)
        session.put_seconds = budget_put_seconds(options->output);
    if (status == 0)
        status =
            prepare_jobs(&session, arguments, jobs, &count, resumed ? resumed->run : NULL, err);
    if (status == 0 && options->dry_run) {
        status = report_plan(&session, jobs, count, err);
        if (status == 0 && ((struct console *)session.observer)->faults)
            status = STATUS_FAULTS;
    } else if (status == 0)
        status = resumed ? measure_resumed(&session, jobs, count, options, resumed, &keep, err)
                         : measure_new(&session, jobs, count, options, arguments, argv, &keep, err);
    if (status == 0 && (arguments->left_out.count || arguments->left_out.incomplete))
        status = STATUS_FAULTS;
    for (size_t i = 0; i < count; i++)
        session_release(&jobs[i]);
    return status;
}
