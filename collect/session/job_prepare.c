/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/job_prepare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/design/actions.h"
#include "collect/harness/clock.h"
#include "collect/harness/wire_check.h"
#include "collect/harness/workspace.h"
#include "collect/libraries/library_family.h"
#include "collect/machine/environment.h"
#include "collect/measuring/measure.h"
#include "collect/processes/action_process.h"
#include "collect/processes/worker_pool.h"
#include "collect/session/weak_sizes.h"
#include "formats/model/measures.h"
#include "formats/text/suggest.h"

/* --- candidates --- */

static void describe_command(const struct commands *commands, size_t i, struct facts *facts) {
    const struct command *command = &commands->items[i];
    facts_set_text(facts, "command", command->text);
    for (size_t k = 0; k < commands->word_name_count; k++)
        if (command->words[k]) {
            char name[80];
            snprintf(name, sizeof name, "word_%.64s", commands->word_names[k]);
            facts_set_text(facts, name, command->words[k]);
        }
    for (int h = 0; h < COMMANDS_HOOKS; h++)
        if (commands->hooks[h].count > 1) /* one for all is a fact of the measurement */
            facts_set_text(facts, commands_hook_name((enum commands_hook)h),
                           commands->hooks[h].texts[i]);
    if (commands->output_count > 1)
        facts_set_text(facts, FACT_STDOUT, commands_output(commands, i));
}

static void describe_candidate(const struct session *session, const struct action_info *action,
                               const struct member *member, struct facts *facts) {
    const struct library *library = member->library;
    const struct wire_loaded *loaded = &member->loaded;
    if (library->relink)
        facts_set_text(facts, "relink", library->relink);
    else if (library->path_count > 0)
        facts_set_text(facts, "path", library->paths[0]);
    if (library->path_count > 1)
        facts_set_text(facts,
                       library_family_may_have(library->paths[1], "dpotrf_") ? "lapack_path"
                                                                             : "single_path",
                       library->paths[1]);
    if (library->path_count > 2)
        facts_set_text(facts, "scalapack_path", library->paths[2]);
    if (library->command)
        facts_set_text(facts, "program", library->command);
    else if (library->path_count > 0)
        facts_set_text(facts, "interface", loaded->c_interface ? "C" : "Fortran");
    if (loaded->integer_bits)
        facts_set_integer(facts, "integer_bits", loaded->integer_bits);
    if (action->functions)
        facts_set_text(facts, "function", action->functions->items[library->implementation].symbol);
    if (action->commands)
        describe_command(action->commands, (size_t)library->implementation, facts);
    if (session->settings->threads.count < 2 && !session->conditions.free_cpu_count &&
        !action->is_parallel)
        facts_set_integer(facts, DESIGN_POINTS_THREADS, session->conditions.threads);
    wire_take_facts(loaded, facts);
}

/* A library of another kind: FFTW for axpy. */
static int is_out_of_place(const struct library *library, const struct action_info *action) {
    const struct bench_routine *first = action->builtin ? action->builtin->routines : NULL;
    const char *name = !first ? NULL : first->c ? first->c : first->fortran;
    return library->path_count && !library_family_may_have(library->paths[0], name);
}

/* --- implementations --- */

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

/* Programs are measured beside the implementations, and devices beside those that have a kernel. */
static int takes_part(const struct job *job, const struct library *library) {
    return library->command ||
           (job->action->builtin && actions_have_kernel(job->action->name) && library->path_count &&
            library_family_kind(library->paths[0]) == KIND_DEVICE);
}

static int add_others(const struct session *session, struct job *job, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < session->libraries->count; i++) {
        const struct library *library = &session->libraries->items[i];
        if (!takes_part(job, library))
            continue;
        if (action_info_find_implementation(job->action, library->name) != SIZE_MAX)
            return err_set(err, ERR_USAGE,
                           "%s: an implementation of %s has that name; give this one another, "
                           "NAME=%s",
                           library->name, job->action->name, library->paths[0]);
        status = libraries_append_copy(&job->implementations, library, err);
    }
    return status;
}

/* Chooses the named implementations, in their order; or all. */
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

/* Each function has the files of the library that it is in. */
static int add_functions(struct job *job, struct err *err) {
    const struct functions *functions = job->action->functions;
    int status = 0;
    for (size_t i = 0; status == 0 && i < functions->count; i++) {
        struct library function = *functions->items[i].library;
        function.name = (char *)(uintptr_t)functions->items[i].name;
        function.implementation = (int)i;
        function.word = 0; /* each was named by itself */
        status = libraries_append_copy(&job->implementations, &function, err);
    }
    return status;
}

int job_libraries_choose(const struct session *session, struct job *job, struct err *err) {
    size_t count = job->action->implementation_count;
    job->libraries = count ? &job->implementations : session->libraries;
    if (!count)
        return 0;
    job->implementations.items =
        calloc(count + session->libraries->count, sizeof *job->implementations.items);
    if (job->implementations.items && job->action->functions)
        return add_functions(job, err);
    if (!job->implementations.items || choose_implementations(session, job))
        return err_set(err, ERR_FAILED, "no memory for the implementations of %s",
                       job->action->name);
    return add_others(session, job, err);
}

/* --- loading --- */

/* Loads LIBRARY into a pool of one. */
static int try_library(const struct session *session, const struct job *job,
                       const struct library *library, struct worker_pool *pool, struct err *err) {
    enum cell_status fate;
    int status =
        worker_pool_begin(pool, &session->conditions, job->action, 0, 1 << 20, &library, 1, err);
    return status ? status : worker_pool_load(pool, 0, 0, &fate, err);
}

static void tell_candidate(const struct session *session, const struct candidate *candidate) {
    const struct library *library = candidate->library;
    const struct facts *facts = &candidate->facts;
    char line[1200];
    if (library->command)
        snprintf(line, sizeof line, "%s: %s, run by %s", library->name, library->command,
                 facts_text(facts, "runtime", "it does not say what"));
    else if (library->path_count)
        snprintf(line, sizeof line, "%s: %s, version %s, kernel %s, bound to %s", library->name,
                 library->paths[0], facts_text(facts, "version", "unknown"),
                 facts_text(facts, "kernel", "unknown"), facts_text(facts, "bindings", "nothing"));
    else
        return;
    session->observer->note(session->observer, NOTE_DETAIL, line);
}

/* Whether LIBRARY was named for the action, and nothing that its word means can do it. One of
 * another kind may have been named for another action. */
static int is_missed(const struct session *session, const struct job *job,
                     const struct library *library) {
    int is_for_another = is_out_of_place(library, job->action) &&
                         (library_family_kind(library->paths[0]) & session->kinds);
    for (size_t i = 0; i < job->candidate_count; i++)
        if (library->word && job->candidates[i].library->word == library->word)
            return 0;
    return !library->was_found && !is_for_another;
}

/* Tells what was left out, once all have been tried. */
static void tell_left(const struct session *session, struct job *job) {
    for (size_t i = 0; i < job->left_count; i++) {
        struct left_library *left = &job->left[i];
        char line[1200];
        left->is_missed = is_missed(session, job, left->library);
        snprintf(line, sizeof line, "%.64s skipped for %s: %.1000s", left->library->name,
                 job->action->name, left->why);
        session->observer->note(session->observer, left->is_missed ? NOTE_FAULT : NOTE_SKIPPED,
                                line);
    }
}

/* Loads every library once, one after the other, and keeps those that can do the action. */
static int find_candidates(const struct session *session, struct job *job, struct err *err) {
    const struct libraries *libraries = job->libraries;
    const volatile sig_atomic_t *stop = session->conditions.stop;
    struct err why;
    job->candidates = calloc(libraries->count + 1, sizeof *job->candidates);
    job->left = calloc(libraries->count + 1, sizeof *job->left);
    int status =
        job->candidates && job->left ? 0 : err_set(err, ERR_FAILED, "no memory for the libraries");
    double begin = wall_clock_now();
    for (size_t i = 0; status == 0 && i < libraries->count; i++) {
        const struct library *library = &libraries->items[i];
        struct worker_pool pool;
        if (library->was_found && is_out_of_place(library, job->action))
            continue;
        int loaded = try_library(session, job, library, &pool, &why);
        if (loaded == 0) {
            struct candidate *candidate = &job->candidates[job->candidate_count++];
            candidate->library = library;
            describe_candidate(session, job->action, &pool.members[0], &candidate->facts);
            tell_candidate(session, candidate);
        } else if (loaded == ERR_INTERRUPTED || (stop && *stop)) {
            status = err_set(err, ERR_INTERRUPTED, "interrupted");
        } else {
            char *copy = strdup(why.message);
            if (copy)
                job->left[job->left_count++] = (struct left_library){library, copy, 0};
            else
                status = err_set(err, ERR_FAILED, "no memory for the libraries");
        }
        worker_pool_end(&pool);
    }
    spending_since(session->spending, SPENDING_STARTING, begin);
    tell_left(session, job);
    job->is_deserted = status == 0 && job->candidate_count == 0;
    if (!job->is_deserted)
        return status;
    if (!job->left_count)
        return err_set(
            err, ERR_UNMEASURED,
            "no library is left that can do %s; bench-collect --list shows those installed",
            job->action->name);
    const struct left_library *last = &job->left[job->left_count - 1];
    return err_set(err, ERR_UNMEASURED, "no library is left that can do %s; the last, %s: %s",
                   job->action->name, last->library->name, last->why);
}

/* --- the trusted library --- */

static struct library builtin_of(const struct session *session) {
    return (struct library){.name = (char *)(uintptr_t) "builtin",
                            .paths = {(char *)(uintptr_t)session->builtin_path},
                            .path_count = 1};
}

static int has_wide_sizes(const struct job *job) {
    for (size_t p = 0; p < job->design_points.count; p++)
        if (job->design_points.items[p].size > SIZES_LARGEST_INT)
            return 1;
    return 0;
}

/* The built-in library has the routines of few actions, and of no plug-in. */
static int find_trusted(const struct session *session, struct job *job, struct err *err) {
    struct library builtin = builtin_of(session);
    struct worker_pool pool;
    struct err why;
    if (job->action->makes_trials) /* it checks the work itself */
        return 0;
    if (job->action->is_parallel) /* nothing that is built in needs an MPI */
        return 0;
    if (job->action->functions) {
        job->trusted = job->implementations.items[0];
        return 0;
    }
    if (job->action->implementation_count) {
        job->trusted = (struct library){.name = (char *)(uintptr_t)job->action->implementations[0]};
        return 0;
    }
    if (has_wide_sizes(job)) /* the built-in one has integers of 32 bits */
        return 0;
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

static int is_left(const struct job *job, const char *name) {
    for (size_t i = 0; i < job->left_count; i++)
        if (strcmp(job->left[i].library->name, name) == 0 ||
            run_is_of_family(job->left[i].library->name, name))
            return 1;
    return 0;
}

int job_libraries_load(const struct session *session, struct job *job, struct err *err) {
    int status = find_candidates(session, job, err);
    if (status == 0)
        status = find_trusted(session, job, err);
    if (status)
        return status;

    const char *wanted = session->settings->reference;
    size_t exact = SIZE_MAX, of_family = SIZE_MAX;
    for (size_t i = job->candidate_count; wanted && i-- > 0;) {
        const char *name = job->candidates[i].library->name;
        if (strcmp(name, wanted) == 0)
            exact = i;
        if (run_is_of_family(name, wanted))
            of_family = i;
    }
    job->reference = !wanted ? 0 : exact != SIZE_MAX ? exact : of_family;
    if (job->reference != SIZE_MAX) {
        if (job->action->commands) /* answers are held against the reference's */
            job->trusted = (struct library){
                .name = job->candidates[job->reference].library->name,
                .implementation = job->candidates[job->reference].library->implementation};
        return 0;
    }

    struct known_names known = {.suggestion = {.wanted = wanted}};
    for (size_t i = 0; i < job->candidate_count; i++)
        known_names_add(&known, job->candidates[i].library->name);
    return err_set(err, is_left(job, wanted) ? ERR_UNMEASURED : ERR_USAGE,
                   "--ref %s is none of the libraries that do %s%s", wanted, job->action->name,
                   known_words(&known, "there are").text);
}

/* --- job sizes --- */

/* A quarter of the 100 classic sizes. */
enum { THINNED = 25, CLASSIC = 100 };

/* Every layout places arrays differently in their pages. */
enum { PAGE = 4096, SPARE_BYTES = 64 * PAGE };

/* Bytes that may be used. */
static size_t memory_limit(const struct session *session) {
    const struct settings *settings = session->settings;
    size_t available = environment_available_memory();
    if (settings->memory)
        return settings->memory < SIZE_MAX ? (size_t)settings->memory : SIZE_MAX;
    return available ? available / 5 * 4 : SIZE_MAX;
}

/* In the system's own layout every worker has an arena of its own: one for each library, and one
 * for the trusted library or the control. */
static size_t count_arenas(const struct session *session, const struct job *job) {
    return session->settings->placement == PLACEMENT_FREE ? job->libraries->count + 1 : 1;
}

/* The memory that a design point needs. */
struct needs {
    size_t arena, outputs; /* bytes */
};

/* Returns SIZE_MAX if a plug-in asks for more. */
static size_t all_bytes(const struct session *session, const struct job *job,
                        const struct needs *needs) {
    size_t arenas = count_arenas(session, job), all;
    if (__builtin_mul_overflow(arenas, needs->arena, &all) ||
        __builtin_add_overflow(all, needs->outputs, &all))
        return SIZE_MAX;
    return all;
}

/* Writes "1.5 GiB", in the units of --memory. */
static const char *in_words(char text[32], size_t bytes) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    size_t unit = 0;
    for (; value >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
        value /= 1024;
    snprintf(text, 32, "%.*f %s", unit && value < 100 ? 1 : 0, value, units[unit]);
    return text;
}

/* The memory that may be used. */
struct fitting {
    size_t limit;
    int is_given; /* a size that does not fit is an error */
};

/* Decides about a design point that needs more than there is. Returns as fit_design_point. */
static int leave_out(const struct session *session, const struct job *job,
                     const struct fitting *fitting, struct account *account, size_t bytes,
                     int is_first, struct err *err) {
    int status = 0;
    if (job->action->plugin && (fitting->is_given || is_first)) {
        /* A plug-in that asks for too much loses this design point only. */
        char needed[32], allowed[32];
        account->fate = CELL_FAILED;
        snprintf(account->why, sizeof account->why, "asks for %s of memory, and %s may be used",
                 in_words(needed, bytes), in_words(allowed, fitting->limit));
        status = action_info_keep(job->action, account, err);
        return status ? status : 1;
    }
    if (!fitting->is_given)
        return 0;

    size_t limit = fitting->limit;
    char needed[32], allowed[32], where[DESIGN_POINTS_TEXT];
    design_points_describe(job->action, &account->design_point, where);
    return err_set(err, ERR_USAGE,
                   "%.64s at %s needs %s of memory and %s may be used; choose smaller --sizes%s",
                   job->action->name, where, in_words(needed, bytes), in_words(allowed, limit),
                   session->settings->memory ? " or more --memory" : "");
}

/* Returns 1 if the design point stays: it fits, and the arena gets room for it, or a plug-in has
 * spoilt it, which its cells will say. Returns 0 if it does not fit; negative: an error that ends
 * everything. */
static int fit_design_point(const struct session *session, struct job *job,
                            const struct fitting *fitting, const struct design_point *design_point,
                            int is_first, struct err *err) {
    int status = action_query_ask(job->action, design_point, err);
    if (status)
        return status;
    struct account account = action_info_account(job->action, design_point);
    size_t needs_arena;
    if (__builtin_add_overflow(account.arena_bytes, (size_t)SPARE_BYTES, &needs_arena))
        needs_arena = SIZE_MAX;
    struct needs needs = (struct needs){.arena = needs_arena, .outputs = account.output_bytes};
    size_t bytes = all_bytes(session, job, &needs);
    if (account.fate != CELL_OK && job->action->builtin)
        return fitting->is_given ? err_set(err, ERR_USAGE, "%s", account.why) : 0;
    if (account.fate != CELL_OK)
        return 1;
    if (bytes > fitting->limit)
        return leave_out(session, job, fitting, &account, bytes, is_first, err);
    /* Copies take the memory that is left, as far as they are of use. */
    size_t spare = (fitting->limit - all_bytes(session, job, &needs)) / count_arenas(session, job);
    size_t most = 2 * WORKSPACE_COPY_BYTES;
    size_t arena = (needs.arena + (spare < most ? spare : most)) / PAGE * PAGE;
    if (arena > job->arena_bytes)
        job->arena_bytes = arena;
    return 1;
}

/* Keeps the design points that fit. Sizes ascend along a curve, and larger ones take more. */
static int fit(const struct session *session, struct job *job, int is_given, struct err *err) {
    struct fitting fitting = {memory_limit(session), is_given};
    struct design_points *design_points = &job->design_points;
    int threads = design_points->count ? design_points->items[0].threads
                                       : 0; /* notes are only made for this number */
    size_t kept = 0;
    job->arena_bytes = SPARE_BYTES;
    for (size_t s = 0, end; s < design_points->count; s = end) {
        size_t first = s;
        end = design_points_end_curve(design_points, s);
        for (int fits = 1; fits && s < end; s++) {
            struct design_point design_point = design_points->items[s];
            fits = fit_design_point(session, job, &fitting, &design_point, s == first, err);
            if (fits < 0)
                return fits;
            if (fits)
                design_points->items[kept++] = design_point;
            else if (design_point.threads == threads) {
                size_t limit = fitting.limit;
                char line[400], allowed[32], where[DESIGN_POINTS_TEXT];
                design_points_describe(job->action, &design_point, where);
                snprintf(line, sizeof line,
                         "%.64s: sizes from %s up need more than the %s of memory that may be used "
                         "and are left out",
                         job->action->name, where, in_words(allowed, limit));
                session->observer->note(session->observer, NOTE_SKIPPED, line);
            }
        }
    }
    design_points->count = kept;
    return kept ? 0 : err_set(err, ERR_FAILED, "no size of %s fits in memory", job->action->name);
}

static int check_samples(const struct session *session, const struct job *job, struct err *err) {
    const struct settings *settings = session->settings;
    size_t rounds = stopping_most_rounds(settings), series = job->libraries->count + 1;
    size_t seeds = job->action->makes_trials ? 1 : (size_t)settings->max_seeds;
    double samples =
        (double)job->design_points.count * (double)rounds * (double)seeds * (double)series;

    /* The numbers that every sample keeps in memory: its seconds and details. */
    size_t count = 1;
    for (size_t i = 0; i < DETAILS; i++)
        count += series_details[i].shape == PER_SAMPLE &&
                 measures_number(&series_details[i]) == RUN_MAX_MEASURES;
    if (job->action->makes_trials)
        count += (DETAIL_thread_counter_1 - DETAIL_thread_begin + job->action->counter_count) *
                 (size_t)settings_most_threads(settings);
    double bytes = samples * (double)(count * sizeof(double));
    size_t available = environment_available_memory();
    if (samples < RUN_MAX_ELEMENTS && (!available || bytes <= (double)available / 5))
        return 0;
    return err_set(
        err, ERR_USAGE,
        "%zu points x %zu rounds x %zu seeds x %zu libraries are more samples than fit in "
        "memory; choose fewer of them",
        job->design_points.count, rounds, seeds, job->libraries->count);
}

static int copy_sizes(const struct sizes *from, struct sizes *to, struct err *err) {
    to->items = malloc((from->count + 1) * sizeof *to->items);
    if (!to->items)
        return err_set(err, ERR_FAILED, "no memory for %zu sizes", from->count);
    memcpy(to->items, from->items, from->count * sizeof *to->items);
    to->count = from->count;
    return 0;
}

static int choose_sizes(const struct settings *settings, const struct job *job, struct sizes *sizes,
                        struct err *err) {
    size_t classic = settings->sizes_wanted == SIZES_FULL ? CLASSIC : THINNED;
    *sizes = (struct sizes){0};
    if (!job->action->size_means) {
        if (settings->sizes_wanted != SIZES_THINNED)
            return err_set(err, ERR_USAGE, "%s has no size; leave --sizes out", job->action->name);
        return copy_sizes(&(struct sizes){(int64_t[]){1}, 1}, sizes, err);
    }
    if (settings->sizes_wanted == SIZES_GIVEN) {
        const struct sizes *given = &settings->sizes;
        for (size_t i = 0; i < given->count; i++)
            if (action_info_check_size(job->action, given->items[i], err))
                return ERR_USAGE;
        return copy_sizes(given, sizes, err);
    }
    return job->action->smallest_power > 0
               ? sizes_powers(sizes, job->action->smallest_power, job->action->largest, err)
               : sizes_classic(sizes, job->action->largest, classic, err);
}

int job_sizes_are_given(const struct settings *settings, const struct job *job) {
    return settings->sizes_wanted == SIZES_GIVEN || !job->action->size_means;
}

int job_sizes_choose(const struct session *session, struct job *job, struct err *err) {
    const struct settings *settings = session->settings;
    struct sizes sizes;
    int status = choose_sizes(settings, job, &sizes, err);
    if (status == 0)
        status = design_points_combine(&job->design_points, job->action, settings, &sizes, err);
    sizes_release(&sizes);
    if (status == 0 && settings->scaling == SIZE_SCALING_STRONG)
        status = weak_sizes_check_threads(job, err);
    if (status == 0 && settings->scaling == SIZE_SCALING_WEAK)
        status = weak_sizes_choose(job, session->observer, err);
    if (status == 0)
        status = fit(session, job, job_sizes_are_given(settings, job), err);
    return status ? status : check_samples(session, job, err);
}

int job_sizes_keep(const struct session *session, const struct plan *plan, struct job *job,
                   struct err *err) {
    job->design_points.items = malloc((plan->count + 1) * sizeof *job->design_points.items);
    if (!job->design_points.items)
        return err_set(err, ERR_FAILED, "no memory for %zu points", plan->count);
    for (; job->design_points.count < plan->count; job->design_points.count++)
        job->design_points.items[job->design_points.count] =
            plan->points[job->design_points.count].design_point;
    int status = fit(session, job, 1, err);
    return status ? status : check_samples(session, job, err);
}
