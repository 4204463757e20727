/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.h: who is measured when.
 *
 * For every seed all libraries run one after the other. Their order is drawn at random and then
 * rotated from seed to seed (a cyclic Latin square), so that over as many seeds as there are
 * libraries each has every place once; then a new order is drawn. */
#ifndef BENCHMAT_COLLECT_PLANNING_ORDER_H
#define BENCHMAT_COLLECT_PLANNING_ORDER_H

#include <stddef.h>

#include "collect/harness/random.h"

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

#endif
