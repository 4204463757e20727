/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner.h: a plan in the making, and what planning and forecasting share. Private to plan.c,
 * forecast.c and null_output.c. */
#ifndef BENCHMAT_COLLECT_PLANNING_PLANNER_H
#define BENCHMAT_COLLECT_PLANNING_PLANNER_H

#include "collect/harness/random.h"
#include "collect/planning/plan.h"
#include "collect/planning/verify_answers.h"

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
    int earlier;         /* calls on other numbers, before the one whose answer is verified */
    double null_seconds; /* spent on null_output_try */
    int null_is_told;    /* it has told the user */
};

/* Empties the plan, except for what the caller has set about starting, keeping, the control and the
 * caches. Takes the clock from the pool's members, which must be loaded. */
int planner_begin(struct planner *planner, const struct design_points *design_points,
                  size_t library_count, struct err *err);
void planner_end(struct planner *planner);

/* Whether every call gets other numbers from now on. */
void planner_draw_inputs(struct planner *planner, int are_fresh);

/* Makes POINT at DESIGN_POINT: all cells have STATUS, and nothing else is known of them. */
int planner_begin_point(const struct planner *planner, struct point *point,
                        const struct design_point *design_point, enum cell_status status,
                        struct err *err);

/* All members end their round at POINT, so that a fault in ending it is noted there. */
int planner_leave(const struct planner *planner, const struct point *point, struct err *err);

/* How many times as long a call takes at TO as at FROM, by its operations. */
double planner_growth(const struct point *from, const struct point *to);

/* Seconds of BUDGET that may be spent by the end of a curve, if SPENT seconds were spent before it
 * and LEFT curves remain, this one included. */
double planner_share(double budget, double spent, size_t left);

/* Whether to ask the trusted library for its answer. The built-in library is slow: above
 * PLAN_VERIFY_FLOPS the action's own residual must do, if it has one. */
int planner_asks_builtin(const struct planner *planner, const struct point *point);

/* Whether the action itself refused DESIGN_POINT or did not survive it (action_info.h). */
int planner_is_spoilt(const struct planner *planner, const struct design_point *design_point);

/* Tells the observer that member I works at POINT, and asks it QUESTION as worker_pool_ask does. */
int planner_ask(const struct planner *planner, const struct point *point, size_t i,
                const struct question *question, enum cell_status *fate, struct err *err);

/* Asks member I at POINT how long a call takes, as REQUEST says. EXPECTED seconds of a call, 0 if
 * unknown, limit how long the answer may take. */
int planner_estimate(const struct planner *planner, const struct point *point, size_t i,
                     const struct wire_estimate *request, double expected,
                     struct wire_seconds *reply, enum cell_status *fate, struct err *err);

/* Notes that member I did wrong at POINT: tells the observer, and the cell if I is one of the
 * libraries. */
void planner_note_fault(const struct planner *planner, const struct point *point, size_t i,
                        enum cell_status fate, const char *message);

/* Counts a hang of member I if FATE is one, and tells the observer when it is given up. */
void planner_count_hang(const struct planner *planner, size_t i, enum cell_status fate);

/* Every library makes a turn or a few at POINT, as in a round. Sets what that costs: turn_seconds
 * and call_wall. */
int planner_try_turns(struct planner *planner, struct point *point, struct err *err);

#endif
