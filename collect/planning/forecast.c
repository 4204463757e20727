/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/forecast.h"

#include <math.h>
#include <stdlib.h>

#include "collect/harness/clock.h"
#include "collect/planning/budget.h"
#include "collect/planning/planner.h"

/* A size with up to this many operations needs no smaller one before it: it takes a millisecond or
 * less. */
#define HARMLESS_FLOPS 1e6

/* --- trying --- */

/* Asks member I for the SECONDS of a call, and for the WHOLE by the clock; NaN if it cannot tell.
 * Of what a library does wrong on a curve, the first is told. */
static int try_call(struct planner *planner, const struct point *point, size_t i, double *seconds,
                    double *whole, struct err *err) {
    struct wire_estimate request = {.shortest = planner->plan->shortest};
    struct wire_seconds reply;
    enum cell_status fate = CELL_FAILED;
    int status = planner_estimate(planner, point, i, &request, 0, &reply, &fate, err);
    *seconds = status ? NAN : fmax(reply.seconds, 1e-12);
    *whole = status ? NAN : fmax(reply.whole, 1e-12);
    if (status && status != ERR_INTERRUPTED && i < planner->plan->library_count &&
        point->cells[i].status == CELL_OK)
        planner_note_fault(planner, point, i, fate, err->message);
    return status == ERR_INTERRUPTED ? status : 0;
}

/* A trial takes as long as it is told to, and each library a process for it. */
static void set_trials(const struct planner *planner, struct point *point) {
    const struct plan *plan = planner->plan;
    for (size_t i = 0; i < plan->library_count; i++) {
        point->cells[i].call_seconds = point->cells[i].call_whole = plan->trial;
        point->cells[i].turn_seconds = plan->start_seconds / (double)plan->library_count;
    }
    plan_set_batch(plan, point, 0);
}

static int try_point(struct planner *planner, struct point *point, struct err *err) {
    double seconds;
    int status = 0;
    if (planner->plan->trial > 0) {
        set_trials(planner, point);
        return 0;
    }
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        status = try_call(planner, point, i, &point->cells[i].call_seconds,
                          &point->cells[i].call_whole, err);
    if (status == 0 && planner_asks_builtin(planner, point))
        status = try_call(planner, point, planner->builtin, &seconds, &point->verify_seconds, err);
    if (isnan(point->verify_seconds)) /* there will be no answer to hold others against */
        point->verify_seconds = 0;
    if (status)
        return status;
    plan_set_batch(planner->plan, point, 0);
    status = planner_try_turns(planner, point, err);
    return status ? status : planner_leave(planner, point, err);
}

/* A point that the action itself has spoilt takes no time. */
static void set_not_measured(const struct plan *plan, struct point *point) {
    for (size_t i = 0; i < plan->library_count; i++)
        point->cells[i].status = CELL_NOT_MEASURED;
}

/* Makes the point that the first one follows from: the first one itself, or a smaller size if that
 * is too large to be tried at once. */
static int try_harmless(struct planner *planner, struct design_point design_point,
                        struct point *point, struct err *err) {
    const struct action_info *action = planner->pool->action;
    while (design_point.size > 1 && action_info_terms(action, &design_point).flops > HARMLESS_FLOPS)
        design_point.size = design_point.size / 2;
    int status = planner_begin_point(planner, point, &design_point, CELL_OK, err);
    if (status)
        return status;
    if (!planner_is_spoilt(planner, &design_point))
        return try_point(planner, point, err);
    set_not_measured(planner->plan, point);
    return 0;
}

/* Sets what POINT costs as far as it follows from KNOWN, another point. */
static void extrapolate(const struct planner *planner, const struct point *known,
                        struct point *point) {
    const struct plan *plan = planner->plan;
    const double written_per_second = 1e9; /* filling, on a slow machine */
    double growth = planner_growth(known, point);
    double filling = fmax(point->terms.bytes - known->terms.bytes, 0) / written_per_second;
    for (size_t i = 0; i < plan->library_count; i++) {
        const struct cell *before = &known->cells[i];
        struct cell *cell = &point->cells[i];
        *cell = *before;
        cell->call_seconds *= growth;
        cell->call_whole *= growth;
        /* Emptying the caches takes the same at every size. */
        cell->call_wall = plan->eviction.bytes
                              ? before->call_wall + (growth - 1) * before->call_whole
                              : before->call_wall * growth;
        cell->turn_seconds += filling;
    }
    if (planner_asks_builtin(planner, point))
        point->verify_seconds = known->verify_seconds * growth;
    plan_set_batch(plan, point, 0);
}

/* Makes the points of the curve that begins at design point S. The first follows from KNOWN, each
 * other one from that before it. Tries them until the time UNTIL. */
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
            set_not_measured(plan, point);
            continue;
        }
        extrapolate(planner, known, point);

        /* An estimate and a trial are about four calls of each, and two turns' fixed part. */
        double trial = 4 * point->verify_seconds;
        for (size_t i = 0; i < plan->library_count; i++)
            if (plan_is_alive(&point->cells[i]))
                trial += 4 * point->cells[i].call_whole + 2 * point->cells[i].turn_seconds;
        is_over |= wall_clock_now() + trial > until;
        if (is_over)
            continue;
        status = try_point(planner, point, err);
        point->is_tried = status == 0;
        known = point;
    }
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
    struct point harmless = {0};
    int status = planner_begin(&planner, design_points, library_count, err);
    if (status == 0) {
        /* Every curve has an equal share of the time. */
        double begin = wall_clock_now(),
               each = seconds / (double)design_points_count_curves(design_points);
        status = try_harmless(&planner, design_points->items[0], &harmless, err);
        const struct point *known = &harmless;
        for (size_t s = 0, curve = 1; status == 0 && s < design_points->count; curve++) {
            status =
                try_curve(&planner, design_points, s, known, begin + (double)curve * each, err);
            known = &plan->points[s];
            s = design_points_end_curve(design_points, s);
        }
    }
    free(harmless.cells);
    planner_end(&planner);
    return status;
}

/* --- what the forecast says --- */

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
            calls += cell->call_whole + plan->shortest;
            turns += cell->turn_seconds;
        }
        if (plan->trial > 0) {
            seconds += turns + (double)plan->library_count * fmin(plan->trial, WIRE_ANSWER_TRIAL);
            continue;
        }
        double seeds =
            fmin((double)settings->max_seeds, fmax(1, settings->stage_time / fmax(slowest, 1e-12)));
        if (plan->is_single || plan->keeps_calls)
            seeds = 1;
        seconds += point->verify_seconds + (2 + 1.5 * seeds) * calls + (1 + seeds) * turns;
    }
    return seconds;
}

/* Planning and all rounds. */
static double all_seconds(struct plan *plan, const struct settings *settings) {
    return plan_forecast_planning(plan, settings) + budget_keep(plan, settings);
}

/* Whether A and B are on different curves. */
static int is_other_curve(const struct point *a, const struct point *b) {
    return !design_points_share_curve(&a->design_point, &b->design_point);
}

void plan_forecast_cut(struct plan *plan, const struct settings *settings, double budget) {
    size_t all = plan->count, left = all > 0;
    for (size_t p = 1; p < all; p++)
        left += is_other_curve(&plan->points[p - 1], &plan->points[p]);
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
