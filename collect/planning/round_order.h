/* SPDX-License-Identifier: GPL-3.0-or-later */
/* round_order.h: in which order and in which memory layout a round measures. */
#ifndef BENCHMAT_COLLECT_PLANNING_ROUND_ORDER_H
#define BENCHMAT_COLLECT_PLANNING_ROUND_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "collect/design/settings.h"
#include "collect/harness/random.h"
#include "collect/job/disturbance.h"
#include "collect/job/job.h"
#include "collect/planning/plan.h"
#include "formats/model/run.h"

/* The stream that draws the order at POINT of ROUND of an action. It follows from the run's seed
 * and these alone, not from what was measured before, so that an interrupted run goes on in the
 * order that it would have had. ORDER_ALL_POINTS stands for a whole round, ORDER_ALL_THREADS for
 * the order of the numbers of threads in it. */
#define ORDER_ALL_POINTS  SIZE_MAX
#define ORDER_ALL_THREADS (SIZE_MAX - 1)
struct random order_stream(uint64_t seed, const char *action, size_t round, size_t point);

/* Writes the COUNT libraries' turns at seed number SEED of a sequence: turns[0] runs first.
 * SQUARE, of COUNT elements, keeps the drawn order between the seeds of one sequence. */
void order_turns(struct random *random, size_t seed, size_t count, size_t *square, size_t *turns);

/* --- memory layout --- */

/* A memory layout is a number from which every worker draws where arrays lie in the arena and where
 * its stack begins. It follows from the run's seed, the action and the round alone. */

/* The layout of ROUND, as --layout wants it: "common" draws one for each round, "fixed" the same
 * for all, and neither is 0; "free" gives 0, the system's own. MEMORY_LAYOUT_PLANNING stands for
 * the planning. */
#define MEMORY_LAYOUT_PLANNING SIZE_MAX
uint64_t memory_layout_layout(const struct settings *settings, const char *action, size_t round);

/* Sets the facts "layout" (common, fixed or free) and "layouts": the layouts of the first ROUNDS
 * rounds in hexadecimal, one after the other. "layouts" has one number if all rounds have the same,
 * and is missing if nothing was drawn. */
void memory_layout_describe(const struct settings *settings, const char *action, size_t rounds,
                            struct facts *facts);

/* --- builds --- */

/* The build, of COUNT, that the series called NAME loads in ROUND: each of them once, in an order
 * drawn anew, before any comes again. COUNT is at most BUILDS_MOST. */
size_t builds_draw(uint64_t seed, const char *action, const char *name, size_t count, size_t round);

/* Sets the fact builds_drawn of each series of M whose participant has several builds, for the
 * first ROUNDS rounds, and the fact code_placement of M. */
void builds_describe(const struct settings *settings, const struct participant *participants,
                     size_t rounds, struct measurement *m);

/* --- thread groups --- */

/* A thread group is the part of a plan that is measured with one number of threads. Thread
 * variables are set before a library is loaded, so each group needs workers of its own. Every round
 * measures all points of one group, then all of another, in an order drawn anew. Groups are not
 * compared with one another. */

struct thread_group {
    int threads;
    size_t begin, end; /* its points: the first, and the one after the last */
    struct disturbance disturbance;
};

/* COUNT groups in the order of the plan. TURNS is the order that thread_groups_draw drew last. */
struct thread_groups {
    struct thread_group *items;
    size_t count;
    size_t *turns, *square;
};

/* Give GROUPS to thread_groups_release, also after a failure. */
int thread_groups_find(struct thread_groups *groups, const struct plan *plan, struct err *err);
void thread_groups_release(struct thread_groups *groups);

/* Draws the order of the groups in ROUND. It follows from SEED, the action and the round alone. */
void thread_groups_draw(struct thread_groups *groups, uint64_t seed, const char *action,
                        size_t round);

/* Sets the fact "thread_orders" if there are several groups: the numbers of threads in the order of
 * their turns in each of the first ROUNDS rounds, "1,2 2,1 1,2". */
void thread_groups_describe(struct thread_groups *groups, uint64_t seed, const char *action,
                            size_t rounds, struct facts *facts);

#endif
