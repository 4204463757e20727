/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_record.h: a plan written down in its measurement, and made again from that, so that a run
 * that was interrupted goes on with the plan that it had. */
#ifndef BENCHMAT_COLLECT_PLANNING_PLAN_RECORD_H
#define BENCHMAT_COLLECT_PLANNING_PLAN_RECORD_H

#include "collect/job/participants.h"
#include "collect/planning/plan.h"

/* Puts the sizes, the values of ACTION's parameters, what it says of a call, the threads, the seeds
 * and all that planning found out into MEASUREMENT, whose points are the plan's and whose series
 * are the participants', in their order. The threads are a parameter where there are several
 * numbers of them, else the fact "threads". ERR_FAILED: no memory. */
int plan_record(struct measurement *measurement, const struct action_info *action,
                const struct plan *plan, const struct participant *participants, struct err *err);

/* Adds LINE to the fact "faults" of SERIES, which keeps all. */
void plan_record_fault(struct series *series, const char *line);

/* Makes the plan that was recorded in MEASUREMENT, of ACTION and its series but the control: all
 * that measuring needs, but not what answers were worth, nor what starting and keeping take. A
 * measurement without a plan, with an impossible one, or with other parameters than ACTION has, is
 * ERR_DAMAGED. The caller gives PLAN to plan_release in any case. */
int plan_recall(struct plan *plan, const struct action_info *action,
                const struct measurement *measurement, struct err *err);

#endif
