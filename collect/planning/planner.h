/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner.h: what the parts of planning share. Private to plan*.c. */
#ifndef BENCHMAT_COLLECT_PLANNING_PLANNER_H
#define BENCHMAT_COLLECT_PLANNING_PLANNER_H

#include "collect/harness/random.h"
#include "collect/planning/plan.h"
#include "collect/planning/verify_answers.h"

/* A plan in the making. */
struct planner {
    struct plan *plan;
    struct worker_pool *pool;
    size_t builtin, reference; /* members, or PLAN_NOBODY */
    const struct settings *settings;
    struct observer *observer;
    struct random random;
    size_t *square, *turns; /* of order_turns */
    size_t *hangs;          /* of each member */
    struct verify_answers verifier;
};

/* Empties the plan, but for what the caller has put into it about starting and keeping; the clock
 * is that of the pool's members, who are loaded. */
int planner_begin(struct planner *planner, const struct design_points *design_points,
                  size_t library_count, struct err *err);
void planner_end(struct planner *planner);

/* Makes POINT at DESIGN_POINT, with all cells in that STATUS and nothing known of them. */
int planner_begin_point(const struct planner *planner, struct point *point,
                        const struct design_point *design_point, enum cell_status status,
                        struct err *err);

/* What the action says of DESIGN_POINT. */
struct terms planner_terms(const struct planner *planner, const struct design_point *design_point);

/* How many times as long as at FROM a call takes at TO: as many as it has operations. */
double planner_growth(const struct point *from, const struct point *to);

/* Seconds of BUDGET that may have been spent at the end of a curve, before which so many were SPENT
 * and so many curves, itself among them, were LEFT. */
double planner_share(double budget, double spent, size_t left);

/* Whether the trusted library is asked for its answer. The built-in library is slow: where the
 * action has a residual of its own, that will do. */
int planner_asks_builtin(const struct planner *planner, const struct point *point);

/* Tells the observer that member I works at POINT now. */
void planner_tell(const struct planner *planner, const struct point *point, size_t i);

/* Whether the action itself has spoilt DESIGN_POINT (action_info.h); and what then becomes of all
 * cells. */
int planner_is_spoilt(const struct planner *planner, const struct design_point *design_point);
/* All members end their round at POINT, so that what goes wrong there is noted of POINT. */
int planner_leave(const struct planner *planner, const struct point *point, struct err *err);

/* Asks all for their answer at POINT and verifies it; sets each cell's status. */
int plan_answers_trusted(struct planner *planner, struct point *point, struct err *err);

/* Times all that are alive for one seed after the other; chooses the seeds of POINT
 * and the calls of each library. */
int plan_seeds_choose(struct planner *planner, struct point *point, struct err *err);

/* Each library makes a turn or a few at POINT, as in a round, which shows what that
 * costs: turn_seconds and call_wall. */
int plan_trial_turns(struct planner *planner, struct point *point, struct err *err);

#endif
