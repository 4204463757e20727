/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/job_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/harness/clock.h"
#include "collect/job/job.h"
#include "collect/planning/budget.h"
#include "collect/planning/forecast.h"
#include "collect/planning/round_order.h"
#include "collect/processes/action_process.h"
#include "collect/processes/worker_pool.h"
#include "collect/session/job_prepare.h"
#include "formats/text/seconds.h"

/* --- job notes --- */

static void note(const struct session *session, enum note_kind kind, const char *line) {
    session->observer->note(session->observer, kind, line);
}

const char *job_notes_point(const struct job *job) {
    return job->action->size_means && design_points_count_curves(&job->design_points) < 2 ? "size"
                                                                                          : "point";
}

/* The last point of the largest size at which any library's call is shorter than SECONDS, for
 * people; NULL: none. */
static const char *last_shorter(const struct plan *plan, double seconds) {
    const struct point *last = NULL;
    for (size_t p = 0; p < plan->count; p++)
        for (size_t i = 0; i < plan->library_count; i++)
            if (plan_is_alive(&plan->points[p].cells[i]) &&
                plan->points[p].cells[i].call_seconds < seconds &&
                (!last || plan->points[p].design_point.size >= last->design_point.size))
                last = &plan->points[p];
    return last ? last->where : NULL;
}

void job_notes_doubts(const struct session *session, const struct job *job, const struct plan *plan,
                      double harness) {
    char line[500];
    if (plan->trial > 0)
        return;
    const char *why = plan->is_fresh         ? "first"
                      : plan->keeps_calls    ? "single"
                      : plan->eviction.bytes ? "cold"
                                             : NULL;
    const char *advice =
        job->action->size_means ? "choose larger --sizes" : "measure what takes longer";
    const char *singly = why ? last_shorter(plan, plan->shortest) : NULL;
    const char *loaded = harness > 0 ? last_shorter(plan, 100 * harness) : NULL;
    if (singly) {
        snprintf(line, sizeof line,
                 "%s: %s calls are timed one by one, and%s%s some are shorter than the %.2g s "
                 "that the clock needs for 0.1 %% (a reading takes up to %.2g s): %s",
                 job->action->name, why, *singly ? " up to " : "", singly, plan->shortest,
                 plan->shortest / 1000, advice);
        note(session, plan->keeps_calls ? NOTE_PLAN : NOTE_DETAIL, line);
    }
    if (loaded) {
        snprintf(line, sizeof line,
                 "%s:%s%s the harness takes more than 1 %% of some calls (%.2g s of each): %s, or "
                 "mind it when comparing",
                 job->action->name, *loaded ? " up to " : "", loaded, harness, advice);
        note(session, NOTE_DETAIL, line);
    }
}

/* --- the planning pool --- */

/* The libraries, and after them the trusted library if it is not one of them. */
struct workers {
    struct worker_pool pool;
    const struct library **members;
    size_t count, builtin;
    double begin;
};

static void workers_end(struct workers *workers) {
    worker_pool_end(&workers->pool);
    free(workers->members);
}

static int load_all(struct workers *workers, const struct session *session, const struct job *job,
                    struct err *err) {
    enum cell_status fate;
    uint64_t layout =
        memory_layout_layout(session->settings, job->action->name, MEMORY_LAYOUT_PLANNING);
    int status = worker_pool_begin(&workers->pool, &session->conditions, job->action, layout,
                                   job->arena_bytes, workers->members, workers->count, err);
    if (status)
        return status;
    workers->pool.trial_seconds = session->settings->trial;
    for (size_t i = 0; status != ERR_INTERRUPTED && i < workers->count; i++)
        status =
            worker_pool_load(&workers->pool, i, job->design_points.items[0].threads, &fate, err);
    return status == ERR_INTERRUPTED ? status : 0;
}

static int workers_begin(struct workers *workers, const struct session *session,
                         const struct job *job, struct err *err) {
    *workers =
        (struct workers){.begin = wall_clock_now(),
                         .members = calloc(job->candidate_count + 1, sizeof *workers->members)};
    if (!workers->members)
        return err_set(err, ERR_FAILED, "no memory for the libraries");
    workers->builtin = job->trusted.name ? job->candidate_count : PLAN_NOBODY;
    workers->count = job->candidate_count;
    for (size_t i = 0; i < job->candidate_count; i++) {
        workers->members[i] = job->candidates[i].library;
        if (job->trusted.name && library_is_same(workers->members[i], &job->trusted))
            workers->builtin = i;
    }
    if (workers->builtin == job->candidate_count)
        workers->members[workers->count++] = &job->trusted;
    int status = load_all(workers, session, job, err);
    if (status)
        workers_end(workers);
    spending_since(session->spending, SPENDING_STARTING, workers->begin);
    return status;
}

/* A round starts the same workers, and the control's, but not the trusted library's. */
static double start_seconds(const struct workers *workers, const struct session *session,
                            const struct job *job) {
    size_t wanted =
        job->candidate_count + (size_t)participants_want_control(session->settings, job);
    return (wall_clock_now() - workers->begin) * (double)wanted / (double)workers->count;
}

static void begin_plan(struct plan *plan, const struct workers *workers,
                       const struct session *session, const struct job *job) {
    *plan = (struct plan){
        .start_seconds = start_seconds(workers, session, job),
        .put_seconds = session->put_seconds,
        .eviction = job->eviction,
        .control = participants_want_control(session->settings, job) ? job->reference + 1 : 0};
}

static double time_left(const struct session *session) {
    return session->until - wall_clock_now();
}

/* --- forecasting --- */

static void settle_forecast(struct plan *plan, struct settings *settings, const struct job *job,
                            double allowed, struct job_plan_outlook *outlook) {
    int is_timed = settings->time > 0;
    int is_bounded = is_timed || settings->sizes_wanted == SIZES_THINNED;
    if (is_bounded && !job_sizes_are_given(settings, job))
        plan_forecast_cut(plan, settings, allowed);
    outlook->planning = plan_forecast_planning(plan, settings);
    outlook->rounds = is_timed ? budget_settle(plan, settings, allowed - outlook->planning)
                               : budget_keep(plan, settings);
}

int job_plan_forecast(const struct session *session, const struct job *job, double seconds,
                      double allowed, struct settings *settings, struct plan *plan,
                      struct job_plan_outlook *outlook, struct err *err) {
    struct run_hooks hooks;
    struct action_info info = *job->action;
    struct job own = *job;
    own.action = &info;
    *plan = (struct plan){0};
    int status = run_hooks_begin(&hooks, &session->conditions, &info, &job->design_points, err);
    if (status == 0 && info.commands)
        status = commands_check_input(info.commands, err);
    if (status == 0) {
        struct workers workers;
        *plan = (struct plan){0};
        if (settings->time > 0)
            budget_look(settings);
        status = workers_begin(&workers, session, &own, err);
        if (status == 0) {
            begin_plan(plan, &workers, session, &own);
            status = plan_forecast(plan, &workers.pool, own.candidate_count, workers.builtin,
                                   settings, &own.design_points, seconds, session->observer, err);
            workers_end(&workers);
        }
        if (status == 0)
            settle_forecast(plan, settings, &own, settings->time > 0 ? allowed : SETTINGS_BUDGET,
                            outlook);
    }
    run_hooks_end(&hooks, NULL);
    return status;
}

/* --- planning --- */

/* Passes on progress only: the plan itself will tell what libraries do wrong. */
struct silent_observer {
    struct observer observer; /* first */
    struct observer *inner;
};

static void ignore_note(struct observer *observer, enum note_kind kind, const char *line) {
    (void)observer, (void)kind, (void)line;
}

static void pass_progress(struct observer *observer, const struct progress *progress) {
    struct observer *inner = ((struct silent_observer *)observer)->inner;
    inner->progress(inner, progress);
}

/* Warns if the given sizes will not end in time. */
static int look_ahead(const struct session *session, const struct job *job, struct workers *workers,
                      const struct settings *settings, struct err *err) {
    struct silent_observer silent = {{ignore_note, pass_progress}, session->observer};
    struct plan rough;
    struct settings least = *settings;
    begin_plan(&rough, workers, session, job);
    int status =
        plan_forecast(&rough, &workers->pool, job->candidate_count, workers->builtin, settings,
                      &job->design_points, 0.05 * time_left(session), &silent.observer, err);
    if (status == 0) {
        double planning = plan_forecast_planning(&rough, settings) - rough.start_seconds;
        double rounds = budget_settle(&rough, &least, time_left(session) - planning);
        if (planning + rounds > 1.5 * time_left(session)) {
            /* The given sizes take SECONDS or more, but ALLOWED seconds are left. */
            double seconds = planning + rounds;
            double allowed = time_left(session);
            char line[300], long_least[32], left[32];
            snprintf(
                line, sizeof line,
                "%s: these sizes take at least about %s more, and %s of --time are left; going on "
                "all the same: smaller or fewer --sizes, or fewer libraries, would end in time",
                job->action->name, seconds_format(long_least, sizeof long_least, seconds, 2),
                seconds_format(left, sizeof left, fmax(allowed, 0), 2));
            note(session, NOTE_SKIPPED, line);
        }
    }
    plan_release(&rough);
    return status;
}

/* The library whose answers others are compared with, in preference to the trusted library. */
static size_t choose_reference(const struct settings *settings, const struct job *job) {
    int is_asked_for = settings->reference && !job->action->implementation_count;
    int is_needed = !job->trusted.name && !job->action->has_residual;
    if (job->action->makes_trials) /* each work is checked by itself */
        return PLAN_NOBODY;
    return is_asked_for || is_needed ? job->reference : PLAN_NOBODY;
}

static int make_plan(const struct session *session, const struct job *job, struct workers *workers,
                     const struct settings *settings, struct plan *plan, struct err *err) {
    int is_given = job_sizes_are_given(settings, job);
    double budget = settings->sizes_wanted == SIZES_THINNED && !is_given ? SETTINGS_BUDGET : 0;
    int status = 0;
    begin_plan(plan, workers, session, job);
    if (settings->time > 0)
        budget = is_given ? 0 : fmax(time_left(session), 1e-3);
    int is_alone = job->action->commands && job->design_points.count == 1;
    if (settings->time > 0 && is_given && !is_alone)
        status = look_ahead(session, job, workers, settings, err);
    return status ? status
                  : plan_make(plan, &workers->pool, job->candidate_count, workers->builtin,
                              choose_reference(settings, job), settings, &job->design_points,
                              budget, session->observer, err);
}

int job_plan_make(const struct session *session, const struct job *job, struct settings *settings,
                  struct plan *plan, struct err *err) {
    struct workers workers;
    *plan = (struct plan){0};
    if (settings->time > 0)
        budget_look(settings);
    int status = workers_begin(&workers, session, job, err);
    if (status)
        return status;
    double begin = wall_clock_now();
    status = make_plan(session, job, &workers, settings, plan, err);
    spending_since(session->spending, SPENDING_PLANNING, begin);
    workers_end(&workers);
    if (status)
        return status;

    /* The sizes that were left out for lack of time, if any. */
    char line[320], limit[64] = "about a minute";
    const char *way_out = "--sizes full measures all";
    if (plan->left_out) {
        if (session->settings->time > 0) {
            snprintf(limit, sizeof limit, "--time %g", session->settings->time);
            way_out = "those that --sizes names are measured all the same";
        }
        snprintf(line, sizeof line,
                 "%s: sizes from %lld up%s would take longer than %s and are left out; %s",
                 job->action->name, (long long)plan->left_out,
                 plan->cut_curves > 1 ? ", or more, depending on the combination," : "", limit,
                 way_out);
        note(session, NOTE_SKIPPED, line);
    }

    if (settings->time > 0) {
        /* What --time chose, and how many seconds it will take. */
        double seconds = budget_settle(plan, settings, time_left(session));
        char choice_line[300], stage[32], all[32];
        const char *what = job_notes_point(job);
        if (plan->trial > 0) {
            snprintf(choice_line, sizeof choice_line,
                     "%s: %zu %s%s, %llu rounds with a trial of %s per library and %s: about %s "
                     "more",
                     job->action->name, plan->count, what, plan->count == 1 ? "" : "s",
                     (unsigned long long)settings->rounds,
                     seconds_format(stage, sizeof stage, plan->trial, 2), what,
                     seconds_format(all, sizeof all, seconds, 2));
            note(session, NOTE_PLAN, choice_line);
            return 0;
        }
        snprintf(choice_line, sizeof choice_line,
                 "%s: %zu %s%s, %llu rounds of up to %llu %s%s, %s per %s, %s and round: "
                 "about %s more",
                 job->action->name, plan->count, what, plan->count == 1 ? "" : "s",
                 (unsigned long long)settings->rounds, (unsigned long long)settings->max_seeds,
                 plan->is_single ? "run" : "seed", settings->max_seeds == 1 ? "" : "s",
                 seconds_format(stage, sizeof stage, settings->stage_time, 2),
                 job->action->commands    ? "command"
                 : job->action->functions ? "function"
                                          : "library",
                 what, seconds_format(all, sizeof all, seconds, 2));
        note(session, NOTE_PLAN, choice_line);
    }
    return 0;
}
