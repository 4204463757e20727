/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/job_libraries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/libraries/library_family.h"
#include "collect/processes/worker_pool.h"
#include "collect/harness/wall_clock.h"

/* --- what they are --- */

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
    if (library->path_count > 0)
        facts_set_text(facts, "path", library->paths[0]);
    if (library->path_count > 1)
        facts_set_text(facts,
                       library_family_may_have(library->paths[1], "dpotrf_") ? "lapack_path"
                                                                             : "single_path",
                       library->paths[1]);
    if (library->path_count > 0)
        facts_set_text(facts, "interface", loaded->c_interface ? "C" : "Fortran");
    if (loaded->integer_bits)
        facts_set_integer(facts, "integer_bits", loaded->integer_bits);
    if (session->settings->threads.count < 2)
        facts_set_integer(facts, DESIGN_POINTS_THREADS, session->conditions.threads);
    unpack_facts(loaded, facts);
}

static void note_skipped(const struct session *session, const struct library *library,
                         const struct action_info *action, const char *why) {
    char line[1200];
    snprintf(line, sizeof line, "%.64s skipped for %s: %.1000s", library->name, action->name, why);
    session->observer->note(session->observer, NOTE_SKIPPED, line);
}

/* A library that nobody asked for and that is of another trade: FFTW for axpy. */
static int is_out_of_place(const struct library *library, const struct action_info *action) {
    const struct bench_routine *first = action->builtin ? action->builtin->routines : NULL;
    const char *name = !first ? NULL : first->c ? first->c : first->fortran;
    return library->was_found && name && !library_family_may_have(library->paths[0], name);
}

static void note_candidate(const struct session *session, const struct candidate *candidate) {
    char line[1200];
    const struct facts *facts = &candidate->facts;
    if (!candidate->library->path_count)
        return;
    snprintf(line, sizeof line, "%s: %s, version %s, kernel %s, bound to %s",
             candidate->library->name, candidate->library->paths[0],
             facts_text(facts, "version", "unknown"), facts_text(facts, "kernel", "unknown"),
             facts_text(facts, "bindings", "nothing"));
    session->observer->note(session->observer, NOTE_DETAIL, line);
}

/* --- which there are --- */

/* Adds the action's implementation number I. */
static int add_implementation(struct job *job, size_t i) {
    struct library *added = &job->implementations.items[job->implementations.count];
    *added =
        (struct library){.name = strdup(job->action->implementations[i]), .implementation = (int)i};
    job->implementations.count += added->name != NULL;
    return added->name ? 0 : -1;
}

static int has_implementation(const struct job *job, size_t i) {
    for (size_t k = 0; k < job->implementations.count; k++)
        if (job->implementations.items[k].implementation == (int)i)
            return 1;
    return 0;
}

/* Those that are named, in their order; or all. */
static int choose_implementations(const struct session *session, struct job *job) {
    const struct action_info *action = job->action;
    int status = 0;
    for (size_t n = 0; status == 0 && n < session->name_count; n++) {
        size_t i = action_info_find_implementation(action, session->names[n]);
        if (i != SIZE_MAX && !has_implementation(job, i))
            status = add_implementation(job, i);
    }
    if (job->implementations.count)
        return status;
    for (size_t i = 0; status == 0 && i < action->implementation_count; i++)
        status = add_implementation(job, i);
    return status;
}

int job_libraries_choose(const struct session *session, struct job *job, struct err *err) {
    size_t count = job->action->implementation_count;
    job->libraries = count ? &job->implementations : session->libraries;
    if (!count)
        return 0;
    job->implementations.items = calloc(count, sizeof *job->implementations.items);
    if (!job->implementations.items || choose_implementations(session, job))
        return err_set(err, ERR_FAILED, "no memory for the implementations of %s",
                       job->action->name);
    return 0;
}

/* --- which can do it --- */

/* Loads LIBRARY into a pool of one. */
static int try_library(const struct session *session, const struct job *job,
                       const struct library *library, struct worker_pool *pool, struct err *err) {
    enum cell_status fate;
    int status =
        worker_pool_begin(pool, &session->conditions, job->action, 0, 1 << 20, &library, 1, err);
    return status ? status : worker_pool_load(pool, 0, 0, &fate, err);
}

/* LAST and WHY: the library that was skipped last, and the reason; NULL where none was. */
static int tell_desertion(const struct job *job, const struct library *last, const struct err *why,
                          struct err *err) {
    if (!last)
        return err_set(err, ERR_FAILED,
                       "no library is left that can do %s; bench-collect --list shows those "
                       "installed",
                       job->action->name);
    return err_set(err, ERR_FAILED, "no library is left that can do %s; the last, %s: %s",
                   job->action->name, last->name, why->message);
}

/* Loads every library once, one after the other, and keeps those that can do the action. */
static int find_candidates(const struct session *session, struct job *job, struct err *err) {
    const struct libraries *libraries = job->libraries;
    const struct library *skipped = NULL;
    struct err why;
    job->candidates = calloc(libraries->count + 1, sizeof *job->candidates);
    int status = job->candidates ? 0 : err_set(err, ERR_FAILED, "no memory for the libraries");
    double begin = wall_clock_now();
    for (size_t i = 0; status == 0 && i < libraries->count; i++) {
        const struct library *library = &libraries->items[i];
        struct worker_pool pool;
        if (is_out_of_place(library, job->action))
            continue;
        int loaded = try_library(session, job, library, &pool, &why);
        if (loaded == 0) {
            struct candidate *candidate = &job->candidates[job->candidate_count++];
            candidate->library = library;
            describe_candidate(session, &pool.members[0], &candidate->facts);
            note_candidate(session, candidate);
        } else if (loaded == ERR_INTERRUPTED) {
            status = err_set(err, ERR_INTERRUPTED, "interrupted");
        } else {
            note_skipped(session, library, job->action, why.message);
            skipped = library;
        }
        worker_pool_end(&pool);
    }
    spending_since(session->spending, SPENDING_STARTING, begin);
    job->is_deserted = status == 0 && job->candidate_count == 0;
    return job->is_deserted ? tell_desertion(job, skipped, &why, err) : status;
}

/* --- whom to believe --- */

static struct library builtin_of(const struct session *session) {
    return (struct library){.name = (char *)(uintptr_t) "builtin",
                            .paths = {(char *)(uintptr_t)session->builtin_path},
                            .path_count = 1};
}

/* The built-in library knows the routines of few actions, and of no stranger's. */
static int find_judge(const struct session *session, struct job *job, struct err *err) {
    struct library builtin = builtin_of(session);
    struct worker_pool pool;
    struct err why;
    if (job->action->implementation_count) {
        job->trusted = (struct library){.name = (char *)(uintptr_t)job->action->implementations[0]};
        return 0;
    }
    for (size_t i = 0; i < job->candidate_count && !job->trusted.name; i++)
        if (library_is_same(job->candidates[i].library, &builtin))
            job->trusted = builtin;
    if (job->trusted.name)
        return 0;
    int loaded = try_library(session, job, &builtin, &pool, &why);
    worker_pool_end(&pool);
    if (loaded == 0)
        job->trusted = builtin;
    return loaded == ERR_INTERRUPTED ? err_set(err, loaded, "interrupted") : 0;
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

int job_libraries_load(const struct session *session, struct job *job, struct err *err) {
    int status = find_candidates(session, job, err);
    if (status == 0)
        status = find_judge(session, job, err);
    return status ? status : find_reference(session, job, err);
}
