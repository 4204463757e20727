/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/planner.h"
#include "collect/harness/wall_clock.h"

#include <math.h>

/* Making a fresh copy for a call, untimed: as fast as memory is on a slow machine. */
static double renewal_seconds(const struct point *point) {
    enum { COPIED_PER_SECOND = 2000000000 };
    return point->terms.bytes / COPIED_PER_SECOND;
}

/* Tells what grows with the number of calls from what does not. Emptying the caches before each
 * leaves nothing else to speak of. */
static void split(const struct planner *planner, const struct point *point, struct cell *cell,
                  const struct wire_sample *sample, double passed) {
    double calls = (double)sample->calls, warm = (double)sample->warm_up_calls;
    double renewal = sample->copies > 0 ? renewal_seconds(point) : 0;
    double each = (sample->seconds + renewal) * (calls + warm) / calls;
    if (planner->plan->eviction.bytes || each > passed / calls)
        each = passed / calls;
    cell->call_wall = each;
    cell->turn_seconds = passed - calls * each;
}

static int ask_turn(struct planner *planner, struct point *point, size_t i,
                    struct wire_sample *sample, struct err *err) {
    struct cell *cell = &point->cells[i];
    double expected = (double)cell->calls * cell->call_seconds;
    struct wire_batch request = plan_batch(planner->plan, planner->settings, point, i, 0);
    struct question question = {
        WIRE_BATCH, &request,       sizeof request,
        sample,     sizeof *sample, settings_limit(planner->settings, &point->terms, 2 * expected)};
    enum cell_status fate;
    planner_tell(planner, point, i);
    int status = worker_pool_ask(planner->pool, i, &point->design_point, &question, &fate, err);
    if (status && status != ERR_INTERRUPTED)
        planner_note_fault(planner, point, i, fate, err->message);
    return status;
}

/* The quickest of a few turns, as far as these are short: a disturbance only ever adds. */
static int try_turns(struct planner *planner, struct point *point, size_t i, struct err *err) {
    enum { TURNS = 3 };
    const double enough = 0.005;
    double least = INFINITY, spent = 0;
    for (int t = 0; t < TURNS && spent < enough; t++) {
        struct wire_sample sample;
        double begin = wall_clock_now();
        int status = ask_turn(planner, point, i, &sample, err);
        double passed = wall_clock_now() - begin;
        if (status)
            return status == ERR_INTERRUPTED ? status : 0;
        if (passed < least)
            split(planner, point, &point->cells[i], &sample, passed);
        least = fmin(least, passed);
        spent += passed;
    }
    return 0;
}

int plan_trial_turns(struct planner *planner, struct point *point, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            status = try_turns(planner, point, i, err);
    return status;
}
