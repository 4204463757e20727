/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h: the first stage: right answers, and how much to measure.
 *
 * At every size, ascending:
 *   - the built-in library answers seed 0, then the reference, then every other library, and
 *     outputs are held against the last good ones of the former two;
 *   - for seeds 0, 1, 2, ... each library is timed once, in random order, and the seconds are
 *     summed per library until the slowest has the stage time or the most seeds are reached. That
 *     is the number of seeds;
 *   - a batch then lasts as long as one call of the slowest library (by its quickest seed), but at
 * least the stage time divided by the most seeds, and long enough for the clock; each library makes
 * as many calls as fill it. So all work for about the same time.
 */
#ifndef BENCHMAT_COLLECT_PLAN_H
#define BENCHMAT_COLLECT_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "collect/answers.h"
#include "collect/observer.h"
#include "collect/settings.h"
#include "collect/team.h"
#include "formats/run.h"

/* One library at one size. */
struct cell {
    enum cell_status status; /* CELL_OK or CELL_WRONG: to be measured */
    int64_t calls;           /* per batch */
    double call_seconds;     /* about */
    double first_call;
    struct differences differences; /* NaN where not held against any */
    double residual, tolerance;
    char fault[256]; /* what happened; "" for nothing */
};

struct point {
    int64_t size;
    size_t seeds;
    struct cell *cells; /* one per library */
};

struct plan {
    struct point *points;
    size_t count;
    size_t library_count;
    double shortest;  /* seconds an interval must last: 1000 ticks of the clock */
    int64_t left_out; /* the first size that did not fit the time budget; 0: none */
};

/* Makes the plan for SIZES. The first LIBRARY_COUNT members of TEAM are the libraries. Member
 * BUILTIN, one of these or another or PLAN_NOBODY, is the built-in library; it is slow, and not
 * asked for more than PLAN_JUDGE_FLOPS where the action has a residual of its own. REFERENCE is the
 * library whose answers others are held against, as far as they stand before the built-in one's and
 * their residual; PLAN_NOBODY for the built-in one alone. BUDGET: stop before a size with which all
 * rounds would take longer than so many seconds; 0: never. On ERR_INTERRUPTED the plan is as far as
 * it got. The caller gives PLAN to plan_release in any case. */
#define PLAN_JUDGE_FLOPS 1e9
#define PLAN_NOBODY      SIZE_MAX
int plan_make(struct plan *plan, struct team *team, size_t library_count, size_t builtin,
              size_t reference, const struct settings *settings, const struct sizes *sizes,
              double budget, struct observer *observer, struct err *err);
void plan_release(struct plan *plan);

/* Seconds that one round of POINT takes, about: batches, and half as much for warming up. */
double plan_point_seconds(const struct plan *plan, const struct point *point);

#endif
