/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/rehearsal.h"

#include <math.h>

#include "collect/harness/clock.h"
#include "collect/planning/planner.h"

/* What turns took, and what they take according to the plan. */
struct tally {
    double taken, planned;
    int has_failed;
};

/* One turn of library I; counted unless SEED is the first one, for which a worker may have to
 * start. */
static int turn(const struct planner *planner, const struct point *point, size_t i, uint64_t seed,
                struct tally *tally, struct err *err) {
    const struct cell *cell = &point->cells[i];
    struct wire_batch request = plan_batch(planner->plan, planner->settings, point, i, seed);
    struct wire_sample sample;
    struct question question = {
        WIRE_BATCH, &request,      sizeof request,
        &sample,    sizeof sample, plan_turn_limit(planner->plan, planner->settings, point, cell)};
    enum cell_status fate;
    double begin = wall_clock_now();
    int status = planner_ask(planner, point, i, &question, &fate, err);
    if (seed) {
        tally->taken += wall_clock_now() - begin;
        tally->planned += plan_turn_seconds(planner->plan, cell);
    }
    tally->has_failed |= status != 0;
    return status == ERR_INTERRUPTED ? status : 0;
}

int plan_rehearse(struct plan *plan, struct worker_pool *pool, const struct settings *settings,
                  double seconds, struct observer *observer, struct err *err) {
    const struct planner planner = {
        .plan = plan, .pool = pool, .settings = settings, .observer = observer};
    struct tally tally = {0};
    int status = 0;
    plan->slowdown = 0;
    if (!plan->count || plan->trial > 0 || plan->is_fresh || plan->keeps_calls)
        return 0;
    const struct point *point = &plan->points[plan->count / 2];
    double until = wall_clock_now() + seconds;
    for (uint64_t seed = 0;
         status == 0 && !tally.has_failed && (seed < 2 || wall_clock_now() < until); seed++)
        for (size_t i = 0; status == 0 && !tally.has_failed && i < plan->library_count; i++)
            if (plan_is_alive(&point->cells[i]))
                status = turn(&planner, point, i, seed, &tally, err);
    if (!tally.has_failed && tally.planned > 0)
        plan->slowdown = fmax(tally.taken / tally.planned, 1);
    return status;
}
