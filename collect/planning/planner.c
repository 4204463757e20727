/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/planner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void planner_tell(const struct planner *planner, const struct point *point, size_t i) {
    struct progress progress = {.action = planner->team->action->name,
                                .stage = "planning",
                                .library = planner->team->members[i].library->name,
                                .spot = &point->spot,
                                .where = point->where};
    planner->observer->progress(planner->observer, &progress);
}

void planner_note_fault(const struct planner *planner, const struct point *point, size_t i,
                        enum cell_status fate, const char *message) {
    const char *library = planner->team->members[i].library->name;
    char line[512];
    if (i < planner->plan->library_count) {
        struct cell *cell = &point->cells[i];
        cell->status = fate;
        snprintf(cell->fault, sizeof cell->fault, "%.100s: %.150s", point->where, message);
    }
    snprintf(line, sizeof line, "%.64s: %.64s at %.100s: %.250s", library,
             planner->team->action->name, point->where, message);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

int planner_is_spoilt(const struct planner *planner, const struct spot *spot) {
    return subject_account(planner->team->action, spot).fate != CELL_OK;
}

void planner_spoil(const struct planner *planner, struct point *point) {
    struct account account = subject_account(planner->team->action, &point->spot);
    for (size_t i = 0; i < planner->plan->library_count; i++)
        planner_note_fault(planner, point, i, account.fate, account.why);
}

void planner_count_hang(const struct planner *planner, size_t i, enum cell_status fate) {
    char line[256];
    if (fate != CELL_HUNG || ++planner->hangs[i] != PLAN_MOST_HANGS)
        return;
    snprintf(line, sizeof line, "%.64s is given up for %.64s: it hung %d times",
             planner->team->members[i].library->name, planner->team->action->name, PLAN_MOST_HANGS);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

int planner_leave(const struct planner *planner, const struct point *point, struct err *err) {
    for (size_t i = 0; i < planner->team->count; i++) {
        enum cell_status fate;
        int status = team_leave(planner->team, i, &fate, err);
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

static double clock_tick(const struct team *team) {
    double tick = 0;
    for (size_t i = 0; i < team->count; i++)
        tick = fmax(tick, fmax(team->members[i].loaded.clock_resolution,
                               team->members[i].loaded.clock_cost));
    return tick;
}

int planner_begin(struct planner *planner, const struct spots *spots, size_t library_count,
                  struct err *err) {
    struct plan *plan = planner->plan;
    size_t members = planner->team->count + 1;
    *plan = (struct plan){.points = calloc(spots->count + 1, sizeof *plan->points),
                          .library_count = library_count,
                          .shortest = 1000 * clock_tick(planner->team),
                          .eviction = plan->eviction,
                          .control = plan->control,
                          .start_seconds = plan->start_seconds,
                          .put_seconds = plan->put_seconds};
    if (!plan->points)
        return err_set(err, ERR_FAILED, "no memory for a plan of %zu points", spots->count);
    planner->random = (struct random){random_derive(planner->settings->seed, 0)};
    planner->square = calloc(members, sizeof *planner->square);
    planner->turns = calloc(members, sizeof *planner->turns);
    planner->hangs = calloc(members, sizeof *planner->hangs);
    if (planner->square && planner->turns && planner->hangs)
        return 0;
    return err_set(err, ERR_FAILED, "no memory for a plan of %zu libraries", members);
}

void planner_end(struct planner *planner) {
    judge_forget(&planner->judge);
    free(planner->square);
    free(planner->turns);
    free(planner->hangs);
}

int planner_begin_point(const struct planner *planner, struct point *point, const struct spot *spot,
                        enum cell_status status, struct err *err) {
    size_t count = planner->plan->library_count;
    *point = (struct point){.spot = *spot,
                            .terms = planner_terms(planner, spot),
                            .seeds = 1,
                            .cells = calloc(count, sizeof *point->cells)};
    spots_describe(planner->team->action, spot, point->where);
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

struct terms planner_terms(const struct planner *planner, const struct spot *spot) {
    return subject_terms(planner->team->action, spot);
}

double planner_growth(const struct point *from, const struct point *to) {
    double before = from->terms.flops, after = to->terms.flops;
    return before > 0 && after > 0 ? after / before
                                   : (double)to->spot.size / (double)from->spot.size;
}

double planner_share(double budget, double spent, size_t left) {
    return spent + (budget - spent) / (double)left;
}

int planner_asks_builtin(const struct planner *planner, const struct point *point) {
    if (planner->builtin == PLAN_NOBODY)
        return 0;
    const struct subject *action = planner->team->action;
    return !action->has_residual || action->implementation_count ||
           point->terms.flops <= PLAN_JUDGE_FLOPS;
}
