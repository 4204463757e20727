/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/plan.h"

#include <math.h>
#include <stdlib.h>

#include "collect/job/keeper.h"
#include "collect/planning/planner.h"
#include "collect/harness/wall_clock.h"

/* --- what things take --- */

double plan_turn_seconds(const struct plan *plan, const struct cell *cell) {
    double guess = plan->eviction.bytes ? cell->call_seconds + plan->eviction.seconds
                                        : 1.5 * cell->call_seconds;
    double each = cell->call_wall > 0 ? cell->call_wall : guess;
    return cell->turn_seconds + (double)cell->calls * each;
}

double plan_point_seconds(const struct plan *plan, const struct point *point) {
    double seconds = 0;
    for (size_t i = 0; i < plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            seconds += (double)point->seeds * plan_turn_seconds(plan, &point->cells[i]) *
                       (i + 1 == plan->control ? 2 : 1);
    return seconds;
}

double plan_round_seconds(const struct plan *plan) {
    double seconds = plan->start_seconds * (double)plan_count_thread_groups(plan);
    for (size_t p = 0; p < plan->count; p++)
        seconds += plan_point_seconds(plan, &plan->points[p]);
    return seconds + fmin((double)plan->count * plan->put_seconds, seconds * KEEPER_SHARE);
}

/* --- points --- */

/* What POINT, just begun, would cost in all, going by the one before it: its calls grow as the
 * operations do. */
static double predict(const struct planner *planner, const struct point *point) {
    const struct plan *plan = planner->plan;
    const struct settings *settings = planner->settings;
    const struct point *last = &plan->points[plan->count - 1];
    double growth = planner_growth(last, point);
    double slowest = settings->stage_time / 1.5, calls = 0, turns = 0;
    size_t alive = 0;
    for (size_t i = 0; i < plan->library_count; i++) {
        if (!plan_is_alive(&last->cells[i]))
            continue;
        double seconds = last->cells[i].call_seconds * growth + plan->eviction.seconds;
        slowest = fmax(slowest, seconds);
        calls += seconds;
        turns += (double)last->seeds * last->cells[i].turn_seconds;
        alive++;
    }
    double round = 1.5 * slowest * (double)alive + turns + plan->put_seconds;
    return (double)settings->rounds * round + 2 * calls;
}

static int make_point(struct planner *planner, struct point *point, struct err *err) {
    int status = plan_answers_trusted(planner, point, err);
    if (status == 0)
        status = plan_seeds_choose(planner, point, err);
    if (status == 0 && planner->settings->time > 0)
        status = plan_trial_turns(planner, point, err);
    return status ? status : planner_leave(planner, point, err);
}

/* What all points so far cost, with their planning since BEGIN. */
static double spent_since(const struct planner *planner, double begin) {
    double rounds = planner->plan->count ? plan_round_seconds(planner->plan) : 0;
    return wall_clock_now() - begin + (double)planner->settings->rounds * rounds;
}

/* The points of the curve that begins at design point S, whose planning and rounds, with all before
 * them since BEGIN, are to take at most BOUND seconds; 0: any time. */
static int make_curve(struct planner *planner, const struct design_points *design_points, size_t s,
                      double begin, double bound, struct err *err) {
    struct plan *plan = planner->plan;
    size_t end = design_points_end_curve(design_points, s);
    int status = 0;
    for (size_t i = s; status == 0 && i < end; i++) {
        struct point *point = &plan->points[plan->count];
        status =
            planner_begin_point(planner, point, &design_points->items[i], CELL_NOT_MEASURED, err);
        int is_cut = status == 0 && i > s && bound > 0 &&
                     spent_since(planner, begin) + predict(planner, point) > bound;
        if (status == 0 && !is_cut)
            status = make_point(planner, point, err);
        if (status || is_cut)
            free(point->cells);
        if (is_cut) {
            plan_note_cut(plan, point->design_point.size);
            return 0;
        }
        plan->count += status == 0;
    }
    return status;
}

static int make_points(struct planner *planner, const struct design_points *design_points,
                       double budget, struct err *err) {
    double begin = wall_clock_now();
    size_t left = design_points_count_curves(design_points);
    int status = 0;
    for (size_t s = 0; status == 0 && s < design_points->count;
         s = design_points_end_curve(design_points, s)) {
        double bound =
            budget > 0 ? fmax(planner_share(budget, spent_since(planner, begin), left--), 1e-9) : 0;
        status = make_curve(planner, design_points, s, begin, bound, err);
    }
    return status;
}

int plan_make(struct plan *plan, struct worker_pool *pool, size_t library_count, size_t builtin,
              size_t reference, const struct settings *settings,
              const struct design_points *design_points, double budget, struct observer *observer,
              struct err *err) {
    struct planner planner = {.plan = plan,
                              .pool = pool,
                              .builtin = builtin,
                              .reference = reference,
                              .settings = settings,
                              .observer = observer};
    int status = planner_begin(&planner, design_points, library_count, err);
    if (status == 0)
        status = make_points(&planner, design_points, budget, err);
    planner_end(&planner);
    return status;
}

void plan_note_cut(struct plan *plan, int64_t size) {
    if (!plan->left_out || size < plan->left_out)
        plan->left_out = size;
    plan->cut_curves++;
}

size_t plan_count_thread_groups(const struct plan *plan) {
    size_t count = 0;
    for (size_t p = 0; p < plan->count; p++)
        count += p == 0 ||
                 plan->points[p].design_point.threads != plan->points[p - 1].design_point.threads;
    return count;
}

void plan_release(struct plan *plan) {
    for (size_t p = 0; p < plan->count; p++)
        free(plan->points[p].cells);
    free(plan->points);
    *plan = (struct plan){0};
}
