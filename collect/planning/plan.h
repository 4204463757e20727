/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h: the first stage: right answers, and how much to measure.
 *
 * At every point, ascending by size along each curve (design_points.h):
 *   - The trusted library answers seed 0, then the reference, then every other library. Outputs are
 *     compared with the last good ones of the former two.
 *   - For seeds 0, 1, 2, ... each library is timed once, in random order. The seconds add up per
 *     library until the slowest has the stage time or the most seeds are reached. That is the
 *     number of seeds.
 *   - A batch then lasts as long as one call of the slowest library (with its quickest seed), but
 *     at least the stage time divided by the most seeds, and long enough for the clock. Each
 *     library makes as many calls as fill it, so that all work for about the same time.
 *
 * A throughput action answers by a short trial, whose work it checks itself, and its samples are
 * trials, one per library, point and round.
 *
 * If each sample is a single call (plan_set_mode), each library is timed with seed 0 alone, and
 * there are as many calls, of all libraries alike, as the slowest makes in the stage time, but at
 * most the most seeds. */
#ifndef BENCHMAT_COLLECT_PLANNING_PLAN_H
#define BENCHMAT_COLLECT_PLANNING_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "collect/design/design_points.h"
#include "collect/design/settings.h"
#include "collect/harness/design_point.h"
#include "collect/job/job.h"
#include "collect/machine/interruptions.h"
#include "collect/planning/verify_answers.h"
#include "collect/processes/worker_pool.h"
#include "formats/model/run.h"

/* A library that hung this often is not tried again, neither in planning nor in rounds. */
enum { PLAN_MOST_HANGS = 2 };

/* One library at one point. */
struct cell {
    enum cell_status status; /* CELL_OK and CELL_WRONG are measured */
    int64_t calls;           /* per batch */
    double call_seconds;     /* about, to size batches by */
    double call_whole;       /* by the clock: more where the action times a part of a call itself */
    double call_wall;    /* seconds of a turn, per call, with its share of warming up, renewing and
                            emptying caches; 0: not tried */
    double turn_seconds; /* seconds of a turn besides its calls: asking, filling, watching */
    double first_call;
    struct differences differences; /* NaN if not compared with any */
    double residual, tolerance;
    struct output_error outputs[WORKSPACE_MAX_OUTPUTS]; /* of each output */
    size_t output_count;
    struct detail_set details; /* reports that its samples have */
    double output_bytes;       /* that a command printed; NaN: unknown */
    int lacks_inputs;          /* it is a program that cannot give each call other numbers */
    char fault[256];           /* what went wrong; "" for nothing */
};

struct point {
    struct design_point design_point;
    struct terms terms;
    char where[DESIGN_POINTS_TEXT]; /* for people: "n = 100, stride 8" */
    size_t seeds;
    int is_tried;          /* of a forecast: its costs come from calls; else from other points */
    double verify_seconds; /* of a forecast: what the built-in library takes for its answer */
    char unproven[128];    /* outputs about which right answers prove nothing; "": none */
    struct cell *cells;    /* one per library */
};

struct plan {
    struct point *points;
    size_t count;
    size_t library_count;
    double shortest;  /* seconds an interval must last: 1000 ticks of the clock */
    int is_single;    /* each sample is a single call, in a turn of its own */
    int is_fresh;     /* and in a process of its own */
    int draws_inputs; /* every call gets other numbers */
    double trial;     /* each sample is a trial of so many seconds; 0: of calls */
    int keeps_calls;  /* each sample is a call, and all calls of a round are made in one turn */
    struct eviction eviction;
    struct interruptions interruptions; /* of batches */
    double start_seconds;               /* what a round takes before its first turn; 0: not known */
    double slowdown;    /* so many times as long as when they were tried, turns take in a round; 0:
                           not known */
    size_t control;     /* 1 + the library that is measured a second time; 0: none */
    double put_seconds; /* what a transaction of the keeper takes; 0: not known */
    int64_t left_out;   /* the least size that did not fit the time budget; 0: none */
    size_t cut_curves;  /* curves that end early for lack of time */
};

static inline int plan_is_alive(const struct cell *cell) {
    return cell->status == CELL_OK || cell->status == CELL_WRONG;
}

/* The first LIBRARY_COUNT members of POOL are the libraries to measure.
 *
 * BUILTIN is the trusted library: one of these members, another one, or PLAN_NOBODY. It is the
 * built-in library, or the first of the action's implementations. The built-in library is slow: it
 * is asked for no more than PLAN_VERIFY_FLOPS if the action has a residual of its own.
 *
 * REFERENCE is the library that the others' answers are compared with, as long as its own pass the
 * comparison with the trusted library's and the residual. PLAN_NOBODY: all are compared with the
 * trusted library. Without a trusted library the reference is believed.
 *
 * If the action itself refused a size or did not survive it, all cells get that status. */
#define PLAN_VERIFY_FLOPS 1e9
#define PLAN_NOBODY       SIZE_MAX

/* Makes the plan for DESIGN_POINTS. With a BUDGET, planning and all rounds may take that many
 * seconds: a curve ends before the size that would pass its share. The share is what the curves
 * before have left over, divided by the number of curves that are not yet planned, this one
 * included, so that no curve is cut because another one is expensive. Each has at least one point.
 * 0: all points are planned. With settings->time every library makes one turn at each point as in a
 * round, to see what that costs. On ERR_INTERRUPTED the plan is as far as it got. The caller gives
 * PLAN to plan_release in any case. */
int plan_make(struct plan *plan, struct worker_pool *pool, size_t library_count, size_t builtin,
              size_t reference, const struct settings *settings,
              const struct design_points *design_points, double budget, struct observer *observer,
              struct err *err);

void plan_release(struct plan *plan);

/* How the plan takes samples of ACTION in MODE. Every run of a command is a turn of its own, in any
 * mode, and so is every trial, which takes TRIAL seconds. */
void plan_set_mode(struct plan *plan, enum mode mode, const struct action_info *action,
                   double trial);

/* The turns of each library at POINT in a round. */
size_t plan_turns(const struct plan *plan, const struct point *point);

/* Sets the calls of all libraries at POINT such that a batch takes each of them SECONDS, but at
 * least one call of the slowest and 1500 ticks of the clock; and the whole multiple of the period
 * of interruptions that is nearest, if that is not 0. A plan that keeps calls has as many as POINT
 * has seeds. */
void plan_set_batch(const struct plan *plan, struct point *point, double seconds);

/* The calls of a round at POINT, each a sample, if the slowest library works for STAGE_TIME. */
size_t plan_single_calls(const struct plan *plan, const struct point *point,
                         const struct settings *settings, double stage_time);

/* The request for a batch of library I with SEED at POINT. */
struct wire_batch plan_batch(const struct plan *plan, const struct settings *settings,
                             const struct point *point, size_t i, uint64_t seed);

/* About the seconds that a turn of CELL takes: as tried, or else its batch and half as much for
 * warming up. */
double plan_turn_seconds(const struct plan *plan, const struct cell *cell);

/* The seconds after which a turn of CELL at POINT counts as hung (settings_limit). A trial ends by
 * itself in time; --timeout is for what comes before and after. */
double plan_turn_limit(const struct plan *plan, const struct settings *settings,
                       const struct point *point, const struct cell *cell);
/* Seconds that one round takes at POINT, and in all. */
double plan_point_seconds(const struct plan *plan, const struct point *point);
double plan_round_seconds(const struct plan *plan);

/* Notes that a curve is cut before a point of that SIZE. */
void plan_note_cut(struct plan *plan, int64_t size);

/* The number of thread groups (round_order.h). */
size_t plan_count_thread_groups(const struct plan *plan);

#endif
