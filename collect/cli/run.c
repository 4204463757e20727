/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/run.h"

#include <limits.h>
#include <stdio.h>

#include "collect/planning/budget.h"
#include "collect/session/calibrate.h"
#include "collect/cli/check.h"
#include "collect/cli/keep.h"
#include "collect/cli/plan.h"
#include "collect/cli/precision.h"
#include "collect/cli/report.h"
#include "collect/libraries/library_record.h"
#include "collect/session/record.h"
#include "collect/session/resumption.h"
#include "collect/design/design_points.h"
#include "collect/harness/wall_clock.h"
#include "collect/session/session.h"

enum { STATUS_FAULTS = 3 /* measured, but some cells are not ok */ };

/* What is left of --time is shared out among the COUNT jobs that are left. */
static double share_time(const struct session *session, size_t count) {
    double now = wall_clock_now();
    double end =
        session->begin + session->settings->time - budget_end_seconds(session->put_seconds);
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

static void tell_spending(const struct session *session, struct run *run) {
    char line[400];
    spending_describe(session->spending, &run->facts);
    spending_tell(session->spending, line, sizeof line);
    session->observer->note(session->observer, NOTE_DETAIL, line);
}

static int end_run(struct session *session, const struct options *options, struct keep *keep,
                   struct run *run, int status, struct err *err) {
    struct err keep_err;
    record_end(run, status == 0);
    tell_spending(session, run);
    console_clear((struct console *)session->observer);
    int worth_keeping = status == 0 || keep->writer || record_count_samples(run);
    if (!worth_keeping && status == ERR_INTERRUPTED)
        err_set(err, status, "interrupted before anything was measured; nothing was written");
    int kept = worth_keeping ? keep_end(keep, run, status == 0, &keep_err) : 0;
    if (kept) {
        *err = keep_err;
        status = kept;
    } else if (worth_keeping && !options->quiet) {
        report_run(run, options->output);
    }
    return status == 0 && record_count_faults(run) ? STATUS_FAULTS : status;
}

/* What was measured is kept, also when the measuring ended early. */
static int measure_new(struct session *session, const struct job *jobs, size_t count,
                       const struct options *options, const struct subjects *subjects, char **argv,
                       struct keep *keep, struct err *err) {
    struct run *run = run_new();
    if (!run)
        return err_set(err, ERR_FAILED, "no memory for a run");
    record_begin(run, argv);
    library_record(session->libraries, &run->facts);
    subjects_record(subjects, &run->facts);
    check_before_run(session->cpus, options->quiet, &run->facts);
    int status = calibrate_harness(session, run, err);
    if (status == 0)
        status = measure_jobs(session, jobs, count, run, err);
    status = end_run(session, options, keep, run, status, err);
    run_free(run);
    return status;
}

static void tell_resumed(const struct session *session, const struct options *options,
                         const struct run *run) {
    char line[PATH_MAX + 100];
    snprintf(line, sizeof line, "%s: %s goes on, %zu samples are there", options->output, run->name,
             record_count_samples(run));
    session->observer->note(session->observer, NOTE_PLAN, line);
}

static int measure_rest(struct session *session, const struct job *jobs, size_t count,
                        const struct options *options, struct resumed *resumed, struct keep *keep,
                        struct err *err) {
    struct run *run = resumed->run;
    struct facts now = {0};
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
    tell_resumed(session, options, run);
    status = measure_jobs(session, jobs, count, run, err);
    return end_run(session, options, keep, run, status, err);
}

/* Notes that an action is not measured, and forgets its job. */
static void skip_job(const struct session *session, struct subjects *subjects, struct job *job,
                     const struct err *why) {
    char line[1200];
    snprintf(line, sizeof line, "action skipped: %.1000s", why->message);
    session->observer->note(session->observer, NOTE_SKIPPED, line);
    subjects->lost++;
    session_release(job);
}

/* One that no library can do is skipped where others remain; but not when it has been begun. */
static int prepare_jobs(struct session *session, struct subjects *subjects, struct job *jobs,
                        size_t *count, const struct run *run, struct err *err) {
    const struct action_info *actions[OPTIONS_MAX_ACTIONS];
    for (size_t i = 0; i < subjects->count; i++)
        actions[i] = &subjects->items[i];
    *count = 0;
    int status = design_points_check(session->settings, actions, subjects->count, err);
    for (size_t i = 0; status == 0 && i < subjects->count; i++) {
        const struct measurement *begun = run ? run_find(run, actions[i]->name) : NULL;
        struct job *job = &jobs[*count];
        int is_alone = *count == 0 && i + 1 == subjects->count;
        status = session_prepare(session, actions[i], begun, job, err);
        if (status && job->is_deserted && !begun && !is_alone) {
            skip_job(session, subjects, job, err);
            status = 0;
        } else {
            ++*count;
        }
    }
    subjects_end_enquiries(subjects);
    if (status == 0 && run)
        status = resumption_check(session, jobs, *count, run, err);
    return status;
}

int run_collect(const struct session *given, const struct options *options,
                struct subjects *subjects, char **argv, struct resumed *resumed, struct err *err) {
    static struct job jobs[OPTIONS_MAX_ACTIONS];
    struct spending spending;
    struct verify_answers precision_check;
    struct keep keep;
    struct session session = *given;
    size_t count = 0;
    spending_begin(&spending);
    precision_begin(&precision_check);
    keep_begin(&keep, options->output, options->access.access.lock_timeout,
               (struct console *)session.observer);
    session.keeper = &keep.keeper;
    session.spending = &spending;
    session.precision = &precision_check.precision;
    int status = options->dry_run ? 0
                                  : keep_check(options->output, options->access.access.lock_timeout,
                                               (struct console *)session.observer, err);
    if (options->dry_run || options->settings.time > 0)
        session.put_seconds = budget_put_seconds(options->output);
    if (status == 0)
        status = prepare_jobs(&session, subjects, jobs, &count, resumed ? resumed->run : NULL, err);
    if (status == 0 && options->dry_run)
        status = cmd_plan_print(&session, jobs, count, err);
    else if (status == 0)
        status = resumed ? measure_rest(&session, jobs, count, options, resumed, &keep, err)
                         : measure_new(&session, jobs, count, options, subjects, argv, &keep, err);
    if (status == 0 && subjects->lost)
        status = STATUS_FAULTS;
    for (size_t i = 0; i < count; i++)
        session_release(&jobs[i]);
    return status;
}
