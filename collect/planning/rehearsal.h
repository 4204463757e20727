/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal.h: how much longer turns take in a round than they took when they were tried. */
#ifndef BENCHMAT_COLLECT_PLANNING_REHEARSAL_H
#define BENCHMAT_COLLECT_PLANNING_REHEARSAL_H

#include "collect/planning/plan.h"

/* Makes the turns of one point of PLAN as a round does, for about SECONDS, and sets the plan's
 * slowdown. On a quiet machine that is near 1. On a busy one, single turns after pauses get a CPU
 * at once, but the many turns of a round wait for other processes: there it has been 5.
 *
 * Does nothing for trials, for first calls and for calls that are kept, where single turns are
 * long. A library that fails is left to the rounds. Returns ERR_INTERRUPTED or 0. */
int plan_rehearse(struct plan *plan, struct worker_pool *pool, const struct settings *settings,
                  double seconds, struct observer *observer, struct err *err);

#endif
