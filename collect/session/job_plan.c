/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/job_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/harness/clock.h"
#include "collect/job/job.h"
#include "collect/planning/budget.h"
#include "collect/planning/forecast.h"
#include "collect/planning/rehearsal.h"
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
    int is_warned; /* the user knows that the time is not enough */
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
        .interruptions = session->interruptions,
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

/* The part of the time that is left after planning in which a round is rehearsed. */
#define REHEARSING 0.03

/* So many times as many rounds as a slow rehearsal promises may be made. */
#define MOST_QUIETER 4.0

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

/* Whether SECONDS more will not end in time. */
static int is_too_much(const struct session *session, double seconds) {
    return seconds - time_left(session) > 0.25 * session->settings->time;
}

/* Even the least that can be measured takes SECONDS more. */
static void warn_of_least(const struct session *session, const struct job *job,
                          const struct settings *least, const struct plan *plan, double seconds) {
    char line[400], all[32];
    snprintf(line, sizeof line,
             "%.64s: --time %g is not enough for %llu round%s of %zu %s%s × %zu %s: about %s; "
             "smaller or fewer --sizes, or fewer %s, would end in time",
             job->action->name, session->settings->time, (unsigned long long)least->rounds,
             least->rounds == 1 ? "" : "s", plan->count, job_notes_point(job),
             plan->count == 1 ? "" : "s", job->candidate_count,
             participants_word(job, job->candidate_count),
             seconds_format(all, sizeof all, wall_clock_now() - session->begin + seconds, 2),
             participants_word(job, 2));
    note(session, NOTE_SKIPPED, line);
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
        workers->is_warned = is_too_much(session, planning + rounds);
        if (workers->is_warned)
            warn_of_least(session, job, &least, &rough, planning + rounds);
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

/* How long the rounds take that are made in any case. */
static void tell_time(const struct session *session, const struct job *job,
                      const struct settings *settings, const struct plan *plan) {
    char line[160], all[32];
    double seconds = (double)settings->rounds * plan_round_seconds(plan);
    snprintf(line, sizeof line, "%.64s: %llu %s about %s", job->action->name,
             (unsigned long long)settings->rounds,
             settings->rounds == 1 ? "round takes" : "rounds take",
             seconds_format(all, sizeof all, seconds, 2));
    note(session, NOTE_PLAN, line);
}

/* The sizes that were left out for lack of time, if any. */
static void tell_left_out(const struct session *session, const struct job *job,
                          const struct plan *plan) {
    char line[320], limit[64] = "about a minute";
    const char *way_out = "--sizes full measures all";
    if (!plan->left_out)
        return;
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

/* What --time chose, and how many SECONDS it will take. */
static void tell_choice(const struct session *session, const struct job *job,
                        const struct settings *settings, const struct plan *plan, double seconds) {
    char line[300], stage[32], all[32];
    const char *what = job_notes_point(job);
    size_t used =
        (size_t)snprintf(line, sizeof line, "%.64s: %zu %s%s, %s%llu rounds ", job->action->name,
                         plan->count, what, plan->count == 1 ? "" : "s",
                         plan->slowdown > 1 ? "up to " : "", (unsigned long long)settings->rounds);
    if (plan->trial > 0)
        used += (size_t)snprintf(line + used, sizeof line - used,
                                 "with a trial of %s per library and %s",
                                 seconds_format(stage, sizeof stage, plan->trial, 2), what);
    else
        used += (size_t)snprintf(
            line + used, sizeof line - used, "of up to %llu %s%s, %s per %s, %s and round",
            (unsigned long long)settings->max_seeds, plan->is_single ? "run" : "seed",
            settings->max_seeds == 1 ? "" : "s",
            seconds_format(stage, sizeof stage, settings->stage_time, 2), participants_word(job, 1),
            what);
    snprintf(line + used, sizeof line - used, ": about %s more",
             seconds_format(all, sizeof all, seconds, 2));
    note(session, NOTE_PLAN, line);
}

/* Where turns were slow when rehearsed, the machine may become quiet: then more rounds end in time.
 */
static void leave_room(struct settings *settings, const struct plan *plan) {
    if (!(settings->fixed & SETTINGS_FIX_ROUNDS))
        settings->rounds =
            (uint64_t)ceil((double)settings->rounds * fmin(fmax(plan->slowdown, 1), MOST_QUIETER));
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
    if (status == 0 && settings->time > 0) {
        struct settings first = *settings;
        budget_settle(plan, &first, time_left(session));
        status = plan_rehearse(plan, &workers.pool, &first, REHEARSING * time_left(session),
                               session->observer, err);
    }
    spending_since(session->spending, SPENDING_PLANNING, begin);
    workers_end(&workers);
    if (status)
        return status;
    tell_left_out(session, job, plan);
    if (!(settings->time > 0)) {
        tell_time(session, job, settings, plan);
        return 0;
    }
    double seconds = budget_settle(plan, settings, time_left(session));
    leave_room(settings, plan);
    tell_choice(session, job, settings, plan, seconds);
    if (is_too_much(session, seconds) && !workers.is_warned)
        warn_of_least(session, job, settings, plan, seconds);
    return 0;
}
