/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/calibrate.h"
#include "collect/entrants.h"
#include "collect/environment.h"
#include "collect/job_notes.h"
#include "collect/job_plan.h"
#include "collect/job_sizes.h"
#include "collect/library_family.h"
#include "collect/measure.h"
#include "collect/placement.h"
#include "collect/plan_record.h"
#include "collect/stopping.h"
#include "collect/team.h"
#include "collect/thread_groups.h"
#include "collect/wall.h"

/* --- preparing: libraries --- */

static void unpack_facts(const struct wire_loaded *loaded, struct facts *facts) {
    size_t at = 0, length = loaded->facts_length;
    if (length > sizeof loaded->facts || (length && loaded->facts[length - 1] != '\0'))
        return;
    while (at < length) {
        const char *name = loaded->facts + at;
        at += strlen(name) + 1;
        if (at >= length)
            return;
        facts_set_text(facts, name, loaded->facts + at);
        at += strlen(loaded->facts + at) + 1;
    }
}

static void describe_candidate(const struct session *session, const struct member *member,
                               struct facts *facts) {
    const struct library *library = member->library;
    const struct wire_loaded *loaded = &member->loaded;
    facts_set_text(facts, "path", library->paths[0]);
    if (library->path_count > 1)
        facts_set_text(facts,
                       library_family_may_have(library->paths[1], "dpotrf_") ? "lapack_path"
                                                                             : "single_path",
                       library->paths[1]);
    facts_set_text(facts, "interface", loaded->c_interface ? "C" : "Fortran");
    if (loaded->integer_bits)
        facts_set_integer(facts, "integer_bits", loaded->integer_bits);
    if (session->settings->threads.count < 2)
        facts_set_integer(facts, SPOTS_THREADS, session->conditions.threads);
    unpack_facts(loaded, facts);
}

static void note_skipped(const struct session *session, const struct library *library,
                         const struct bench_action *action, const char *why) {
    char line[1200];
    snprintf(line, sizeof line, "%.64s skipped for %s: %.1000s", library->name, action->name, why);
    session->observer->note(session->observer, NOTE_SKIPPED, line);
}

/* A library that nobody asked for and that is of another trade: FFTW for axpy. */
static int is_out_of_place(const struct library *library, const struct bench_action *action) {
    const struct bench_routine *first = action->routines;
    const char *name = !first ? NULL : first->c ? first->c : first->fortran;
    return library->was_found && name && !library_family_may_have(library->paths[0], name);
}

static void note_candidate(const struct session *session, const struct candidate *candidate) {
    char line[1200];
    const struct facts *facts = &candidate->facts;
    snprintf(line, sizeof line, "%s: %s, version %s, kernel %s, bound to %s",
             candidate->library->name, candidate->library->paths[0],
             facts_text(facts, "version", "unknown"), facts_text(facts, "kernel", "unknown"),
             facts_text(facts, "bindings", "nothing"));
    session->observer->note(session->observer, NOTE_DETAIL, line);
}

/* Loads every library once, one after the other, and keeps those that can do the action. */
static int find_candidates(const struct session *session, struct job *job, struct err *err) {
    const struct libraries *libraries = session->libraries;
    job->candidates = calloc(libraries->count + 1, sizeof *job->candidates);
    int status = job->candidates ? 0 : err_set(err, ERR_FAILED, "no memory for the libraries");
    double begin = wall_now();
    for (size_t i = 0; status == 0 && i < libraries->count; i++) {
        const struct library *library = &libraries->items[i];
        struct team team;
        struct err why;
        if (is_out_of_place(library, job->action))
            continue;
        enum cell_status fate;
        status = team_begin(&team, &session->conditions, job->action, session->settings->type, 0,
                            1 << 20, &library, 1, err);
        if (status)
            return status;
        int loaded = team_load(&team, 0, 0, &fate, &why);
        if (loaded == 0) {
            struct candidate *candidate = &job->candidates[job->candidate_count++];
            candidate->library = library;
            describe_candidate(session, &team.members[0], &candidate->facts);
            note_candidate(session, candidate);
        } else if (loaded == ERR_INTERRUPTED) {
            status = err_set(err, ERR_INTERRUPTED, "interrupted");
        } else {
            note_skipped(session, library, job->action, why.message);
        }
        team_end(&team);
    }
    spending_since(session->spending, SPENDING_STARTING, begin);
    if (status == 0 && job->candidate_count == 0)
        return err_set(err, ERR_FAILED,
                       "no library is left that can do %s; bench-collect --list shows those "
                       "installed",
                       job->action->name);
    return status;
}

static void list_candidates(const struct job *job, char *names, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < job->candidate_count && used < size; i++)
        used += (size_t)snprintf(names + used, size - used, "%s%s", i ? ", " : "",
                                 job->candidates[i].library->name);
}

static int find_reference(const struct session *session, struct job *job, struct err *err) {
    const char *wanted = session->settings->reference;
    char names[512];
    size_t exact = SIZE_MAX, of_family = SIZE_MAX;
    for (size_t i = job->candidate_count; wanted && i-- > 0;) {
        const char *name = job->candidates[i].library->name;
        if (strcmp(name, wanted) == 0)
            exact = i;
        if (run_is_of_family(name, wanted))
            of_family = i;
    }
    job->reference = !wanted ? 0 : exact != SIZE_MAX ? exact : of_family;
    if (job->reference != SIZE_MAX)
        return 0;
    list_candidates(job, names, sizeof names);
    return err_set(err, ERR_USAGE, "--ref %s is none of the libraries that do %s: %s", wanted,
                   job->action->name, names);
}

/* There are no CPUs for more than the command line asks for. */
static int check_threads(const struct session *session, const struct plan *plan, const char *name,
                         struct err *err) {
    for (size_t p = 0; p < plan->count; p++)
        if (plan->points[p].spot.threads > session->conditions.threads)
            return err_set(err, ERR_DAMAGED,
                           "%s has points of %d threads, where %d were asked for; measure a new "
                           "run instead",
                           name, plan->points[p].spot.threads, session->conditions.threads);
    return 0;
}

/* Points and arena are those of BEGUN. */
static int prepare_begun(const struct session *session, const struct measurement *begun,
                         struct job *job, struct err *err) {
    struct plan plan;
    const struct fact *arena = facts_find(&begun->facts, "arena_bytes");
    int status = plan_recall(&plan, job->action, begun, err);
    job->eviction = plan.eviction;
    if (status == 0)
        status = check_threads(session, &plan, begun->name, err);
    if (status == 0)
        status = job_sizes_keep(session, &plan, job, err);
    plan_release(&plan);
    if (status == 0 && arena && arena->kind == FACT_INTEGER && arena->integer > 0)
        job->arena_bytes = (size_t)arena->integer;
    return status;
}

int session_prepare(const struct session *session, const struct bench_action *action,
                    const struct measurement *begun, struct job *job, struct err *err) {
    *job = (struct job){.action = action};
    int status =
        begun ? prepare_begun(session, begun, job, err) : job_sizes_choose(session, job, err);
    if (status == 0)
        status = find_candidates(session, job, err);
    if (status == 0)
        status = find_reference(session, job, err);
    if (status == 0 && session->settings->precision > 0 && job->candidate_count < 2)
        status = err_set(err, ERR_USAGE,
                         "--precision is of ratios, and %s alone is left for %s: name another "
                         "library, or give --rounds",
                         job->candidates[0].library->name, action->name);
    if (status == 0 && session->settings->cache == CACHE_COLD && !begun)
        status = calibrate_eviction(session, &job->eviction, err);
    return status;
}

void session_release(struct job *job) {
    for (size_t i = 0; i < job->candidate_count; i++)
        facts_release(&job->candidates[i].facts);
    free(job->candidates);
    spots_release(&job->spots);
    *job = (struct job){0};
}

/* --- measuring --- */

static const char *const schedule_names[] = {
    [SCHEDULE_INTERLEAVED] = "interleaved",
    [SCHEDULE_BLOCKED] = "blocked",
};

static void describe_measurement(const struct session *session, const struct job *job,
                                 struct measurement *m) {
    const struct bench_action *action = job->action;
    const struct settings *settings = session->settings;
    const char *reference = job->candidates[job->reference].library->name;
    struct facts *facts = &m->facts;
    facts_set_text(facts, FACT_ABOUT, action->about);
    facts_set_text(facts, FACT_SIZE_MEANS, action->size_means);
    facts_set_text(facts, FACT_AXIS, spots_axis(action, settings));
    facts_set_text(facts, FACT_TYPE, (char[]){settings->type, '\0'});
    facts_set_text(facts, FACT_REFERENCE, reference);
    char judges[128];
    snprintf(judges, sizeof judges, "%.80s where it is right, else builtin", reference);
    facts_set_text(facts, "answers_held_against", settings->reference ? judges : "builtin");
    facts_set_text(facts, FACT_CACHE_STATE, settings->cache == CACHE_COLD ? "cold" : "warm");
    facts_set_text(facts, "flops_formula", action->flops_formula);
    facts_set_text(facts, "bytes_formula", action->bytes_formula);
    facts_set_text(facts, "schedule", schedule_names[settings->schedule]);
    placement_describe(settings, action->name, m->rounds, facts);
    facts_set_real(facts, "stage_time", settings->stage_time);
    if (settings->cache == CACHE_WARM)
        facts_set_real(facts, "warm_up_bound", settings->stage_time);
    facts_set_integer(facts, "seed", (int64_t)settings->seed);
}

static int describe_thread_orders(const struct settings *settings, const struct plan *plan,
                                  struct measurement *m, struct err *err) {
    struct thread_groups groups;
    int status = thread_groups_find(&groups, plan, err);
    if (status == 0)
        thread_groups_describe(&groups, settings->seed, m->name, m->rounds, &m->facts);
    thread_groups_release(&groups);
    return status;
}

static int add_measurement(const struct session *session, const struct job *job,
                           const struct plan *plan, const struct measure_setup *setup,
                           struct run *run, struct measurement **result, struct err *err) {
    struct measurement *m = run_add_measurement(run, job->action->name, plan->count,
                                                stopping_most_rounds(session->settings),
                                                session->settings->max_seeds, err);
    *result = m;
    if (!m)
        return ERR_FAILED;
    describe_measurement(session, job, m);
    facts_set_integer(&m->facts, "arena_bytes", (int64_t)job->arena_bytes);
    if (entrants_add_series(m, job, setup->entrants, setup->entrant_count, err))
        return ERR_FAILED;
    int status = describe_thread_orders(session->settings, plan, m, err);
    return status ? status : plan_record(m, job->action, plan, setup->entrants, err);
}

static void begin_keeping(const struct session *session, struct run *run,
                          const struct measurement *m) {
    double begin = wall_now();
    if (session->keeper)
        session->keeper->begin(session->keeper, run, (size_t)(m - run->measurements));
    spending_since(session->spending, SPENDING_ARCHIVE, begin);
}

static int measure_planned(const struct session *session, const struct job *job,
                           const struct plan *plan, const struct measure_setup *setup,
                           struct run *run, struct err *err) {
    struct measurement *measurement;
    const struct fact *harness = facts_find(&run->facts, "harness_overhead");
    job_notes_doubts(session, job, plan, harness ? harness->real : NAN);
    int status = add_measurement(session, job, plan, setup, run, &measurement, err);
    if (status)
        return status;
    begin_keeping(session, run, measurement);
    return measure_rounds(measurement, plan, setup, session->observer, err);
}

/* What SETTINGS were, or what --time made of them. */
static void recall_settings(const struct measurement *begun, struct settings *settings) {
    const struct fact *stage = facts_find(&begun->facts, "stage_time");
    if (!(settings->precision > 0))
        settings->rounds = begun->rounds;
    if (stage && stage->kind == FACT_REAL && stage->real > 0)
        settings->stage_time = stage->real;
    settings->max_seeds = begun->max_seeds;
    settings->time = 0;
}

int session_has_ended(const struct measurement *m) {
    return facts_find(&m->facts, "rounds_ended_by") != NULL;
}

static int measure_rest(const struct session *session, struct settings *settings,
                        const struct measure_setup *setup, struct run *run,
                        struct measurement *begun, struct err *err) {
    struct plan plan;
    if (session_has_ended(begun))
        return 0;
    recall_settings(begun, settings);
    int status = plan_recall(&plan, setup->action, begun, err);
    if (status == 0)
        begin_keeping(session, run, begun);
    if (status == 0)
        status = measure_rounds(begun, &plan, setup, session->observer, err);
    plan_release(&plan);
    return status;
}

/* SETTINGS are the session's, and become what --time chooses. */
static int measure_job(const struct session *session, const struct job *job,
                       struct settings *settings, struct entrant *entrants, struct run *run,
                       struct err *err) {
    struct plan plan;
    struct measure_setup setup = {.conditions = &session->conditions,
                                  .action = job->action,
                                  .settings = settings,
                                  .entrants = entrants,
                                  .entrant_count = entrants_choose(settings, job, entrants),
                                  .arena_bytes = job->arena_bytes,
                                  .until = session->until,
                                  .keeper = session->keeper,
                                  .precision = session->precision,
                                  .spending = session->spending};
    struct measurement *begun = run_find(run, job->action->name);
    if (begun)
        return measure_rest(session, settings, &setup, run, begun, err);
    int status = job_plan_make(session, job, settings, &plan, err);
    if (status == 0)
        status = measure_planned(session, job, &plan, &setup, run, err);
    plan_release(&plan);
    return status;
}

int session_measure(const struct session *session, const struct job *job, struct run *run,
                    struct err *err) {
    struct settings settings = *session->settings;
    struct session own = *session;
    struct entrant *entrants = calloc(job->candidate_count + 1, sizeof *entrants);
    own.settings = &settings;
    int status = entrants ? measure_job(&own, job, &settings, entrants, run, err)
                          : err_set(err, ERR_FAILED, "no memory for the libraries");
    free(entrants);
    return status;
}
