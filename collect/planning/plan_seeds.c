/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/planner.h"

#include <math.h>
#include <stdlib.h>

#include "collect/planning/order.h"

/* What one call took each library, seed by seed. */
struct estimates {
    double *sums;     /* seconds, over the seeds so far */
    double *shortest; /* the least of them: a disturbance only ever adds */
};

static int estimate(struct planner *planner, struct point *point, size_t i, uint64_t seed,
                    struct estimates *estimates, struct err *err) {
    struct cell *cell = &point->cells[i];
    struct wire_estimate request = {seed, planner->plan->shortest};
    struct wire_seconds reply;
    struct question question = {
        WIRE_ESTIMATE,  &request,
        sizeof request, &reply,
        sizeof reply,   settings_limit(planner->settings, &point->terms, cell->first_call)};
    enum cell_status fate;
    planner_tell(planner, point, i);
    int status = worker_pool_ask(planner->pool, i, &point->design_point, &question, &fate, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status == 0) {
        estimates->sums[i] += reply.seconds;
        estimates->shortest[i] = fmin(estimates->shortest[i], reply.seconds);
        return 0;
    }
    planner_note_fault(planner, point, i, fate, err->message);
    planner_count_hang(planner, i, fate);
    return 0;
}

static int time_all(struct planner *planner, struct point *point, uint64_t seed,
                    struct estimates *estimates, struct err *err) {
    size_t count = planner->plan->library_count;
    int status = 0;
    order_turns(&planner->random, seed, count, planner->square, planner->turns);
    for (size_t t = 0; status == 0 && t < count; t++) {
        size_t i = planner->turns[t];
        if (plan_is_alive(&point->cells[i]))
            status = estimate(planner, point, i, seed, estimates, err);
    }
    return status;
}

static double largest_alive(const struct planner *planner, const struct point *point,
                            const double *seconds) {
    double largest = 0;
    for (size_t i = 0; i < planner->plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            largest = fmax(largest, seconds[i]);
    return largest;
}

static int time_seeds(struct planner *planner, struct point *point, struct estimates *estimates,
                      struct err *err) {
    const struct settings *settings = planner->settings;
    for (size_t i = 0; i < planner->plan->library_count; i++) {
        estimates->sums[i] = 0;
        estimates->shortest[i] = INFINITY;
    }
    for (size_t seed = 0; seed < settings->max_seeds; seed++) {
        int status = time_all(planner, point, seed, estimates, err);
        if (status)
            return status;
        point->seeds = seed + 1;
        if (largest_alive(planner, point, estimates->sums) >= settings->stage_time)
            break;
    }
    return 0;
}

int plan_seeds_choose(struct planner *planner, struct point *point, struct err *err) {
    const struct settings *settings = planner->settings;
    size_t count = planner->plan->library_count;
    struct estimates estimates = {calloc(count, sizeof(double)), calloc(count, sizeof(double))};
    int status = estimates.sums && estimates.shortest
                     ? time_seeds(planner, point, &estimates, err)
                     : err_set(err, ERR_FAILED, "no memory for %zu libraries", count);
    for (size_t i = 0; status == 0 && i < count; i++)
        if (plan_is_alive(&point->cells[i]))
            point->cells[i].call_seconds = fmax(estimates.shortest[i], 1e-12);
    if (status == 0)
        plan_set_batch(planner->plan, point, settings->stage_time / (double)settings->max_seeds);
    free(estimates.sums);
    free(estimates.shortest);
    return status;
}
