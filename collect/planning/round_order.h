/* SPDX-License-Identifier: GPL-3.0-or-later */
/* round_order.h: in which order and in which memory layout a round measures. */
#ifndef BENCHMAT_COLLECT_PLANNING_ROUND_ORDER_H
#define BENCHMAT_COLLECT_PLANNING_ROUND_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "collect/design/settings.h"
#include "collect/harness/random.h"
#include "collect/job/disturbance.h"
#include "collect/planning/plan.h"
#include "formats/model/run.h"

/* The stream from which the order at POINT of ROUND of an action is drawn. It follows from the
 * run's seed and these alone, not from what was measured before, so that a run that was interrupted
 * goes on in the very order it would have had. ORDER_ALL_POINTS: of a whole round.
 * ORDER_ALL_THREADS: of the numbers of threads in it. */
#define ORDER_ALL_POINTS  SIZE_MAX
#define ORDER_ALL_THREADS (SIZE_MAX - 1)
struct random order_stream(uint64_t seed, const char *action, size_t round, size_t point);

/* Writes the COUNT libraries' turns at seed number SEED of a sequence: turns[0] runs first.
 * SQUARE, of COUNT elements, keeps the drawn order between the seeds of one sequence. */
void order_turns(struct random *random, size_t seed, size_t count, size_t *square, size_t *turns);

/* --- memory layout --- */

/* The memory layout of each round, as --layout wants it.
 *
 * A layout is a number from which every worker draws where arrays lie in the arena and where its
 * stack begins. It follows from the run's seed, the action and the round alone. */

/* The layout of ROUND, never 0: common drew one for each, fixed the same for all. But 0, the
 * system's own, where the placement is free. MEMORY_LAYOUT_PLANNING stands for the planning. */
#define MEMORY_LAYOUT_PLANNING SIZE_MAX
uint64_t memory_layout_layout(const struct settings *settings, const char *action, size_t round);

/* Sets the facts "layout" (common, fixed or free) and "layouts": what was drawn for each of the
 * first ROUNDS rounds, hexadecimal, one after the other; once where all have the same, and not at
 * all where nothing was drawn. */
void memory_layout_describe(const struct settings *settings, const char *action, size_t rounds,
                            struct facts *facts);

/* --- thread groups --- */

/* What of a plan is measured with how many threads, and when.
 *
 * Thread variables are set before a library is loaded, so that each number of threads takes workers
 * of its own. In every round all points of one number are measured, then all of another, in an
 * order that is drawn anew. Nothing is compared across. */

struct thread_group {
    int threads;
    size_t begin, end; /* its points, from the first to behind the last */
    struct disturbance disturbance;
};

/* COUNT groups in the order of the plan, and TURNS: which is measured when in the round that
 * thread_groups_draw was asked for last. */
struct thread_groups {
    struct thread_group *items;
    size_t count;
    size_t *turns, *square;
};

/* To be given to thread_groups_release, also after a failure. */
int thread_groups_find(struct thread_groups *groups, const struct plan *plan, struct err *err);
void thread_groups_release(struct thread_groups *groups);

/* Draws the order of the groups in ROUND. It follows from SEED, the action and the round alone. */
void thread_groups_draw(struct thread_groups *groups, uint64_t seed, const char *action,
                        size_t round);

/* Sets the fact "thread_orders", where there are several groups: the numbers of threads as they
 * have their turns in each of the first ROUNDS rounds, "1,2 2,1 1,2". */
void thread_groups_describe(struct thread_groups *groups, uint64_t seed, const char *action,
                            size_t rounds, struct facts *facts);

#endif
