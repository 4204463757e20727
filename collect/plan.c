/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/plan.h"

#include <math.h>
#include <stdlib.h>

#include "collect/keeper.h"
#include "collect/planner.h"
#include "collect/wall.h"

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
    double seconds = plan->start_seconds;
    for (size_t p = 0; p < plan->count; p++)
        seconds += plan_point_seconds(plan, &plan->points[p]);
    return seconds + fmin((double)plan->count * plan->put_seconds, seconds * KEEPER_SHARE);
}

/* --- batches --- */

/* What a batch must fit: calls alone, or with the caches emptied before each. */
static double batch_share(const struct plan *plan, const struct cell *cell) {
    if (!plan->eviction.bytes)
        return cell->call_seconds;
    return cell->call_wall > 0 ? cell->call_wall : cell->call_seconds + plan->eviction.seconds;
}

void plan_set_batch(const struct plan *plan, struct point *point, double seconds) {
    double batch = fmax(seconds, 1.5 * plan->shortest);
    for (size_t i = 0; i < plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            batch = fmax(batch, batch_share(plan, &point->cells[i]));
    for (size_t i = 0; i < plan->library_count; i++) {
        struct cell *cell = &point->cells[i];
        if (plan_is_alive(cell))
            cell->calls = (int64_t)fmax(1, round(batch / batch_share(plan, cell)));
    }
}

struct wire_batch plan_batch(const struct plan *plan, const struct settings *settings,
                             const struct point *point, size_t i, uint64_t seed) {
    const struct cell *cell = &point->cells[i];
    double bound = fmin((double)cell->calls * cell->call_seconds, settings->stage_time);
    return (struct wire_batch){.seed = seed,
                               .calls = cell->calls,
                               .call_seconds = cell->call_seconds,
                               .shortest = plan->shortest,
                               .warm_up = plan->eviction.bytes ? 0 : bound,
                               .evict_bytes = plan->eviction.bytes};
}

/* --- points --- */

/* What SIZE would cost in all, going by the point before it: its calls grow as the operations do.
 */
static double predict(const struct planner *planner, int64_t size) {
    const struct plan *plan = planner->plan;
    const struct settings *settings = planner->settings;
    const struct point *last = &plan->points[plan->count - 1];
    double growth = planner_growth(planner, last->size, size);
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

static int make_point(struct planner *planner, int64_t size, struct err *err) {
    struct plan *plan = planner->plan;
    struct point *point = &plan->points[plan->count];
    int status = planner_begin_point(planner, point, size, CELL_NOT_MEASURED, err);
    if (status == 0)
        status = plan_answers_judge(planner, point, err);
    if (status == 0)
        status = plan_seeds_choose(planner, point, err);
    if (status == 0 && planner->settings->time > 0)
        status = plan_trial_turns(planner, point, err);
    if (status) {
        free(point->cells);
        return status;
    }
    plan->count++;
    return 0;
}

static int make_points(struct planner *planner, const struct sizes *sizes, double budget,
                       struct err *err) {
    struct plan *plan = planner->plan;
    double begin = wall_now(), rounds = 0;
    int status = 0;
    for (size_t s = 0; status == 0 && s < sizes->count; s++) {
        int64_t size = sizes->items[s];
        if (budget > 0 && plan->count &&
            wall_now() - begin + rounds + predict(planner, size) > budget) {
            plan->left_out = size;
            break;
        }
        status = make_point(planner, size, err);
        if (status == 0)
            rounds = (double)planner->settings->rounds * plan_round_seconds(plan);
    }
    return status;
}

int plan_make(struct plan *plan, struct team *team, size_t library_count, size_t builtin,
              size_t reference, const struct settings *settings, const struct sizes *sizes,
              double budget, struct observer *observer, struct err *err) {
    struct planner planner = {.plan = plan,
                              .team = team,
                              .builtin = builtin,
                              .reference = reference,
                              .settings = settings,
                              .observer = observer};
    int status = planner_begin(&planner, sizes, library_count, err);
    if (status == 0)
        status = make_points(&planner, sizes, budget, err);
    planner_end(&planner);
    return status;
}

void plan_release(struct plan *plan) {
    for (size_t p = 0; p < plan->count; p++)
        free(plan->points[p].cells);
    free(plan->points);
    *plan = (struct plan){0};
}
