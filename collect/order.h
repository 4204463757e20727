/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.h: who is measured when.
 *
 * For every seed all libraries run one after the other. Their order is drawn at random and then
 * rotated from seed to seed (a cyclic Latin square), so that over as many seeds as there are
 * libraries each has every place once; then a new order is drawn. */
#ifndef BENCHMAT_COLLECT_ORDER_H
#define BENCHMAT_COLLECT_ORDER_H

#include <stddef.h>

#include "collect/random.h"

/* Writes the COUNT libraries' turns at seed number SEED of a sequence: turns[0] runs first.
 * SQUARE, of COUNT elements, keeps the drawn order between the seeds of one sequence. */
void order_turns(struct random *random, size_t seed, size_t count, size_t *square, size_t *turns);

#endif
