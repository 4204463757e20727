/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_record.h: a plan written down in its measurement, and made again from that, so that a run
 * that was interrupted goes on with the plan that it had. */
#ifndef BENCHMAT_COLLECT_PLAN_RECORD_H
#define BENCHMAT_COLLECT_PLAN_RECORD_H

#include "collect/entrants.h"
#include "collect/plan.h"

/* Puts the sizes, the seeds and all that planning found out into MEASUREMENT, whose points are the
 * plan's and whose series are the entrants', in their order. */
void plan_record(struct measurement *measurement, const struct plan *plan,
                 const struct entrant *entrants);

/* Adds LINE to the fact "faults" of SERIES, which keeps all. */
void plan_record_fault(struct series *series, const char *line);

/* Makes the plan that was recorded in MEASUREMENT, of its series but the control: all that
 * measuring needs, but not what answers were worth, nor what starting and keeping take. A
 * measurement without a plan, or with an impossible one, is ERR_DAMAGED. The caller gives PLAN to
 * plan_release in any case. */
int plan_recall(struct plan *plan, const struct measurement *measurement, struct err *err);

#endif
