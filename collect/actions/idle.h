/* SPDX-License-Identifier: GPL-3.0-or-later */
/* idle.h: routines that do nothing, in the place of those that throughput actions call: what a
 * trial with them takes of each operation is the action's own work. Each is in the order of the
 * action's `routines`, or the place of its implementation. What they do is wrong. */
#ifndef BENCHMAT_COLLECT_ACTIONS_IDLE_H
#define BENCHMAT_COLLECT_ACTIONS_IDLE_H

#include "collect/action.h"

enum { IDLE_ROUTINES = 6 };

extern const bench_function allocate_idle[2], barrier_idle[1], concurrent_set_idle[IDLE_ROUTINES],
    counter_idle[1], prime_count_idle[1], queue_idle[1], thread_create_idle[1];

#endif
