/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/planner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void planner_tell(const struct planner *planner, const struct point *point, size_t i) {
    struct progress progress = {.action = planner->pool->action->name,
                                .stage = "planning",
                                .library = planner->pool->members[i].library->name,
                                .design_point = &point->design_point,
                                .where = point->where};
    planner->observer->progress(planner->observer, &progress);
}

void planner_note_fault(const struct planner *planner, const struct point *point, size_t i,
                        enum cell_status fate, const char *message) {
    const char *library = planner->pool->members[i].library->name;
    char line[512];
    if (i < planner->plan->library_count) {
        struct cell *cell = &point->cells[i];
        cell->status = fate;
        snprintf(cell->fault, sizeof cell->fault, "%.100s: %.150s", point->where, message);
    }
    snprintf(line, sizeof line, "%.64s: %.64s at %.100s: %.250s", library,
             planner->pool->action->name, point->where, message);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

int planner_is_spoilt(const struct planner *planner, const struct design_point *design_point) {
    return action_info_account(planner->pool->action, design_point).fate != CELL_OK;
}

void planner_spoil(const struct planner *planner, struct point *point) {
    struct account account = action_info_account(planner->pool->action, &point->design_point);
    for (size_t i = 0; i < planner->plan->library_count; i++)
        planner_note_fault(planner, point, i, account.fate, account.why);
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

int planner_has_given_up(const struct planner *planner, size_t i) {
    return planner->hangs[i] >= PLAN_MOST_HANGS;
}

static double clock_tick(const struct worker_pool *pool) {
    double tick = 0;
    for (size_t i = 0; i < pool->count; i++)
        tick = fmax(tick, fmax(pool->members[i].loaded.clock_resolution,
                               pool->members[i].loaded.clock_cost));
    return tick;
}

int planner_begin(struct planner *planner, const struct design_points *design_points,
                  size_t library_count, struct err *err) {
    struct plan *plan = planner->plan;
    size_t members = planner->pool->count + 1;
    *plan = (struct plan){.points = calloc(design_points->count + 1, sizeof *plan->points),
                          .library_count = library_count,
                          .shortest = 1000 * clock_tick(planner->pool),
                          .eviction = plan->eviction,
                          .control = plan->control,
                          .start_seconds = plan->start_seconds,
                          .put_seconds = plan->put_seconds};
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
                            .terms = planner_terms(planner, design_point),
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

struct terms planner_terms(const struct planner *planner, const struct design_point *design_point) {
    return action_info_terms(planner->pool->action, design_point);
}

double planner_growth(const struct point *from, const struct point *to) {
    double before = from->terms.flops, after = to->terms.flops;
    return before > 0 && after > 0
               ? after / before
               : (double)to->design_point.size / (double)from->design_point.size;
}

double planner_share(double budget, double spent, size_t left) {
    return spent + (budget - spent) / (double)left;
}

int planner_asks_builtin(const struct planner *planner, const struct point *point) {
    if (planner->builtin == PLAN_NOBODY)
        return 0;
    const struct action_info *action = planner->pool->action;
    return !action->has_residual || action->implementation_count ||
           point->terms.flops <= PLAN_JUDGE_FLOPS;
}
