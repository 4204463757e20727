/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "collect/planning/plan.h"

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
