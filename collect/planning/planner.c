/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/planner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/harness/clock.h"

int planner_begin(struct planner *planner, const struct design_points *design_points,
                  size_t library_count, struct err *err) {
    struct plan *plan = planner->plan;
    const struct worker_pool *pool = planner->pool;
    size_t members = pool->count + 1;
    double tick = 0;
    for (size_t i = 0; i < pool->count; i++)
        tick = fmax(tick, fmax(pool->members[i].loaded.clock_resolution,
                               pool->members[i].loaded.clock_cost));
    *plan = (struct plan){.points = calloc(design_points->count + 1, sizeof *plan->points),
                          .library_count = library_count,
                          .shortest = 1000 * tick,
                          .eviction = plan->eviction,
                          .interruptions = plan->interruptions,
                          .control = plan->control,
                          .start_seconds = plan->start_seconds,
                          .put_seconds = plan->put_seconds};
    plan_set_mode(plan, planner->settings->mode, pool->action, planner->settings->trial);
    planner_draw_inputs(planner,
                        planner->settings->inputs == INPUTS_FRESH ||
                            (planner->settings->inputs == INPUTS_AUTO && pool->action->functions));
    if (!plan->points)
        return err_set(err, ERR_FAILED, "no memory for a plan of %zu points", design_points->count);
    planner->random = (struct random){random_derive(planner->settings->seed, 0)};
    planner->square = calloc(members, sizeof *planner->square);
    planner->turns = calloc(members, sizeof *planner->turns);
    planner->hangs = calloc(members, sizeof *planner->hangs);
    if (planner->square && planner->turns && planner->hangs)
        return 0;
    return err_set(err, ERR_FAILED, "no memory for a plan of %zu libraries", members);
}

void planner_draw_inputs(struct planner *planner, int are_fresh) {
    planner->plan->draws_inputs = planner->pool->is_fresh = are_fresh;
}

void planner_end(struct planner *planner) {
    verify_answers_forget(&planner->verifier);
    free(planner->square);
    free(planner->turns);
    free(planner->hangs);
}

int planner_begin_point(const struct planner *planner, struct point *point,
                        const struct design_point *design_point, enum cell_status status,
                        struct err *err) {
    size_t count = planner->plan->library_count;
    *point = (struct point){.design_point = *design_point,
                            .terms = action_info_terms(planner->pool->action, design_point),
                            .seeds = 1,
                            .cells = calloc(count, sizeof *point->cells)};
    design_points_describe(planner->pool->action, design_point, point->where);
    if (!point->cells)
        return err_set(err, ERR_FAILED, "no memory for a plan");
    for (size_t i = 0; i < count; i++)
        point->cells[i] = (struct cell){.status = status,
                                        .first_call = NAN,
                                        .differences = {NAN, NAN, NAN, NAN, NAN, 0},
                                        .residual = NAN,
                                        .tolerance = NAN};
    return 0;
}

double planner_growth(const struct point *from, const struct point *to) {
    double before = from->terms.flops, after = to->terms.flops;
    return before > 0 && after > 0
               ? after / before
               : fmax(1, (double)to->design_point.size) / fmax(1, (double)from->design_point.size);
}

double planner_share(double budget, double spent, size_t left) {
    return spent + (budget - spent) / (double)left;
}

int planner_asks_builtin(const struct planner *planner, const struct point *point) {
    if (planner->builtin == PLAN_NOBODY)
        return 0;
    const struct action_info *action = planner->pool->action;
    return !action->has_residual || action->implementation_count ||
           point->terms.flops <= PLAN_VERIFY_FLOPS;
}

int planner_is_spoilt(const struct planner *planner, const struct design_point *design_point) {
    return action_info_account(planner->pool->action, design_point).fate != CELL_OK;
}

/* --- members --- */

int planner_ask(const struct planner *planner, const struct point *point, size_t i,
                const struct question *question, enum cell_status *fate, struct err *err) {
    struct progress progress = {.action = planner->pool->action->name,
                                .stage = "planning",
                                .library = planner->pool->members[i].library->name,
                                .design_point = &point->design_point,
                                .where = point->where};
    planner->observer->progress(planner->observer, &progress);
    return worker_pool_ask(planner->pool, i, &point->design_point, question, fate, err);
}

int planner_estimate(const struct planner *planner, const struct point *point, size_t i,
                     const struct wire_estimate *request, double expected,
                     struct wire_seconds *reply, enum cell_status *fate, struct err *err) {
    struct question question = {
        WIRE_ESTIMATE, request,       sizeof *request,
        reply,         sizeof *reply, settings_limit(planner->settings, &point->terms, expected)};
    return planner_ask(planner, point, i, &question, fate, err);
}

void planner_note_fault(const struct planner *planner, const struct point *point, size_t i,
                        enum cell_status fate, const char *message) {
    const char *library = planner->pool->members[i].library->name;
    char line[512];
    if (i < planner->plan->library_count) {
        struct cell *cell = &point->cells[i];
        cell->status = fate;
        snprintf(cell->fault, sizeof cell->fault, "%.100s%s%.150s", point->where,
                 *point->where ? ": " : "", message);
    }
    snprintf(line, sizeof line, "%.64s: %.64s%s%.100s: %.250s", library,
             planner->pool->action->name, *point->where ? " at " : "", point->where, message);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

void planner_count_hang(const struct planner *planner, size_t i, enum cell_status fate) {
    char line[256];
    if (fate != CELL_HUNG || ++planner->hangs[i] != PLAN_MOST_HANGS)
        return;
    snprintf(line, sizeof line, "%.64s is given up for %.64s: it hung %d times",
             planner->pool->members[i].library->name, planner->pool->action->name, PLAN_MOST_HANGS);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

int planner_leave(const struct planner *planner, const struct point *point, struct err *err) {
    for (size_t i = 0; i < planner->pool->count; i++) {
        enum cell_status fate;
        int status = worker_pool_leave(planner->pool, i, &fate, err);
        if (status == ERR_INTERRUPTED)
            return status;
        if (status == 0)
            continue;
        planner_note_fault(planner, point, i, fate, err->message);
        planner_count_hang(planner, i, fate);
    }
    return 0;
}

/* --- trial turns --- */

/* Whether a turn is nothing but a run that is long beside what surrounds it. */
static int is_bare_run(const struct planner *planner, const struct cell *cell, double long_run) {
    const struct commands *commands = planner->pool->action->commands;
    return commands && !commands->hooks[COMMANDS_PREPARE].count &&
           !commands->hooks[COMMANDS_CONCLUDE].count && cell->call_seconds >= long_run;
}

/* A few turns, if they are short. What grows with the calls is taken from the quickest, as a
 * disturbance only ever adds; the rest is that of the mean, as rounds wait for other processes too.
 */
static int try_turns(struct planner *planner, struct point *point, size_t i, struct err *err) {
    enum { TURNS = 3 };
    const double enough = 0.005;
    struct cell *cell = &point->cells[i];
    double least = INFINITY, spent = 0, turns = 0;
    if (is_bare_run(planner, cell, enough)) {
        cell->call_wall = cell->call_seconds;
        cell->turn_seconds = 0;
        return 0;
    }
    for (int t = 0; t < TURNS && spent < enough; t++) {
        double expected = (double)cell->calls * cell->call_whole;
        struct wire_batch request = plan_batch(planner->plan, planner->settings, point, i, 0);
        struct wire_sample sample;
        struct question question = {
            WIRE_BATCH,     &request,
            sizeof request, &sample,
            sizeof sample,  settings_limit(planner->settings, &point->terms, 2 * expected)};
        enum cell_status fate;
        double begin = wall_clock_now();
        if (planner->plan->is_fresh)
            worker_pool_restart(planner->pool, i);
        int status = planner_ask(planner, point, i, &question, &fate, err);
        double passed = wall_clock_now() - begin;
        if (status == ERR_INTERRUPTED)
            return status;
        if (status) {
            planner_note_fault(planner, point, i, fate, err->message);
            return 0;
        }
        if (passed < least) {
            /* Tells what grows with the number of calls from what does not. Emptying the caches
             * before each call leaves nothing else worth counting. */
            double calls = (double)sample.calls, warm = (double)sample.warm_up_calls;
            double whole =
                sample.told.whole_seconds > 0 ? sample.told.whole_seconds : sample.seconds;
            double each = (whole + sample.renew_seconds) * (calls + warm) / calls;
            if (planner->plan->eviction.bytes || each > passed / calls)
                each = passed / calls;
            cell->call_wall = each;
            cell->call_seconds = fmin(cell->call_seconds, sample.seconds);
        }
        least = fmin(least, passed);
        spent += passed;
        cell->turn_seconds = spent / ++turns - (double)sample.calls * cell->call_wall;
    }
    return 0;
}

int planner_try_turns(struct planner *planner, struct point *point, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            status = try_turns(planner, point, i, err);
    return status;
}
