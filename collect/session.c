/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/actions.h"
#include "collect/environment.h"
#include "collect/measure.h"
#include "collect/plan.h"
#include "collect/team.h"
#include "collect/workspace.h"

/* A quarter of the 100 classic sizes. */
enum { THINNED = 25, CLASSIC = 100 };

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
        facts_set_text(facts, "lapack_path", library->paths[1]);
    facts_set_text(facts, "interface", loaded->c_interface ? "C" : "Fortran");
    if (loaded->integer_bits)
        facts_set_integer(facts, "integer_bits", loaded->integer_bits);
    facts_set_integer(facts, "threads", session->conditions.threads);
    unpack_facts(loaded, facts);
}

static void note_skipped(const struct session *session, const struct library *library,
                         const struct bench_action *action, const char *why) {
    char line[1200];
    snprintf(line, sizeof line, "%.64s skipped for %s: %.1000s", library->name, action->name, why);
    session->observer->note(session->observer, NOTE_SKIPPED, line);
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
    for (size_t i = 0; status == 0 && i < libraries->count; i++) {
        const struct library *library = &libraries->items[i];
        struct team team;
        struct err why;
        enum cell_status fate;
        status = team_begin(&team, &session->conditions, job->action, session->settings->type, 0,
                            1 << 20, &library, 1, err);
        if (status)
            return status;
        int loaded = team_load(&team, 0, &fate, &why);
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

/* --- preparing: sizes --- */

/* Bytes that may be used: four fifths of what is available now. */
static size_t memory_limit(void) {
    size_t available = environment_available_memory();
    return available ? available / 5 * 4 : SIZE_MAX;
}

/* Bytes that a size takes: the arena with its copies, and the judge's outputs kept beside it. */
static int measure_size(const struct session *session, const struct job *job, int64_t size,
                        size_t *arena_bytes, size_t *total_bytes, struct err *err) {
    struct workspace_needs needs;
    int status = workspace_measure(job->action, session->settings->type, size, &needs, err);
    if (status)
        return status;
    *arena_bytes = (needs.arena_bytes + 2 * WORKSPACE_COPY_BYTES + 4095) / 4096 * 4096;
    *total_bytes = needs.arena_bytes + needs.output_bytes;
    return 0;
}

static int size_is_too_large(const struct job *job, int64_t size, size_t bytes, size_t limit,
                             struct err *err) {
    return err_set(err, ERR_USAGE,
                   "%s at size %lld needs %.3g GB of memory and %.3g GB may be used; choose "
                   "smaller --sizes",
                   job->action->name, (long long)size, 1e-9 * (double)bytes, 1e-9 * (double)limit);
}

/* Every sample has four numbers in memory; see the details in formats/run.h. */
static int check_samples(const struct session *session, const struct job *job, struct err *err) {
    const struct settings *settings = session->settings;
    double samples = (double)job->sizes.count * (double)settings->rounds *
                     (double)settings->max_seeds * (double)session->libraries->count;
    if (samples * 4 * sizeof(double) <= (double)memory_limit() / 4 && samples < RUN_MAX_ELEMENTS)
        return 0;
    return err_set(
        err, ERR_USAGE,
        "%zu sizes x %zu rounds x %zu seeds x %zu libraries are more samples than fit in "
        "memory",
        job->sizes.count, settings->rounds, settings->max_seeds, session->libraries->count);
}

static int fit_sizes(const struct session *session, struct job *job, struct err *err) {
    size_t limit = memory_limit(), kept = 0;
    int given = session->settings->sizes_wanted == SIZES_GIVEN;
    for (size_t i = 0; i < job->sizes.count; i++) {
        int64_t size = job->sizes.items[i];
        size_t arena_bytes, bytes;
        int status = measure_size(session, job, size, &arena_bytes, &bytes, err);
        if (status == 0 && bytes > limit)
            status = size_is_too_large(job, size, bytes, limit, err);
        if (status && given)
            return ERR_USAGE;
        if (status)
            continue;
        job->sizes.items[kept++] = size;
        if (arena_bytes > job->arena_bytes)
            job->arena_bytes = arena_bytes;
    }
    job->sizes.count = kept;
    return kept ? 0 : err_set(err, ERR_FAILED, "no size of %s fits in memory", job->action->name);
}

static int copy_sizes(const struct sizes *from, struct sizes *to, struct err *err) {
    to->items = malloc((from->count + 1) * sizeof *to->items);
    if (!to->items)
        return err_set(err, ERR_FAILED, "no memory for %zu sizes", from->count);
    memcpy(to->items, from->items, from->count * sizeof *to->items);
    to->count = from->count;
    return 0;
}

static int choose_sizes(const struct session *session, struct job *job, struct err *err) {
    const struct settings *settings = session->settings;
    int status = settings->sizes_wanted == SIZES_GIVEN
                     ? copy_sizes(&settings->sizes, &job->sizes, err)
                     : sizes_classic(&job->sizes, job->action->largest,
                                     settings->sizes_wanted == SIZES_FULL ? CLASSIC : THINNED, err);
    if (status == 0)
        status = fit_sizes(session, job, err);
    return status ? status : check_samples(session, job, err);
}

int session_prepare(const struct session *session, const struct bench_action *action,
                    struct job *job, struct err *err) {
    *job = (struct job){.action = action};
    int status = choose_sizes(session, job, err);
    if (status == 0)
        status = find_candidates(session, job, err);
    if (status == 0)
        status = find_reference(session, job, err);
    return status;
}

void session_release(struct job *job) {
    for (size_t i = 0; i < job->candidate_count; i++)
        facts_release(&job->candidates[i].facts);
    free(job->candidates);
    sizes_release(&job->sizes);
    *job = (struct job){0};
}

/* --- calibrating --- */

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The empty action on the very path of every other: the median of an odd number of batches. */
static int measure_overhead(struct team *team, double *overhead, struct err *err) {
    enum { BATCHES = 9, CALLS = 1 << 22 };
    double seconds[BATCHES];
    enum cell_status fate;
    for (int b = 0; b < BATCHES; b++) {
        struct wire_batch request = {
            .calls = CALLS, .call_seconds = 1e-9, .shortest = 1e-4, .warm_up = 1e-3};
        struct wire_sample sample;
        struct question question = {WIRE_BATCH, &request,      sizeof request,
                                    &sample,    sizeof sample, 60};
        int status = team_ask(team, 0, 1, &question, &fate, err);
        if (status)
            return status;
        seconds[b] = sample.seconds;
    }
    qsort(seconds, BATCHES, sizeof *seconds, ascending);
    *overhead = seconds[BATCHES / 2];
    return 0;
}

int session_calibrate(const struct session *session, struct run *run, struct err *err) {
    char *path = (char *)(uintptr_t)session->builtin_path;
    struct library builtin = {.name = (char[]){"builtin"}, .paths = {path}, .path_count = 1};
    const struct library *libraries[] = {&builtin};
    struct team team;
    double overhead = NAN;
    int status = team_begin(&team, &session->conditions, actions_find("empty"), 'd', 0, 1 << 20,
                            libraries, 1, err);
    if (status)
        return status;
    status = measure_overhead(&team, &overhead, err);
    if (status == 0) {
        const struct wire_loaded *loaded = &team.members[0].loaded;
        facts_set_text(&run->facts, "clock", "CLOCK_MONOTONIC");
        facts_set_real(&run->facts, "clock_resolution", loaded->clock_resolution);
        facts_set_real(&run->facts, "clock_cost", loaded->clock_cost);
        facts_set_real(&run->facts, "harness_overhead", overhead);
        facts_set_text(&run->facts, "worker_address_randomisation",
                       loaded->random_addresses ? "on" : "off");
    }
    team_end(&team);
    return status;
}

/* --- measuring --- */

static void describe_measurement(const struct session *session, const struct job *job,
                                 struct measurement *m) {
    const struct bench_action *action = job->action;
    const struct settings *settings = session->settings;
    const char *reference = job->candidates[job->reference].library->name;
    struct facts *facts = &m->facts;
    facts_set_text(facts, FACT_ABOUT, action->about);
    facts_set_text(facts, FACT_SIZE_MEANS, action->size_means);
    facts_set_text(facts, FACT_TYPE, (char[]){settings->type, '\0'});
    facts_set_text(facts, FACT_REFERENCE, reference);
    char judges[128];
    snprintf(judges, sizeof judges, "%.80s where it is right, else builtin", reference);
    facts_set_text(facts, "answers_held_against", settings->reference ? judges : "builtin");
    facts_set_text(facts, FACT_CACHE_STATE, "warm");
    facts_set_text(facts, "flops_formula", action->flops_formula);
    facts_set_text(facts, "bytes_formula", action->bytes_formula);
    facts_set_text(facts, "schedule", "interleaved");
    facts_set_text(facts, "layout", "common");
    facts_set_integer(facts, "threads", settings->threads);
    facts_set_real(facts, "stage_time", settings->stage_time);
    facts_set_integer(facts, "seed", (int64_t)settings->seed);
}

static int add_measurement(const struct session *session, const struct job *job,
                           const struct plan *plan, struct run *run, struct measurement **result,
                           struct err *err) {
    struct measurement *m =
        run_add_measurement(run, job->action->name, plan->count, session->settings->rounds,
                            session->settings->max_seeds, err);
    *result = m;
    if (!m)
        return ERR_FAILED;
    describe_measurement(session, job, m);
    for (size_t i = 0; i < job->candidate_count; i++) {
        const struct candidate *candidate = &job->candidates[i];
        struct series *series = measurement_add_series(m, candidate->library->name, err);
        if (!series)
            return ERR_FAILED;
        if (facts_copy(&series->facts, &candidate->facts))
            return err_set(err, ERR_FAILED, "no memory for what %s is", series->name);
    }
    measure_record_plan(m, plan);
    return 0;
}

/* The members of the planning team: the libraries, and the built-in one behind them where it is
 * none of them. Returns its place. */
static size_t choose_members(const struct session *session, const struct job *job,
                             const struct library **members, const struct library *builtin) {
    for (size_t i = 0; i < job->candidate_count; i++)
        members[i] = job->candidates[i].library;
    members[job->candidate_count] = builtin;
    for (size_t i = 0; i < job->candidate_count; i++)
        if (strcmp(members[i]->paths[0], session->builtin_path) == 0)
            return i;
    return job->candidate_count;
}

static int make_plan(const struct session *session, const struct job *job,
                     const struct library **members, struct plan *plan, struct err *err) {
    const struct settings *settings = session->settings;
    char *path = (char *)(uintptr_t)session->builtin_path;
    struct library builtin = {.name = (char[]){"builtin"}, .paths = {path}, .path_count = 1};
    size_t at = choose_members(session, job, members, &builtin);
    size_t reference = settings->reference ? job->reference : PLAN_NOBODY;
    size_t count = job->candidate_count + (at == job->candidate_count);
    double budget = settings->sizes_wanted == SIZES_THINNED ? SETTINGS_BUDGET : 0;
    struct team team;
    *plan = (struct plan){0};
    int status =
        team_begin(&team, &session->conditions, job->action, settings->type,
                   random_derive(settings->seed, 0), job->arena_bytes, members, count, err);
    if (status)
        return status;
    enum cell_status fate;
    for (size_t i = 0; status != ERR_INTERRUPTED && i < count; i++)
        status = team_load(&team, i, &fate, err);
    if (status != ERR_INTERRUPTED)
        status = plan_make(plan, &team, job->candidate_count, at, reference, settings, &job->sizes,
                           budget, session->observer, err);
    team_end(&team);
    return status;
}

static void note_left_out(const struct session *session, const struct job *job,
                          const struct plan *plan) {
    char line[200];
    if (!plan->left_out)
        return;
    snprintf(line, sizeof line,
             "%s: sizes from %lld up would take longer than about a minute and are left out; "
             "--sizes full measures all",
             job->action->name, (long long)plan->left_out);
    session->observer->note(session->observer, NOTE_SKIPPED, line);
}

int session_measure(const struct session *session, const struct job *job, struct run *run,
                    struct err *err) {
    struct plan plan;
    struct measurement *measurement;
    const struct library **members = calloc(job->candidate_count + 1, sizeof *members);
    if (!members)
        return err_set(err, ERR_FAILED, "no memory for the libraries");
    int status = make_plan(session, job, members, &plan, err);
    if (status == 0) {
        note_left_out(session, job, &plan);
        status = add_measurement(session, job, &plan, run, &measurement, err);
    }
    if (status == 0) {
        struct measure_setup setup = {.conditions = &session->conditions,
                                      .action = job->action,
                                      .settings = session->settings,
                                      .libraries = members,
                                      .arena_bytes = job->arena_bytes};
        status = measure_rounds(measurement, &plan, &setup, session->observer, err);
    }
    plan_release(&plan);
    free(members);
    return status;
}
