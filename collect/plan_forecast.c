/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "collect/planner.h"
#include "collect/wall.h"

/* Operations of a size that is tried without a thought: a millisecond or less. */
#define HARMLESS_FLOPS 1e6

/* Seconds of a call of member I; NaN when it cannot tell. */
static int try_call(struct planner *planner, const struct point *point, size_t i, double *seconds,
                    struct err *err) {
    struct wire_estimate request = {0, planner->plan->shortest};
    struct wire_seconds reply;
    struct question question = {
        WIRE_ESTIMATE,  &request,
        sizeof request, &reply,
        sizeof reply,   settings_limit(planner->settings, planner->team->action, point->size, 0)};
    enum cell_status fate = CELL_FAILED;
    planner_tell(planner, point, i);
    int status = team_ask(planner->team, i, point->size, &question, &fate, err);
    *seconds = status ? NAN : fmax(reply.seconds, 1e-12);
    if (status && status != ERR_INTERRUPTED && i < planner->plan->library_count)
        point->cells[i].status = fate;
    return status == ERR_INTERRUPTED ? status : 0;
}

static int try_point(struct planner *planner, struct point *point, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        status = try_call(planner, point, i, &point->cells[i].call_seconds, err);
    if (status == 0 && planner_asks_builtin(planner, point->size))
        status = try_call(planner, point, planner->builtin, &point->judge_seconds, err);
    if (status)
        return status;
    plan_set_batch(planner->plan, point, 0);
    return plan_trial_turns(planner, point, err);
}

/* How much longer filling takes at size TO than at size FROM: as fast as a slow machine writes. */
static double fill_seconds(const struct planner *planner, int64_t from, int64_t to) {
    const double written_per_second = 1e9;
    double more = planner_terms(planner, to).bytes - planner_terms(planner, from).bytes;
    return fmax(more, 0) / written_per_second;
}

/* Emptying the caches takes the same at every size. */
static double grown_wall(const struct plan *plan, const struct cell *known, double growth) {
    return plan->eviction.bytes ? known->call_wall + (growth - 1) * known->call_seconds
                                : known->call_wall * growth;
}

/* POINT as it follows from KNOWN at another size. */
static void extrapolate(const struct planner *planner, const struct point *known,
                        struct point *point) {
    double growth = planner_growth(planner, known->size, point->size);
    for (size_t i = 0; i < planner->plan->library_count; i++) {
        point->cells[i] = known->cells[i];
        point->cells[i].call_seconds *= growth;
        point->cells[i].call_wall = grown_wall(planner->plan, &known->cells[i], growth);
        point->cells[i].turn_seconds += fill_seconds(planner, known->size, point->size);
    }
    if (planner_asks_builtin(planner, point->size))
        point->judge_seconds = known->judge_seconds * growth;
    plan_set_batch(planner->plan, point, 0);
}

/* An estimate and a trial are about four calls of each, and two turns' fixed part. */
static double trial_seconds(const struct plan *plan, const struct point *point) {
    double seconds = 4 * point->judge_seconds;
    for (size_t i = 0; i < plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            seconds += 4 * point->cells[i].call_seconds + 2 * point->cells[i].turn_seconds;
    return seconds;
}

/* The point that the first size follows from, where that one is too large to be tried at once. */
static int try_harmless(struct planner *planner, int64_t size, struct point *point,
                        struct err *err) {
    while (size > 1 && planner_terms(planner, size).flops > HARMLESS_FLOPS)
        size = size / 2;
    int status = planner_begin_point(planner, point, size, CELL_OK, err);
    return status ? status : try_point(planner, point, err);
}

static int try_points(struct planner *planner, const struct sizes *sizes, double seconds,
                      struct err *err) {
    struct plan *plan = planner->plan;
    struct point harmless = {0};
    double begin = wall_now();
    int is_over = 0, status = try_harmless(planner, sizes->items[0], &harmless, err);
    const struct point *known = &harmless;
    for (size_t s = 0; status == 0 && s < sizes->count; s++) {
        struct point *point = &plan->points[s];
        status = planner_begin_point(planner, point, sizes->items[s], CELL_OK, err);
        if (status)
            break;
        plan->count = s + 1;
        extrapolate(planner, known, point);
        is_over |= wall_now() - begin + trial_seconds(plan, point) > seconds;
        if (is_over)
            continue;
        status = try_point(planner, point, err);
        known = point;
        plan->tried = s + 1;
    }
    free(harmless.cells);
    return status;
}

int plan_forecast(struct plan *plan, struct team *team, size_t library_count, size_t builtin,
                  const struct settings *settings, const struct sizes *sizes, double seconds,
                  struct observer *observer, struct err *err) {
    struct planner planner = {.plan = plan,
                              .team = team,
                              .builtin = builtin,
                              .reference = PLAN_NOBODY,
                              .settings = settings,
                              .observer = observer};
    int status = planner_begin(&planner, sizes, library_count, err);
    if (status == 0)
        status = try_points(&planner, sizes, seconds, err);
    planner_end(&planner);
    return status;
}

double plan_forecast_planning(const struct plan *plan, const struct settings *settings) {
    double seconds = plan->start_seconds;
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
        seconds += point->judge_seconds + (2 + 1.5 * seeds) * calls + (1 + seeds) * turns;
    }
    return seconds;
}
