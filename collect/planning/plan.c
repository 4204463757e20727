/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/plan.h"

#include <math.h>
#include <stdlib.h>

#include "collect/harness/clock.h"
#include "collect/job/job.h"
#include "collect/planning/budget.h"
#include "collect/planning/planner.h"

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

/* --- plan forecast --- */

/* Operations of a size that is tried without a thought: a millisecond or less. */
#define HARMLESS_FLOPS 1e6

/* Seconds of a call of member I; NaN when it cannot tell. */
static int try_call(struct planner *planner, const struct point *point, size_t i, double *seconds,
                    struct err *err) {
    struct wire_estimate request = {0, planner->plan->shortest};
    struct wire_seconds reply;
    struct question question = {
        WIRE_ESTIMATE, &request,     sizeof request,
        &reply,        sizeof reply, settings_limit(planner->settings, &point->terms, 0)};
    enum cell_status fate = CELL_FAILED;
    planner_tell(planner, point, i);
    int status = worker_pool_ask(planner->pool, i, &point->design_point, &question, &fate, err);
    *seconds = status ? NAN : fmax(reply.seconds, 1e-12);
    if (status && status != ERR_INTERRUPTED && i < planner->plan->library_count)
        point->cells[i].status = fate;
    return status == ERR_INTERRUPTED ? status : 0;
}

static int try_point(struct planner *planner, struct point *point, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        status = try_call(planner, point, i, &point->cells[i].call_seconds, err);
    if (status == 0 && planner_asks_builtin(planner, point))
        status = try_call(planner, point, planner->builtin, &point->verify_seconds, err);
    if (status)
        return status;
    plan_set_batch(planner->plan, point, 0);
    status = plan_trial_turns(planner, point, err);
    return status ? status : planner_leave(planner, point, err);
}

/* How much longer filling takes at TO than at FROM: as fast as a slow machine writes. */
static double fill_seconds(const struct point *from, const struct point *to) {
    const double written_per_second = 1e9;
    return fmax(to->terms.bytes - from->terms.bytes, 0) / written_per_second;
}

/* Emptying the caches takes the same at every size. */
static double grown_wall(const struct plan *plan, const struct cell *known, double growth) {
    return plan->eviction.bytes ? known->call_wall + (growth - 1) * known->call_seconds
                                : known->call_wall * growth;
}

/* An estimate and a trial are about four calls of each, and two turns' fixed part. */
static double trial_seconds(const struct plan *plan, const struct point *point) {
    double seconds = 4 * point->verify_seconds;
    for (size_t i = 0; i < plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            seconds += 4 * point->cells[i].call_seconds + 2 * point->cells[i].turn_seconds;
    return seconds;
}

/* What the action itself has spoilt takes no time. */
static void bury(const struct plan *plan, struct point *point) {
    for (size_t i = 0; i < plan->library_count; i++)
        point->cells[i].status = CELL_NOT_MEASURED;
}

/* The point that the first one follows from, where that one is too large to be tried at once. */
static int try_harmless(struct planner *planner, struct design_point design_point,
                        struct point *point, struct err *err) {
    while (design_point.size > 1 && planner_terms(planner, &design_point).flops > HARMLESS_FLOPS)
        design_point.size = design_point.size / 2;
    int status = planner_begin_point(planner, point, &design_point, CELL_OK, err);
    if (status)
        return status;
    if (!planner_is_spoilt(planner, &design_point))
        return try_point(planner, point, err);
    bury(planner->plan, point);
    return 0;
}

/* The points of the curve that begins at design point S. The first follows from KNOWN, each other
 * one from that before it. They are tried until the time UNTIL. */
static int try_curve(struct planner *planner, const struct design_points *design_points, size_t s,
                     const struct point *known, double until, struct err *err) {
    struct plan *plan = planner->plan;
    size_t end = design_points_end_curve(design_points, s);
    int is_over = 0, status = 0;
    for (; status == 0 && s < end; s++) {
        struct point *point = &plan->points[s];
        status = planner_begin_point(planner, point, &design_points->items[s], CELL_OK, err);
        if (status)
            break;
        plan->count = s + 1;
        if (planner_is_spoilt(planner, &point->design_point)) {
            bury(plan, point);
            continue;
        }
        /* POINT as it follows from KNOWN, another one. */
        double growth = planner_growth(known, point);
        for (size_t i = 0; i < planner->plan->library_count; i++) {
            point->cells[i] = known->cells[i];
            point->cells[i].call_seconds *= growth;
            point->cells[i].call_wall = grown_wall(planner->plan, &known->cells[i], growth);
            point->cells[i].turn_seconds += fill_seconds(known, point);
        }
        if (planner_asks_builtin(planner, point))
            point->verify_seconds = known->verify_seconds * growth;
        plan_set_batch(planner->plan, point, 0);
        is_over |= wall_clock_now() + trial_seconds(plan, point) > until;
        if (is_over)
            continue;
        status = try_point(planner, point, err);
        point->is_tried = status == 0;
        known = point;
    }
    return status;
}

/* Every curve has an equal share of the time. */
static int try_points(struct planner *planner, const struct design_points *design_points,
                      double seconds, struct err *err) {
    struct point harmless = {0};
    double begin = wall_clock_now(),
           each = seconds / (double)design_points_count_curves(design_points);
    int status = try_harmless(planner, design_points->items[0], &harmless, err);
    const struct point *known = &harmless;
    for (size_t s = 0, curve = 1; status == 0 && s < design_points->count; curve++) {
        status = try_curve(planner, design_points, s, known, begin + (double)curve * each, err);
        known = &planner->plan->points[s];
        s = design_points_end_curve(design_points, s);
    }
    free(harmless.cells);
    return status;
}

int plan_forecast(struct plan *plan, struct worker_pool *pool, size_t library_count, size_t builtin,
                  const struct settings *settings, const struct design_points *design_points,
                  double seconds, struct observer *observer, struct err *err) {
    struct planner planner = {.plan = plan,
                              .pool = pool,
                              .builtin = builtin,
                              .reference = PLAN_NOBODY,
                              .settings = settings,
                              .observer = observer};
    int status = planner_begin(&planner, design_points, library_count, err);
    if (status == 0)
        status = try_points(&planner, design_points, seconds, err);
    planner_end(&planner);
    return status;
}

double plan_forecast_planning(const struct plan *plan, const struct settings *settings) {
    double seconds = plan->start_seconds * (double)plan_count_thread_groups(plan);
    for (size_t p = 0; p < plan->count; p++) {
        const struct point *point = &plan->points[p];
        double slowest = 0, calls = 0, turns = 0;
        for (size_t i = 0; i < plan->library_count; i++) {
            const struct cell *cell = &point->cells[i];
            if (!plan_is_alive(cell))
                continue;
            slowest = fmax(slowest, cell->call_seconds);
            calls += cell->call_seconds + plan->shortest;
            turns += cell->turn_seconds;
        }
        double seeds =
            fmin((double)settings->max_seeds, fmax(1, settings->stage_time / fmax(slowest, 1e-12)));
        seconds += point->verify_seconds + (2 + 1.5 * seeds) * calls + (1 + seeds) * turns;
    }
    return seconds;
}

static double all_seconds(struct plan *plan, const struct settings *settings) {
    return plan_forecast_planning(plan, settings) + budget_keep(plan, settings);
}

/* The curve of FIRST ends before POINT, or the plan does. */
static int is_other_curve(const struct point *first, const struct point *point) {
    return !design_points_share_curve(&first->design_point, &point->design_point);
}

static size_t count_curves(const struct plan *plan) {
    size_t count = plan->count > 0;
    for (size_t p = 1; p < plan->count; p++)
        count += is_other_curve(&plan->points[p - 1], &plan->points[p]);
    return count;
}

void plan_forecast_cut(struct plan *plan, const struct settings *settings, double budget) {
    size_t all = plan->count, left = count_curves(plan);
    int is_cut = 0;
    double bound = 0;
    plan->count = 0;
    for (size_t p = 0; p < all; p++) {
        struct point point = plan->points[p];
        int is_first = plan->count == 0 || is_other_curve(&plan->points[plan->count - 1], &point);
        if (is_first) {
            bound = planner_share(budget, plan->count ? all_seconds(plan, settings) : 0, left--);
            is_cut = 0;
        }
        plan->points[plan->count++] = point;
        if (is_first || (!is_cut && all_seconds(plan, settings) <= bound))
            continue;
        if (!is_cut)
            plan_note_cut(plan, point.design_point.size);
        is_cut = 1;
        free(plan->points[--plan->count].cells);
    }
}
