/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/job_sizes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/processes/action_query.h"
#include "collect/machine/environment.h"
#include "collect/measuring/stopping.h"
#include "collect/harness/workspace.h"

/* A quarter of the 100 classic sizes. */
enum { THINNED = 25, CLASSIC = 100 };

/* Arrays lie at other places in their pages in every layout. */
enum { PAGE = 4096, SPARE_BYTES = 64 * PAGE };

/* Bytes that may be used. */
static size_t memory_limit(const struct session *session) {
    const struct settings *settings = session->settings;
    size_t available = environment_available_memory();
    if (settings->memory)
        return settings->memory < SIZE_MAX ? (size_t)settings->memory : SIZE_MAX;
    return available ? available / 5 * 4 : SIZE_MAX;
}

/* In the system's own layout every worker has an arena of its own: the libraries', and that of the
 * judge or the control. */
static size_t count_arenas(const struct session *session, const struct job *job) {
    return session->settings->placement == PLACEMENT_FREE ? job->libraries->count + 1 : 1;
}

/* What a design point takes. */
struct room {
    size_t arena, outputs; /* bytes */
};

/* As much as SIZE_MAX where a stranger asks for more. */
static size_t all_bytes(const struct session *session, const struct job *job,
                        const struct room *room) {
    size_t arenas = count_arenas(session, job), all;
    if (__builtin_mul_overflow(arenas, room->arena, &all) ||
        __builtin_add_overflow(all, room->outputs, &all))
        return SIZE_MAX;
    return all;
}

static struct room room_of(const struct account *account) {
    size_t arena;
    if (__builtin_add_overflow(account->arena_bytes, (size_t)SPARE_BYTES, &arena))
        arena = SIZE_MAX;
    return (struct room){.arena = arena, .outputs = account->output_bytes};
}

/* 1.5 GiB, in the units of --memory. */
static const char *in_words(char text[32], size_t bytes) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    size_t unit = 0;
    for (; value >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
        value /= 1024;
    snprintf(text, 32, "%.*f %s", unit && value < 100 ? 1 : 0, value, units[unit]);
    return text;
}

static int is_too_large(const struct session *session, const struct job *job,
                        const struct design_point *design_point, size_t bytes, size_t limit,
                        struct err *err) {
    char needed[32], allowed[32], where[DESIGN_POINTS_TEXT];
    design_points_describe(job->action, design_point, where);
    return err_set(err, ERR_USAGE,
                   "%.64s at %s needs %s of memory and %s may be used; choose smaller --sizes%s",
                   job->action->name, where, in_words(needed, bytes), in_words(allowed, limit),
                   session->settings->memory ? " or more --memory" : "");
}

/* Copies take what is left, as far as they are of use. */
static size_t with_copies(const struct session *session, const struct job *job,
                          const struct room *room, size_t limit) {
    size_t spare = (limit - all_bytes(session, job, room)) / count_arenas(session, job);
    size_t most = 2 * WORKSPACE_COPY_BYTES;
    return (room->arena + (spare < most ? spare : most)) / PAGE * PAGE;
}

static void note_left_out(const struct session *session, const struct job *job,
                          const struct design_point *design_point, size_t limit) {
    char line[400], allowed[32], where[DESIGN_POINTS_TEXT];
    design_points_describe(job->action, design_point, where);
    snprintf(line, sizeof line,
             "%.64s: sizes from %s up need more than the %s of memory that may be used and are "
             "left out",
             job->action->name, where, in_words(allowed, limit));
    session->observer->note(session->observer, NOTE_SKIPPED, line);
}

/* How memory is shared out. */
struct fitting {
    size_t limit;
    int is_given; /* what does not fit is an error */
};

/* A stranger that asks for too much loses the design point, and nobody else anything. */
static int spoil(const struct job *job, struct account *account, size_t bytes, size_t limit,
                 struct err *err) {
    char needed[32], allowed[32];
    account->fate = CELL_FAILED;
    snprintf(account->why, sizeof account->why, "asks for %s of memory, and %s may be used",
             in_words(needed, bytes), in_words(allowed, limit));
    return action_info_keep(job->action, account, err);
}

/* What becomes of a design point that needs more than there is; as fit_spot. */
static int leave_out(const struct session *session, const struct job *job,
                     const struct fitting *fitting, struct account *account, size_t bytes,
                     int is_first, struct err *err) {
    int status = 0;
    if (job->action->plugin && (fitting->is_given || is_first)) {
        status = spoil(job, account, bytes, fitting->limit, err);
        return status ? status : 1;
    }
    return fitting->is_given
               ? is_too_large(session, job, &account->design_point, bytes, fitting->limit, err)
               : 0;
}

/* 1: it fits, and the arena has room for it, or a plug-in has spoilt it, as its cells will say; 0:
 * it does not fit; negative: so that all is over. */
static int fit_spot(const struct session *session, struct job *job, const struct fitting *fitting,
                    const struct design_point *design_point, int is_first, struct err *err) {
    int status = action_query_ask(job->action, design_point, err);
    if (status)
        return status;
    struct account account = action_info_account(job->action, design_point);
    struct room room = room_of(&account);
    size_t bytes = all_bytes(session, job, &room);
    if (account.fate != CELL_OK && job->action->builtin)
        return fitting->is_given ? err_set(err, ERR_USAGE, "%s", account.why) : 0;
    if (account.fate != CELL_OK)
        return 1;
    if (bytes > fitting->limit)
        return leave_out(session, job, fitting, &account, bytes, is_first, err);
    size_t arena = with_copies(session, job, &room, fitting->limit);
    if (arena > job->arena_bytes)
        job->arena_bytes = arena;
    return 1;
}

/* Keeps the design points that fit; sizes ascend along a curve, and larger ones take more. */
static int fit(const struct session *session, struct job *job, int is_given, struct err *err) {
    struct fitting fitting = {memory_limit(session), is_given};
    struct design_points *design_points = &job->design_points;
    int threads = design_points->count ? design_points->items[0].threads
                                       : 0; /* of these a note each will do */
    size_t kept = 0;
    job->arena_bytes = SPARE_BYTES;
    for (size_t s = 0, end; s < design_points->count; s = end) {
        size_t first = s;
        end = design_points_end_curve(design_points, s);
        for (int fits = 1; fits && s < end; s++) {
            struct design_point design_point = design_points->items[s];
            fits = fit_spot(session, job, &fitting, &design_point, s == first, err);
            if (fits < 0)
                return fits;
            if (fits)
                design_points->items[kept++] = design_point;
            else if (design_point.threads == threads)
                note_left_out(session, job, &design_point, fitting.limit);
        }
    }
    design_points->count = kept;
    return kept ? 0 : err_set(err, ERR_FAILED, "no size of %s fits in memory", job->action->name);
}

/* The numbers that every sample has in memory: its seconds and details. */
static size_t numbers_per_sample(void) {
    size_t count = 1;
    for (size_t i = 0; i < series_detail_count; i++)
        count += series_details[i].shape == PER_SAMPLE;
    return count;
}

static int check_samples(const struct session *session, const struct job *job, struct err *err) {
    const struct settings *settings = session->settings;
    size_t rounds = stopping_most_rounds(settings), series = job->libraries->count + 1;
    double samples = (double)job->design_points.count * (double)rounds *
                     (double)settings->max_seeds * (double)series;
    double bytes = samples * (double)(numbers_per_sample() * sizeof(double));
    size_t available = environment_available_memory();
    if (samples < RUN_MAX_ELEMENTS && (!available || bytes <= (double)available / 5))
        return 0;
    return err_set(
        err, ERR_USAGE,
        "%zu points x %zu rounds x %zu seeds x %zu libraries are more samples than fit in "
        "memory; choose fewer of them",
        job->design_points.count, rounds, (size_t)settings->max_seeds, job->libraries->count);
}

static int copy_sizes(const struct sizes *from, struct sizes *to, struct err *err) {
    to->items = malloc((from->count + 1) * sizeof *to->items);
    if (!to->items)
        return err_set(err, ERR_FAILED, "no memory for %zu sizes", from->count);
    memcpy(to->items, from->items, from->count * sizeof *to->items);
    to->count = from->count;
    return 0;
}

static int no_size(const struct settings *settings, const struct job *job, struct sizes *sizes,
                   struct err *err) {
    if (settings->sizes_wanted != SIZES_THINNED)
        return err_set(err, ERR_USAGE, "%s has no size; leave --sizes out", job->action->name);
    return copy_sizes(&(struct sizes){(int64_t[]){1}, 1}, sizes, err);
}

static int choose_sizes(const struct settings *settings, const struct job *job, struct sizes *sizes,
                        struct err *err) {
    size_t classic = settings->sizes_wanted == SIZES_FULL ? CLASSIC : THINNED;
    *sizes = (struct sizes){0};
    if (!job->action->size_means)
        return no_size(settings, job, sizes, err);
    return settings->sizes_wanted == SIZES_GIVEN
               ? copy_sizes(&settings->sizes, sizes, err)
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
