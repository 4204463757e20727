/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thread_groups.h: what of a plan is measured with how many threads, and when.
 *
 * Thread variables are set before a library is loaded, so that each number of threads takes workers
 * of its own. In every round all points of one number are measured, then all of another, in an
 * order that is drawn anew. Nothing is compared across. */
#ifndef BENCHMAT_COLLECT_PLANNING_THREAD_GROUPS_H
#define BENCHMAT_COLLECT_PLANNING_THREAD_GROUPS_H

#include "collect/job/disturbance.h"
#include "collect/planning/plan.h"

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
